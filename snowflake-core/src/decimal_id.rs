//! IDs whose decimal digits are their parts.

use crate::id::Id;
use crate::layout::FieldError;
use crate::snowflake::Snowflake;

/// An [`Id`] whose decimal digits are its parts; see [`DecimalParts`]. Its IDs are counted and
/// contain no time.
///
/// ```
/// use snowflake_kit_core::{DecimalId, DecimalParts, Snowflake};
/// # use snowflake_kit_derive::DecimalId;
///
/// /// Identifies an order.
/// #[derive(DecimalId)]
/// # #[snowflake(crate = "snowflake_kit_core")]
/// struct OrderId(Snowflake);
///
/// let id: OrderId = "14150009200065".parse()?;
/// let parts = DecimalParts { counter: 1415, generator: 92, launch: 65 };
/// assert_eq!(id.decimal_parts()?, parts);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The derive takes the attributes of [`SnowflakeId`](crate::SnowflakeId) except `layout` and
/// `caller`, and implements the same traits.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a decimal ID type",
    note = "such a type is declared like `#[derive(DecimalId)] struct UserId(Snowflake);`"
)]
pub trait DecimalId: Id<Value = Snowflake> {
    /// Returns counter, generator and launch.
    ///
    /// # Errors
    /// [`FieldError::FieldOutOfRange`] if the counter is 0 (IDs below 10^10) or too large. Such an
    /// ID was never minted.
    fn decimal_parts(self) -> Result<DecimalParts, FieldError> {
        DecimalParts::decompose(self.snowflake())
    }
}

/// The parts of a [`DecimalId`]: counter · 10^10 + generator · 10^5 + launch.
///
/// In 1415**00092**00065 the counter is 1415, the generator 92 and the launch 65.
///
/// # Order
///
/// The IDs of one generator increase, because the counter is the highest part. The order of IDs of
/// two generators says nothing about time. After a restart a new generator counts from 1 again, so
/// its first IDs are below older IDs of others.
///
/// As keys, new IDs go to as many places of an index as generators are at work. To query rows by
/// creation time, add a column for it.
///
/// ```
/// use snowflake_kit_core::{DecimalParts, Snowflake};
///
/// let id = Snowflake::new(14_150_009_200_065).unwrap();
/// let parts = DecimalParts { counter: 1415, generator: 92, launch: 65 };
/// assert_eq!(DecimalParts::decompose(id), Ok(parts));
/// assert_eq!(parts.compose(), Ok(id));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DecimalParts {
    /// Counts the IDs of a generator: 1 ..= 922337202.
    pub counter: u32,
    /// The number of the generator, which no other generator gets: 0 ..= 99999.
    pub generator: u32,
    /// The launch of the service, 1 ..= 99999; 0 in tests.
    pub launch: u32,
}

const GENERATOR: i64 = 100_000;

/// The weight of the counter: the distance between two IDs of a generator.
pub const COUNTER: i64 = GENERATOR * GENERATOR;

impl DecimalParts {
    /// The largest counter that fits with every generator and launch.
    pub const MAX_COUNTER: u32 = 922_337_202;

    /// The largest generator number.
    pub const MAX_GENERATOR: u32 = 99_999;

    /// The largest launch number.
    pub const MAX_LAUNCH: u32 = 99_999;

    /// Puts an ID together.
    ///
    /// # Errors
    /// [`FieldError::FieldOutOfRange`] if a part is too large or the counter is 0.
    pub const fn compose(self) -> Result<Snowflake, FieldError> {
        let Self { counter, generator, launch } = self;
        if counter == 0 || counter > Self::MAX_COUNTER {
            return Err(out_of_range("counter", counter as u64, 1, Self::MAX_COUNTER));
        }
        if generator > Self::MAX_GENERATOR {
            return Err(out_of_range("generator", generator as u64, 0, Self::MAX_GENERATOR));
        }
        if launch > Self::MAX_LAUNCH {
            return Err(out_of_range("launch", launch as u64, 0, Self::MAX_LAUNCH));
        }
        Ok(self.join())
    }

    /// The ID with these parts, which are in range.
    pub(crate) const fn join(self) -> Snowflake {
        match Snowflake::new(self.value()) {
            Some(id) => id,
            // Not reached: the counter is at least 1, and at most its maximum.
            None => Snowflake::MAX,
        }
    }

    /// The ID as an integer. Here the counter may be 0.
    #[doc(hidden)]
    pub const fn value(self) -> i64 {
        let Self { counter, generator, launch } = self;
        counter as i64 * COUNTER + generator as i64 * GENERATOR + launch as i64
    }

    /// Takes an ID apart.
    ///
    /// # Errors
    /// [`FieldError::FieldOutOfRange`] if the counter is 0 (IDs below 10^10) or too large.
    pub const fn decompose(id: Snowflake) -> Result<Self, FieldError> {
        let counter = id.get() / COUNTER;
        if counter == 0 || counter > Self::MAX_COUNTER as i64 {
            return Err(out_of_range("counter", counter as u64, 1, Self::MAX_COUNTER));
        }
        Ok(Self::split(id))
    }

    /// Takes an ID apart. The counter may be 0, or too large by one.
    pub(crate) const fn split(id: Snowflake) -> Self {
        Self {
            counter: (id.get() / COUNTER) as u32,
            generator: (id.get() / GENERATOR % GENERATOR) as u32,
            launch: (id.get() % GENERATOR) as u32,
        }
    }
}

const fn out_of_range(field: &'static str, value: u64, min: u32, max: u32) -> FieldError {
    FieldError::FieldOutOfRange { field, value, min, max }
}
