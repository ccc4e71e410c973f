//! The derives of `snowflake-kit`, which re-exports and documents them.

#![forbid(unsafe_code)]

mod id;
mod minted;
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

/// Gives a row to insert constructors that mint its key.
///
/// ```
/// use snowflake_kit::{Minted, Node, Snowflake, SnowflakeId};
///
/// #[derive(SnowflakeId)]
/// pub struct UserId(Snowflake);
///
/// #[derive(SnowflakeId)]
/// pub struct PostId(Snowflake);
///
/// // With Diesel's: #[derive(Insertable, Minted)]
/// #[derive(Minted)]
/// struct NewPost {
///     #[minted]
///     id: PostId,
///     author_id: UserId,
///     title: String,
/// }
///
/// snowflake_kit::install(Node::fixed(7))?;
///
/// let author = UserId::mint();
/// let post = NewPost::mint(author, "Keys before rows");
/// let reply = NewPost::try_mint(author, format!("Re: {}", post.title))?;
/// assert!(post.id < reply.id);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The derive writes two functions, as visible as the struct. Their parameters
/// are the other fields, in their order; a field that is a `String` or a `Cow`
/// is an `impl Into` of it.
///
/// - `mint(…) -> Self`, which waits for a free slot and panics as
///   `SnowflakeId::mint`;
/// - `try_mint(…) -> Result<Self, MintError>`, which never waits, as
///   `SnowflakeId::try_mint`.
///
/// A struct with many fields reads better with a builder: there the key is a
/// default, `#[builder(default = PostId::mint())]` with `bon` and
/// `typed-builder` alike.
///
/// # Attributes
///
/// - `#[minted]` on a field: this is the row's key. There may be more than one.
/// - `#[minted(crate = "path")]` on the struct: where the facade is, if the
///   dependency was renamed.
#[proc_macro_derive(Minted, attributes(minted))]
pub fn minted(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    minted::derive(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}
