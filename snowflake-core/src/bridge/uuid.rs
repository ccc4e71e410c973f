//! IDs as the 128 bits of a version 7 UUID.

use super::error::{BridgeError, BridgeErrorKind, Given};
use super::{Span, UUID};
use crate::layout::{FieldError, Layout};
use crate::random::finish;
use crate::snowflake::Snowflake;

/// How many bits of a UUID are not time, version or variant.
const FREE: u32 = 74;

/// How many of them are above the variant.
const RAND_A: u32 = 12;

const RAND_B: u32 = FREE - RAND_A;

const VERSION: u128 = 7 << (RAND_B + 2 + RAND_A);

const VARIANT: u128 = 0b10 << RAND_B;

impl Layout {
    /// The bytes of the ID as a UUID of version 7, most significant first, as `Uuid::from_bytes`
    /// takes them. [`bridge`](crate::bridge) describes the bits.
    ///
    /// # Errors
    /// - [`FieldError::Periodic`] if timestamps wrap around: use
    ///   [`uuid_bytes_before`](Self::uuid_bytes_before).
    /// - [`FieldError::TimestampOutOfRange`] if this layout does not [contain](Self::contains) the
    ///   ID.
    /// - [`FieldError::OutsideSpan`] if the ID's time is before 1970 or after 10889-08-02.
    ///
    /// ```
    /// use snowflake_kit_core::{Layout, FieldError, Snowflake};
    ///
    /// let id = Snowflake::new(9_007_199_254_740_991).unwrap();
    /// let bytes = Layout::ECMASCRIPT.uuid_bytes(id)?;
    /// assert_eq!(bytes[6] >> 4, 7);
    /// assert_eq!(Layout::ECMASCRIPT.id_of_uuid_bytes(bytes), Ok(id));
    ///
    /// assert_eq!(Layout::TRACE_ID.uuid_bytes(id), Err(FieldError::Periodic));
    /// # Ok::<(), FieldError>(())
    /// ```
    pub fn uuid_bytes(&self, id: Snowflake) -> Result<[u8; 16], FieldError> {
        self.encode(id, None, &UUID).map(u128::to_be_bytes)
    }

    /// As [`uuid_bytes`](Self::uuid_bytes), for a layout whose timestamps wrap around. The UUID
    /// gets the ID's last possible time before `reference` (Unix ms), as
    /// [`unix_millis_before`](Self::unix_millis_before) computes it. Converting back needs no
    /// reference. In other layouts `reference` has no effect.
    ///
    /// # Errors
    /// As [`uuid_bytes`](Self::uuid_bytes), except `Periodic`.
    ///
    /// ```
    /// use snowflake_kit_core::{Layout, Parts};
    ///
    /// let id = Layout::TRACE_ID.compose(Parts { timestamp: 104, caller: 0, node: 7, sequence: 1 })?;
    /// let reference = 1_778_385_000_000; // 2026-05-10T03:50:00Z
    /// let bytes = Layout::TRACE_ID.uuid_bytes_before(id, reference)?;
    /// assert_eq!(bytes[..6], 1_778_385_000_000_u64.to_be_bytes()[2..]);
    /// assert_eq!(Layout::TRACE_ID.id_of_uuid_bytes(bytes), Ok(id));
    /// # Ok::<(), snowflake_kit_core::FieldError>(())
    /// ```
    pub fn uuid_bytes_before(&self, id: Snowflake, reference: i64) -> Result<[u8; 16], FieldError> {
        self.encode(id, Some(reference), &UUID).map(u128::to_be_bytes)
    }

