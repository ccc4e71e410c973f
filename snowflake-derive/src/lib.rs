//! The derives of `snowflake-kit`, which re-exports and documents them.

#![forbid(unsafe_code)]

mod attribute;
mod declaration;
mod error;
mod id;
mod ident;
mod minted;
mod minting;
#[cfg(feature = "seaorm")]
mod model;
#[cfg(feature = "seaorm")]
mod model_field;
#[cfg(feature = "seaorm")]
mod model_options;
mod options;
mod path;
mod standard;
mod string;
mod tokens;

use proc_macro::TokenStream;

use crate::declaration::Declaration;
use crate::error::{Error, Result};
use crate::options::Kind;

/// Makes a struct with one field, a `Snowflake`, a typed ID.
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
/// The derive implements `Clone`, `Copy`, `Debug`, `Display`, `FromStr`, `PartialEq`, `Eq`,
/// `PartialOrd`, `Ord` and `Hash` as well. Do not derive these beside it: for
/// `#[derive(Clone, Debug, SnowflakeId)]` the compiler reports conflicting implementations
/// (`E0119`). To write one of them yourself, leave it out, as in `#[snowflake(skip(Debug))]`.
///
/// The type itself has functions that need no import: `get`, `constant`, `from_i64`, `text`, `parts`,
/// `unix_millis`, `time` and `range`. If you write one of that name, the compiler reports duplicate
/// definitions (`E0592`): write `#[snowflake(skip(get))]`.
///
/// The trait of the same name lists the attributes.
#[proc_macro_derive(SnowflakeId, attributes(snowflake))]
pub fn snowflake_id(input: TokenStream) -> TokenStream {
    expand(input, &|input| id::derive(input, Kind::Layout))
}

/// Makes a struct with one field, a `Snowflake`, a decimal ID: a counter, a generator number and
/// a launch number, which its decimal digits show.
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
/// Programs that mint these IDs need the feature `decimal` of `snowflake-kit`.
///
/// It takes the attributes of `SnowflakeId` except `layout`, and implements the same traits of
/// the standard library, and `get`. Do not derive those beside it.
#[proc_macro_derive(DecimalId, attributes(snowflake))]
pub fn decimal_id(input: TokenStream) -> TokenStream {
    expand(input, &|input| id::derive(input, Kind::Decimal))
}

/// Makes a struct with one field, a `Uuid`, an ID type. Needs the feature `uuid` of `snowflake-kit`.
///
/// ```
/// use snowflake_kit::UuidId;
/// use uuid::Uuid;
///
/// /// Identifies an order.
/// #[derive(UuidId)]
/// #[uuid_id(prefix = "order_", text = "typeid")]
/// pub struct OrderId(Uuid);
///
/// // Of version 7. It needs no node number and no lease.
/// let first = OrderId::mint();
/// let second = OrderId::mint();
/// assert!(first < second);
///
/// let id: OrderId = "order_01h455vb4pex5vsknk084sn02q".parse()?;
/// assert_eq!(id.get().to_string(), "01890a5d-ac96-774b-bcce-b302099a8057");
/// # Ok::<(), snowflake_kit::ParseError>(())
/// ```
///
/// It implements the same traits of the standard library as `SnowflakeId`, and `get`. Do not derive
/// those beside it. The trait of the same name lists the attributes.
#[proc_macro_derive(UuidId, attributes(uuid_id))]
pub fn uuid_id(input: TokenStream) -> TokenStream {
    expand(input, &|input| id::derive(input, Kind::Uuid))
}

