//! Why a name or a text cannot be written.

use core::fmt;

use snowflake_kit_core::Dialect;

/// Why a name or a text cannot be written in the SQL of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unwritable {
    /// The name is empty, or longer than the database keeps: PostgreSQL would cut it.
    Length {
        /// The name.
        name: String,
        /// Its length.
        length: usize,
        /// The longest possible length.
        max: usize,
        /// The unit of both: `bytes` or `characters`.
        unit: &'static str,
    },
    /// The database does not have this character.
    Character {
        /// The name, or the text.
        text: String,
        /// The character.
        character: char,
        /// The database.
        dialect: Dialect,
    },
    /// The name ends in a space or a line break, which MariaDB and MySQL refuse.
    FinalSpace {
        /// The name.
        name: String,
    },
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { name, length, max, unit } => write!(
                f,
                "{name:?} is not a valid name: it has {length} {unit}, and 1 to {max} {unit} are \
                 possible"
            ),
            Self::Character { text, character, dialect } => write!(
                f,
                "{text:?} has the character U+{:04X}, which a name or a text of `{}` cannot have: \
                 leave it out",
                u32::from(*character),
                dialect.name()
            ),
            Self::FinalSpace { name } => {
                write!(f, "{name:?} is not a valid name: it ends in white space, which is refused")
            }
        }
    }
}

impl core::error::Error for Unwritable {}