    /// The ID from which this UUID was made.
    ///
    /// # Errors
    /// [`BridgeError`] if it was not made from an ID of this layout.
    ///
    /// ```
    /// use snowflake_kit_core::Layout;
    /// use snowflake_kit_core::bridge::BridgeErrorKind;
    ///
    /// let random = 0xf47a_c10b_58cc_4372_a567_0e02_b2c3_d479_u128.to_be_bytes();
    /// let error = Layout::DEFAULT.id_of_uuid_bytes(random).unwrap_err();
    /// assert_eq!(error.kind(), BridgeErrorKind::Version { found: 4 });
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the UUID f47ac10b-58cc-4372-a567-0e02b2c3d479 does not convert to an ID of the layout `default`: \
    ///      its version is 4, and only version 7 can be converted",
    /// );
    /// ```
    pub fn id_of_uuid_bytes(&self, uuid: [u8; 16]) -> Result<Snowflake, BridgeError> {
        let value = u128::from_be_bytes(uuid);
        let [variant, version] = [value >> RAND_B & 0b11, value >> (RAND_B + 2 + RAND_A) & 0xf];
        let id = if variant != 0b10 {
            Err(BridgeErrorKind::Variant { found: variant as u8 })
        } else if version != 7 {
            Err(BridgeErrorKind::Version { found: version as u8 })
        } else {
            self.decode(value)
        };
        id.map_err(|kind| BridgeError::new(Given::Uuid(uuid), self.name(), kind))
    }

    /// The 128 bits of an ID as one kind of value. If timestamps wrap around, the ID is from before
    /// `reference`.
    pub(super) fn encode(
        &self,
        id: Snowflake,
        reference: Option<i64>,
        span: &Span,
    ) -> Result<u128, FieldError> {
        let timestamp = self.decompose(id).timestamp;
        let unix_millis = match (self.is_periodic(), reference) {
            (false, _) => self.unix_millis(timestamp),
            (true, Some(reference)) => self.unix_millis_before(timestamp, reference),
            (true, None) => return Err(FieldError::Periodic),
        };
        // A time that an i64 cannot hold is outside of every span, as `MIN` is.
        let unix_millis = unix_millis.unwrap_or(i64::MIN);
        if !self.contains(id) {
            return Err(FieldError::TimestampOutOfRange { timestamp, max: self.max_timestamp() });
        }
        if unix_millis < span.from || unix_millis >= span.until {
            let &Span { name, from, until } = span;
            return Err(FieldError::OutsideSpan { name, unix_millis, from, until });
        }
        Ok(self.join_uuid(unix_millis, id.to_u64()))
    }

    pub(super) fn decode(&self, value: u128) -> Result<Snowflake, BridgeErrorKind> {
        let unix_millis = (value >> 80) as i64;
        let timestamp = self.timestamp(unix_millis).map_err(BridgeErrorKind::Time)?;
        let (epoch, tick) = (self.epoch_unix_millis(), self.tick_millis());
        if !unix_millis.abs_diff(epoch).is_multiple_of(u64::from(tick)) {
            return Err(BridgeErrorKind::BetweenTicks { unix_millis, tick });
        }
        let free = (value >> (RAND_B + 2) & mask(RAND_A)) << RAND_B | value & mask(RAND_B);
        let low = (free >> (FREE - self.low_bits())) as u64;
        let id = timestamp << self.low_bits() | low;
        match Snowflake::new(id as i64) {
            // Compares all bits, because version and variant were not checked of a ULID.
            Some(found) if self.join_uuid(unix_millis, id) == value => Ok(found),
            _ => Err(BridgeErrorKind::Check),
        }
    }

    fn join_uuid(&self, unix_millis: i64, id: u64) -> u128 {
        let check_bits = FREE - self.low_bits();
        let low = u128::from(id) & mask(self.low_bits());
        let free = low << check_bits | self.check(id, check_bits);
        (unix_millis as u128) << 80
            | VERSION
            | (free >> RAND_B) << (RAND_B + 2)
            | VARIANT
            | free & mask(RAND_B)
    }

    /// The highest bits of a hash of the ID and of the layout's epoch, tick and number of bits
    /// below the time.
    fn check(&self, id: u64, bits: u32) -> u128 {
        let layout = finish(self.epoch_unix_millis().cast_unsigned())
            .wrapping_add(u64::from(self.tick_millis()) << 8)
            .wrapping_add(u64::from(self.low_bits()));
        let hash = finish(finish(layout) ^ id);
        u128::from(hash >> u64::BITS.saturating_sub(bits))
    }

    /// The number of bits below the time, 0 to 63.
    fn low_bits(&self) -> u32 {
        u32::from(self.time_shift())
    }
}

/// `bits` ones at the low end; `bits` is less than 128.
const fn mask(bits: u32) -> u128 {
    (1 << bits) - 1
}
