//! IDs that are UUIDs.

use core::fmt;
use core::ops::{RangeBounds, RangeInclusive};

use uuid::Uuid;

use crate::id::Id;
#[cfg(feature = "std")]
use crate::time::system_time;
use crate::time::{PointInTime, unix_millis_in};

/// An [`Id`] over a `Uuid`. The ones that a program mints are of version 7, which has the time of the
/// mint in its first 48 bits ([RFC 9562, section 5.7][rfc]).
///
/// ```
/// use snowflake_kit_core::{Id, UuidId};
/// # use snowflake_kit_derive::UuidId;
/// use uuid::Uuid;
///
/// /// Identifies an order.
/// #[derive(UuidId)]
/// #[uuid_id(prefix = "order_", text = "typeid")]
/// # #[uuid_id(crate = "snowflake_kit_core")]
/// struct OrderId(Uuid);
///
/// let id: OrderId = "order_01h455vb4pex5vsknk084sn02q".parse()?;
/// assert_eq!(id.get().to_string(), "01890a5d-ac96-774b-bcce-b302099a8057");
/// assert_eq!(id.unix_millis()?, 1_688_096_058_518);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Attributes
///
/// Those of [`SnowflakeId`](crate::SnowflakeId) in `#[uuid_id(…)]`, except `layout`, `caller`,
/// `generator`, `json` and `public`, and:
///
/// | attribute | default | |
/// |---|---|---|
/// | `text = "typeid"` | `"hyphenated"` | how it is written: with hyphens, in lower case; or as a [TypeID][typeid] |
/// | `nil` | none | the nil and the max UUID are IDs too; without it, reading them is an error |
///
/// A column has the 16 bytes in their order: `UUID`, `BINARY(16)`, `BLOB`. Columns of UUIDs as texts, or
/// with swapped bytes (`UUID_TO_BIN(…, 1)`), have no type here.
///
/// A TypeID's prefix has lower-case letters and `_`, and at most 16 characters with the `_` at its
/// end. The prefix of a hyphenated text has at most 12.
///
/// [rfc]: https://www.rfc-editor.org/rfc/rfc9562#section-5.7
/// [typeid]: https://github.com/jetify-com/typeid/tree/main/spec
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an ID type over UUIDs",
    note = "such a type is declared like `#[derive(UuidId)] struct OrderId(Uuid);`"
)]
pub trait UuidId: Id<Value = Uuid> {
    /// Returns when the ID was minted, in Unix ms.
    ///
    /// # Errors
    /// [`NoTimeError`] if it is not of version 7.
    fn unix_millis(self) -> Result<i64, NoTimeError> {
        let id = *self.as_inner();
        if id.get_version_num() == 7 && id.get_variant() == uuid::Variant::RFC4122 {
            Ok((id.as_u128() >> TIME_SHIFT) as i64)
        } else {
            Err(NoTimeError { name: Self::NAME, id })
        }
    }

    /// Returns [`unix_millis`](Self::unix_millis) as `SystemTime`.
    ///
    /// # Errors
    /// [`NoTimeError`] if the ID is not of version 7.
    #[cfg(feature = "std")]
    fn time(self) -> Result<std::time::SystemTime, NoTimeError> {
        self.unix_millis().map(system_time)
    }

    /// Returns the first and the last version 7 UUID of an interval, for queries by creation time on
    /// the key itself. The bounds are [points in time](PointInTime). Of the UUIDs in between, those of
    /// another version have no time.
    ///
    /// PostgreSQL compares UUIDs, and MariaDB, MySQL and SQLite compare their 16 bytes, as this range
    /// does; MariaDB's own type `UUID` too.
    ///
    /// Times before 1970 and after 10889-08-02 are in no UUID. If no ID is possible in the interval, the
    /// start of the range is larger than its end, and `BETWEEN` finds nothing.
    fn range<T: PointInTime<K>, K>(interval: impl RangeBounds<T>) -> RangeInclusive<Self> {
        let (from, to) = unix_millis_in(&interval);
        let [from, to] = [from, to].map(|millis| millis.clamp(0, 1 << 48) as u128);
        let (first, last) = if from < to {
            ((from << TIME_SHIFT) | VERSION_7, ((to - 1) << TIME_SHIFT) | VERSION_7 | FREE)
        } else {
            (VERSION_7 | FREE, VERSION_7)
        };
        Self::from_inner(Uuid::from_u128(first))..=Self::from_inner(Uuid::from_u128(last))
    }
}

