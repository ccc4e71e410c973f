//! Claims and keeps a lease.

use core::time::Duration;
use std::sync::Arc;

use snowflake_kit_core::__private::Random;
use snowflake_kit_core::Limits;
use snowflake_kit_mint::__private::{Bell, Ring, fork, observe};
use snowflake_kit_mint::{Clock, Settings};

use super::choice::Look;
use super::plan::LeasePlan;
use crate::error::ClaimError;
use crate::protocol::is_forgotten;
use crate::store::{AsyncStore, Change, StoreErrorKind};
use snowflake_kit_mint::Permit;

/// How many lost attempts a claim makes. With 1,000 processes at once, about ten are enough.
const CLAIMS: u32 = 100;

/// How many of them choose among the rows of one read. A claim of a row that has changed since is
/// lost, and that is all: in a large fleet that starts at once, this saves more than it costs.
const CLAIMS_OF_A_READ: u32 = 4;

/// The first wait after a failure. It doubles up to the time between renewals.
const RETRY: Duration = Duration::from_millis(100);

/// Claims a lease, renews it, claims another node if its own was taken, and gives it back.
///
/// [`LeaseBuilder`](crate::LeaseBuilder) runs a keeper in a thread of its own. Use this type
/// directly for a task of your runtime, or without a thread:
///
/// - Call [`round`](Self::round), and again after each [`wait`](Self::wait). The keeper has no
///   thread and no timer.
/// - Drop a round that takes too long; a third of the term is a good limit.
///
/// ```
/// use snowflake_kit_lease::{AsyncStore, Kept, LeaseBuilder};
/// use snowflake_kit_core::Layout;
/// use snowflake_kit_mint::{Generator, SystemClock};
///
/// # async fn example(store: impl AsyncStore) -> Result<(), Box<dyn std::error::Error>> {
/// let mut keeper = LeaseBuilder::new(store).space("shop").keeper(SystemClock::new())?;
/// let Kept::Changed(permit) = keeper.round().await? else { unreachable!("the first one") };
/// let generator = Generator::new(Layout::DEFAULT, permit)?;
///
/// // … and repeatedly, after `keeper.wait()`:
/// if let Kept::Changed(permit) = keeper.round().await? {
///     generator.change_node(permit)?;
/// }
/// keeper.release().await?;
/// # Ok(())
/// # }
/// # let folder = std::env::temp_dir().join(format!("leases-kept-by-{}", std::process::id()));
/// # std::fs::create_dir(&folder)?;
/// # let file = folder.join("leases");
/// # let store = snowflake_kit_lease::__private::Blocking(snowflake_kit_lease::FileStore::new(&file));
/// # let mut context = std::task::Context::from_waker(std::task::Waker::noop());
/// # let std::task::Poll::Ready(result) = std::pin::pin!(example(store)).poll(&mut context) else { panic!() };
/// # result?;
/// # std::fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Keeper<S, C> {
    store: S,
    clock: C,
    plan: LeasePlan,
    random: Random,
    bell: Arc<Bell>,
    permit: Option<Permit>,
    taken: bool,
    failures: u32,
}

/// The result of a round.
#[derive(Clone, Debug)]
pub enum Kept {
    /// The lease was renewed.
    Renewed,
    /// A node was claimed: mint under this permit from now on. What the last permit still allows
    /// may be minted meanwhile.
    Changed(Permit),
}

impl<S: AsyncStore, C: Clock> Keeper<S, C> {
    pub(super) fn new(store: S, clock: C, plan: LeasePlan) -> Result<Self, ClaimError> {
        if fork::is_forked() {
            return Err(ClaimError::Forked);
        }
        let random = Random::new(plan.seed.unwrap_or_else(snowflake_kit_core::__private::seed));
        let (bell, permit, taken, failures) = (Arc::default(), None, false, 0);
        Ok(Self { store, clock, plan, random, bell, permit, taken, failures })
    }

    /// Renews the lease, or claims one if there is none or its node was taken.
    ///
    /// # Errors
    /// [`ClaimError`]: nothing is lost, and the next round tries again. A dropped round counts as
    /// failed. In a forked child it is [`ClaimError::Forked`], and the store is not used.
    pub async fn round(&mut self) -> Result<Kept, ClaimError> {
        if fork::is_forked() {
            return Err(ClaimError::Forked);
        }
        let round = self.renew_or_claim().await;
        round.inspect_err(|error| self.failed(error))
    }

    async fn renew_or_claim(&mut self) -> Result<Kept, ClaimError> {
        // Counts as failed until it succeeds, because the future may be dropped.
        self.failures = self.failures.saturating_add(1);
        if let Some(permit) = self.permit.clone().filter(|_| !self.taken) {
            if self.renew(&permit).await? {
                observe::renewed(&self.plan.space, &permit);
                self.succeeded();
                return Ok(Kept::Renewed);
            }
            self.taken = true;
            self.lost(&permit).await;
        }
        let permit = self.claim().await?;
        let lost = self.permit.replace(permit.clone());
        let LeasePlan { space, holder, .. } = &self.plan;
        observe::claimed(space, holder, &permit, lost.as_ref());
        self.taken = false;
        self.succeeded();
        Ok(Kept::Changed(permit))
    }