/// Makes a struct with one field, an `i16`, `i32` or `i64`, the type of keys that a database counts.
///
/// ```
/// use snowflake_kit::{CountedId, Id};
///
/// /// Identifies a country.
/// #[derive(CountedId)]
/// pub struct CountryId(i32);
///
/// let id = CountryId::from_value(49)?;
/// assert_eq!(id.to_string(), "49");
/// # Ok::<(), snowflake_kit::ValueError>(())
/// ```
///
/// It implements the same traits of the standard library as `SnowflakeId`, and `get`. Do not derive
/// those beside it. It has no `mint`: a row has its key when the database has inserted it. The trait
/// of the same name lists the attributes.
#[proc_macro_derive(CountedId, attributes(counted_id))]
pub fn counted_id(input: TokenStream) -> TokenStream {
    expand(input, &|input| id::derive(input, Kind::Counted))
}

/// Gives a struct for inserts constructors that generate (mint) its key.
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
/// The derive writes functions with the visibility of the struct. Their parameters are the
/// other fields, in order. For a `String` or a `Cow`, the parameter is an `impl Into` of it.
///
/// - `mint(…) -> Self` waits if this millisecond is used up, and panics as `Minter::mint` does.
/// - `try_mint(…) -> Result<Self, MintError>` does not wait, like `Minter::try_mint`.
/// - `mint_async(…) -> Result<Self, MintError>` (feature `tokio`) waits without blocking the thread.
///
/// If the layout of the key has a field of the caller's, its value comes from the row. Here a
/// post is in its author's shard:
///
/// ```
/// use snowflake_kit::core::CallerId;
/// use snowflake_kit::mint::Minter;
/// use snowflake_kit::{Layout, Minted, Node, Snowflake, SnowflakeId};
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
/// let author = UserId::within(42).mint();
/// let post = NewPost::mint(author, "On my author's shard");
/// assert_eq!(post.id.caller(), 42);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// For structs with many fields, a builder reads better. There the key is a default: both `bon`
/// and `typed-builder` take `#[builder(default = PostId::mint())]`.
///
/// # Attributes
///
/// - `#[minted]` on a field: the field is minted. Several fields may have it.
/// - `#[minted(in = shard_of(self.author_id))]` on a field: it is minted by `within`, for an ID
///   type with a field of the caller's. The value is an expression of type `u32`. It may read
///   fields that are not minted, as `self.name`.
/// - `#[minted(crate = "path")]` on the struct: the path of `snowflake-kit`, if the dependency
///   was renamed.
#[proc_macro_derive(Minted, attributes(minted))]
pub fn minted(input: TokenStream) -> TokenStream {
    expand(input, &minted::derive)
}

/// Generates (mints) the keys of a SeaORM model when its rows are inserted, and types its columns.
///
/// Write it beside `DeriveEntityModel`, on a model with or without `#[sea_orm::model]`. It needs
/// the feature `sea_orm_2` of `snowflake-kit`:
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
/// - `impl ActiveModelBehavior for ActiveModel`, in place of the empty one that other models have.
///   Its `before_save` mints the primary key of a row that is inserted, if it is not set;
/// - the trait `MintedModel` for `ActiveModel`, with `minted()` for `Entity::insert` and
///   `insert_many`;
/// - a constant `IDS` with a typed column for each field:
///   `post::IDS.author_id.eq(post_id)` does not compile.
///
/// These are compile errors:
///
/// - a minted key without `auto_increment = false`. SeaORM's default is `true` for all types but
///   strings and UUIDs, and leaves the key to the database;
/// - with `#[sea_orm::model]`, a relation from a column to a key of another type.
///
/// # Attributes
///
/// - `#[minted]` on a field: the field is minted. If no field has it, the primary key is minted.
///   If the primary key has several columns, mark one of them.
/// - `#[minted(in = shard_of(self.author_id))]` on a field: it is minted by `within`, as with
///   [`Minted`]. The fields that the expression reads must be set.
/// - `#[minted(keys = "none")]` on the struct: nothing is minted, because the key consists of
///   foreign keys. Use it for tables that join two others, and for rows that have the key of
///   another row.
/// - `#[minted(before_save = "tidy")]` on the struct: `before_save` calls this `async fn` after
///   it has minted, with the row, the connection, and whether the row is inserted. The function
///   returns the row.
/// - `#[minted(behavior = "own")]` on the struct: you write `ActiveModelBehavior`, for its other
///   hooks. Begin its `before_save` with `let mut row = self.mint_on_insert(insert).await?;`.
/// - `#[minted(crate = "path")]` on the struct: the path of `snowflake-kit`, if the dependency
///   was renamed; `"snowflake_kit_seaorm"` in programs without `snowflake-kit`.
#[cfg(feature = "seaorm")]
#[proc_macro_derive(MintedModel, attributes(minted))]
pub fn minted_model(input: TokenStream) -> TokenStream {
    expand(input, &model::derive)
}

