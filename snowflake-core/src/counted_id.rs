//! Keys that a database counts.

use crate::id::Id;
use crate::value::Integer;

/// An [`Id`] over an `i16`, `i32` or `i64` that the database counts: `SERIAL`, `IDENTITY`,
/// `AUTO_INCREMENT`, `INTEGER PRIMARY KEY`.
///
/// ```
/// use snowflake_kit_core::{CountedId, Id};
/// # use snowflake_kit_derive::CountedId;
///
/// /// Identifies a country.
/// #[derive(CountedId)]
/// # #[counted_id(crate = "snowflake_kit_core")]
/// struct CountryId(i32);
///
/// let id = CountryId::from_value(49)?;
/// assert_eq!((id.get(), id.to_string().as_str()), (49, "49"));
/// let error = CountryId::from_value(0).unwrap_err();
/// assert_eq!(error.to_string(), "invalid CountryId 0: expected 1 to 2147483647");
/// # Ok::<(), snowflake_kit_core::ValueError>(())
/// ```
///
/// IDs of such a type are not minted: a row has one when the database has inserted it.
///
/// The derive takes the attributes of [`SnowflakeId`](crate::SnowflakeId) in `#[counted_id(…)]`, except
/// `layout`, `caller` and `generator`, and implements the same traits. In JSON, an ID over `i16` or
/// `i32` is a number and one over `i64` is a string, unless `json` says otherwise.
///
/// A schema with 0 or negative keys has no type here: keep the integer in that column.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a counted ID type",
    note = "such a type is declared like `#[derive(CountedId)] struct CountryId(i32);`"
)]
pub trait CountedId: Id<Value: Integer> {}

/// What no counted ID type is: it says who counts, where a program tries to mint one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no `mint`: the database counts its IDs",
    note = "insert the row without its key, and read the key that the database gave it \
            (`RETURNING`, or the last inserted ID)"
)]
pub trait MintedHere<'a>: Sized {
    /// Never called.
    fn made() -> Self;
}
