//! The derives of `snowflake-kit`, which re-exports and documents them.

#![forbid(unsafe_code)]

mod id;
mod options;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Makes a newtype over `Snowflake` a typed ID.
///
/// ```
/// use snowflake_kit::{Snowflake, SnowflakeId};
///
/// /// Identifies a user.
/// #[derive(SnowflakeId)]
/// #[snowflake(prefix = "usr_", text = "base62")]
/// pub struct UserId(Snowflake);
///
/// assert_eq!(UserId::from_i64(62)?.to_string(), "usr_00000000010");
/// # Ok::<(), snowflake_kit::ValueError>(())
/// ```
///
/// The trait of the same name lists the attributes.
#[proc_macro_derive(SnowflakeId, attributes(snowflake))]
pub fn snowflake_id(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    id::derive(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}
