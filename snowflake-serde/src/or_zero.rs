//! The integer, with 0 in place of `None`.
//!
//! For databases whose columns hold 0 in place of `NULL`, such as `ClickHouse` if a column is not
//! `Nullable`, and for formats without a null. 0 is not an ID, so nothing is lost.
//!
//! The field is an `Option<T>`, or the `OrZero<T>` of a database adapter, which does the same
//! in columns.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! # use snowflake_kit_core::{Id, Snowflake, SnowflakeId};
//! # #[derive(snowflake_kit_derive::SnowflakeId)]
//! # #[snowflake(crate = "snowflake_kit_core")]
//! # pub struct PostId(Snowflake);
//! # snowflake_kit_serde::value!(PostId);
//!
//! #[derive(Serialize, Deserialize)]
//! struct Event {
//!     #[serde(with = "snowflake_kit_serde::number")]
//!     post: PostId,
//!     #[serde(with = "snowflake_kit_serde::or_zero")]
//!     reply_to: Option<PostId>,
//! }
//!
//! let event = Event { post: PostId::from_i64(5)?, reply_to: None };
//! assert_eq!(serde_json::to_string(&event)?, r#"{"post":5,"reply_to":0}"#);
//!
//! let event: Event = serde_json::from_str(r#"{"post":5,"reply_to":4}"#)?;
//! assert_eq!(event.reply_to, Some(PostId::from_i64(4)?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use core::fmt;
use core::marker::PhantomData;

use serde_core::de::{Error, Visitor};
use serde_core::{Deserializer, Serializer};
use snowflake_kit_core::__private::Width;
use snowflake_kit_core::{Encoding, Id, Integer, OptionalId, Shape};

use crate::read::{hides, integer_visitor};
use crate::write;

/// Writes the integer, or 0.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<V, S>(id: &V, serializer: S) -> Result<S::Ok, S::Error>
where
    V: OptionalId<Id: Id<Value: Integer>>,
    S: Serializer,
{
    const { hides::<V::Id>(Some(Encoding::Decimal)) }
    match (*id).into() {
        Some(id) => write::value(id, serializer),
        // As wide as the ID would be.
        None => match const { Shape::of_type::<V::Id>().width() } {
            Width::I16 => serializer.serialize_i16(0),
            Width::I32 => serializer.serialize_i32(0),
            Width::I64 | Width::U128 => serializer.serialize_i64(0),
        },
    }
}

/// Reads the integer. 0 and null are `None`.
///
/// # Errors
/// Those of the deserializer. A value that is neither an ID nor 0, or is a text, is an error that
/// names the type, the value and what was expected.
pub fn deserialize<'de, V, D>(deserializer: D) -> Result<V, D::Error>
where
    V: OptionalId<Id: Id<Value: Integer>>,
    D: Deserializer<'de>,
{
    const { hides::<V::Id>(Some(Encoding::Decimal)) }
    let visitor = OrZeroVisitor::<V::Id>(PhantomData);
    let id = if deserializer.is_human_readable() {
        deserializer.deserialize_any(visitor)
    } else {
        match const { Shape::of_type::<V::Id>().width() } {
            Width::I16 => deserializer.deserialize_i16(visitor),
            Width::I32 => deserializer.deserialize_i32(visitor),
            Width::I64 | Width::U128 => deserializer.deserialize_i64(visitor),
        }
    };
    id.map(V::from)
}

struct OrZeroVisitor<T>(PhantomData<T>);

macro_rules! visit {
    ($($visit:ident: $integer:ty),*) => {$(
        fn $visit<E: Error>(self, value: $integer) -> Result<Option<T>, E> {
            if value == 0 { Ok(None) } else { integer_visitor::<T>().$visit(value).map(Some) }
        }
    )*};
}

impl<T: Id> Visitor<'_> for OrZeroVisitor<T> {
    type Value = Option<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let max = Shape::of_type::<T>().width().max();
        write!(f, "a {} or 0: an integer from 0 to {max}", T::NAME)
    }

    visit! { visit_i64: i64, visit_u64: u64, visit_i128: i128, visit_u128: u128 }

    fn visit_unit<E: Error>(self) -> Result<Option<T>, E> {
        Ok(None)
    }

    fn visit_none<E: Error>(self) -> Result<Option<T>, E> {
        Ok(None)
    }
}
