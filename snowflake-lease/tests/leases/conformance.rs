//! The conformance suite finds out stores that break one sentence of the contract each.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use snowflake_kit_lease::{
    AsyncStore, Change, Claim, LeaseRow, Registry, Release, Renewal, Store, StoreError, conformance,
};

/// What a store does wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flaw {
    ReadSaysSeconds,
    ReadStandsStill,
    ReadLeavesOut(u32),
    ReadRepeats,
    ReadIsOfTheConnection,
    ReadFails,
    ClaimFails,
    ClaimWritesNothing,
    ClaimWritesOverARow,
    ClaimWritesWithoutARow,
    ClaimComparesNoToken,
    ClaimFollowsAClaim,
    ClaimPrecedesAClaim,
    ClaimComparesNoUntil,
    ClaimFollowsARenewal,
    ClaimPrecedesARenewal,
    ClaimMayBeRepeated,
    ClaimRefusedDeletes,
    ClaimWritesAllNodes,
    ClaimChangesUntil,
    ClaimIsTwoSteps,
    NodesHave31Bits,
    TokensHave63Values,
    UntilEndsIn9999,
    HoldersAreShort,
    HoldersHaveNoQuotes,
    SpacesIgnoreCase,
    SpacesAreAscii,
    SpacesAreNotChecked,
    SpacesAreShort,
    RenewWithoutARow,
    RenewChangesNothing,
    RenewLowersUntil,
    RenewCountsChanges,
    RenewAnyToken,
    RenewAllNodes,
    RenewIsTwoSteps,
    RangesAreIgnored,
    RangesHaveNoOrder,
    RangesHaveNoMost,
    RangesHaveNoClock,
    RenewIgnoresTheClock,
    RenewDoesNotSayTheClock,
    RenewFailsByTheClock,
    RenewLowersUntilByTheClock,
    ReleaseWithoutARow,
    ReleaseAnyToken,
    ReleaseOnlyRaises,
    ReleaseDeletes,
    ReleaseAllNodes,
    ReleaseBefore1970IsASecond,
    ReleaseIsTwoSteps,
    ChangesWriteAllThatTheyHaveRead,
    RenewRaisesWhatItHasRead,
    ClaimWritesOverOldRows,
    NumbersAreFloats,
    SpacesRunIntoNodes,
    ReadHasAtMost(usize),
}

use Flaw::*;

