//! Strings.

use snowflake_kit_core::Dialect;

use super::Unwritable;

/// A string of SQL. Whatever is in the text, and whatever the session has set, the string ends
/// where it ends here.
///
/// In PostgreSQL, its value is the text whatever `standard_conforming_strings` is. In MariaDB and
/// MySQL, a text with backslashes is read as it is unless `sql_mode` has `NO_BACKSLASH_ESCAPES`:
/// then each backslash is there twice.
///
/// # Errors
/// [`Unwritable::Character`] for the character 0, which no string of PostgreSQL and SQLite has.
pub fn literal(dialect: Dialect, text: &str) -> Result<String, Unwritable> {
    let is_mysql = matches!(dialect, Dialect::MariaDb | Dialect::MySql);
    if text.contains('\0') && !is_mysql {
        return Err(Unwritable::Character { text: text.to_owned(), character: '\0', dialect });
    }
    let doubled = text.replace('\'', "''");
    Ok(match dialect {
        Dialect::Sqlite => format!("'{doubled}'"),
        Dialect::Postgres if !text.contains('\\') => format!("'{doubled}'"),
        Dialect::Postgres => format!("E'{}'", doubled.replace('\\', "\\\\")),
        _ => format!("'{}'", doubled.replace('\\', "\\\\").replace('\0', "\\0")),
    })
}