const TIME_SHIFT: u32 = 80;

/// The bits of version and variant.
const VERSION_7: u128 = (7 << 76) | (0b10 << 62);

/// All bits that are not time, version or variant.
const FREE: u128 = (0xFFF << 64) | ((1 << 62) - 1);

/// The error of a UUID that has no time: it is not of version 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoTimeError {
    name: &'static str,
    id: Uuid,
}

impl fmt::Display for NoTimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, id } = self;
        write!(f, "{name} {id} has no time: it is a UUID of ")?;
        if id.get_variant() == uuid::Variant::RFC4122 {
            write!(f, "version {}, not of version 7", id.get_version_num())
        } else {
            f.write_str("another variant than that of RFC 9562")
        }
    }
}

impl core::error::Error for NoTimeError {}

#[cfg(test)]
mod tests {
    use core::ops::Bound;

    use super::*;
    use crate::text::{ParseError, Plain, Text};

    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    struct OrderId(Uuid);

    impl fmt::Display for OrderId {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            crate::__private::display(*self, f)
        }
    }

    impl core::str::FromStr for OrderId {
        type Err = ParseError;

        fn from_str(text: &str) -> Result<Self, ParseError> {
            Self::from_text(text)
        }
    }

    impl Id for OrderId {
        const NAME: &'static str = "OrderId";
        const TEXT: Text = Text::HEX;
        type Value = Uuid;
        type Codec = Plain;

        fn as_inner(&self) -> &Uuid {
            &self.0
        }

        fn from_inner(value: Uuid) -> Self {
            Self(value)
        }
    }

    impl UuidId for OrderId {}

    #[test]
    fn a_range_has_the_ids_of_its_milliseconds() {
        let at = |millis: u128, free: u128| {
            OrderId(Uuid::from_u128((millis << TIME_SHIFT) | VERSION_7 | free))
        };
        let range = OrderId::range(1_000..2_000);
        for inside in [at(1_000, 0), at(1_500, 1), at(1_999, FREE)] {
            assert!(range.contains(&inside), "{inside}");
        }
        for outside in [at(999, FREE), at(2_000, 0)] {
            assert!(!range.contains(&outside), "{outside}");
        }
        assert!(OrderId::range(1_000..=2_000).contains(&at(2_000, FREE)));
        assert!(OrderId::range::<i64, _>(..).contains(&at((1 << 48) - 1, FREE)));
        let after = (Bound::Excluded(1_000), Bound::Unbounded);
        assert!(!OrderId::range(after).contains(&at(1_000, FREE)));
        for empty in
            [OrderId::range(5..5), OrderId::range(-9..0), OrderId::range(1 << 48..i64::MAX)]
        {
            assert!(empty.is_empty(), "{empty:?}");
        }
    }

    #[test]
    fn an_id_of_another_version_has_no_time() {
        let id = OrderId("f47ac10b-58cc-4372-a567-0e02b2c3d479".parse().unwrap());
        let error = id.unix_millis().unwrap_err();
        assert_eq!(
            error.to_string(),
            "OrderId f47ac10b-58cc-4372-a567-0e02b2c3d479 has no time: it is a UUID of version 4, \
             not of version 7"
        );
        let id = OrderId("01890a5d-ac96-774b-0cce-b302099a8057".parse().unwrap());
        let error = id.unix_millis().unwrap_err().to_string();
        assert!(
            error.ends_with("it is a UUID of another variant than that of RFC 9562"),
            "{error}"
        );
    }
}
