//! Pages: from a framework to a program with it, from other keys to these, and on
//! running that.

#[cfg(all(feature = "diesel", feature = "serde"))]
#[doc = include_str!("guide/diesel.md")]
pub mod diesel {}

#[cfg(all(feature = "openapi", feature = "serde"))]
#[doc = include_str!("guide/rest.md")]
pub mod rest {}

#[cfg(all(feature = "diesel", feature = "graphql"))]
#[doc = include_str!("guide/graphql.md")]
pub mod graphql {}

#[cfg(all(feature = "seaorm", feature = "serde", feature = "graphql"))]
#[doc = include_str!("guide/seaorm.md")]
pub mod seaorm {}

#[cfg(feature = "seaorm")]
#[doc = include_str!("guide/sql.md")]
pub mod sql {}

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