/// The code that a derive writes for a declaration, or its error.
fn expand(
    input: TokenStream,
    derive: &dyn Fn(&Declaration) -> Result<proc_macro2::TokenStream>,
) -> TokenStream {
    let derived = Declaration::read(input.into()).and_then(|input| derive(&input));
    derived.unwrap_or_else(Error::into_compile_error).into()
}

/// Imports a macro in place of the item: see the module `signature` of `snowflake-kit-graphql`.
#[cfg(feature = "graphql")]
#[doc(hidden)]
#[proc_macro_attribute]
pub fn boxed_resolve(_arguments: TokenStream, _item: TokenStream) -> TokenStream {
    quote::quote!(
        pub use crate::__resolve_boxed as resolve;
    )
    .into()
}

#[cfg(test)]
mod tests {
    use proc_macro2::{Group, TokenStream, TokenTree};
    use quote::quote;

    use super::{Declaration, id, minted};

    /// The tokens with one left out, or with one more.
    fn changed(tokens: TokenStream) -> Vec<TokenStream> {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let more: Vec<TokenTree> =
            quote!(< > : , = # 'a - x _ const "a" 1 () {} []).into_iter().collect();
        let mut changed = Vec::new();
        for place in 0..=tokens.len() {
            let (before, after) = tokens.split_at(place);
            let mut push = |middle: Option<TokenTree>, after: &[TokenTree]| {
                changed.push(
                    before.iter().cloned().chain(middle).chain(after.iter().cloned()).collect(),
                );
            };
            for token in &more {
                push(Some(token.clone()), after);
            }
            let Some((token, after)) = after.split_first() else { continue };
            push(None, after);
            if let TokenTree::Group(group) = token {
                for inside in self::changed(group.stream()) {
                    push(Some(Group::new(group.delimiter(), inside).into()), after);
                }
            }
        }
        changed
    }

    /// A panic of a derive would be an error without a place and without a fix.
    #[test]
    fn no_declaration_makes_a_derive_panic() {
        let declarations = [
            quote! {
                #[doc = " An ID."]
                #[snowflake(prefix = "a", layout = <A as B<C>>::D, skip(Debug), serde(a = "a"))]
                #[snowflake(public("sealed", label = "a"), crate = "::a::b")]
                pub(in a) struct A(pub(crate) ::a::Snowflake);
            },
            quote! {
                #[minted(crate = "a", keys = "none", before_save = "a::b")]
                struct ModelEx<'a, T: A<B> = C, const N: usize = 3> where T: B {
                    #[minted(in = self.a + 1)]
                    #[sea_orm(primary_key, auto_increment = false, enum_name = "A")]
                    id: A<B>,
                    r#type: Option<u8>,
                    #[sea_orm(belongs_to, from = "(id, type)", to = "(Column::Type, __)")]
                    __: HasOne<Option<C>>,
                }
            },
        ];
        for declaration in declarations.into_iter().flat_map(changed) {
            let Ok(declaration) = Declaration::read(declaration) else { continue };
            let _ = id::derive(&declaration, crate::options::Kind::Layout);
            let _ = minted::derive(&declaration);
            #[cfg(feature = "seaorm")]
            let _ = super::model::derive(&declaration);
        }
    }
}
