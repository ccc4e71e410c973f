//! UUIDs and ULIDs replaced by IDs. Which new key each old one has is kept in a table, so that this can
//! be taken back, and so that what comes with an old key still finds its row.

use std::collections::BTreeSet;

use snowflake_kit_core::{Dialect, Layout};
use snowflake_kit_sql::text::known;

use super::{Scope, Statement, named};
use crate::catalog::{Column, ColumnKind, KEPT, Table};

/// Which way a column is changed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    There,
    Back,
}

/// The tables whose keys are replaced.
pub(super) fn owners<'a>(scope: &'a Scope<'_>) -> BTreeSet<&'a str> {
    let columns = scope.columns.iter().flat_map(|(of, all)| all.iter().map(move |one| (of, one)));
    let replaced = columns.filter(|(_, column)| !column.is_integer());
    replaced.filter_map(|(of, column)| scope.decision.owner(of, &column.name)).collect()
}

/// The table that keeps the keys of another one, as SQL writes it.
fn kept(scope: &Scope<'_>, owner: &str) -> String {
    scope.named(&named(&format!("{KEPT}{owner}"), ""))
}

/// The new value of a column that is replaced, or its old one, as an expression.
pub(super) fn value(scope: &Scope<'_>, table: &str, column: &Column, way: Way, of: &str) -> String {
    let owner = scope.decision.owner(table, &column.name).unwrap_or_default();
    let (from, to) = match way {
        Way::There => ("old", "new"),
        Way::Back => ("new", "old"),
    };
    format!("(SELECT m.{to} FROM {} m WHERE m.{from} = {of})", kept(scope, owner))
}

/// Before columns are replaced, the kept keys are made, or those of rows that were minted
/// since are added.
pub(super) fn before(scope: &Scope<'_>, way: Way) -> Vec<Statement> {
    let mut statements = Vec::new();
    for owner in owners(scope) {
        let Some(key) = scope.table(owner).and_then(Table::sole_key) else { continue };
        let [name, of, kept] =
            [known(scope.catalog.dialect, &key.name), scope.named(owner), kept(scope, owner)];
        match way {
            Way::There => {
                let kind = match scope.catalog.dialect {
                    // Whatever the column holds stays what it is.
                    Dialect::Sqlite => "NOT NULL",
                    _ => &format!("{} NOT NULL", key.declared),
                };
                statements.push(Statement::with_remark(
                    format!(
                        "{owner}: the new key of each old one. A UUID of version 7 and a ULID have the time \
                         of their ID from 2025 on; other rows are numbered from 1. The bits below the time \
                         count down, from the largest node number. Drop this table when nothing comes with \
                         an old key any more."
                    ),
                    format!("CREATE TABLE {kept} (old {kind} PRIMARY KEY, new BIGINT NOT NULL UNIQUE)"),
                ));
                statements.push(Statement::new(filled(scope, key, &kept, &name, &of)));
                statements.extend(orphans(scope, owner, &kept));
            }
            Way::Back => statements.push(Statement::with_remark(
                format!("{owner}: rows that were minted get a key of the old kind."),
                format!(
                    "INSERT INTO {kept} (old, new)\nSELECT {}, {name} FROM {of}\nWHERE {name} NOT IN (SELECT \
                     new FROM {kept})",
                    made(scope.catalog.dialect, key, &name, &kept)
                ),
            )),
        }
    }
    statements
}

/// Drops the kept keys, when all is as it was.
pub(super) fn after(scope: &Scope<'_>) -> Vec<Statement> {
    let drop = |owner| Statement::new(format!("DROP TABLE {}", kept(scope, owner)));
    owners(scope).into_iter().map(drop).collect()
}

/// The new keys.
fn filled(scope: &Scope<'_>, key: &Column, kept: &str, name: &str, of: &str) -> String {
    let dialect = scope.catalog.dialect;
    let text = match (dialect, key.kind) {
        (Dialect::Postgres, _) => format!("CAST({name} AS text)"),
        // A column holds bytes or a text, whatever it is declared as.
        (Dialect::Sqlite, _) => {
            format!("CASE typeof({name}) WHEN 'blob' THEN hex({name}) ELSE {name} END")
        }
        (_, ColumnKind::Uuid) => format!("hex({name})"),
        _ => name.to_owned(),
    };
    let now = match dialect {
        Dialect::Postgres => "CAST(extract(epoch FROM now()) * 1000 AS bigint)",
        Dialect::Sqlite => "CAST(strftime('%s', 'now') AS INTEGER) * 1000",
        _ => "UNIX_TIMESTAMP() * 1000",
    };
    let (begin, below) =
        (Layout::DEFAULT.epoch_unix_millis(), 1_i64 << Layout::DEFAULT.time_shift());
    let time_of_uuid = number(dialect, "0123456789abcdef", 12);
    let ulid_time = number(dialect, "0123456789abcdefghjkmnpqrstvwxyz", 10);
    format!(
        "INSERT INTO {kept} (old, new)
SELECT old, CASE WHEN ms IS NULL THEN first ELSE (ms - {begin} + 1) * {below} - last END
FROM (SELECT old, ms, row_number() OVER (PARTITION BY ms ORDER BY old) AS first,
             row_number() OVER (PARTITION BY ms ORDER BY old DESC) AS last
      FROM (SELECT old, CASE WHEN ms >= {begin} AND ms < {now} THEN ms END AS ms
            FROM (SELECT old, CASE WHEN length(x) = 32 AND substr(x, 13, 1) = '7' THEN
                {time_of_uuid}
                WHEN length(x) = 26 THEN
                {ulid_time} END AS ms
                FROM (SELECT {name} AS old, lower(replace({text}, '-', '')) AS x FROM {of}) a) b) c) d"
    )
}

