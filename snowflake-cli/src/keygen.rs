//! `snowflake keygen`.

use std::env::{self, VarError};
use std::io::Write;

use clap::Args;
use data_encoding::HEXLOWER;
use snowflake_kit_public::{KeyError, Keys, SecretKey};

use crate::error::{Cause, Consequence, Error};
use crate::public::{self, NoKeys, VARIABLE};

/// Prints a new random key for public forms of IDs
///
/// It is 32 bytes from the operating system's random source, as 64 hexadecimal
/// digits. If the environment variable `SNOWFLAKE_PUBLIC_KEY` has keys, the new one
/// fits them: permuted texts name their key by a letter, so no two keys may have
/// the same letter.
#[derive(Args)]
#[command(after_long_help = HELP)]
pub(crate) struct Arguments {}

const HELP: &str = "\
Examples:
  $ snowflake keygen
  $ export SNOWFLAKE_PUBLIC_KEY=$(snowflake keygen) && snowflake seal 1 --name UserId
  $ echo SNOWFLAKE_PUBLIC_KEY=$(snowflake keygen),$SNOWFLAKE_PUBLIC_KEY

The last one puts a new key in front of the old ones, whose texts can still be
read. Keep keys where other secrets are: anyone who has a key can read all its
texts, and without the key they cannot be read at all.";

/// Why a new key cannot be made.
#[derive(Debug, thiserror::Error)]
enum NoKey {
    #[error(
        "each of the 26 letters that identify keys in permuted texts belongs to a key in \
         {VARIABLE}: remove the oldest key from it"
    )]
    NoLetter,

    #[error("the operating system did not provide random bytes: {0}")]
    Random(getrandom::Error),
}

impl Cause for NoKey {
    fn consequence(&self) -> Consequence {
        match self {
            Self::NoLetter => Consequence::BadInput,
            Self::Random(_) => Consequence::Failure,
        }
    }
}

/// With one letter left, all of these have another one about once in 10^17 runs.
const TRIES: usize = 1_000;

pub(crate) fn run(out: &mut impl Write) -> Result<(), Error> {
    let older = match env::var(VARIABLE) {
        Err(VarError::NotPresent) => String::new(),
        Err(VarError::NotUnicode(_)) => return Err(NoKeys::Unusable(KeyError::Encoding).into()),
        Ok(older) => {
            public::keys()?;
            format!(",{older}")
        }
    };
    for _ in 0..TRIES {
        let mut bytes = [0; SecretKey::LEN];
        getrandom::fill(&mut bytes).map_err(NoKey::Random)?;
        let key = HEXLOWER.encode(&bytes);
        // As it is going to be installed.
        if format!("{key}{older}").parse::<Keys>().is_ok() {
            return writeln!(out, "{key}").map_err(Error::unwritten);
        }
    }
    Err(NoKey::NoLetter.into())
}
