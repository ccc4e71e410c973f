//! A database and a role that exist for one rehearsal.

use std::fmt::Write;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use percent_encoding::percent_decode_str;
use snowflake_kit_core::Dialect;
use snowflake_kit_sql::text::{SEARCH_PATH, literal, shown};
use sqlx::postgres::{PgConnectOptions, PgSslMode};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, PgConnection, Row};
use tokio::process::Command;

use super::dump;
use crate::error::words;
use crate::read::postgres::{LOCK_LIMIT, for_reading};
use crate::rehearsal::play::Objects;

/// What of a schema belongs to its place, and what is a right of a role.
const PLAIN: [&str; 6] = [
    "--schema-only",
    "--no-owner",
    "--no-privileges",
    "--no-subscriptions",
    "--no-security-labels",
    "--no-tablespaces",
];

pub(super) struct Scratch {
    /// Of the database and of the role.
    name: String,
    password: String,
    server: PgConnectOptions,
    schema: String,
    /// The options by which `pg_dump` leaves out what this user may not read.
    excluded: Vec<String>,
}

/// Schemas and tables that this user may not read: `pg_dump` would fail at the first one.
const EXCLUDED: &str = "
SELECT format('--exclude-schema=%I', nspname) FROM pg_namespace
WHERE nspname !~ '^(pg_|information_schema$)' AND NOT has_schema_privilege(oid, 'USAGE')
UNION ALL
SELECT format('--exclude-table=%I.%I', n.nspname, c.relname)
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname !~ '^(pg_|information_schema$)' AND has_schema_privilege(n.oid, 'USAGE')
  AND c.relkind IN ('r', 'p') AND NOT has_table_privilege(c.oid, 'SELECT')";

impl Scratch {
    /// Creates both, and returns the connection that drops them.
    pub(super) async fn create(
        url: &str,
        server: &str,
        schema: &str,
        limit: Duration,
    ) -> Result<(Self, PgConnection), String> {
        if let Err(error) = Command::new("pg_dump").arg("--version").output().await {
            return Err(format!(
                "pg_dump cannot be run ({error}): install the client programs of PostgreSQL, of \
                 the server's version or a later one (on Debian the package postgresql-client)"
            ));
        }
        let plain = words::<sqlx::Error>;
        let excluded: Vec<String>;
        let encoding = {
            let source: PgConnectOptions = url.parse().map_err(plain)?;
            let mut source = source.connect().await.map_err(plain)?;
            for_reading(&mut source).await.map_err(plain)?;
            excluded = sqlx::query_scalar(EXCLUDED).fetch_all(&mut source).await.map_err(plain)?;
            let sql = "SELECT pg_encoding_to_char(encoding)::text AS encoding, datcollate::text AS \
                       collate, datctype::text AS ctype FROM pg_database WHERE datname = \
                       current_database()";
            let row = sqlx::query(sql).fetch_one(&mut source).await.map_err(plain)?;
            source.close().await.map_err(plain)?;
            let [encoding, collate, ctype] = ["encoding", "collate", "ctype"]
                .map(|column| literal(Dialect::Postgres, row.get(column)).unwrap_or_default());
            format!("ENCODING {encoding} LC_COLLATE {collate} LC_CTYPE {ctype}")
        };
        let server: PgConnectOptions = server.parse().map_err(plain)?;
        let mut admin = server.clone().connect().await.map_err(plain)?;
        admin.execute(SEARCH_PATH).await.map_err(plain)?;
        let sql =
            "SELECT gen_random_uuid()::text, gen_random_uuid()::text || gen_random_uuid()::text";
        let (name, password): (String, String) =
            sqlx::query_as(sql).fetch_one(&mut admin).await.map_err(plain)?;
        let name = format!("snowflake_rehearsal_{}", name.replace('-', ""));
        let scratch = Self { name, password, server, schema: schema.to_owned(), excluded };
        let name = &scratch.name;
        let password = literal(Dialect::Postgres, &scratch.password).unwrap_or_default();
        for sql in [
            format!(
                "CREATE ROLE {name} LOGIN PASSWORD {password} NOSUPERUSER NOCREATEDB \
                 NOCREATEROLE NOREPLICATION NOBYPASSRLS CONNECTION LIMIT 9"
            ),
            format!("ALTER ROLE {name} SET statement_timeout = {}", limit.as_millis().max(1)),
            // To create a database for a role, one has to be a member of it.
            format!("GRANT {name} TO CURRENT_USER"),
            format!("CREATE DATABASE {name} OWNER {name} TEMPLATE template0 {encoding}"),
            format!("REVOKE CONNECT ON DATABASE {name} FROM PUBLIC"),
        ] {
            if let Err(error) = admin.execute(AssertSqlSafe(sql)).await {
                let words = scratch.words(&error);
                // What of it there is.
                let _ = scratch.drop(&mut admin).await;
                return Err(format!(
                    "this user cannot create a role and a database for the rehearsal ({words}): \
                     give it CREATEDB and CREATEROLE, or name a server on which it may, with \
                     --rehearse-url"
                ));
            }
        }
        Ok((scratch, admin))
    }

    pub(super) async fn drop(&self, admin: &mut PgConnection) -> Result<(), String> {
        let name = &self.name;
        for sql in [
            format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"),
            format!("DROP ROLE IF EXISTS {name}"),
        ] {
            admin.execute(AssertSqlSafe(sql)).await.map_err(|error| {
                format!(
                    "{name} cannot be dropped: drop the database and the role of this name: {}",
                    words(&error)
                )
            })?;
        }
        Ok(())
    }

