#![doc = include_str!("guide/links.txt")]
#![doc = include_str!("guide/README.md")]

// Pages say at their end to which file each link leads, for readers of the files. Here the same links
// lead to modules and items, by the definitions in `links.txt`: they come first, so they win.

#[cfg(all(feature = "mint", feature = "test-util"))]
#[doc = include_str!("guide/links.txt")]
#[doc = include_str!("guide/types.md")]
pub mod types {}

#[doc = include_str!("guide/links.txt")]
#[doc = include_str!("guide/unique.md")]
pub mod unique {}

#[doc = include_str!("guide/links.txt")]
#[doc = include_str!("guide/faq.md")]
pub mod faq {}

#[cfg(all(feature = "diesel", feature = "serde"))]
#[doc = include_str!("guide/links.txt")]
#[doc = include_str!("guide/diesel.md")]
pub mod diesel {}

#[cfg(all(feature = "utoipa_6", feature = "serde"))]
#[doc = include_str!("guide/links.txt")]
#[doc = include_str!("guide/rest.md")]
pub mod rest {}

#[cfg(feature = "schemars_1")]
#[doc = include_str!("guide/links.txt")]
#[doc = include_str!("guide/schemars.md")]
pub mod schemars {}

#[doc = include_str!("guide/links.txt")]
#[doc = include_str!("guide/adopt.md")]
pub mod adopt {}

// Its program is `examples/service`.
#[cfg(all(feature = "diesel_async_0_9", feature = "serde"))]
#[doc = include_str!("guide/links.txt")]
#[doc = include_str!("guide/service.md")]
pub mod service {}

// What this page shows is in the tests of `examples/frameworks`, which has what they use.

#[cfg(feature = "serde")]
#[doc = include_str!("guide/links.txt")]
#[doc = include_str!("guide/frameworks.md")]
pub mod frameworks {}

#[cfg(all(feature = "public", feature = "serde"))]
#[doc = include_str!("guide/links.txt")]
#[doc = include_str!("guide/public.md")]
pub mod public {}

#[cfg(all(feature = "diesel", feature = "async_graphql_7"))]
#[doc = include_str!("guide/links.txt")]
#[doc = include_str!("guide/graphql.md")]
pub mod graphql {}

#[cfg(all(feature = "sea_orm_2", feature = "serde", feature = "async_graphql_7"))]
#[doc = include_str!("guide/links.txt")]
#[doc = include_str!("guide/seaorm.md")]
pub mod seaorm {}

/// What the page on sqlx says of domains.
///
/// ```standalone_crate
/// # use snowflake_kit::{Snowflake, SnowflakeId};
/// #[derive(SnowflakeId)]
/// pub struct PostId(Snowflake);
///
/// async fn titles(db: &sqlx::PgPool, id: PostId, ids: Vec<PostId>) -> sqlx::Result<()> {
///     sqlx::query!("SELECT title FROM posts WHERE id = $1::post_id", id).fetch_one(db).await?;
///     sqlx::query!("SELECT title FROM posts WHERE id = ANY($1::post_id[])", ids).fetch_all(db).await?;
///     Ok(())
/// }
/// # fn main() {}
/// ```
///
/// ```standalone_crate,compile_fail,E0308
/// # use snowflake_kit::{Snowflake, SnowflakeId};
/// #[derive(SnowflakeId)]
/// pub struct PostId(Snowflake);
/// #[derive(SnowflakeId)]
/// pub struct UserId(Snowflake);
///
/// async fn title(db: &sqlx::PgPool, id: UserId) -> sqlx::Result<()> {
///     sqlx::query!("SELECT title FROM posts WHERE id = $1::post_id", id).fetch_one(db).await?;
///     Ok(())
/// }
/// # fn main() {}
/// ```
#[cfg(all(doctest, feature = "sqlx_0_9-postgres"))]
pub mod domains {}

#[cfg(all(feature = "sqlx_0_9-lease", feature = "sqlx_0_9-sqlite", feature = "tokio"))]
#[doc = include_str!("guide/links.txt")]
#[doc = include_str!("guide/sqlx.md")]
pub mod sqlx {}

#[cfg(all(feature = "sea_orm_2", feature = "sql"))]
#[doc = include_str!("guide/links.txt")]
#[doc = include_str!("guide/sql.md")]
pub mod sql {}

#[doc = include_str!("guide/links.txt")]
#[doc = include_str!("guide/elsewhere.md")]
pub mod elsewhere {}

#[cfg(feature = "lease")]
#[doc = include_str!("guide/links.txt")]
#[doc = include_str!("guide/shards.md")]
pub mod shards {}

#[cfg(all(
    feature = "diesel-lease",
    feature = "postgres-lease",
    feature = "rusqlite-lease",
    feature = "sea_orm_2-lease",
    feature = "sqlx_0_9-lease",
    feature = "sqlx_0_9-sqlite",
    feature = "tokio"
))]
#[doc = include_str!("guide/links.txt")]
#[doc = include_str!("guide/leases.md")]
pub mod leases {}

#[cfg(all(feature = "lease", feature = "metrics"))]
#[doc = include_str!("guide/links.txt")]
#[doc = include_str!("guide/leases_operate.md")]
pub mod leases_operate {}

#[cfg(feature = "lease")]
#[doc = include_str!("guide/links.txt")]
#[doc = include_str!("guide/leases_failures.md")]
pub mod leases_failures {}

#[cfg(all(feature = "serde", feature = "ts_rs_12"))]
#[doc = include_str!("guide/links.txt")]
#[doc = include_str!("guide/javascript.md")]
pub mod javascript {}

#[cfg(all(feature = "diesel", feature = "mint", feature = "serde"))]
#[doc = include_str!("guide/links.txt")]
#[doc = include_str!("guide/migrating.md")]
pub mod migrating {}

#[cfg(all(feature = "diesel-lease", feature = "test-util"))]
#[doc = include_str!("guide/links.txt")]
#[doc = include_str!("guide/testing.md")]
pub mod testing {}
