//! Pages of lists, by the keys of their rows: never by counting them.

use std::ops::RangeInclusive;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use snowflake_kit::SnowflakeId;
use snowflake_kit::pages::{Keyset, Page as Keys};
use utoipa::openapi::Ref;
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Schema, Type};
use utoipa::{IntoParams, ToSchema};

use crate::id::MessageId;
use crate::problem::{Code, Problem};

/// Some rows of a list, in its order.
#[derive(Serialize, ToSchema)]
pub struct Page<Row, Id> {
    items: Vec<Row>,
    /// If there are more rows: `after` for the page after this one.
    #[schema(schema_with = id_or_null::<Id>)]
    next: Option<Id>,
    /// If there are rows in front of these: `before` for the page there.
    #[schema(schema_with = id_or_null::<Id>)]
    previous: Option<Id>,
}

/// utoipa 6 describes an `Option` of a type parameter as if it were always there.
fn id_or_null<Id: ToSchema>() -> Schema {
    let null = ObjectBuilder::new().schema_type(Type::Null);
    OneOfBuilder::new().item(null).item(Ref::from_schema_name(Id::name())).into()
}

impl<Row, Id: SnowflakeId> Page<Row, Id> {
    /// The page out of the rows that the query found.
    pub fn new(keys: &Keys<Id>, rows: Vec<Row>, id: impl Fn(&Row) -> Id) -> Self {
        let slice = keys.slice(rows);
        let next = slice.rows.last().filter(|_| slice.has_next_page).map(&id);
        let previous = slice.rows.first().filter(|_| slice.has_previous_page).map(&id);
        Self { items: slice.rows, next, previous }
    }
}

/// How many rows a page has.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "u32")]
struct Limit(u32);

impl TryFrom<u32> for Limit {
    type Error = String;

    fn try_from(limit: u32) -> Result<Self, String> {
        match limit {
            1..=100 => Ok(Self(limit)),
            _ => Err(format!("{limit} is not a size of a page: expected 1 to 100")),
        }
    }
}

/// The page that a client asks for: after a row, or before one.
fn keys<Id: SnowflakeId>(
    order: Keyset,
    after: Option<Id>,
    before: Option<Id>,
    limit: Option<Limit>,
) -> Result<Keys<Id>, Problem> {
    let size = limit.map_or(50, |Limit(limit)| limit).cast_signed();
    let (first, last) = match (after, before) {
        (None, Some(_)) => (None, Some(size)),
        _ => (Some(size), None),
    };
    order
        .page_between(after, before, first, last)
        .map_err(|error| Problem::new(Code::BadValue, error.to_string()))
}

/// Which guilds or members.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Around<Id: SnowflakeId + ToSchema> {
    /// The rows after this one.
    after: Option<Id>,
    /// The rows in front of this one.
    before: Option<Id>,
    /// At most so many; 50 if nothing is said.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100)]
    limit: Option<Limit>,
}

impl<Id: SnowflakeId + ToSchema> Around<Id> {
    pub fn keys(&self, order: Keyset) -> Result<Keys<Id>, Problem> {
        keys(order, self.after, self.before, self.limit)
    }
}

/// Which messages. When a message was written, its ID says, so times are ranges of
/// IDs, and need no column and no index.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Messages {
    /// The messages after this one, which are older.
    after: Option<MessageId>,
    /// The messages in front of this one, which are newer.
    before: Option<MessageId>,
    /// At most so many; 50 if nothing is said.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100)]
    limit: Option<Limit>,
    /// Not written before this time, in Unix ms.
    from: Option<i64>,
    /// Written before this time, in Unix ms.
    to: Option<i64>,
    /// Written so many seconds ago at most.
    last_seconds: Option<i64>,
}

impl Messages {
    pub fn keys(&self, order: Keyset) -> Result<Keys<MessageId>, Problem> {
        keys(order, self.after, self.before, self.limit)
    }

    /// The IDs of the interval. Of one that ends before it begins there are none.
    pub fn within(&self) -> Option<RangeInclusive<MessageId>> {
        let Self { from, to, last_seconds, .. } = *self;
        let lately = last_seconds
            .map(|seconds| unix_millis_now().saturating_sub(seconds.saturating_mul(1000)));
        // What is left out bounds nothing, and is less than what does.
        let from = from.max(lately);
        (from.is_some() || to.is_some())
            .then(|| MessageId::range(from.unwrap_or(i64::MIN)..to.unwrap_or(i64::MAX)))
    }
}

fn unix_millis_now() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
