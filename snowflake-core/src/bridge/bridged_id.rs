//! Typed IDs that convert.

use super::error::BridgeError;
use super::ksuid::Ksuid;
use super::ulid::Ulid;
use super::{KSUID, UUID};
use crate::layout::Layout;
use crate::snowflake_id::SnowflakeId;

/// A [`SnowflakeId`] as a UUID, ULID or KSUID, and back; see [`bridge`](crate::bridge). The derive
/// implements it.
///
/// The functions `to_…` are for layouts of which every ID has such a value. For other layouts they
/// do not compile; use the functions of [`Layout`] that they name.
///
/// ```
/// use snowflake_kit_core::bridge::BridgedId;
/// use snowflake_kit_core::{Id, Snowflake, SnowflakeId};
/// # use snowflake_kit_derive::SnowflakeId;
///
/// #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_core")]
/// struct UserId(Snowflake);
///
/// let id = UserId::from_i64(132_271_570_944_000_007)?;
/// let ulid = id.to_ulid();
/// assert_eq!(ulid.to_string(), "01KDVDNA00E0080WY0QERP4X7Y");
/// assert_eq!(UserId::from_ulid(ulid)?, id);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait BridgedId: SnowflakeId {
    /// Which kinds of values every ID of the layout has.
    #[doc(hidden)]
    type Bridges;

    /// Returns this ID as a `UUIDv7` with the same time.
    ///
    /// This does not compile for a layout with IDs that do not fit a UUID. Use
    /// [`Layout::uuid_bytes`] for it.
    ///
    /// ```
    /// use snowflake_kit_core::bridge::BridgedId;
    /// use snowflake_kit_core::{Id, Snowflake, SnowflakeId};
    /// # use snowflake_kit_derive::SnowflakeId;
    ///
    /// #[derive(SnowflakeId)]
    /// # #[snowflake(crate = "snowflake_kit_core")]
    /// struct UserId(Snowflake);
    ///
    /// let id = UserId::from_i64(132_271_570_944_000_007)?;
    /// let uuid = id.to_uuid();
    /// assert_eq!(uuid.to_string(), "019b76da-a800-7000-8073-c0bbb16274fe");
    /// assert_eq!(UserId::from_uuid(uuid)?, id);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "uuid")]
    fn to_uuid(self) -> uuid::Uuid
    where
        Self::Bridges: Has<Self, uuid::Uuid>,
    {
        match Self::LAYOUT.uuid_bytes(self.snowflake()) {
            Ok(bytes) => uuid::Uuid::from_bytes(bytes),
            Err(_) => unreachable!(),
        }
    }

    /// Returns the ID from which this UUID was made.
    ///
    /// # Errors
    /// [`BridgeError`] if it was not made from an ID of this type's layout.
    #[cfg(feature = "uuid")]
    fn from_uuid(uuid: uuid::Uuid) -> Result<Self, BridgeError> {
        match Self::LAYOUT.id_of_uuid_bytes(uuid.into_bytes()) {
            Ok(id) => Ok(Self::from_snowflake(id)),
            Err(error) => Err(error.with_name(Self::NAME)),
        }
    }

    /// Returns this ID as a ULID with the same time.
    ///
    /// This does not compile for a layout with IDs that do not fit a ULID. Use [`Layout::ulid`] for
    /// it.
    fn to_ulid(self) -> Ulid
    where
        Self::Bridges: Has<Self, Ulid>,
    {
        match Self::LAYOUT.ulid(self.snowflake()) {
            Ok(ulid) => ulid,
            Err(_) => unreachable!(),
        }
    }

    /// Returns the ID from which this ULID was made.
    ///
    /// # Errors
    /// [`BridgeError`] if it was not made from an ID of this type's layout.
    fn from_ulid(ulid: Ulid) -> Result<Self, BridgeError> {
        match Self::LAYOUT.id_of_ulid(ulid) {
            Ok(id) => Ok(Self::from_snowflake(id)),
            Err(error) => Err(error.with_name(Self::NAME)),
        }
    }

    /// Returns this ID as a KSUID with the same second.
    ///
    /// This does not compile for a layout with IDs that do not fit a KSUID. Use [`Layout::ksuid`]
    /// for it.
    fn to_ksuid(self) -> Ksuid
    where
        Self::Bridges: Has<Self, Ksuid>,
    {
        match Self::LAYOUT.ksuid(self.snowflake()) {
            Ok(ksuid) => ksuid,
            Err(_) => unreachable!(),
        }
    }

    /// Returns the ID from which this KSUID was made.
    ///
    /// # Errors
    /// [`BridgeError`] if it was not made from an ID of this type's layout.
    fn from_ksuid(ksuid: Ksuid) -> Result<Self, BridgeError> {
        match Self::LAYOUT.id_of_ksuid(ksuid) {
            Ok(id) => Ok(Self::from_snowflake(id)),
            Err(error) => Err(error.with_name(Self::NAME)),
        }
    }
}

/// Which kinds of values every ID of a layout has. UUIDs and ULIDs have the same times.
#[derive(Debug)]
pub enum Bridges<const UUIDS: bool, const KSUIDS: bool> {}

/// Every ID of the type `T` is a `V`. The types give the error message its names.
#[diagnostic::on_unimplemented(
    message = "not every `{T}` is a `{V}`",
    label = "the layout of `{T}` has IDs that do not fit",
    note = "use `Layout::uuid_bytes`, `Layout::ulid` or `Layout::ksuid`, which return errors"
)]
pub trait Has<T, V> {}

#[cfg(feature = "uuid")]
#[diagnostic::do_not_recommend]
impl<T, const KSUIDS: bool> Has<T, uuid::Uuid> for Bridges<true, KSUIDS> {}

#[diagnostic::do_not_recommend]
impl<T, const KSUIDS: bool> Has<T, Ulid> for Bridges<true, KSUIDS> {}

#[diagnostic::do_not_recommend]
impl<T, const UUIDS: bool> Has<T, Ksuid> for Bridges<UUIDS, true> {}

/// Whether every ID of the layout is a UUID and a ULID.
pub const fn has_uuids(layout: &Layout) -> bool {
    layout.is_within(&UUID)
}

/// Whether every ID of the layout is a KSUID.
pub const fn has_ksuids(layout: &Layout) -> bool {
    layout.is_within(&KSUID)
}

/// Implements [`BridgedId`] for a type with a layout.
#[doc(hidden)]
#[macro_export]
macro_rules! __bridged {
    ($id:ident) => {
        #[automatically_derived]
        impl $crate::bridge::BridgedId for $id {
            type Bridges = $crate::__private::Bridges<
                { $crate::__private::has_uuids(&<$id as $crate::SnowflakeId>::LAYOUT) },
                { $crate::__private::has_ksuids(&<$id as $crate::SnowflakeId>::LAYOUT) },
            >;
        }
    };
}
