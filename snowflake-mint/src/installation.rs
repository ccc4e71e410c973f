//! A node that is installed, with the generator of each layout.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use snowflake_kit_core::{Layout, Limits};

use crate::bell::{Bell, Ring};
use crate::clock::Clock;
use crate::error::MintError;
use crate::fork;
use crate::generator::Generator;
use crate::node::{Node, NodeError};
use crate::permit::Permit;
use crate::process::Owner;
use crate::settings::Settings;

/// What a process or a scope of a test mints with, and its generators.
///
/// In a fork, and before anything was installed, nothing waits for the lock: see `fork.rs`.
pub(crate) struct Installation<C> {
    clock: C,
    state: Mutex<State<C>>,
}

struct State<C> {
    installed: Option<Installed>,
    /// One for each layout, and for each type with its own. There are only a few.
    generators: Vec<Known<C>>,
}

struct Known<C> {
    generator: Arc<Generator<C>>,
    /// Whether it could not be changed to what is installed, as to a node that does not fit its
    /// layout. Then it is left under a lease that was given back or lost, and mints to the end of
    /// that at most.
    is_behind: bool,
}

enum Installed {
    Node(Settings),
    /// A lease that the first mint claims. It has no node, so there may be no generator yet: a mint
    /// that finds it rings for its keeper, and may wait.
    Unclaimed {
        bell: Arc<Bell>,
        limits: Limits,
        /// When and why the last claim failed.
        failure: Option<(Instant, Arc<str>)>,
    },
}

impl<C: Clock + Clone> Installation<C> {
    pub(crate) const fn new(clock: C) -> Self {
        Self { clock, state: Mutex::new(State { installed: None, generators: Vec::new() }) }
    }

    /// What a scope begins with.
    #[cfg(feature = "test-util")]
    pub(crate) fn of(clock: C, settings: Settings) -> Self {
        let installation = Self::new(clock);
        // In a fork it mints nothing.
        let _ = fork::watch();
        installation.lock().set(settings);
        installation
    }

    #[cfg(feature = "test-util")]
    pub(crate) const fn clock(&self) -> &C {
        &self.clock
    }

    pub(crate) fn install(&self, settings: Settings) -> Result<(), NodeError> {
        let mut state = self.begin(settings.node)?;
        settings.check_layouts()?;
        state.set(settings);
        Ok(())
    }

    /// Installs a lease that the first mint claims.
    pub(crate) fn install_unclaimed(
        &self,
        bell: Arc<Bell>,
        limits: Limits,
    ) -> Result<(), NodeError> {
        let unclaimed = Installed::Unclaimed { bell, limits, failure: None };
        self.begin(Node::UNCLAIMED)?.installed = Some(unclaimed);
        Ok(())
    }

