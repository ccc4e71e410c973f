//! A process: a keeper and generators as programs have them.

use std::cell::OnceCell;
use std::sync::{Arc, Mutex};
use std::task::{Poll, Waker};
use std::time::Duration;

use snowflake_kit_core::{Limits, Snowflake};
use snowflake_kit_lease::{
    AsyncStore as _, Change, ClaimError, Grant, Keeper, Kept, LeaseBuilder, LeaseError, Permit,
    Renewal, StoreError, StoreErrorKind,
};
use snowflake_kit_mint::{Generator, Minter};

use crate::clock::LifeClock;
use crate::ledger::{LAYOUTS, unix_millis};
use crate::life_generator::LifeGenerator;
use crate::network::{Remote, SPACES, Sender, World};
use crate::random::Random;
use crate::store::Mutant;
use crate::time::alongside;

/// The settings of a process, the same in all its lives.
#[derive(Clone, Debug)]
pub(crate) struct ProcessSettings {
    pub(crate) space: usize,
    pub(crate) term: Duration,
    pub(crate) max_skew: Duration,
    pub(crate) max_node: u32,
    pub(crate) preferred: Option<u32>,
    pub(crate) limits: Limits,
    /// Whether rounds that take too long are dropped, as a task does it; else
    /// the store gives up waiting, as a thread needs it.
    pub(crate) is_task: bool,
}

impl ProcessSettings {
    /// How long an answer is waited for.
    fn patience(&self) -> Duration {
        self.term / 3
    }
}

/// From the start of a process to its end.
pub(crate) struct Life {
    pub(crate) world: World,
    pub(crate) settings: ProcessSettings,
    pub(crate) sender: Sender,
    pub(crate) clock: LifeClock,
    pub(crate) stop: Arc<Stop>,
    pub(crate) random: Random,
}

/// Asks a process to end.
#[derive(Default)]
pub(crate) struct Stop(Mutex<(bool, Option<Waker>)>);

impl Stop {
    pub(crate) fn ask(&self) {
        let mut state = self.0.lock().unwrap();
        state.0 = true;
        if let Some(waker) = state.1.take() {
            waker.wake();
        }
    }

