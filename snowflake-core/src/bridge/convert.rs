//! IDs of a layout as ULIDs and KSUIDs, and back.

use super::error::{BridgeError, BridgeErrorKind, Given};
use super::ksuid::Ksuid;
use super::ulid::Ulid;
use super::{KSUID, ULID};
use crate::layout::{FieldError, Layout};
use crate::snowflake::Snowflake;

impl Layout {
    /// The ID as a ULID, with the bits of its [UUID](Self::uuid_bytes).
    ///
    /// # Errors
    /// As [`uuid_bytes`](Self::uuid_bytes).
    pub fn ulid(&self, id: Snowflake) -> Result<Ulid, FieldError> {
        self.encode(id, None, &ULID).map(|value| Ulid::from_bytes(value.to_be_bytes()))
    }

    /// As [`ulid`](Self::ulid), for a layout whose timestamps wrap around: the ID is from before
    /// `reference`, as in [`uuid_bytes_before`](Self::uuid_bytes_before).
    ///
    /// # Errors
    /// As [`uuid_bytes_before`](Self::uuid_bytes_before).
    pub fn ulid_before(&self, id: Snowflake, reference: i64) -> Result<Ulid, FieldError> {
        self.encode(id, Some(reference), &ULID).map(|value| Ulid::from_bytes(value.to_be_bytes()))
    }

    /// The ID from which this ULID was made.
    ///
    /// # Errors
    /// [`BridgeError`] if it was not made from an ID of this layout.
    ///
    /// ```
    /// use snowflake_kit_core::Layout;
    /// use snowflake_kit_core::bridge::BridgeErrorKind;
    ///
    /// let error = Layout::TWITTER.id_of_ulid("01ARZ3NDEKTSV4RRFFQ69G5FAV".parse()?).unwrap_err();
    /// assert_eq!(error.kind(), BridgeErrorKind::Check);
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the ULID 01ARZ3NDEKTSV4RRFFQ69G5FAV does not convert to an ID of the layout `twitter`: \
    ///      its last bits do not come from an ID of this layout: it was made elsewhere, or from an \
    ///      ID of another layout",
    /// );
    /// # Ok::<(), snowflake_kit_core::bridge::TextError>(())
    /// ```
    pub fn id_of_ulid(&self, ulid: Ulid) -> Result<Snowflake, BridgeError> {
        self.decode(u128::from_be_bytes(ulid.to_bytes()))
            .map_err(|kind| BridgeError::new(Given::Ulid(ulid), self.name(), kind))
    }

    /// The ID as a KSUID: its second, and its [UUID](Self::uuid_bytes) as the payload.
    ///
    /// # Errors
    /// As [`uuid_bytes`](Self::uuid_bytes); [`FieldError::OutsideSpan`] if the ID's time is before
    /// 2014-05-13T16:53:20Z or after 2150-06-19T23:21:35Z.
    ///
    /// ```
    /// use snowflake_kit_core::{Layout, Snowflake};
    ///
    /// let id = Snowflake::new(27_361_217_500).unwrap();
    /// assert_eq!(
    ///     Layout::TWITTER.ksuid(id).unwrap_err().to_string(),
    ///     "the ID's time 2010-11-04T01:43:01.180Z does not fit into a KSUID, whose times are from \
    ///      2014-05-13T16:53:20.000Z until just before 2150-06-19T23:21:36.000Z",
    /// );
    /// ```
    pub fn ksuid(&self, id: Snowflake) -> Result<Ksuid, FieldError> {
        self.encode(id, None, &KSUID).map(Ksuid::of_payload)
    }

    /// As [`ksuid`](Self::ksuid), for a layout whose timestamps wrap around: the ID is from before
    /// `reference`, as in [`uuid_bytes_before`](Self::uuid_bytes_before).
    ///
    /// # Errors
    /// As [`uuid_bytes_before`](Self::uuid_bytes_before), and as [`ksuid`](Self::ksuid).
    pub fn ksuid_before(&self, id: Snowflake, reference: i64) -> Result<Ksuid, FieldError> {
        self.encode(id, Some(reference), &KSUID).map(Ksuid::of_payload)
    }

    /// The ID from which this KSUID was made.
    ///
    /// # Errors
    /// [`BridgeError`] if it was not made from an ID of this layout.
    ///
    /// ```
    /// use snowflake_kit_core::Layout;
    /// use snowflake_kit_core::bridge::BridgeErrorKind;
    ///
    /// let error = Layout::TWITTER.id_of_ksuid("0ujtsYcgvSTl8PAuAdqWYSMnLOv".parse()?).unwrap_err();
    /// assert_eq!(error.kind(), BridgeErrorKind::Check);
    /// # Ok::<(), snowflake_kit_core::bridge::TextError>(())
    /// ```
    pub fn id_of_ksuid(&self, ksuid: Ksuid) -> Result<Snowflake, BridgeError> {
        let payload = u128::from_be_bytes(ksuid.payload());
        let id = if (payload >> 80) as i64 / 1_000 == ksuid.unix_seconds() {
            self.decode(payload)
        } else {
            Err(BridgeErrorKind::Check)
        };
        id.map_err(|kind| BridgeError::new(Given::Ksuid(ksuid), self.name(), kind))
    }
}
