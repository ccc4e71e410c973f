//! The lease protocol, in every state that a few processes can get into.
//!
//! Clocks are arbitrary: whatever depends on one is tried with every value.
//! Messages to the store and its answers arrive late, in any order, more than
//! once, or never. Processes stop in the middle, and begin again without a
//! memory.

#![cfg(not(loom))]

use std::collections::BTreeSet;
use std::time::Duration;

use snowflake_kit_lease::{Claim, Grant, LeaseRow, LeaseTerms, Release, Renewal, claim};
use stateright::{Checker, Model, Property};

const NODE: u32 = 7;

/// A registry with one node, and processes that want it.
#[derive(Clone)]
struct World {
    processes: usize,
    /// Clocks say 0 to this.
    latest: i64,
    /// How many claims, and how many messages in all, there may be.
    claims: u64,
    messages: usize,
    crashes: u8,
    /// How often the store may go back to what it was before.
    losses: u8,
    compare: Compare,
    tokens: Tokens,
}

/// What a claim compares.
#[derive(Clone, Copy, PartialEq)]
enum Compare {
    TokenAndUntil,
    /// As is known to be wrong.
    TokenAlone,
}

/// Which token a claim has.
#[derive(Clone, Copy, PartialEq)]
enum Tokens {
    /// None that another claim has.
    Differ,
    /// The next one after that of the row, as older versions have it.
    Count,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    row: Option<LeaseRow>,
    /// What the store goes back to when it loses commits: the row before the last change.
    before: Option<LeaseRow>,
    losses: u8,
    processes: Vec<Process>,
    /// What has been sent to the store. It stays: it may arrive again.
    requests: BTreeSet<Request>,
    /// What the store has answered, likewise.
    answers: BTreeSet<Answer>,
    crashes: u8,
    /// The timestamps that have been minted, one bit each.
    minted: u64,
    twice: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Process {
    /// How often it has begun anew.
    life: u8,
    /// What it has read, and not acted upon yet.
    read: Option<Seen>,
    grant: Option<Grant>,
    /// It does not repeat its own timestamps: that is the generator's part.
    next: i64,
}

/// What was in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Seen(Option<LeaseRow>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Request {
    Claim { of: (usize, u8), claim: Claim },
    Renew { of: (usize, u8), renewal: Renewal },
    Release { release: Release },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Answer {
    Claimed { of: (usize, u8), claim: Claim },
    Renewed { of: (usize, u8), renewal: Renewal },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Action {
    Read(usize),
    Claim(usize, i64),
    Renew(usize, i64),
    Release(usize),
    Mint(usize, i64),
    Crash(usize),
    Lose,
    Arrive(Request),
    Return(Answer),
}

fn terms() -> LeaseTerms {
    LeaseTerms { term: Duration::from_millis(2), ..LeaseTerms::default() }
}

impl World {
    /// The store.
    fn arrive(&self, state: &mut State, request: Request) {
        let before = state.row;
        match request {
            Request::Claim { of, claim } => {
                let same = match self.compare {
                    Compare::TokenAndUntil => state.row == claim.expected,
                    Compare::TokenAlone => {
                        state.row.map(|row| row.token) == claim.expected.map(|row| row.token)
                    }
                };
                if same {
                    state.row = Some(claim.row);
                    state.answers.insert(Answer::Claimed { of, claim });
                }
            }
            Request::Renew { of, renewal } => {
                if let Some(row) = &mut state.row
                    && row.token == renewal.token
                {
                    row.until = row.until.max(renewal.until);
                    state.answers.insert(Answer::Renewed { of, renewal });
                }
            }
            Request::Release { release } => {
                if let Some(row) = &mut state.row
                    && row.token == release.token
                {
                    row.until = release.until;
                }
            }
        }
        if state.row != before {
            state.before = before;
        }
    }

    /// A process that hears from the store.
    fn hear(state: &mut State, answer: Answer) {
        let (Answer::Claimed { of, .. } | Answer::Renewed { of, .. }) = answer;
        let process = &mut state.processes[of.0];
        if process.life != of.1 {
            return;
        }
        match (answer, &mut process.grant) {
            (Answer::Claimed { claim, .. }, None) => {
                let grant = claim.grant();
                process.next = process.next.max(grant.from);
                process.grant = Some(grant);
            }
            (Answer::Renewed { renewal, .. }, Some(grant)) => grant.extend(&renewal),
            _ => {}
        }
    }
}

impl Model for World {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<State> {
        vec![State {
            row: None,
            before: None,
            losses: 0,
            processes: vec![Process::default(); self.processes],
            requests: BTreeSet::new(),
            answers: BTreeSet::new(),
            crashes: 0,
            minted: 0,
            twice: false,
        }]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        for (at, process) in state.processes.iter().enumerate() {
            match (process.grant, process.read) {
                (Some(grant), _) => {
                    let stamps = process.next.max(0)..grant.until.min(self.latest + 1);
                    actions.extend(stamps.map(|stamp| Action::Mint(at, stamp)));
                    actions.extend((0..=self.latest).map(|now| Action::Renew(at, now)));
                    actions.push(Action::Release(at));
                }
                (None, None) => actions.push(Action::Read(at)),
                (None, Some(_)) => {
                    actions.extend((0..=self.latest).map(|now| Action::Claim(at, now)));
                }
            }
            if state.crashes < self.crashes {
                actions.push(Action::Crash(at));
            }
        }
        if state.losses < self.losses {
            actions.push(Action::Lose);
        }
        actions.extend(state.requests.iter().copied().map(Action::Arrive));
        actions.extend(state.answers.iter().copied().map(Action::Return));
    }

    fn next_state(&self, before: &State, action: Action) -> Option<State> {
        let mut state = before.clone();
        match action {
            Action::Read(at) => state.processes[at].read = Some(Seen(state.row)),
            Action::Claim(at, now) => {
                // No two claims have it, since each request for one stays.
                let random = state.claims();
                let process = &mut state.processes[at];
                let Seen(row) = process.read.take()?;
                let mut claim = claim(NODE, row, now, &terms(), random).ok()?;
                if self.tokens == Tokens::Count {
                    claim.row.token = row.map_or(1, |row| row.token + 1);
                }
                state.requests.insert(Request::Claim { of: (at, process.life), claim });
            }
            Action::Renew(at, now) => {
                let process = &state.processes[at];
                let renewal = terms().renewal(&process.grant?, now);
                state.requests.insert(Request::Renew { of: (at, process.life), renewal });
            }
            Action::Release(at) => {
                // It stops, and begins anew with the next claim.
                let process = &mut state.processes[at];
                let release = process.grant?.release(process.next);
                *process = Process { life: process.life + 1, ..Process::default() };
                state.requests.insert(Request::Release { release });
            }
            Action::Mint(at, stamp) => {
                let process = &mut state.processes[at];
                assert!(process.grant?.allows(stamp));
                process.next = stamp + 1;
                state.twice |= state.minted & (1 << stamp) != 0;
                state.minted |= 1 << stamp;
            }
            Action::Crash(at) => {
                let process = &mut state.processes[at];
                *process = Process { life: process.life + 1, ..Process::default() };
                state.crashes += 1;
            }
            Action::Lose => {
                state.row = state.before;
                state.losses += 1;
            }
            Action::Arrive(request) => self.arrive(&mut state, request),
            Action::Return(answer) => Self::hear(&mut state, answer),
        }
        (state != *before).then_some(state)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always("no timestamp is minted twice", |world: &World, state: &State| {
                world.losses > 0 || !state.twice
            }),
            // So a process whose claim is lost finds another token at its next renewal.
            Property::always("no two processes renew one token", |_, state: &State| {
                let grants = state.processes.iter().filter_map(|process| process.grant);
                let tokens: Vec<_> = grants.map(|grant| grant.token).collect();
                tokens.iter().collect::<BTreeSet<_>>().len() == tokens.len()
            }),
            // Otherwise the first one would say nothing.
            Property::sometimes("two holders mint", |world: &World, state: &State| {
                let is_claimed = |answer: &&Answer| matches!(answer, Answer::Claimed { .. });
                let claimed = state.answers.iter().filter(is_claimed).count() as u64;
                claimed == world.claims && state.minted.count_ones() >= 2
            }),
            Property::sometimes("a renewal extends a grant", |_, state: &State| {
                state.processes.iter().filter_map(|process| process.grant).any(|grant| {
                    let renewed = |request: &Request| {
                        matches!(request, Request::Renew { renewal, .. }
                            if renewal.token == grant.token && renewal.until == grant.until)
                    };
                    state.requests.iter().any(renewed)
                })
            }),
        ]
    }

    fn within_boundary(&self, state: &State) -> bool {
        state.requests.len() <= self.messages && state.claims() <= self.claims
    }
}

impl State {
    /// How many claims were sent.
    fn claims(&self) -> u64 {
        let is_claim = |request: &&Request| matches!(request, Request::Claim { .. });
        self.requests.iter().filter(is_claim).count() as u64
    }
}

/// Small in a build without optimisation; `cargo xtask test` runs both.
fn world(compare: Compare) -> World {
    let (latest, messages) = if cfg!(debug_assertions) { (2, 3) } else { (3, 4) };
    let (losses, tokens) = (0, Tokens::Differ);
    World { processes: 2, latest, claims: 2, messages, crashes: 1, losses, compare, tokens }
}

#[test]
fn no_timestamp_is_minted_twice() {
    let checker = world(Compare::TokenAndUntil).checker().threads(2).spawn_dfs().join();
    println!("{} states", checker.unique_state_count());
    checker.assert_properties();
}

#[test]
fn comparing_the_token_alone_is_found_out() {
    let checker = world(Compare::TokenAlone).checker().threads(2).spawn_bfs().join();
    let path = checker.assert_any_discovery("no timestamp is minted twice");
    println!("{path}");
}

fn forgetful(tokens: Tokens) -> World {
    World { losses: 1, crashes: 0, tokens, ..world(Compare::TokenAndUntil) }
}

/// Timestamps may be minted twice then, until the next renewal.
#[test]
fn a_claim_that_the_store_has_lost_is_noticed() {
    let checker = forgetful(Tokens::Differ).checker().threads(2).spawn_dfs().join();
    println!("{} states", checker.unique_state_count());
    checker.assert_properties();
}

#[test]
fn tokens_that_count_are_found_out() {
    let checker = forgetful(Tokens::Count).checker().threads(2).spawn_bfs().join();
    let path = checker.assert_any_discovery("no two processes renew one token");
    println!("{path}");
}
