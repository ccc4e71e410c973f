//! Why keys cannot be used.

/// The error of reading or installing keys. It never shows a part of a key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KeyError {
    /// The environment variable is not set.
    #[error(
        "the environment variable {variable} is not set: set it to a key (`snowflake keygen` \
         makes one); to rotate keys, put the newer one first, separated by a comma"
    )]
    Missing {
        /// Its name.
        variable: String,
    },
    /// It is neither hexadecimal nor base64.
    #[error("a key is 32 bytes, as 64 hexadecimal digits or as 44 characters of base64")]
    Encoding,
    /// It has another length.
    #[error("the key has {found} bytes instead of 32: `snowflake keygen` makes one")]
    Length {
        /// How many bytes it has.
        found: usize,
    },
    /// All of its bytes are 0.
    #[error("all bytes of the key are 0: `snowflake keygen` makes a random one")]
    Zero,
    /// It is the same as an earlier one.
    #[error("key number {number} equals an earlier one: remove one of the two")]
    Twice {
        /// Its place, beginning with 1 for the current key.
        number: usize,
    },
    /// Another key has the same letter, so that permuted texts would not tell which was used.
    #[error(
        "key number {number} has the letter {letter:?} as an earlier one: permuted texts name \
         their key by it, so make another new key with `snowflake keygen`"
    )]
    Letter {
        /// Its place, beginning with 1 for the current key.
        number: usize,
        /// The letter of both.
        letter: char,
    },
    /// There are keys already.
    #[error("keys are installed already: install them once, when the program starts")]
    Installed,
}
