//! The derives of `snowflake-kit`, which re-exports and documents them.

#![forbid(unsafe_code)]

mod id;
mod minted;
mod minting;
mod model;
mod model_field;
mod model_options;
mod options;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Makes a newtype over `Snowflake` a typed ID.
///
/// ```
/// use snowflake_kit::{Id, Snowflake, SnowflakeId};
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
    id::derive(&input, id::Kind::Snowflake).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Makes a newtype over `Snowflake` a typed ID that is counted, and whose decimal digits
/// are its fields.
///
/// ```
/// use snowflake_kit::{DecimalId, Snowflake};
///
/// /// Identifies an order.
/// #[derive(DecimalId)]
/// pub struct OrderId(Snowflake);
///
/// let id: OrderId = "14150009200065".parse()?;
/// assert_eq!(id.decimal_parts()?.counter, 1415);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// It takes the attributes of `SnowflakeId`, without `layout`.
#[proc_macro_derive(DecimalId, attributes(snowflake))]
pub fn decimal_id(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    id::derive(&input, id::Kind::Decimal).unwrap_or_else(syn::Error::into_compile_error).into()
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
///   `Mint::mint`;
/// - `try_mint(…) -> Result<Self, MintError>`, which never waits, as
///   `Mint::try_mint`.
///
/// A key with a field of the caller's takes its value from the row, so that a post is
/// in its author's shard:
///
/// ```
/// use snowflake_kit::{Layout, Minted, Node, Snowflake, SnowflakeId, core::CallerId};
///
/// const FEED: Layout = Layout::builder("feed")
///     .time_bits(41)
///     .caller("shard", 8)
///     .node_bits(5)
///     .sequence_bits(9)
///     .build();
///
/// #[derive(SnowflakeId)]
/// #[snowflake(layout = FEED, caller)]
/// pub struct UserId(Snowflake);
///
/// #[derive(SnowflakeId)]
/// #[snowflake(layout = FEED, caller)]
/// pub struct PostId(Snowflake);
///
/// #[derive(Minted)]
/// struct NewPost {
///     #[minted(in = self.author_id.caller())]
///     id: PostId,
///     author_id: UserId,
///     title: String,
/// }
///
/// snowflake_kit::install(Node::fixed(7))?;
///
/// let author = UserId::mint_in(42);
/// let post = NewPost::mint(author, "On my author's shard");
/// assert_eq!(post.id.caller(), 42);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A struct with many fields reads better with a builder: there the key is a
/// default, `#[builder(default = PostId::mint())]` with `bon` and
/// `typed-builder` alike.
///
/// # Attributes
///
/// - `#[minted]` on a field: this is the row's key. There may be more than one.
/// - `#[minted(in = shard_of(self.author_id))]`: the same, of a type with a field of the
///   caller's, by `mint_in`. The value, a `u32`, is any expression, in which `self.` stands
///   before a field of the row that is not minted.
/// - `#[minted(crate = "path")]` on the struct: where the facade is, if the
///   dependency was renamed.
#[proc_macro_derive(Minted, attributes(minted))]
pub fn minted(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    minted::derive(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Has the keys of a SeaORM model minted when its rows are inserted, and types
/// its columns.
///
/// It goes beside `DeriveEntityModel`, on a model with `#[sea_orm::model]` as
/// on one without. Where it is in a program that uses `snowflake-kit` with the
/// feature `seaorm`, this is all there is to write:
///
/// ```text
/// #[sea_orm::model]
/// #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
/// #[sea_orm(table_name = "posts")]
/// pub struct Model {
///     #[sea_orm(primary_key, auto_increment = false)]
///     pub id: PostId,
///     pub author_id: UserId,
///     pub title: String,
/// }
/// ```
///
/// The derive writes
///
/// - `impl ActiveModelBehavior for ActiveModel`, whose `before_save` mints the
///   primary key of a row that is inserted, if it is not set. So it takes the
///   place of the `impl ActiveModelBehavior for ActiveModel {}` of other
///   models;
/// - the trait of the same name for `ActiveModel`, with `minted()` for
///   `Entity::insert` and `insert_many`;
/// - a constant `IDS` with a typed column for each field:
///   `post::IDS.author_id.eq(post_id)` does not compile.
///
/// It is a compile error where SeaORM would leave a minted key to the
/// database, which is its default for all types but strings and UUIDs: the key
/// has to be declared with `auto_increment = false`. With `#[sea_orm::model]`
/// it also is one where a relation leads from a column to a key of another
/// type.
///
/// # Attributes
///
/// - `#[minted(in = shard_of(self.author_id))]` on a field: it is minted by `mint_in`, as
///   of [`Minted`]. The fields that are named have to be set.
/// - `#[minted]` on a field: it is minted. Without any, the primary key is. If
///   that has several columns, one of them has to be marked.
/// - `#[minted(keys = "none")]` on the struct: nothing is minted, since the key
///   is made of foreign keys. This is for tables that join two others, and for
///   rows that have another row's key.
/// - `#[minted(before_save = "tidy")]` on the struct: an `async fn` that `before_save`
///   calls after the minting, with the row, the connection, and whether the row is
///   inserted. It returns the row.
/// - `#[minted(behavior = "own")]` on the struct: `ActiveModelBehavior` is
///   yours to write, for its other hooks. Its `before_save` has to begin with
///   `let mut row = self.mint_on_insert(insert).await?;`.
/// - `#[minted(crate = "path")]` on the struct: where the facade is, if the
///   dependency was renamed; `"snowflake_seaorm"` without it.
#[proc_macro_derive(MintedModel, attributes(minted))]
pub fn minted_model(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    model::derive(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}