/// Each with what the suite says about it.
const FLAWS: &[(Flaw, &str)] = &[
    (ReadSaysSeconds, "read: the clock says"),
    (ReadStandsStill, "read: the clock stands still"),
    (ReadLeavesOut(7), "claim: the row is there"),
    (ReadLeavesOut(130), "read: all rows are there"),
    (ReadRepeats, "claim: the row is there"),
    (ReadIsOfTheConnection, "read: another connection sees it at once"),
    (ReadFails, "read: broken"),
    (ClaimFails, "claim: broken"),
    (ClaimWritesNothing, "claim: the row is there"),
    (ClaimWritesOverARow, "claim: a row that should not be there is there"),
    (ClaimWritesWithoutARow, "claim: a row that should be there is not there"),
    (ClaimComparesNoToken, "claim: written, although what was read is not there, as token is less"),
    (ClaimComparesNoUntil, "claim: written, although what was read is not there, as until is less"),
    (ClaimFollowsAClaim, "claim: written, although what was read is not there, as token is less"),
    (ClaimPrecedesAClaim, "claim: written, although what was read is not there, as token is more"),
    (ClaimFollowsARenewal, "claim: written, although what was read is not there, as until is less"),
    (
        ClaimPrecedesARenewal,
        "claim: written, although what was read is not there, as until is more",
    ),
    (ClaimMayBeRepeated, "claim: it is not any more"),
    (ClaimRefusedDeletes, "claim: what was refused has changed nothing"),
    (ClaimWritesAllNodes, "claim: that row alone is written"),
    (ClaimChangesUntil, "claim: the row is as it was read"),
    (ClaimIsTwoSteps, "of 4 claims of one row are written"),
    (NodesHave31Bits, "claim: node 4294967295"),
    (TokensHave63Values, "claim: the largest token"),
    (UntilEndsIn9999, "claim: the largest token"),
    (HoldersAreShort, "claim: a holder \"lang lang"),
    (HoldersHaveNoQuotes, "claim: a holder \"O'Brien"),
    (SpacesIgnoreCase, "read: the space"),
    (SpacesAreAscii, "read: the space"),
    (SpacesAreNotChecked, "read: \"\" is not a name of a space"),
    (SpacesAreShort, "claim: broken"),
    (RenewWithoutARow, "renew: there is no such row"),
    (RenewChangesNothing, "renew: until is raised"),
    (RenewLowersUntil, "renew: until never falls"),
    (RenewCountsChanges, "renew: it is, if there is nothing to raise"),
    (RenewAnyToken, "renew: the row is not the caller's"),
    (RenewAllNodes, "renew: that row alone is written"),
    (RenewIsTwoSteps, "claim: of a claim and what changes until meanwhile, one is done"),
    (RangesAreIgnored, "read_nodes: the first 100 rows of the nodes 9..=99, in order"),
    (RangesHaveNoOrder, "read_nodes: the first 100 rows of the nodes 9..=99, in order"),
    (RangesHaveNoMost, "read_nodes: the first 3 rows"),
    (RangesHaveNoClock, "read_nodes: the clock says 0"),
    (RenewIgnoresTheClock, "renew: the clock is wrong"),
    (RenewDoesNotSayTheClock, "renew: the clock says 0"),
    (RenewFailsByTheClock, "renew: the clock is wrong, and not: the clock is wrong"),
    (RenewLowersUntilByTheClock, "renew: with a wrong clock nothing changes"),
    (ReleaseWithoutARow, "release: there is no such row"),
    (ReleaseAnyToken, "release: the row is not the caller's"),
    (ReleaseOnlyRaises, "release: until is set"),
    (ReleaseDeletes, "release: until is set"),
    (ReleaseAllNodes, "release: that row alone is written"),
    (ReleaseBefore1970IsASecond, "release: 1000 in place of a time before 1970"),
    (ReleaseIsTwoSteps, "claim: of a claim and what changes until meanwhile, one is done"),
    (
        ChangesWriteAllThatTheyHaveRead,
        "claim: changes of other nodes at the same time undo none of it",
    ),
    (RenewRaisesWhatItHasRead, "renew: of several at once the last end stays"),
    (ClaimWritesOverOldRows, "claim: a row that ended long ago is there all the same"),
    (NumbersAreFloats, "read: numbers above 2^53 are exact"),
    (SpacesRunIntoNodes, "is a row of its own"),
    (ReadHasAtMost(100), "read: all rows are there"),
];

type Rows = BTreeMap<(String, u32), LeaseRow>;

/// A connection to a store in memory that is right but for its flaw, if it has one.
struct Flawed {
    flaw: Option<Flaw>,
    rows: Arc<Mutex<Rows>>,
    /// What it has read, in which space, and when it was opened.
    seen: Option<(String, Vec<LeaseRow>)>,
    /// All that there was when its change began.
    before: Option<Rows>,
    start: i64,
}

/// What becomes of an operation.
enum Answer {
    Refused,
    Done,
    /// This row is written, later.
    Write(LeaseRow),
}

impl Flawed {
    fn has(&self, flaw: Flaw) -> bool {
        self.flaw == Some(flaw)
    }

    fn fails(&self, flaw: Flaw) -> Result<(), StoreError> {
        if self.has(flaw) { Err(StoreError::new("broken")) } else { Ok(()) }
    }

    /// The clock, which stands still with this flaw.
    fn clock(&self, stands_still: Flaw) -> i64 {
        if self.has(stands_still) {
            // So that it is not asked a million times.
            thread::sleep(Duration::from_millis(10));
            return self.start;
        }
        now()
    }

