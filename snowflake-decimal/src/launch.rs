//! The launch number, which says in which deployment an ID was minted.

use core::fmt;

use snowflake_kit_core::DecimalParts;

/// The launch number of decimal IDs, 1 to 99999. The deployment sets it, the same for all processes
/// of a service.
///
/// Use different launch numbers:
///
/// - for installations whose data may be joined one day;
/// - after a store has lost generator numbers that it gave out, or has none left.
///
/// 0 is only for tests (`Launch::TEST`, feature `test-util`), so that no test ID is taken for a
/// real one.
///
/// ```
/// use snowflake_kit_decimal::{Launch, LaunchError};
///
/// assert_eq!(Launch::new(65)?.number(), 65);
/// assert!(Launch::new(0).is_err());
/// assert!(Launch::new(100_000).is_err());
/// # Ok::<(), LaunchError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Launch(u32);

impl Launch {
    /// The launch number of tests, 0. Tests that run at the same time share it.
    #[cfg(feature = "test-util")]
    pub const TEST: Self = Self(0);

    /// This launch number.
    ///
    /// # Errors
    /// [`LaunchError::OutOfRange`] if it is not in 1 to 99999.
    pub fn new(launch: u32) -> Result<Self, LaunchError> {
        if launch == 0 || launch > DecimalParts::MAX_LAUNCH {
            return Err(LaunchError::OutOfRange { launch, variable: None });
        }
        Ok(Self(launch))
    }

    /// The launch number in an environment variable, which the deployment sets.
    ///
    /// # Errors
    /// [`LaunchError::Unset`], [`LaunchError::NotANumber`] and
    /// [`LaunchError::OutOfRange`].
    ///
    /// ```
    /// use snowflake_kit_decimal::Launch;
    ///
    /// let error = Launch::from_env("SNOWFLAKE_LAUNCH").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the environment variable SNOWFLAKE_LAUNCH is not set: set it to a launch number, 1 \
    ///      to 99999, the same for all processes, such as SNOWFLAKE_LAUNCH=1"
    /// );
    /// ```
    pub fn from_env(variable: &'static str) -> Result<Self, LaunchError> {
        let value = std::env::var_os(variable).ok_or(LaunchError::Unset { variable })?;
        let Some(launch) = value.to_str().and_then(snowflake_kit_mint::__private::decimal) else {
            let value = value.to_string_lossy().into_owned();
            return Err(LaunchError::NotANumber { variable, value });
        };
        let variable = Some(variable);
        Self::new(launch).map_err(|_| LaunchError::OutOfRange { launch, variable })
    }

    /// The number.
    pub const fn number(self) -> u32 {
        self.0
    }
}

/// Why there is no launch number.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LaunchError {
    /// The environment variable is not set.
    Unset {
        /// Its name.
        variable: &'static str,
    },
    /// The value of the environment variable is not a number.
    NotANumber {
        /// Its name.
        variable: &'static str,
        /// Its value.
        value: String,
    },
    /// The number is 0 or too large.
    OutOfRange {
        /// The number.
        launch: u32,
        /// The environment variable from which it came, if any.
        variable: Option<&'static str>,
    },
}

impl fmt::Display for LaunchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unset { variable } => write!(
                f,
                "the environment variable {variable} is not set: set it to a launch number, 1 to \
                 99999, the same for all processes, such as {variable}=1"
            ),
            Self::NotANumber { variable, value } => write!(
                f,
                "the environment variable {variable} is {value:?}, which is not a launch number: \
                 set it to a number from 1 to 99999, without spaces, such as {variable}=1"
            ),
            Self::OutOfRange { launch, variable } => {
                write!(f, "launch {launch}")?;
                if let Some(variable) = variable {
                    write!(f, " from the environment variable {variable}")?;
                }
                f.write_str(" does not fit: use 1 to 99999")?;
                if *launch == 0 { f.write_str("; 0 is for tests alone") } else { Ok(()) }
            }
        }
    }
}

snowflake_kit_core::__debug_is_text!(LaunchError);

impl core::error::Error for LaunchError {}
