//! Migrations as the files of a framework.

use std::fmt::Write;
use std::path::Path;

use snowflake_kit_sql::text::comment;

use crate::files::{Files, MARK};
use crate::orm::Orm;
use crate::rust;
use crate::script::{Script, Statement, Step};

/// The folder, below that of the module, in which migrations are.
pub(crate) const FOLDER: &str = "migrations";

/// The folder, below that of the module, of the widening without a long lock.
pub(crate) const ONLINE: &str = "widen_online";

/// Adds the files of a migration.
pub(crate) fn add(
    files: &mut Files,
    folder: &Path,
    orm: Orm,
    version: jiff::civil::DateTime,
    script: &Script,
) {
    let name = format!("snowflake_{}", script.phase.name());
    let up = sql(script, &script.up, orm);
    let down = sql(script, &script.down, orm);
    match orm {
        Orm::Diesel => {
            let folder = folder.join(format!("{}_{name}", version.strftime("%Y-%m-%d-%H%M%S")));
            if !script.is_transactional {
                let metadata = format!("# {MARK}.\nrun_in_transaction = false\n");
                files.add(folder.join("metadata.toml"), metadata);
            }
            files.add(folder.join("up.sql"), up);
            files.add(folder.join("down.sql"), down);
        }
        Orm::Sqlx => {
            let stem = format!("{}_{name}", version.strftime("%Y%m%d%H%M%S"));
            files.add(folder.join(format!("{stem}.up.sql")), up);
            files.add(folder.join(format!("{stem}.down.sql")), down);
        }
        Orm::SeaOrm => {
            let stem = format!("m{}_{name}", version.strftime("%Y%m%d_%H%M%S"));
            files.add(folder.join(format!("{stem}.rs")), rust(script));
        }
    }
}

/// Adds the files of the widening without a long lock.
pub(crate) fn add_online(files: &mut Files, folder: &Path, steps: &[Step]) {
    for step in steps {
        let mut text = format!("-- {MARK}. The next run overwrites it.\n");
        text += &comment(step.what);
        text += "\n\\set ON_ERROR_STOP on\n";
        text += &statements(&step.statements);
        files.add(folder.join(step.file), text);
    }
}

/// A migration of SeaORM.
fn rust(script: &Script) -> String {
    let mut text = format!("//! {MARK}, which does not change it again. It changes:\n//!\n");
    for line in &script.covers {
        let _ = writeln!(text, "//! {line}");
    }
    let (up, down) = (array(script, &script.up), array(script, &script.down));
    let is_transactional = script.is_transactional;
    let _ = write!(
        text,
        "
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

/// Each is sent by itself.
const UP: &[&str] = &[{up}];

const DOWN: &[&str] = &[{down}];

#[async_trait::async_trait]
impl MigrationTrait for Migration {{
    fn use_transaction(&self) -> Option<bool> {{
        Some({is_transactional})
    }}

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {{
        for sql in UP {{
            manager.get_connection().execute_unprepared(sql).await?;
        }}
        Ok(())
    }}

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {{
        for sql in DOWN {{
            manager.get_connection().execute_unprepared(sql).await?;
        }}
        Ok(())
    }}
}}
"
    );
    text
}

/// Statements as the elements of an array. Without a transaction all of them are one element, so that
/// they run on one connection of the pool.
fn array(script: &Script, statements: &[Statement]) -> String {
    let statements = statements.iter().map(|statement| {
        let text = comment(&statement.remark);
        text + &ended(&statement.sql)
    });
    let texts: Vec<_> = if script.is_transactional {
        statements.collect()
    } else {
        vec![statements.collect::<Vec<_>>().join("\n")]
    };
    let mut array = String::from("\n");
    for text in texts {
        let _ = writeln!(array, "    {},", rust::string(&text));
    }
    array
}

fn sql(script: &Script, statements: &[Statement], orm: Orm) -> String {
    let mut text = String::new();
    if orm == Orm::Sqlx && !script.is_transactional {
        // sqlx looks for it at the very beginning.
        text += "-- no-transaction\n";
    }
    let _ = writeln!(text, "-- {MARK}, which does not change it again. It changes:");
    for line in &script.covers {
        let _ = writeln!(text, "-- {line}");
    }
    text += &self::statements(statements);
    text
}

fn statements(all: &[Statement]) -> String {
    let mut text = String::new();
    for Statement { remark, sql, .. } in all {
        text.push('\n');
        text += &comment(remark);
        text += &ended(sql);
        text.push('\n');
    }
    text
}

/// A statement with its semicolon, which is not in a comment of its last line.
fn ended(sql: &str) -> String {
    let sql = sql.trim_end().trim_end_matches(';');
    let is_open = sql.lines().next_back().is_some_and(|line| line.contains("--"));
    format!("{sql}{};", if is_open { "\n" } else { "" })
}
