//! Pages: from a framework to a program with it, from other keys to these, and on
//! running that.
//!
//! # Who needs what
//!
//! Each row is tried by the tests of this repository, with the version that it names.
//!
//! | you use | version | feature | where to read on |
//! |---|---|---|---|
//! | Diesel | 2.3 | `diesel` | `guide::diesel` |
//! | diesel-async | 0.9 | `diesel-async` | `guide::diesel`, `guide::leases` |
//! | SeaORM | 2.0 | `seaorm` | `guide::seaorm` |
//! | sqlx | 0.9 | `sqlx-postgres`, `sqlx-mysql`, `sqlx-sqlite`, or `sqlx` | `guide::sqlx` |
//! | tokio-postgres, and drivers over postgres-types | 0.7, 0.2 | `postgres` | `snowflake_postgres` |
//! | deadpool-postgres | 0.14 | `postgres` | works by itself, since it hands out clients of tokio-postgres |
//! | rusqlite | 0.39 | `rusqlite` | `snowflake_rusqlite` |
//! | etcd | 3.4 | `etcd` | `snowflake_etcd` |
//! | serde_json and other formats | see there | `serde` | `snowflake_serde` |
//! | async-graphql | 7.2 | `graphql` | `guide::graphql` |
//! | utoipa | 6 | `openapi` | `guide::rest` |
//! | schemars | 1.2 | `schemars` | `snowflake_openapi` |
//! | ts-rs | 12 | `ts-rs` | `guide::javascript` |
//! | axum: `Path`, `Query`, `Json` | 0.8 | `serde` | works by itself, since these read with serde |
//! | actix-web | 4.18.1 | `serde` | queries and bodies work by themselves, since they are read with serde; paths with a struct of one line: `guide::frameworks` |
//! | poem | 3.1.12 | `serde` | the same |
//! | poem-openapi | 5.1.16 | `serde`, `openapi` | bodies and parameters with a macro, since its traits describe types too: `guide::frameworks` |
//! | Rocket | 0.5.2 | `serde` | bodies work by themselves, since they are read with serde; parameters with a macro: `guide::frameworks` |
//! | salvo | 1.1.0 | `serde` | works by itself, since it reads all with serde: `guide::frameworks` |
//! | tonic, prost | 0.14.9, 0.14.6 | – | works by itself, since an ID converts from and to `i64` and `String`: `guide::grpc` |
//! | mongodb, bson | 3.9.1, 3.1.0 and 2.15.0 | `serde` | values work by themselves, since the driver uses serde; filters with a few lines: `guide::mongodb` |
//! | bon, typed-builder | 3, 0.23 | – | works by itself: an ID is a field like any other |
//! | proptest | 1.12 | `proptest` | `snowflake_arbitrary` |
//! | arbitrary, and fuzzers over it | 1.5 | `arbitrary` | `snowflake_arbitrary` |
//! | fake | 5.1 | `fake` | `snowflake_arbitrary` |
//! | uuid | 1 | `uuid` | [`core::bridge`](crate::core::bridge) |
//! | metrics, tracing | 0.24, 0.1 | `metrics`, `tracing` | `guide::leases` |

#[cfg(all(feature = "diesel", feature = "serde"))]
#[doc = include_str!("guide/diesel.md")]
pub mod diesel {}

#[cfg(all(feature = "openapi", feature = "serde"))]
#[doc = include_str!("guide/rest.md")]
pub mod rest {}

#[doc = include_str!("guide/adopt.md")]
pub mod adopt {}

// The snippets of these three are run in `examples/frameworks`, which has what they use.

#[cfg(feature = "serde")]
#[cfg_attr(not(doctest), doc = include_str!("guide/frameworks.md"))]
pub mod frameworks {}

#[cfg_attr(not(doctest), doc = include_str!("guide/grpc.md"))]
pub mod grpc {}

#[cfg(feature = "serde")]
#[cfg_attr(not(doctest), doc = include_str!("guide/mongodb.md"))]
pub mod mongodb {}

#[cfg(all(feature = "public", feature = "serde"))]
#[doc = include_str!("guide/public.md")]
pub mod public {}

#[cfg(all(feature = "diesel", feature = "graphql"))]
#[doc = include_str!("guide/graphql.md")]
pub mod graphql {}

#[cfg(all(feature = "seaorm", feature = "serde", feature = "graphql"))]
#[doc = include_str!("guide/seaorm.md")]
pub mod seaorm {}

#[cfg(all(feature = "sqlx-sqlite", feature = "tokio"))]
#[doc = include_str!("guide/sqlx.md")]
pub mod sqlx {}

#[cfg(feature = "seaorm")]
#[doc = include_str!("guide/sql.md")]
pub mod sql {}

#[cfg(feature = "mint")]
#[doc = include_str!("guide/shards.md")]
pub mod shards {}

#[cfg(all(feature = "diesel", feature = "seaorm", feature = "tokio", feature = "metrics"))]
#[doc = include_str!("guide/leases.md")]
pub mod leases {}

#[cfg(all(feature = "diesel", feature = "seaorm", feature = "tokio", feature = "test-util"))]
#[doc = include_str!("guide/decimal.md")]
pub mod decimal {}

#[cfg(all(feature = "seaorm", feature = "tokio"))]
#[doc = include_str!("guide/kubernetes.md")]
pub mod kubernetes {}

#[cfg(all(feature = "serde", feature = "ts-rs"))]
#[doc = include_str!("guide/javascript.md")]
pub mod javascript {}

#[cfg(feature = "diesel")]
#[doc = include_str!("guide/migrating.md")]
pub mod migrating {}

#[cfg(all(feature = "diesel", feature = "test-util"))]
#[doc = include_str!("guide/testing.md")]
pub mod testing {}