/// The first digits of `x` as a number.
fn number(dialect: Dialect, digits: &str, count: u32) -> String {
    let base = i64::try_from(digits.len()).unwrap_or(1);
    let digit = |place: u32| {
        let letter = format!("substr(x, {place}, 1)");
        let digit = match dialect {
            Dialect::Postgres => format!("CAST(strpos('{digits}', {letter}) - 1 AS bigint)"),
            _ => format!("(instr('{digits}', {letter}) - 1)"),
        };
        format!("{digit} * {}", base.pow(count - place))
    };
    (1..=count).map(digit).collect::<Vec<_>>().join("\n                + ")
}

/// Fails if a column without a foreign key holds a value that is no key: that would be lost.
fn orphans(scope: &Scope<'_>, owner: &str, kept: &str) -> Vec<Statement> {
    let mut statements = Vec::new();
    for (of, columns) in &scope.columns {
        let Some(table) = scope.table(of) else { continue };
        for column in columns {
            let is_checked = table.primary_key == [column.name.as_str()] && *of == owner
                || table.foreign_keys.iter().any(|key| key.columns.contains(&column.name));
            if is_checked || scope.decision.owner(of, &column.name) != Some(owner) {
                continue;
            }
            let name = known(scope.catalog.dialect, &column.name);
            statements.push(Statement::with_remark(
                format!("This fails if {of}.{} holds a value that is no key of {owner}.", column.name),
                format!(
                    "INSERT INTO {kept} (old, new)\nSELECT {name}, NULL FROM {}\nWHERE {name} IS NOT NULL AND \
                     {name} NOT IN (SELECT old FROM {kept})",
                    scope.named(of)
                ),
            ));
        }
    }
    statements
}

/// A key of the old kind with the digits of a new one, as an expression: a UUID of version 8, or a ULID.
fn made(dialect: Dialect, key: &Column, name: &str, kept: &str) -> String {
    let digits = match dialect {
        Dialect::Postgres => format!("lpad(CAST({name} AS text), 19, '0')"),
        Dialect::Sqlite => format!("printf('%019d', {name})"),
        _ => format!("lpad({name}, 19, '0')"),
    };
    let joined = |parts: &[String]| match dialect {
        Dialect::Postgres | Dialect::Sqlite => parts.join(" || "),
        _ => format!("concat({})", parts.join(", ")),
    };
    let uuid = |dash: &str| {
        let digits = |from: u8, count: u8| format!("substr({digits}, {from}, {count})");
        joined(&[
            digits(1, 8),
            format!("'{dash}'"),
            digits(9, 4),
            format!("'{dash}8'"),
            digits(13, 3),
            // A letter, so that no column of SQLite takes it for a number.
            format!("'{dash}a'"),
            digits(16, 3),
            format!("'{dash}00000000000'"),
            digits(19, 1),
        ])
    };
    let short = joined(&["'0000000'".to_owned(), digits.clone()]);
    match (key.kind, dialect) {
        (ColumnKind::Uuid, Dialect::Postgres) => format!("CAST({} AS uuid)", uuid("-")),
        (ColumnKind::Uuid, Dialect::MariaDb | Dialect::MySql) => format!("unhex({})", uuid("")),
        (ColumnKind::UuidText, Dialect::MariaDb | Dialect::MySql) => uuid("-"),
        _ if key.declared.contains("(26)") => short,
        _ => {
            // Older versions of SQLite have no `unhex`.
            let bytes = match dialect {
                Dialect::Sqlite => "WHEN 16 THEN randomblob(16) ",
                _ => "",
            };
            let none = match key.kind {
                ColumnKind::Uuid => 16,
                _ => 36,
            };
            format!(
                "CASE coalesce((SELECT max(length(old)) FROM {kept}), {none}) {bytes}WHEN 26 THEN {short}\n    \
                 WHEN 32 THEN {}\n    ELSE {} END",
                uuid(""),
                uuid("-")
            )
        }
    }
}
