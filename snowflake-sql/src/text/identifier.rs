//! Names.

use snowflake_kit_core::Dialect;

use super::Unwritable;

/// The longest name: 63 bytes in PostgreSQL, 64 characters in MariaDB and MySQL. SQLite has no
/// limit.
pub const fn max_name_length(dialect: Dialect) -> usize {
    match dialect {
        Dialect::Postgres => 63,
        Dialect::Sqlite => usize::MAX,
        _ => 64,
    }
}

/// A name, in the quotes of the dialect. Whatever is in it, it is read as this name.
///
/// # Errors
/// [`Unwritable`] if the database would refuse the name, or cut it.
pub fn quoted(dialect: Dialect, name: &str) -> Result<String, Unwritable> {
    quoted_up_to(dialect, name, max_name_length(dialect))
}

/// A name in its schema, or in the database of MariaDB and MySQL.
///
/// # Errors
/// As [`quoted`], for either name.
pub fn qualified(dialect: Dialect, schema: Option<&str>, name: &str) -> Result<String, Unwritable> {
    let name = quoted(dialect, name)?;
    Ok(match schema {
        Some(schema) => format!("{}.{name}", quoted(dialect, schema)?),
        None => name,
    })
}

/// The same as [`quoted`], for a name that a catalog of the database has returned, so that it
/// is valid.
pub fn known(dialect: Dialect, name: &str) -> String {
    let quote = match dialect {
        Dialect::Postgres | Dialect::Sqlite => "\"",
        _ => "`",
    };
    format!("{quote}{}{quote}", name.replace(quote, &quote.repeat(2)))
}

/// An account of MariaDB and MySQL, `user@host`, or a role without a host.
///
/// # Errors
/// As [`quoted`], for either part: a user has at most 128 characters, and a host 255.
pub fn account(dialect: Dialect, account: &str) -> Result<String, Unwritable> {
    let (user, host) =
        account.rsplit_once('@').map_or((account, None), |(user, host)| (user, Some(host)));
    // The longest user of MariaDB, and the longest host of both.
    let user = quoted_up_to(dialect, user, 128)?;
    Ok(match host {
        Some(host) => format!("{user}@{}", quoted_up_to(dialect, host, 255)?),
        None => user,
    })
}

fn quoted_up_to(dialect: Dialect, name: &str, max: usize) -> Result<String, Unwritable> {
    let (length, unit) = match dialect {
        Dialect::Postgres => (name.len(), "bytes"),
        _ => (name.chars().count(), "characters"),
    };
    if length > max || (length == 0 && dialect != Dialect::Sqlite) {
        return Err(Unwritable::Length { name: name.to_owned(), length, max, unit });
    }
    let is_foreign = |character: &char| match dialect {
        Dialect::Postgres | Dialect::Sqlite => *character == '\0',
        // They have names of the basic plane only.
        _ => *character == '\0' || u32::from(*character) > 0xFFFF,
    };
    if let Some(character) = name.chars().find(is_foreign) {
        return Err(Unwritable::Character { text: name.to_owned(), character, dialect });
    }
    if name.ends_with(|last: char| last.is_ascii_whitespace())
        && matches!(dialect, Dialect::MariaDb | Dialect::MySql)
    {
        return Err(Unwritable::FinalSpace { name: name.to_owned() });
    }
    Ok(known(dialect, name))
}
