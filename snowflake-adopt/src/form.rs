//! Migrations as the files of a framework.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use crate::files::{Files, MARK};
use crate::orm::Orm;
use crate::script::{Script, Statement};

/// The folder, below that of the module, in which migrations are.
pub(crate) const FOLDER: &str = "migrations";

/// Adds the files of a migration, and returns the path of the first one.
pub(crate) fn add(
    files: &mut Files,
    folder: &Path,
    orm: Orm,
    version: jiff::civil::DateTime,
    script: &Script,
) -> PathBuf {
    let name = format!("snowflake_{}", script.task.name());
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
            folder
        }
        Orm::Sqlx => {
            let stem = format!("{}_{name}", version.strftime("%Y%m%d%H%M%S"));
            let path = folder.join(format!("{stem}.up.sql"));
            files.add(path.clone(), up);
            files.add(folder.join(format!("{stem}.down.sql")), down);
            path
        }
    }
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
    for Statement { remark, sql } in statements {
        text.push('\n');
        text += &comment(remark);
        text += sql.trim_end().trim_end_matches(';');
        text += ";\n";
    }
    text
}

/// A remark as lines of comment.
fn comment(remark: &str) -> String {
    const WIDTH: usize = 90;
    let mut text = String::new();
    let mut line = String::new();
    for word in remark.split_whitespace() {
        if !line.is_empty() && line.len() + 1 + word.len() > WIDTH {
            let _ = writeln!(text, "--{line}");
            line.clear();
        }
        line.push(' ');
        line += word;
    }
    if !line.is_empty() {
        let _ = writeln!(text, "--{line}");
    }
    text
}
