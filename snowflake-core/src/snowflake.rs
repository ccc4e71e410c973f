//! The untyped ID.

use core::fmt;
use core::num::NonZeroI64;

mod error;

pub use error::ValueError;

/// A snowflake: a positive 64-bit integer, 1 to 2^63 - 1.
///
/// It fits the `BIGINT` of every relational database. 0 is not an ID, so `Option<Snowflake>` is as
/// small as the ID. Wrap it in a type that says what the ID identifies; see
/// [`SnowflakeId`](crate::SnowflakeId).
///
/// ```
/// use snowflake_kit_core::Snowflake;
///
/// let id = Snowflake::new(175_928_847_299_117_063).unwrap();
/// assert_eq!(id.get(), 175_928_847_299_117_063);
/// assert_eq!(id.to_string(), "175928847299117063");
/// assert_eq!("175928847299117063".parse(), Ok(id));
///
/// assert_eq!(Snowflake::new(0), None);
/// assert_eq!(size_of::<Option<Snowflake>>(), 8);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Snowflake(NonZeroI64);

impl Snowflake {
    /// The smallest ID, 1.
    pub const MIN: Self = Self(NonZeroI64::new(1).unwrap());

    /// The largest ID, 2^63 - 1 = 9223372036854775807.
    pub const MAX: Self = Self(NonZeroI64::MAX);

    /// The ID with this value, or `None` if it is not in 1 ..= 2^63 - 1.
    ///
    /// `Snowflake::try_from` takes `i64`, `u64`, `i128` and `u128`, and returns an error that names
    /// the value.
    pub const fn new(value: i64) -> Option<Self> {
        match NonZeroI64::new(value) {
            Some(value) if value.get() > 0 => Some(Self(value)),
            _ => None,
        }
    }

    /// The value, 1 ..= 2^63 - 1.
    pub const fn get(self) -> i64 {
        self.0.get()
    }

    /// The value as an unsigned integer, 1 ..= 2^63 - 1.
    pub const fn to_u64(self) -> u64 {
        self.0.get().cast_unsigned()
    }

    /// The ID with these bits set as well; `bits` does not contain the sign. Unlike `new`, this
    /// checks nothing, so the compiler can vectorize loops over it.
    pub(crate) fn with_bits(self, bits: u64) -> Self {
        debug_assert!(bits >> 63 == 0, "no layout has fields at the sign");
        Self(self.0 | bits.cast_signed())
    }

    /// The value by reference, for frameworks that bind values by reference.
    ///
    /// ```
    /// use snowflake_kit_core::Snowflake;
    ///
    /// let ids = [Snowflake::MIN, Snowflake::new(258).unwrap()];
    /// let values: Vec<&i64> = ids.iter().map(Snowflake::as_i64).collect();
    /// assert_eq!(values, [&1, &258]);
    /// ```
    #[cfg(feature = "bytemuck")]
    pub fn as_i64(&self) -> &i64 {
        bytemuck::must_cast_ref::<NonZeroI64, i64>(&self.0)
    }

    /// The eight bytes of the value, most significant first. They sort as the numbers do.
    ///
    /// ```
    /// use snowflake_kit_core::Snowflake;
    ///
    /// let id = Snowflake::new(258).unwrap();
    /// assert_eq!(id.to_be_bytes(), [0, 0, 0, 0, 0, 0, 1, 2]);
    /// assert_eq!(Snowflake::from_be_bytes(id.to_be_bytes()), Ok(id));
    /// ```
    pub const fn to_be_bytes(self) -> [u8; 8] {
        self.0.get().to_be_bytes()
    }

    /// The ID with these eight bytes, most significant first.
    ///
    /// # Errors
    /// [`ValueError`] if the value is 0 or the first bit is set.
    pub const fn from_be_bytes(bytes: [u8; 8]) -> Result<Self, ValueError> {
        let value = i64::from_be_bytes(bytes);
        match Self::new(value) {
            Some(id) => Ok(id),
            None => Err(ValueError::new(value as i128)),
        }
    }
}

impl fmt::Debug for Snowflake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Snowflake({})", self.get())
    }
}

impl From<Snowflake> for i64 {
    fn from(id: Snowflake) -> Self {
        id.get()
    }
}

impl From<Snowflake> for u64 {
    fn from(id: Snowflake) -> Self {
        id.to_u64()
    }
}

impl From<Snowflake> for NonZeroI64 {
    fn from(id: Snowflake) -> Self {
        id.0
    }
}

macro_rules! try_from_integer {
    ($($integer:ty => $error:path),* $(,)?) => {$(
        impl TryFrom<$integer> for Snowflake {
            type Error = ValueError;

            fn try_from(value: $integer) -> Result<Self, ValueError> {
                match i64::try_from(value).ok().and_then(Self::new) {
                    Some(id) => Ok(id),
                    None => Err($error(value.into())),
                }
            }
        }
    )*};
}

try_from_integer! {
    i64 => ValueError::new,
    u64 => ValueError::new,
    i128 => ValueError::new,
    u128 => ValueError::unsigned,
}