    /// Logs in as the role.
    pub(super) async fn connect(&self) -> Result<PgConnection, String> {
        let options = self.server.clone().username(&self.name).password(&self.password);
        options.database(&self.name).connect().await.map_err(|error| {
            format!(
                "the role of the rehearsal cannot log in ({}): pg_hba.conf has to permit a login \
                 with a password, here or on the server of --rehearse-url",
                self.words(&error)
            )
        })
    }

    /// Creates the schema of a database, and tells what of it cannot be.
    pub(super) async fn restore(&self, url: &str) -> Result<Vec<(String, String)>, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let archive = folder.path().join("schema");
        let source: PgConnectOptions = url.parse().map_err(|error| words(&error))?;
        let mut dump = program("pg_dump", &source, password(url).as_deref());
        if let Some(database) = source.get_database() {
            dump.env("PGDATABASE", database);
        }
        dump.args(PLAIN).args(&self.excluded).arg(format!("--lock-wait-timeout={LOCK_LIMIT}"));
        dump.args(["--format=custom", "--file"]).arg(&archive);
        self.run(dump).await?;
        let errors = self.pg_restore(&archive).await?;
        let excluded = self.excluded.iter().filter_map(|option| option.split_once('='));
        let mut missing: Vec<_> = excluded
            .map(|(_, name)| (shown(name).into_owned(), "this user may not read it".to_owned()))
            .collect();
        let mut what = None;
        // Whether a line may be more about the last that is missing.
        let mut is_listed = false;
        for line in errors.lines() {
            if let Some((_, entry)) = line.split_once("from TOC entry ") {
                // As in `from TOC entry 215; 1259 16386 TABLE users ada`.
                what = Some(entry.splitn(4, ' ').last().unwrap_or(entry).to_owned());
            } else if let Some((_, words)) = line.split_once("could not execute query: ERROR:") {
                let what = what.take().unwrap_or_else(|| "a part of the schema".to_owned());
                // Only the owner of an extension may comment on it.
                is_listed = !what.starts_with("COMMENT EXTENSION")
                    && !what.contains(" COMMENT - EXTENSION");
                if is_listed {
                    missing.push((what, shown(words.trim()).into_owned()));
                }
            } else if let Some((kind @ ("DETAIL" | "HINT"), more)) = line.split_once(": ")
                && let Some((_, words)) = missing.last_mut().filter(|_| is_listed)
            {
                let more = shown(more.trim().trim_end_matches('.'));
                let _ = write!(words, "; {}: {more}", kind.to_lowercase());
            } else {
                is_listed = false;
            }
        }
        Ok(missing)
    }

    async fn pg_restore(&self, archive: &Path) -> Result<String, String> {
        let mut restore = program("pg_restore", &self.server, Some(&self.password));
        restore.args(["--no-owner", "--no-privileges", "--username", &self.name]);
        restore.args(["--dbname", &self.name]).arg(archive);
        let output = restore.output().await.map_err(|error| format!("pg_restore: {error}"))?;
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        let is_tried = output.status.success() || errors.contains("errors ignored on restore");
        if is_tried { Ok(errors) } else { Err(shown(errors.trim()).into_owned()) }
    }

    /// What is in the database.
    pub(super) async fn objects(&self) -> Result<Objects, String> {
        let mut dump = program("pg_dump", &self.server, Some(&self.password));
        dump.args(PLAIN).args(["--username", &self.name, "--dbname", &self.name]);
        Ok(dump::objects(&self.run(dump).await?, &self.schema))
    }

    async fn run(&self, mut command: Command) -> Result<String, String> {
        let output = command.output().await.map_err(|error| format!("pg_dump: {error}"))?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        let errors = String::from_utf8_lossy(&output.stderr);
        Err(self.anonymous(&shown(errors.trim())))
    }

    /// What the server says, which is the same in each rehearsal.
    pub(super) fn words(&self, error: &sqlx::Error) -> String {
        self.anonymous(&words(error))
    }

    pub(super) fn anonymous(&self, text: &str) -> String {
        text.replace(&self.name, "snowflake_rehearsal")
    }
}

/// A program of PostgreSQL, which the limit of the rehearsal ends. No argument has a password, which
/// others would see.
fn program(name: &str, server: &PgConnectOptions, password: Option<&str>) -> Command {
    let mut command = Command::new(name);
    let host = server
        .get_socket()
        .map_or_else(|| server.get_host().to_owned(), |socket| socket.display().to_string());
    command
        .kill_on_drop(true)
        .stdin(Stdio::null())
        .env("LC_ALL", "C")
        .env("PGCLIENTENCODING", "UTF8");
    command.env("PGHOST", host).env("PGPORT", server.get_port().to_string());
    command.env("PGUSER", server.get_username());
    command.env(
        "PGSSLMODE",
        match server.get_ssl_mode() {
            PgSslMode::Disable => "disable",
            PgSslMode::Allow => "allow",
            PgSslMode::Prefer => "prefer",
            PgSslMode::Require => "require",
            PgSslMode::VerifyCa => "verify-ca",
            PgSslMode::VerifyFull => "verify-full",
        },
    );
    if let Some(password) = password {
        command.env("PGPASSWORD", password);
    }
    command.arg("--no-password");
    command
}

/// The password in a URL.
fn password(url: &str) -> Option<String> {
    let (_, rest) = url.split_once("://")?;
    let (user, _) = rest.split(['/', '?']).next()?.rsplit_once('@')?;
    let (_, password) = user.split_once(':')?;
    Some(percent_decode_str(password).decode_utf8_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::password;

    #[test]
    fn passwords_are_as_they_were_before_the_url() {
        assert_eq!(password("postgres://a:b%40c@h/d").as_deref(), Some("b@c"));
        assert_eq!(password("postgres://a@h/d?x=b:c@d"), None);
        assert_eq!(password("postgres:///d"), None);
    }
}