    /// How long to wait until the next round.
    pub fn wait(&mut self) -> Duration {
        let wait = match self.failures {
            0 => self.plan.renewal,
            failures => RETRY.saturating_mul(1 << (failures - 1).min(16)).min(self.plan.renewal),
        };
        // Up to a tenth less, so that processes that started together spread out.
        let tenth = wait.as_millis() as u64 / 10;
        wait.saturating_sub(Duration::from_millis(self.random.below(tenth + 1)))
    }

    /// Whether the last round failed.
    pub const fn has_failed(&self) -> bool {
        self.failures > 0
    }

    /// Stops minting and gives the node back, so that another process can have it at once. In a
    /// forked child it does nothing.
    ///
    /// # Errors
    /// [`ClaimError`] if the store cannot be reached. Minting has stopped, and the node is free
    /// when the lease ends. [`ClaimError::Forgotten`] if the store has lost the claim.
    pub async fn release(mut self) -> Result<(), ClaimError> {
        if fork::is_forked() {
            return Ok(());
        }
        let Some(permit) = self.permit.take() else {
            return Ok(());
        };
        let (release, space) = (permit.close(), &self.plan.space);
        observe::ended(space, &permit);
        if self.taken {
            return Ok(());
        }
        // If there is no such row, another process took the node meanwhile.
        let released = self.store.change(space, &Change::Release(release)).await;
        let released = released.map_err(ClaimError::from);
        if let Ok(false) = released {
            return match self.lost(&permit).await {
                Some(forgotten) => Err(forgotten),
                None => Ok(()),
            };
        }
        let told = released.as_ref().map(|_| ()).map_err(|error| error as _);
        observe::released(space, &permit, told);
        released.map(drop)
    }

    /// The row has another token. Tells operators why, and returns the error if the store has lost
    /// the claim.
    async fn lost(&mut self, permit: &Permit) -> Option<ClaimError> {
        let (space, node) = (&self.plan.space, permit.node());
        let rows = self.store.read_nodes(space, node..=node, 1).await.map(|found| found.rows);
        let row = rows.as_ref().map(|rows| rows.iter().find(|row| row.node == node));
        let has_forgotten = row.is_ok_and(|row| is_forgotten(&permit.grant(), row));
        observe::lost(space, permit, has_forgotten);
        has_forgotten.then(|| ClaimError::Forgotten { space: space.clone(), node })
    }

    fn failed(&self, error: &ClaimError) {
        let Self { plan, permit, taken, .. } = self;
        observe::failed(&plan.space, permit.as_ref(), *taken, error, self.now().ok());
    }

    /// Those of mints that start the first claim.
    pub(super) fn limits(&self) -> Limits {
        self.plan.limits.unwrap_or_default()
    }

    /// What to mint by under a permit.
    pub(super) fn settings(&self, permit: Permit) -> Settings {
        Settings::from(permit).limited(self.plan.limits).with_layouts(self.plan.layouts.clone())
    }

    pub(super) fn bell(&self) -> &Arc<Bell> {
        &self.bell
    }

    fn succeeded(&mut self) {
        self.failures = 0;
        self.bell.answer(Ring::Expired);
    }

    async fn renew(&mut self, permit: &Permit) -> Result<bool, ClaimError> {
        let now = self.now()?;
        let terms = self.plan.terms();
        let renewal = terms.renewal(&permit.grant(), now);
        let change = Change::Renew { renewal, clock: terms.clocks(now) };
        match self.store.change(&self.plan.space, &change).await {
            Ok(true) => {
                permit.extend(&renewal);
                Ok(true)
            }
            Ok(false) => Ok(false),
            Err(error) => Err(match error.kind() {
                StoreErrorKind::WrongClock { unix_millis } => terms.skew(now, unix_millis).into(),
                _ => error.into(),
            }),
        }
    }

    async fn claim(&mut self) -> Result<Permit, ClaimError> {
        let LeasePlan { space, holder, .. } = &self.plan;
        let mut look = Look::new(&self.plan);
        for first in (0..CLAIMS).step_by(CLAIMS_OF_A_READ as usize) {
            let mut looked = look.next(&mut self.store, &mut self.random).await?;
            // The claims are those of this moment, even if they are sent later.
            let now = self.now()?;
            self.plan.terms().check_clock(now, looked.unix_millis)?;
            for attempt in first..first + CLAIMS_OF_A_READ {
                let claim = match looked.claim(now, attempt, &mut self.random) {
                    Ok(claim) => claim,
                    // There are others, or may be by now.
                    Err(_) if attempt > first || !looked.is_complete() => break,
                    Err(error) => return Err(error),
                };
                if self.store.change(space, &Change::claim(&claim, holder)).await? {
                    return Ok(Permit::kept_by(Arc::clone(&self.bell), claim.grant()));
                }
                looked.lose(claim.row);
            }
        }
        Err(ClaimError::Contended { claims: CLAIMS })
    }

    /// The wall clock, without what hides a step back from generators.
    fn now(&self) -> Result<i64, ClaimError> {
        Ok(self.clock.read()?.wall_unix_millis())
    }
}
