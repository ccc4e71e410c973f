//! tokio-postgres for snowflake IDs: typed parameters, and columns that are checked when
//! they are read.
//!
//! [`value!`] implements `ToSql` and `FromSql` of postgres-types. So an ID works in all
//! drivers that use these traits: tokio-postgres, the blocking `postgres`, and what is
//! built on them, such as deadpool-postgres.
//!
//! ```
//! use futures_util::future::try_join;
//! use snowflake_kit_core::Snowflake;
//! use snowflake_kit_mint::Node;
//! use tokio_postgres::NoTls;
//! # use snowflake_kit_core::SnowflakeId as _;
//! # use snowflake_kit_derive::SnowflakeId;
//!
//! /// Identifies a user.
//! #[derive(SnowflakeId)]
//! # #[snowflake(crate = "snowflake_kit_mint")]
//! pub struct UserId(Snowflake);
//!
//! /// Identifies a post.
//! #[derive(SnowflakeId)]
//! # #[snowflake(crate = "snowflake_kit_mint")]
//! pub struct PostId(Snowflake);
//!
//! snowflake_kit_postgres::value!(UserId, PostId);
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // Once, at the start of the process: its node number.
//! snowflake_kit_mint::install(Node::fixed(7))?;
//!
//! # let Ok(url) = std::env::var("SNOWFLAKE_POSTGRES_URL") else { return Ok(()) };
//! let (mut client, connection) = tokio_postgres::connect(&url, NoTls).await?;
//! tokio::spawn(connection);
//! client
//!     .batch_execute(
//!         "CREATE TEMP TABLE users (id bigint PRIMARY KEY, name text NOT NULL);
//!          CREATE TEMP TABLE posts (
//!              id bigint PRIMARY KEY,
//!              author_id bigint NOT NULL REFERENCES users,
//!              reply_to bigint REFERENCES posts,
//!              title text NOT NULL
//!          );",
//!     )
//!     .await?;
//!
//! // A user and three posts, linked before the database knows any of them.
//! let author = UserId::mint();
//! let posts = PostId::mint_many(3);
//! let replies_to = [None, Some(posts[0]), Some(posts[0])];
//! let titles = ["Keys before rows", "Why?", "How?"];
//!
//! // One statement per table. Both are sent at once: neither needs the other's answer.
//! let transaction = client.transaction().await?;
//! let insert_user = transaction.prepare("INSERT INTO users VALUES ($1, $2)").await?;
//! let insert_posts = transaction
//!     .prepare(
//!         "INSERT INTO posts (id, author_id, reply_to, title)
//!          SELECT id, $1, reply_to, title
//!          FROM UNNEST($2::bigint[], $3::bigint[], $4::text[]) AS row (id, reply_to, title)",
//!     )
//!     .await?;
//! try_join(
//!     transaction.execute(&insert_user, &[&author, &"Ada"]),
//!     transaction.execute(
//!         &insert_posts,
//!         &[&author, &posts, &replies_to.as_slice(), &titles.as_slice()],
//!     ),
//! )
//! .await?;
//! transaction.commit().await?;
//!
//! let sql = "SELECT id, author_id, reply_to FROM posts WHERE id = ANY($1) ORDER BY id";
//! for row in client.query(sql, &[&posts]).await? {
//!     let id: PostId = row.try_get("id")?;
//!     let reply_to: Option<PostId> = row.try_get("reply_to")?;
//!     assert_eq!(row.try_get::<_, UserId>("author_id")?, author);
//!     assert_eq!(reply_to, (id != posts[0]).then_some(posts[0]));
//! }
//! # Ok(())
//! # }
//! ```
//!
//! # What works
//!
//! | | |
//! |---|---|
//! | parameters | `&id`, `Option<UserId>`, and slices `&[&(dyn ToSql + Sync)]` that mix types |
//! | arrays | `Vec<UserId>`, `&[UserId]`, `Box<[UserId]>`, with elements that may be `Option`; `[UserId; N]` with the feature `array-impls` of postgres-types or tokio-postgres |
//! | lists | `WHERE id = ANY($1)` with an array |
//! | bulk inserts | `INSERT … SELECT … FROM UNNEST($1::bigint[], $2::bigint[])`, with one array per column |
//! | `COPY … FROM STDIN BINARY`, `COPY … TO STDOUT BINARY` | `BinaryCopyInWriter` and `BinaryCopyOutStream` with `Type::INT8` |
//! | domains | `CREATE DOMAIN user_id AS bigint`, domains over it, and arrays `user_id[]` |
//! | prepared and typed statements, transactions | as with `i64` |
//! | pipelined statements | prepare them first: `try_join` then sends them in the order of its arguments, and a row can refer to one that an earlier statement inserts |
//!
//! # What does not work
//!
//! | | because | instead |
//! |---|---|---|
//! | columns of type `integer` | most IDs do not fit | `ALTER TABLE … ALTER COLUMN … TYPE bigint` |
//! | columns of type `text` or `numeric` | an ID is a `bigint` | `id::bigint` in the query |
//! | `WHERE id IN ($1)` with a `Vec` | PostgreSQL takes `$1` for one value | `WHERE id = ANY($1)` |
//! | a domain over an array, `CREATE DOMAIN user_ids AS bigint[]` | `Vec` of postgres-types accepts arrays, not domains over them | `$1::bigint[]` in the query |
//! | a compile error for a `PostId` in a column of users | tokio-postgres does not know the table's columns when it compiles | |
//!
//! A parameter or column of a wrong type is an error of postgres-types that names both
//! types:
//!
//! ```text
//! cannot convert between the Rust type `shop::UserId` and the Postgres type `int4`
//! ```
//!
//! # What is read
//!
//! 1 to 2^63 - 1. A column can hold other values only if something else than this program
//! wrote them. Then `try_get` returns an error, and `get` panics. The error's
//! [`source`](std::error::Error::source) is a [`ValueError`](snowflake_kit_core::ValueError),
//! which names the ID type and the value:
//!
//! ```text
//! error deserializing column 0
//! invalid UserId -1: expected 1 to 9223372036854775807
//! ```
//!
//! For columns that can be `NULL`, read `Option<UserId>`; for columns that hold 0 in place of
//! `NULL`, [`OrZero<UserId>`](OrZero).
//!
//! # Tables
//!
//! Declare keys as `bigint PRIMARY KEY`, without `bigserial` or `GENERATED … AS IDENTITY`.
//! Then an insert without a key is an error, instead of a row with a counted key.
//!
//! # Crate features
//!
//! - `lease` (default): [`lease`](mod@lease), node leases in a table of the application's database.
//!   Without it, this crate does not depend on tokio-postgres.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(feature = "lease")]
pub mod lease;
mod or_zero;
mod value;

pub use or_zero::OrZero;

/// What the macro's code names.
#[doc(hidden)]
pub mod __private {
    pub use bytes::BytesMut;
    pub use postgres_types::{FromSql, IsNull, ToSql, Type};

    pub use crate::value::{accepts, from_sql, to_sql, to_sql_checked};

    /// An error of any kind, as postgres-types passes them on.
    pub type Error = Box<dyn std::error::Error + Sync + Send>;
}
