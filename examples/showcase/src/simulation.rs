//! What a node would do next, shown by the kit itself.
//!
//! This simulates a node and is not part of minting. The generator is built for one
//! step, on a [`ManualClock`], whose time is its own: it shares nothing with the
//! generators of this process, even if the node is the one that the service has leased.
//! It may mint IDs that rows have already, and nothing may store what it mints.

use std::sync::LazyLock;
use std::time::Duration;

use serde::Serialize;
use snowflake_kit::core::UtcTime;
use snowflake_kit::mint::{Generator, ManualClock, Minter};
use snowflake_kit::{Layout, MintError, Node, Snowflake};
use tracing::dispatcher::{Dispatch, with_default};
use tracing::subscriber::NoSubscriber;
use utoipa::ToSchema;

/// The layout of all IDs of this service.
const LAYOUT: Layout = Layout::DEFAULT;

/// The last time that a simulated clock can show: the end of the year 9999.
pub const LATEST: i64 = 253_402_300_799_999;

/// Hears of events, and tells nobody. Not `Dispatch::none()`: a place in the code whose
/// first event comes while that is the default would be silent from then on, also for the
/// clock of the service (tracing-core 0.1.36).
static NO_LOG: LazyLock<Dispatch> = LazyLock::new(|| Dispatch::new(NoSubscriber::new()));

/// What happens to the node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// One more ID is asked for.
    NextId,
    /// All IDs that are left of the millisecond are asked for, and one more.
    ExhaustSequence,
    /// The clock goes on by a millisecond, and an ID is asked for.
    NextMillisecond,
    /// The clock is set back by so many milliseconds, and an ID is asked for.
    SetClockBack(u32),
}

/// A node that has minted an ID, and no later one.
#[derive(Debug)]
pub struct Simulation {
    generator: Generator<ManualClock>,
    last: Snowflake,
    events: Vec<Event>,
}

/// Something that happened to the node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Event {
    pub kind: EventKind,
    /// For people. What was refused is said in the words of the kit.
    pub text: String,
    /// How long the node waited, or how long until trying again may help, in
    /// milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait_millis: Option<u64>,
}

/// For programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EventKind {
    /// The clock was set.
    ClockSet,
    /// The node minted.
    Minted,
    /// The node did not mint.
    Refused,
    /// The node waited for the clock.
    Waited,
}

impl Simulation {
    /// A node that has minted this ID, and whose clock shows this time now, in Unix ms.
    ///
    /// # Errors
    /// None for an ID of this service; otherwise why no node can have minted it.
    pub fn after(last: Snowflake, clock: Option<i64>) -> Result<Self, MintError> {
        let parts = LAYOUT.decompose(last);
        let minted_at = unix_millis(last);
        let node = Node::fixed(parts.node);
        let generator = Generator::with_clock(LAYOUT, node, ManualClock::at(minted_at))?;
        // A generator counts the first slot of a layout as used.
        let first = u32::from(parts.timestamp == 0);
        for _ in first..=parts.sequence {
            generator.try_mint::<Snowflake>()?;
        }
        generator.clock().set(clock.unwrap_or(minted_at));
        Ok(Self { generator, last, events: Vec::new() })
    }

    /// Does one step, which is not in the log of the service.
    #[must_use]
    pub fn step(mut self, step: Step) -> Self {
        with_default(&NO_LOG, || match step {
            Step::NextId => self.mint(),
            Step::ExhaustSequence => self.exhaust(),
            Step::NextMillisecond => self.move_clock(1),
            Step::SetClockBack(millis) => self.move_clock(-i64::from(millis)),
        });
        self
    }

    /// The last ID that the node has minted.
    pub fn last(&self) -> Snowflake {
        self.last
    }

    /// What the clock of the node shows, in Unix ms.
    pub fn clock(&self) -> i64 {
        self.generator.clock().unix_millis()
    }

    /// What has happened, in order.
    pub fn into_events(self) -> Vec<Event> {
        self.events
    }

    /// Moves the clock within the times that it can show, and mints.
    fn move_clock(&mut self, millis: i64) {
        let time = (self.clock() + millis).clamp(0, LATEST);
        self.generator.clock().set(time);
        self.tell(EventKind::ClockSet, format!("the clock shows {}", UtcTime(time)));
        self.mint();
    }

    fn mint(&mut self) {
        match self.generator.try_mint::<Snowflake>() {
            Ok(id) => self.minted(id, 1),
            Err(error) => self.refused(&error),
        }
    }

    /// Mints what is left, and then waits as `mint` does.
    fn exhaust(&mut self) {
        let (mut count, mut last) = (0, self.last);
        let error = loop {
            match self.generator.try_mint::<Snowflake>() {
                Ok(id) => (count, last) = (count + 1, id),
                Err(error) => break error,
            }
        };
        if count > 0 {
            self.minted(last, count);
        }
        self.refused(&error);
        if !matches!(error, MintError::WouldWait { .. }) {
            return;
        }
        let (before, max_wait) = (self.clock(), self.generator.limits().max_wait);
        let minted = self.generator.mint_timeout::<Snowflake>(max_wait);
        // Waiting for a clock that is set by hand moves it.
        let waited = self.clock().abs_diff(before);
        if waited > 0 {
            let text = format!("`mint` waited for {:?}", Duration::from_millis(waited));
            self.tell(EventKind::Waited, text).wait_millis = Some(waited);
        }
        match minted {
            Ok(id) => self.minted(id, 1),
            Err(error) => self.refused(&error),
        }
    }

    fn minted(&mut self, id: Snowflake, count: u32) {
        self.last = id;
        let parts = LAYOUT.decompose(id);
        let slot = format!("sequence {} of {}", parts.sequence, UtcTime(unix_millis(id)));
        let text = match count {
            1 => format!("minted an ID: {slot}"),
            _ => format!("minted {count} IDs, the last of them with {slot}"),
        };
        self.tell(EventKind::Minted, text);
    }

    fn refused(&mut self, error: &MintError) {
        let wait = error.retry_after().map(|wait| wait.as_millis() as u64);
        self.tell(EventKind::Refused, error.to_string()).wait_millis = wait;
    }

    fn tell(&mut self, kind: EventKind, text: String) -> &mut Event {
        self.events.push_mut(Event { kind, text, wait_millis: None })
    }
}

/// When the millisecond of an ID began, which has a time in this layout.
pub fn unix_millis(id: Snowflake) -> i64 {
    LAYOUT.unix_millis(LAYOUT.decompose(id).timestamp).unwrap_or(0)
}