    fn registry(&mut self, space: &str) -> Result<Registry, StoreError> {
        self.fails(ReadFails)?;
        let space = self.space(space)?;
        let own = |((name, _), row): (&(String, u32), &LeaseRow)| (*name == space).then_some(*row);
        let mut rows: Vec<_> = self.rows.lock().unwrap().iter().filter_map(own).collect();
        match self.flaw {
            Some(ReadLeavesOut(node)) => rows.retain(|row| row.node != node),
            Some(ReadRepeats) => rows.extend(rows.first().copied()),
            Some(ReadHasAtMost(most)) => rows.truncate(most),
            Some(ReadIsOfTheConnection) => match &self.seen {
                Some((seen, before)) if *seen == space => rows.clone_from(before),
                _ => self.seen = Some((space, rows.clone())),
            },
            _ => {}
        }
        let unix_millis = self.clock(ReadStandsStill);
        let unix_millis = if self.has(ReadSaysSeconds) { unix_millis / 1_000 } else { unix_millis };
        Ok(Registry { unix_millis, rows })
    }

    fn range(
        &mut self,
        space: &str,
        nodes: &RangeInclusive<u32>,
        most: usize,
    ) -> Result<Registry, StoreError> {
        let mut registry = self.registry(space)?;
        let rows = &mut registry.rows;
        match self.flaw {
            Some(RangesAreIgnored) => {}
            _ => rows.retain(|row| nodes.contains(&row.node)),
        }
        match self.flaw {
            Some(RangesHaveNoOrder) => rows.reverse(),
            _ => rows.sort_unstable(),
        }
        match self.flaw {
            Some(RangesHaveNoMost) => {}
            _ => rows.truncate(most),
        }
        if self.has(RangesHaveNoClock) && most < usize::MAX {
            registry.unix_millis = 0;
        }
        Ok(registry)
    }

    /// Whether a renewal goes on in spite of the clock.
    fn at(&self, clock: &RangeInclusive<i64>) -> Result<(), StoreError> {
        let unix_millis = now();
        if clock.contains(&unix_millis) || self.has(RenewIgnoresTheClock) {
            return Ok(());
        }
        if self.has(RenewLowersUntilByTheClock) {
            for row in self.rows.lock().unwrap().values_mut() {
                row.until = row.until.min(0);
            }
        }
        Err(match self.flaw {
            Some(RenewDoesNotSayTheClock) => StoreError::wrong_clock(0),
            Some(RenewFailsByTheClock) => StoreError::new("the clock is wrong"),
            _ => StoreError::wrong_clock(unix_millis),
        })
    }

    fn space(&self, space: &str) -> Result<String, StoreError> {
        let length = space.chars().count();
        let is_name = (1..=100).contains(&length)
            && space.trim() == space
            && !space.chars().any(char::is_control);
        if !is_name && !self.has(SpacesAreNotChecked) {
            return Err(StoreError::new("not a name"));
        }
        if length == 100 {
            self.fails(SpacesAreShort)?;
        }
        Ok(match self.flaw {
            Some(SpacesIgnoreCase) => space.to_lowercase(),
            Some(SpacesAreAscii) => space.replace(|c: char| !c.is_ascii(), "?"),
            _ => space.to_owned(),
        })
    }