    async fn asked(&self) {
        std::future::poll_fn(|context| {
            let mut state = self.0.lock().unwrap();
            state.1 = Some(context.waker().clone());
            if state.0 { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
    }
}

type Generators = Vec<(usize, Generator<LifeClock>)>;

impl Life {
    pub(crate) async fn live(mut self) {
        let (keeping, minting) = (self.random.fork(), self.random.fork());
        let generators = OnceCell::new();
        let life = &self;
        alongside(life.keep(&generators, keeping), life.mint(&generators, minting)).await;
    }

    /// What the thread or the task of a lease does.
    async fn keep(&self, generators: &OnceCell<Generators>, mut random: Random) {
        let ProcessSettings { space, term, max_skew, max_node, .. } = self.settings;
        let patience = (!self.settings.is_task).then_some(self.settings.patience());
        let mut builder = LeaseBuilder::new(Remote::new(&self.world, self.sender, patience))
            .space(SPACES[space])
            .term(term)
            .max_skew(match self.world.mutant {
                Some(Mutant::AnySkew) => Duration::MAX,
                _ => max_skew,
            })
            .nodes(..=max_node)
            .limits(self.settings.limits)
            .seed(random.next());
        if let Some(node) = self.settings.preferred {
            builder = builder.preferred_node(node);
        }
        let mut keeper = builder.keeper(self.clock.clone()).unwrap();
        let mut held: Option<Permit> = None;
        // Where it is another one than the keeper's.
        let mut used: Option<Permit> = None;
        loop {
            match self.round(&mut keeper).await {
                Ok(Kept::Renewed) => {}
                Ok(Kept::Changed(permit)) => {
                    self.world.state().report.losses += u64::from(held.is_some());
                    used = self.wrong(&permit);
                    let used = used.as_ref().unwrap_or(&permit);
                    self.change(generators, used, &mut random);
                    held = Some(permit);
                }
                Err(error) => self.world.state().report.count(failure(&error), true),
            }
            if let (Some(used), Some(held)) = (&used, &held) {
                used.extend(&self.wrong_end(held));
            }
            let wait = keeper.wait();
            if self.world.time.timeout(wait, self.stop.asked()).await.is_some() {
                break;
            }
        }
        if let Some(permit) = held.filter(|_| self.world.mutant == Some(Mutant::EarlyRelease)) {
            self.release_early(&permit, generators, &mut random).await;
        }
        // Minting is still tried, and comes to nothing.
        let (time, patience) = (&self.world.time, self.settings.patience());
        if let Some(used) = used {
            let mut store = Remote::new(&self.world, self.sender, Some(patience));
            let _ = store.change(SPACES[space], &Change::Release(used.close())).await;
        } else {
            let _ = time.timeout(patience, keeper.release()).await;
        }
        self.world.time.sleep(random.duration(MILLI..self.settings.term / 4)).await;
    }

    async fn round(&self, keeper: &mut Keeper<Remote, LifeClock>) -> Result<Kept, ClaimError> {
        if !self.settings.is_task {
            return keeper.round().await;
        }
        let limit = self.settings.patience();
        let round = self.world.time.timeout(limit, keeper.round()).await;
        round.unwrap_or_else(|| Err(StoreError::timed_out(limit).into()))
    }

    /// Mints by this permit from now on.
    fn change(&self, generators: &OnceCell<Generators>, permit: &Permit, random: &mut Random) {
        let limits = self.settings.limits.seed(random.next());
        let settings = permit.clone().with_limits(limits);
        if let Some(generators) = generators.get() {
            for (_, generator) in generators {
                generator.change_node(settings.clone()).unwrap();
            }
            return;
        }
        // Two of a layout share their state.
        let all = [0, 1, 2, 0].map(|layout| {
            let clock = self.clock.clone();
            let generator = Generator::with_clock(LAYOUTS[layout], settings.clone(), clock);
            (layout, generator.unwrap())
        });
        generators.set(all.into()).unwrap_or_else(|_| unreachable!("none were there"));
    }

    /// What a wrong holder mints by in place of its permit.
    fn wrong(&self, permit: &Permit) -> Option<Permit> {
        let grant = match self.world.mutant? {
            Mutant::IgnoredStart => Grant { from: i64::MIN, ..permit.grant() },
            Mutant::IgnoredEnd => permit.grant(),
            _ => return None,
        };
        Some(Permit::new(grant))
    }

    /// How far a wrong holder takes the store's renewal to reach.
    fn wrong_end(&self, held: &Permit) -> Renewal {
        let Grant { node, token, until, .. } = held.grant();
        let beyond = match self.world.mutant {
            Some(Mutant::IgnoredEnd) => self.settings.term.as_millis() as i64 / 2,
            _ => 0,
        };
        Renewal { node, token, until: until + beyond }
    }

    /// Gives the node back from the first unused timestamp on, and goes on
    /// minting.
    async fn release_early(
        &self,
        permit: &Permit,
        generators: &OnceCell<Generators>,
        random: &mut Random,
    ) {
        // What `close` would say.
        let mut unused = 0;
        for (layout, generator) in generators.get().into_iter().flatten() {
            if let Ok(id) = generator.try_mint::<Snowflake>() {
                unused = unused.max(unix_millis(&LAYOUTS[*layout], id) + 1);
            }
        }
        let mut store = Remote::new(&self.world, self.sender, Some(self.settings.patience()));
        let release = permit.grant().release(unused);
        let _ = store.change(SPACES[self.settings.space], &Change::Release(release)).await;
        self.world.time.sleep(random.duration(MILLI..self.settings.term)).await;
    }

    /// What the rest of a program does.
    async fn mint(&self, generators: &OnceCell<Generators>, mut random: Random) {
        let mut sources: Vec<LifeGenerator<'_>> = Vec::new();
        loop {
            let pause = random.duration(self.settings.term / 2_000..self.settings.term / 4);
            self.world.time.sleep(pause).await;
            let Some(generators) = generators.get() else { continue };
            if sources.is_empty() {
                let all = generators.iter();
                sources = all.map(|(layout, of)| LifeGenerator::new(self, *layout, of)).collect();
            }
            let index = random.below(sources.len());
            sources[index].mint(&mut random);
        }
    }
}

const MILLI: Duration = Duration::from_millis(1);

/// The kind of a round that failed.
fn failure(error: &ClaimError) -> &'static str {
    match error {
        ClaimError::Full { .. } => "no node was free",
        ClaimError::Contended { .. } => "others were quicker",
        ClaimError::Lease(LeaseError::Skew { .. }) => "the clocks were too far apart",
        ClaimError::Clock(_) => "the clock could not be read",
        ClaimError::Store(error) if error.kind() != StoreErrorKind::Failed => {
            "a round took too long"
        }
        ClaimError::Store(_) => "the store did not answer",
        _ => "another failure",
    }
}
