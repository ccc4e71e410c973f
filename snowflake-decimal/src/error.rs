//! Why a process has no generator number.

use core::fmt;

use snowflake_kit_lease::__private::MORE_THREADS;
use snowflake_kit_lease::{LeaseRow, StoreError};
use snowflake_kit_mint::__private::fork::FORKED;

use super::number::{MAX_SPACE_CHARS, SPACE_SUFFIX};

/// Why there is no generator number.
#[non_exhaustive]
pub enum DecimalError {
    /// No launch number was given.
    NoLaunch,
    /// The name of the space is not allowed.
    Space {
        /// The name.
        space: String,
    },
    /// This process already has a generator number.
    AlreadyInstalled {
        /// Its generator number.
        generator: u32,
        /// Its launch number.
        launch: u32,
    },
    /// The process is a fork of one that had a node or minted.
    Forked,
    /// The launch has no more generator numbers.
    UsedUp {
        /// The name of the space.
        space: String,
        /// The launch number.
        launch: u32,
    },
    /// Other processes were faster in each attempt.
    Contended {
        /// How many claims were made.
        claims: u32,
    },
    /// A row of the registry that this protocol did not write.
    Corrupt {
        /// The name of the space.
        space: String,
        /// The row. Its node is the launch number.
        row: LeaseRow,
    },
    /// The store returned an error.
    Store(StoreError),
    /// No thread could be started to claim numbers.
    NoThread {
        /// What the operating system said.
        message: String,
    },
}

impl From<StoreError> for DecimalError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl fmt::Display for DecimalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoLaunch => f.write_str(
                "decimal IDs need a launch number: set it, for example with \
                 `.launch(Launch::from_env(\"SNOWFLAKE_LAUNCH\")?)`",
            ),
            Self::Space { space } => write!(
                f,
                "the space {space:?} is not a valid name: use 1 to {MAX_SPACE_CHARS} \
                 characters, without control characters and without white space at either end, \
                 such as \"shop\""
            ),
            Self::AlreadyInstalled { generator, launch } => write!(
                f,
                "this process already is generator {generator}, launch {launch}, so no number was \
                 claimed: install once, when the process starts"
            ),
            Self::Forked => f.write_str(FORKED),
            Self::UsedUp { space, launch } => write!(
                f,
                "all 100000 generator numbers of launch {launch} in the space {space:?} are used \
                 up: deploy with a launch number that was never used"
            ),
            Self::Contended { claims } => write!(
                f,
                "other processes were faster in {claims} claims: try again when fewer processes \
                 start at once"
            ),
            Self::Corrupt { space, row: LeaseRow { node, token, until } } => write!(
                f,
                "the registry's row for launch {node} in the space \"{space}{SPACE_SUFFIX}\" \
                 (node {node}, token {token}, until {until}) was not written for decimal \
                 IDs: find out which other program writes to that table, and deploy with a launch \
                 number that was never used"
            ),
            Self::Store(error) => write!(f, "the store of the generator numbers: {error}"),
            Self::NoThread { message } => write!(
                f,
                "decimal IDs need a thread, and none could be started: {message}: {MORE_THREADS}"
            ),
        }
    }
}

snowflake_kit_core::__debug_is_text!(DecimalError);

impl core::error::Error for DecimalError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Store(error) => Some(error),
            _ => None,
        }
    }
}