    fn perform(&mut self, space: &str, change: &Change) -> Result<Answer, StoreError> {
        let space = self.space(space)?;
        if let Change::Renew { clock, .. } = change {
            self.at(clock)?;
        }
        let rows = Arc::clone(&self.rows);
        let mut rows = rows.lock().unwrap();
        self.before = self.has(ChangesWriteAllThatTheyHaveRead).then(|| rows.clone());
        let is_late = match self.flaw {
            Some(ChangesWriteAllThatTheyHaveRead) => true,
            Some(RenewRaisesWhatItHasRead) => matches!(change, Change::Renew { .. }),
            _ => false,
        };
        let (answer, all_nodes, two_steps) = match change {
            Change::Claim { claim, holder } => {
                self.fails(ClaimFails)?;
                let key = (space.clone(), claim.row.node);
                let is_it = |other: &(String, u32)| {
                    let is_like = self.has(SpacesRunIntoNodes)
                        && format!("{}{}", other.0, other.1) == format!("{}{}", key.0, key.1);
                    *other == key || is_like
                };
                let found = rows.iter().find(|(other, _)| is_it(other)).map(|(_, row)| *row);
                let answer = if !self.takes(claim, holder) || !self.matches(found, claim) {
                    if self.has(ClaimRefusedDeletes) {
                        rows.remove(&(space.clone(), claim.row.node));
                    }
                    Answer::Refused
                } else if self.has(ClaimWritesNothing) {
                    Answer::Done
                } else {
                    Answer::Write(claim.row)
                };
                (answer, ClaimWritesAllNodes, ClaimIsTwoSteps)
            }
            &Change::Renew { renewal: Renewal { node, token, until }, .. } => {
                let answer = match rows.get(&(space.clone(), node)) {
                    None if self.has(RenewWithoutARow) => Answer::Done,
                    Some(row) if row.token == token || self.has(RenewAnyToken) => {
                        let raised = row.until.max(until);
                        match self.flaw {
                            Some(RenewChangesNothing) => Answer::Done,
                            Some(RenewCountsChanges) if raised == row.until => Answer::Refused,
                            Some(RenewLowersUntil) => Answer::Write(LeaseRow { until, ..*row }),
                            _ => Answer::Write(LeaseRow { until: raised, ..*row }),
                        }
                    }
                    _ => Answer::Refused,
                };
                (answer, RenewAllNodes, RenewIsTwoSteps)
            }
            &Change::Release(Release { node, token, until }) => {
                let key = (space.clone(), node);
                let answer = match rows.get(&key).copied() {
                    None if self.has(ReleaseWithoutARow) => Answer::Done,
                    Some(row) if row.token == token || self.has(ReleaseAnyToken) => {
                        let until = match self.flaw {
                            Some(ReleaseOnlyRaises) => row.until.max(until),
                            Some(ReleaseBefore1970IsASecond) if until < 0 => 1_000,
                            _ => until,
                        };
                        if self.has(ReleaseDeletes) {
                            rows.remove(&key);
                            Answer::Done
                        } else {
                            Answer::Write(LeaseRow { until, ..row })
                        }
                    }
                    _ => Answer::Refused,
                };
                (answer, ReleaseAllNodes, ReleaseIsTwoSteps)
            }
        };
        Ok(match answer {
            Answer::Write(row) if !self.has(two_steps) && !is_late => {
                if self.has(all_nodes) {
                    for (_, other) in rows.iter_mut().filter(|((name, _), _)| *name == space) {
                        *other = LeaseRow { node: other.node, ..row };
                    }
                }
                self.write(&mut rows, space, row);
                Answer::Done
            }
            answer => answer,
        })
    }

    /// Whether it can store such a claim at all.
    fn takes(&self, claim: &Claim, holder: &str) -> bool {
        match self.flaw {
            Some(NodesHave31Bits) => i32::try_from(claim.row.node).is_ok(),
            Some(TokensHave63Values) => claim.row.token < i64::MAX,
            Some(UntilEndsIn9999) => claim.row.until <= 253_402_300_799_999,
            Some(HoldersAreShort) => holder.len() <= 1_000,
            Some(HoldersHaveNoQuotes) => !holder.contains('\''),
            _ => true,
        }
    }

    /// Whether the row that is there is the one that the claim expects.
    fn matches(&self, found: Option<LeaseRow>, claim: &Claim) -> bool {
        match (found, claim.expected) {
            (None, None) => true,
            (Some(found), None) => {
                self.has(ClaimWritesOverARow)
                    || self.has(ClaimWritesOverOldRows)
                        && found.until < now() - 365 * 24 * 3_600_000
            }
            (None, Some(_)) => self.has(ClaimWritesWithoutARow),
            (Some(found), Some(expected)) => match self.flaw {
                Some(ClaimComparesNoToken) => found.until == expected.until,
                Some(ClaimFollowsAClaim) => {
                    found.until == expected.until && found.token >= expected.token
                }
                Some(ClaimPrecedesAClaim) => {
                    found.until == expected.until && found.token <= expected.token
                }
                Some(ClaimComparesNoUntil) => found.token == expected.token,
                Some(ClaimFollowsARenewal) => {
                    found.token == expected.token && found.until >= expected.until
                }
                Some(ClaimPrecedesARenewal) => {
                    found.token == expected.token && found.until <= expected.until
                }
                Some(ClaimChangesUntil) => found == expected && found.until != claim.row.until,
                Some(ClaimMayBeRepeated) => found == expected || found == claim.row,
                _ => found == expected,
            },
        }
    }

