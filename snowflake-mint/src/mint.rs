//! IDs that a process can mint.

use snowflake_kit_core::Snowflake;

use crate::minter::{Minter, Mints};
use crate::source::Sourced;

/// An ID that this process can mint, under its [installed](crate::install) node. A
/// [`DecimalId`](snowflake_kit_core::DecimalId) is minted under the process's generator number
/// instead. A type has the functions of [`Minter`] itself; generic code has them by
/// [`minter`](Self::minter):
///
/// ```
/// use snowflake_kit_core::Snowflake;
/// use snowflake_kit_mint::{Mint, Minter, Node, install};
/// # use snowflake_kit_derive::SnowflakeId;
///
/// #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_mint")]
/// struct UserId(Snowflake);
///
/// /// A row, and its key.
/// fn keyed<T: Mint, R>(row: R) -> (T, R) {
///     (T::minter().mint(), row)
/// }
///
/// install(Node::fixed(7))?;
/// let (id, name) = keyed::<UserId, _>("Ada");
/// assert!(id < UserId::mint());
/// # Ok::<(), snowflake_kit_mint::NodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be minted",
    note = "an ID type is declared like `#[derive(SnowflakeId)] struct UserId(Snowflake);`, or with \
            `DecimalId` or `UuidId`; the keys of a `CountedId` come from the database",
    note = "a type whose layout has a field that the caller gives is minted by `within(value)`"
)]
pub trait Mint: Sourced<Source: Minter + Mints<Self, Source: Sync>> {
    /// What mints this type in this process.
    #[inline]
    fn minter() -> &'static Self::Source {
        Self::source()
    }
}

/// What is minted without a value for the caller's field: a type that has none, or a plain
/// [`Snowflake`], in which the field is 0.
#[doc(hidden)]
pub trait WithoutCaller {}

impl<T: Mint> WithoutCaller for T {}

impl WithoutCaller for Snowflake {}
