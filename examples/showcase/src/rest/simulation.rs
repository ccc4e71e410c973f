//! What a node would do after an ID.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use snowflake_kit::core::UtcTime;
use snowflake_kit::{Id, ParseError, Snowflake, SnowflakeId};
use utoipa::openapi::schema::{OneOfBuilder, Schema};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{IntoParams, PartialSchema, ToSchema};

use crate::extract::{Json, Query};
use crate::id::{MessageId, ReactionId, UserId};
use crate::problem::Problem;
use crate::response::Refused;
use crate::simulation::{Event, LATEST, Simulation, Step};

/// A step of a simulated node.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Simulated {
    /// The last ID that the node has minted.
    #[param(value_type = AnyId)]
    id: AnyId,
    #[param(inline)]
    step: StepName,
    /// What the clock of the node shows before the step, in Unix ms; the time of the ID
    /// if nothing is said.
    #[param(value_type = Option<i64>, minimum = 0, maximum = 253_402_300_799_999_i64)]
    clock: Option<Clock>,
    /// How far `set-clock-back` sets the clock back, in ms; 1000 if nothing is said.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 86_400_000)]
    set_back_millis: Option<SetBack>,
}

/// What happens to the node:
///
/// - `next-id`: an ID is asked for.
/// - `exhaust-sequence`: all IDs that are left of the millisecond are asked for, and one
///   more.
/// - `next-millisecond`: the clock goes on by a millisecond, and an ID is asked for.
/// - `set-clock-back`: the clock is set back, and an ID is asked for.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum StepName {
    NextId,
    ExhaustSequence,
    NextMillisecond,
    SetClockBack,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "i64")]
struct Clock(i64);

impl TryFrom<i64> for Clock {
    type Error = String;

    fn try_from(millis: i64) -> Result<Self, String> {
        match millis {
            0..=LATEST => Ok(Self(millis)),
            _ => Err(format!("a clock cannot show {millis}: expected 0 to {LATEST}, in Unix ms")),
        }
    }
}

#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "u32")]
struct SetBack(u32);

impl TryFrom<u32> for SetBack {
    type Error = String;

    fn try_from(millis: u32) -> Result<Self, String> {
        match millis {
            1..=86_400_000 => Ok(Self(millis)),
            _ => Err(format!(
                "a clock cannot be set back by {millis} ms: expected 1 to 86400000, which is a day"
            )),
        }
    }
}

/// An ID of any type: with its prefix, or a decimal number.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "String")]
pub enum AnyId {
    User(UserId),
    Reaction(ReactionId),
    /// Of a type without a prefix.
    Plain(Snowflake),
}

impl AnyId {
    fn snowflake(self) -> Snowflake {
        match self {
            Self::User(id) => id.snowflake(),
            Self::Reaction(id) => id.snowflake(),
            Self::Plain(id) => id,
        }
    }

    /// The text of another ID of the same type.
    fn text_of(self, id: Snowflake) -> String {
        match self {
            Self::User(_) => UserId::from_snowflake(id).to_string(),
            Self::Reaction(_) => ReactionId::from_snowflake(id).to_string(),
            Self::Plain(_) => id.to_string(),
        }
    }
}

impl TryFrom<String> for AnyId {
    type Error = ParseError;

    fn try_from(text: String) -> Result<Self, ParseError> {
        if text.starts_with(UserId::TEXT.prefix()) {
            UserId::from_text(&text).map(Self::User)
        } else if text.starts_with(ReactionId::TEXT.prefix()) {
            ReactionId::from_text(&text).map(Self::Reaction)
        } else {
            text.parse().map(Self::Plain)
        }
    }
}

impl PartialSchema for AnyId {
    fn schema() -> RefOr<Schema> {
        let names = [UserId::name(), ReactionId::name(), MessageId::name()];
        let one = names
            .into_iter()
            .fold(OneOfBuilder::new(), |one, name| one.item(Ref::from_schema_name(name)));
        one.description(Some("An ID of any type: with its prefix, or a decimal number.")).into()
    }
}

impl ToSchema for AnyId {
    fn name() -> Cow<'static, str> {
        "AnyId".into()
    }
}

/// The node after the step.
#[derive(Serialize, ToSchema)]
pub struct SimulatedNode {
    /// The last ID that it has minted, of the type that was asked for.
    #[schema(value_type = AnyId)]
    id: String,
    /// What that ID is made of.
    parts: IdParts,
    /// What its clock shows, in Unix ms: `clock` of the next step.
    clock: i64,
    /// What has happened, in order.
    events: Vec<Event>,
}

#[derive(Serialize, ToSchema)]
struct IdParts {
    /// When the millisecond of the ID began, in UTC.
    #[schema(format = DateTime)]
    time: String,
    /// The same, in milliseconds since the epoch of the IDs.
    timestamp: u64,
    node: u32,
    sequence: u32,
}

/// Does a step of a simulated node that has minted an ID.
///
/// It is a simulation: the node has a generator of its own on a clock that is set by
/// hand, so it may mint IDs that rows have already. The generators of the service are not
/// asked, and nothing is stored.
#[utoipa::path(
    get,
    path = "/api/simulation",
    params(Simulated),
    responses((status = 200, description = "The node after the step", body = SimulatedNode), Refused),
)]
pub async fn step_simulation(
    Query(asked): Query<Simulated>,
) -> Result<Json<SimulatedNode>, Problem> {
    let Simulated { id, step, clock, set_back_millis } = asked;
    let step = match step {
        StepName::NextId => Step::NextId,
        StepName::ExhaustSequence => Step::ExhaustSequence,
        StepName::NextMillisecond => Step::NextMillisecond,
        StepName::SetClockBack => {
            Step::SetClockBack(set_back_millis.map_or(1_000, |SetBack(millis)| millis))
        }
    };
    let clock = clock.map(|Clock(millis)| millis);
    let node = Simulation::after(id.snowflake(), clock)?.step(step);
    let last = MessageId::from_snowflake(node.last());
    let parts = last.parts();
    Ok(Json(SimulatedNode {
        id: id.text_of(node.last()),
        parts: IdParts {
            time: UtcTime(last.unix_millis()).to_string(),
            timestamp: parts.timestamp,
            node: parts.node,
            sequence: parts.sequence,
        },
        clock: node.clock(),
        events: node.into_events(),
    }))
}