    fn write(&mut self, rows: &mut Rows, space: String, row: LeaseRow) {
        // In what it has read, a connection sees its own changes.
        if let Some((seen, before)) = &mut self.seen
            && *seen == space
        {
            before.retain(|other| other.node != row.node);
            before.push(row);
        }
        // A 64-bit float has 53 bits.
        let is_rounded =
            |number: i64| self.has(NumbersAreFloats) && (1 << 53..1 << 62).contains(&number);
        let float = |number| if is_rounded(number) { number & !1 } else { number };
        let row = LeaseRow { token: float(row.token), until: float(row.until), ..row };
        rows.insert((space, row.node), row);
    }

    /// Writes the row of an operation that others have come in between of.
    fn write_late(&mut self, space: &str, row: LeaseRow) -> Result<bool, StoreError> {
        let (space, rows) = (self.space(space)?, Arc::clone(&self.rows));
        let mut rows = rows.lock().unwrap();
        let key = (space.clone(), row.node);
        let there = rows.get(&key).copied();
        if let Some(before) = self.before.take() {
            // It holds a lock on its own row alone.
            if there != before.get(&key).copied() {
                return Ok(false);
            }
            *rows = before;
        }
        if self.has(RenewRaisesWhatItHasRead) && there.is_none_or(|there| there.token != row.token)
        {
            return Ok(false);
        }
        self.write(&mut rows, space, row);
        Ok(true)
    }
}

impl Store for Flawed {
    fn read_nodes(
        &mut self,
        space: &str,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> Result<Registry, StoreError> {
        self.range(space, &nodes, most)
    }

    fn change(&mut self, space: &str, change: &Change) -> Result<bool, StoreError> {
        match self.perform(space, change)? {
            Answer::Refused => Ok(false),
            Answer::Done => Ok(true),
            Answer::Write(row) => {
                thread::sleep(Duration::from_millis(5));
                self.write_late(space, row)
            }
        }
    }
}

/// The same as an async store.
struct Awaited(Flawed);

impl AsyncStore for Awaited {
    async fn read_nodes(
        &mut self,
        space: &str,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> Result<Registry, StoreError> {
        self.0.range(space, &nodes, most)
    }

    async fn change(&mut self, space: &str, change: &Change) -> Result<bool, StoreError> {
        match self.0.perform(space, change)? {
            Answer::Refused => Ok(false),
            Answer::Done => Ok(true),
            Answer::Write(row) => {
                tokio::task::yield_now().await;
                self.0.write_late(space, row)
            }
        }
    }
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as i64
}

/// Opens connections to one store.
fn opens(flaw: Option<Flaw>) -> impl Fn() -> Flawed + Send + Sync + 'static {
    let rows: Arc<Mutex<Rows>> = Arc::default();
    let start = now();
    move || Flawed { flaw, rows: Arc::clone(&rows), seen: None, before: None, start }
}

fn check(flaw: Option<Flaw>) {
    conformance::check(opens(flaw));
}

fn check_async(flaw: Option<Flaw>) {
    let open = opens(flaw);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(conformance::check_async(move || Awaited(open())));
}

/// Checks them side by side, since some of them stand still for seconds.
fn all_are_found(check: fn(Option<Flaw>)) {
    let checks = FLAWS.iter().map(|(flaw, said)| {
        let thread = thread::spawn(move || check(Some(*flaw)));
        (flaw, said, thread)
    });
    let wrong = checks.collect::<Vec<_>>().into_iter().filter_map(|(flaw, expected, thread)| {
        let Err(panic) = thread.join() else { return Some(format!("{flaw:?} is not found")) };
        let said = match panic.downcast::<String>() {
            Ok(said) => *said,
            Err(panic) => (*panic.downcast::<&str>().expect("a text")).to_owned(),
        };
        (!said.contains(expected))
            .then(|| format!("{flaw:?} should be {expected:?}, and is: {said}"))
    });
    let wrong: Vec<_> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_store_without_flaws_passes() {
    check(None);
    check_async(None);
}

#[test]
fn each_flaw_of_a_store_is_found() {
    all_are_found(check);
}

#[test]
fn each_flaw_of_an_async_store_is_found() {
    all_are_found(check_async);
}
