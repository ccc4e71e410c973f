//! Sample IDs for tests: snowflake IDs for proptest, arbitrary and fake.
//!
//! **These IDs are samples: two of them may be equal.** Use them only in tests. In production,
//! call `UserId::mint()`.
//!
//! ```
//! use fake::{Fake, Faker};
//! use proptest::prelude::*;
//! use snowflake_kit_arbitrary::ids;
//! use snowflake_kit_core::{Snowflake, SnowflakeId};
//! # use snowflake_kit_derive::SnowflakeId;
//!
//! /// Identifies a user.
//! #[derive(SnowflakeId)]
//! # #[snowflake(crate = "snowflake_kit_core")]
//! pub struct UserId(Snowflake);
//! # snowflake_kit_arbitrary::strategy!(UserId);
//! # snowflake_kit_arbitrary::dummy!(UserId);
//!
//! const JANUARY: i64 = 1_767_225_600_000; // 2026-01-01T00:00:00Z
//! const FEBRUARY: i64 = 1_769_904_000_000;
//!
//! // A property of all IDs of the type, and one of those of a month.
//! proptest!(|(id: UserId)| {
//!     prop_assert_eq!(id.to_string().parse(), Ok(id));
//! });
//! proptest!(|(id in ids::<UserId>(JANUARY..FEBRUARY))| {
//!     prop_assert!(UserId::range(JANUARY..FEBRUARY).contains(&id));
//! });
//!
//! // Sample data.
//! let any: UserId = Faker.fake();
//! let author: UserId = (JANUARY..FEBRUARY).fake();
//! assert!((JANUARY..FEBRUARY).contains(&author.unix_millis()));
//! # let _ = any;
//! ```
//!
//! Applications enable the features `proptest`, `arbitrary` and `fake` of `snowflake-kit` in
//! their `[dev-dependencies]`, and every ID type has the impls. Without `snowflake-kit`, these
//! macros write them:
//!
//! | feature | macro | every ID type is |
//! |---|---|---|
//! | `proptest` | [`strategy!`] | `proptest::arbitrary::Arbitrary`, so that `any::<UserId>()` is a strategy |
//! | `arbitrary` | [`arbitrary!`] | `arbitrary::Arbitrary`, for fuzzing |
//! | `fake` | [`dummy!`] | `fake::Dummy<Faker>`, and `Dummy` of ranges of time |
//!
//! # Which IDs
//!
//! All IDs that the type can have, with each field evenly distributed: any time in the life of
//! the layout, any node, any sequence number, and any value in the field that the caller gives,
//! if the layout has one. A decimal ID has any counter, any generator and any launch, also
//! launch 0, which tests use. A UUID is of version 7, with any time and any other bits. A counted key
//! is any number from 1.
//!
//! [`ids`] takes an [`Interval`] of time, as [`SnowflakeId::range`] does, and returns its
//! [`Samples`]. All three frameworks take them:
//!
//! | | all IDs | those of a range of time |
//! |---|---|---|
//! | proptest | `any::<UserId>()` | `ids::<UserId>(since..until)`, or `any_with::<UserId>(ids(since..until))` |
//! | arbitrary | `u.arbitrary::<UserId>()` | `ids::<UserId>(since..until).arbitrary(u)` |
//! | fake | `Faker.fake::<UserId>()` | `(since..until).fake::<UserId>()` |
//!
//! For another framework, [`Samples::id`] makes an ID from four numbers.
//!
//! A type whose timestamps wrap around (the layout `trace-id`) has no ranges of time, and neither
//! has one over UUIDs, of counted keys or of decimal IDs: `ids(..)` has all of them. For UUIDs of a
//! time, [`Samples::id`] takes its ms as the first number.
//!
//! [`SnowflakeId::range`]: snowflake_kit_core::SnowflakeId::range
//!
//! # IDs that differ
//!
//! If all IDs of a test must differ, let the framework collect them in a set, such as
//! `proptest::collection::hash_set(any::<UserId>(), 10)`. Or mint them: `MintScope` of
//! `snowflake-kit-mint` mints the same IDs in each run.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "fake")]
mod dummy;
mod interval;
mod samples;
#[cfg(feature = "proptest")]
mod strategy;
#[cfg(feature = "arbitrary")]
mod unstructured;

pub use interval::{Interval, ids};
pub use samples::Samples;
#[cfg(feature = "proptest")]
pub use strategy::SampleTree;

/// What the macros' code names.
#[doc(hidden)]
pub mod __private {
    #[cfg(feature = "fake")]
    pub use crate::dummy::{dummy, fake};
    #[cfg(feature = "arbitrary")]
    pub use crate::unstructured::{arbitrary, size_hint};
    #[cfg(feature = "proptest")]
    pub use proptest;
}