    /// The state, if nothing is installed.
    fn begin(&self, refused: Node) -> Result<MutexGuard<'_, State<C>>, NodeError> {
        if !fork::watch() {
            return Err(NodeError::Forked);
        }
        let state = self.lock();
        match state.node() {
            Some(installed) => Err(NodeError::AlreadyInstalled { installed, refused }),
            None => Ok(state),
        }
    }

    /// The node that this process installed and has not given back.
    pub(crate) fn node(&self) -> Option<Node> {
        self.ask(State::node)
    }

    pub(crate) fn permit(&self) -> Option<Permit> {
        self.ask(|state| state.own()?.permit.clone())
    }

    /// Those of a generator that begins now.
    pub(crate) fn limits(&self) -> Limits {
        let limits = self.ask(|state| match state.installed.as_ref()? {
            Installed::Node(settings) => settings.limits,
            Installed::Unclaimed { limits, .. } => Some(*limits),
        });
        limits.unwrap_or_default()
    }

    /// Mints by what the keeper with this bell has claimed or renewed, if its lease is still
    /// installed.
    pub(crate) fn claimed(&self, bell: &Arc<Bell>, settings: Settings) {
        let mut state = self.lock();
        if state.installed.as_ref().is_some_and(|installed| installed.is_kept_by(bell)) {
            state.set(settings);
        }
    }

    /// A claim has failed, and another mint may start the next one.
    pub(crate) fn failed(&self, bell: &Arc<Bell>, error: &str) {
        // Under the lock, as in `settings`: a claim that runs has not failed yet.
        if let Some(Installed::Unclaimed { bell: known, failure, .. }) = &mut self.lock().installed
            && Arc::ptr_eq(known, bell)
        {
            *failure = Some((Instant::now(), error.into()));
            bell.answer(Ring::Expired);
        }
    }

    /// The error of a claim that has failed since then.
    pub(crate) fn failed_since(&self, since: Instant) -> Option<MintError> {
        self.ask(|state| match &state.installed {
            Some(Installed::Unclaimed { failure: Some((at, error)), .. }) if *at >= since => {
                Some(MintError::NotClaimed { error: Some(Arc::clone(error)) })
            }
            _ => None,
        })
    }

    /// The lease will not be claimed any more.
    pub(crate) fn withdraw(&self, bell: &Arc<Bell>) {
        if fork::is_forked() {
            return;
        }
        let installed = &mut self.lock().installed;
        if let Some(Installed::Unclaimed { bell: known, .. }) = installed
            && Arc::ptr_eq(known, bell)
        {
            *installed = None;
        }
    }

    pub(crate) fn generator(
        &self,
        layout: Layout,
        owner: Owner,
    ) -> Result<Arc<Generator<C>>, MintError> {
        if fork::is_forked() {
            return Err(MintError::Forked);
        }
        if !fork::has_begun() {
            return Err(MintError::NotInstalled);
        }
        let mut state = self.lock();
        let mut known = state.generators.iter().map(|known| &known.generator);
        if let Some(known) = known.find(|known| known.is_for(&layout, owner)) {
            return Ok(Arc::clone(known));
        }
        let settings = state.installed.as_ref().ok_or(MintError::NotInstalled)?.settings()?;
        let generator = Generator::owned_by(layout, settings, self.clock.clone(), owner)?;
        let generator = Arc::new(generator);
        state.generators.push(Known { generator: Arc::clone(&generator), is_behind: false });
        Ok(generator)
    }

    /// Changes a generator that is behind to what is installed. If that is a lease to be claimed,
    /// starts the claim.
    pub(crate) fn catch_up(&self, generator: &Generator<C>) -> Result<(), MintError> {
        // The generator itself says that it is in a fork.
        if fork::is_forked() {
            return Ok(());
        }
        let State { installed, generators } = &mut *self.lock();
        let Some(installed) = installed else { return Ok(()) };
        let settings = installed.settings()?;
        let mut behind = generators.iter_mut().filter(|known| known.is_behind);
        match behind.find(|known| std::ptr::eq(&raw const *known.generator, generator)) {
            Some(known) => known.follow(settings),
            None => Ok(()),
        }
    }

    /// Asks what may have been installed.
    fn ask<R>(&self, ask: impl FnOnce(&State<C>) -> Option<R>) -> Option<R> {
        if fork::has_begun() { ask(&self.lock()) } else { None }
    }

    fn lock(&self) -> MutexGuard<'_, State<C>> {
        // Every change is a single assignment, so the value is consistent after a panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<C: Clock> State<C> {
    fn node(&self) -> Option<Node> {
        match &self.installed {
            Some(Installed::Unclaimed { .. }) => Some(Node::UNCLAIMED),
            _ => Some(self.own()?.node),
        }
    }

    fn own(&self) -> Option<&Settings> {
        match &self.installed {
            Some(Installed::Node(settings)) if !settings.is_released() => Some(settings),
            _ => None,
        }
    }

    fn set(&mut self, mut settings: Settings) {
        settings.limits.get_or_insert_default();
        let is_new = !matches!(&self.installed, Some(Installed::Node(known)) if *known == settings);
        for known in self.generators.iter_mut().filter(|known| is_new || known.is_behind) {
            // Else it is behind, and a mint gets the error.
            let _ = known.follow(&settings);
        }
        self.installed = Some(Installed::Node(settings));
    }
}

impl<C: Clock> Known<C> {
    fn follow(&mut self, settings: &Settings) -> Result<(), MintError> {
        let changed = self.generator.change_node(settings.clone());
        self.is_behind = changed.is_err();
        changed
    }
}

impl Installed {
    /// What to mint with. If it is a lease to be claimed, starts the claim, unless it runs.
    fn settings(&self) -> Result<&Settings, MintError> {
        match self {
            Self::Node(settings) => Ok(settings),
            Self::Unclaimed { bell, failure, .. } => {
                bell.ring(Ring::Expired);
                let error = failure.as_ref().map(|(_, error)| Arc::clone(error));
                Err(MintError::NotClaimed { error })
            }
        }
    }

    fn is_kept_by(&self, bell: &Arc<Bell>) -> bool {
        match self {
            Self::Node(settings) => settings.permit.as_ref().is_some_and(|it| it.is_kept_by(bell)),
            Self::Unclaimed { bell: known, .. } => Arc::ptr_eq(known, bell),
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::clock::ManualClock;

    #[test]
    fn the_text_of_a_failure_is_kept_until_the_next_one() {
        let (installation, bell) = (Installation::new(ManualClock::at(0)), Arc::default());
        installation.install_unclaimed(Arc::clone(&bell), Limits::new()).unwrap();
        let text = || match installation.generator(Layout::DEFAULT, Owner::SHARED) {
            Err(MintError::NotClaimed { error }) => error,
            other => panic!("{other:?}"),
        };
        assert_eq!(text(), None);
        let before = Instant::now();
        assert_eq!(installation.failed_since(before), None);
        installation.failed(&bell, "no answer");
        let first = text().unwrap();
        assert_eq!(&*first, "no answer");
        assert!(installation.failed_since(before).is_some());
        let kept = Arc::downgrade(&first);
        drop(first);
        assert!(kept.upgrade().is_some());
        installation.failed(&bell, "no answer, a second later");
        assert!(kept.upgrade().is_none());
        assert_eq!(text().as_deref(), Some("no answer, a second later"));
        // That of another keeper says nothing about this one.
        installation.failed(&Arc::default(), "no route");
        assert_eq!(text().as_deref(), Some("no answer, a second later"));
    }
}
