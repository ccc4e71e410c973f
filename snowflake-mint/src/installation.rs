//! A node that is installed, with the generator of each layout.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use snowflake_kit_core::{Layout, Limits};

use crate::clock::Clock;
use crate::error::MintError;
use crate::fork;
use crate::generator::Generator;
use crate::node::{Node, NodeError};
use crate::permit::Permit;
use crate::process::Owner;
use crate::settings::Settings;
use crate::unclaimed::Unclaimed;

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
    generators: Vec<Arc<Generator<C>>>,
}

enum Installed {
    Node(Settings),
    Unclaimed(Unclaimed),
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
    pub(crate) fn install_unclaimed(&self, unclaimed: Unclaimed) -> Result<(), NodeError> {
        self.begin(Node::UNCLAIMED)?.installed = Some(Installed::Unclaimed(unclaimed));
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

    /// The lease that this process has not claimed yet.
    pub(crate) fn unclaimed(&self) -> Option<Unclaimed> {
        self.ask(|state| state.unclaimed().cloned())
    }

    /// Those of a generator that begins now.
    pub(crate) fn limits(&self) -> Limits {
        let limits = self.ask(|state| match state.installed.as_ref()? {
            Installed::Node(settings) => settings.limits,
            Installed::Unclaimed(unclaimed) => Some(unclaimed.limits()),
        });
        limits.unwrap_or_default()
    }

    /// Mints by the lease that was claimed, if it is still installed.
    pub(crate) fn claimed(&self, unclaimed: &Unclaimed, settings: Settings) {
        let mut state = self.lock();
        if state.unclaimed() == Some(unclaimed) {
            state.set(settings);
        }
    }

    /// The lease will not be claimed any more.
    pub(crate) fn withdraw(&self, unclaimed: &Unclaimed) {
        if fork::is_forked() {
            return;
        }
        let mut state = self.lock();
        if state.unclaimed() == Some(unclaimed) {
            state.installed = None;
        }
    }

    /// Replaces the lease of `old`, if it is installed.
    pub(crate) fn replace(&self, old: &Permit, new: Settings) {
        let mut state = self.lock();
        if let Some(Installed::Node(settings)) = &state.installed
            && settings.permit.as_ref() == Some(old)
        {
            state.set(new);
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
        if let Some(known) = state.generators.iter().find(|known| known.is_for(&layout, owner)) {
            return Ok(Arc::clone(known));
        }
        let settings = match &state.installed {
            Some(Installed::Node(settings)) => settings,
            Some(Installed::Unclaimed(unclaimed)) => return Err(unclaimed.claim()),
            None => return Err(MintError::NotInstalled),
        };
        let generator = Generator::owned_by(layout, settings, self.clock.clone(), owner)?;
        let generator = Arc::new(generator);
        state.generators.push(Arc::clone(&generator));
        Ok(generator)
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
        match self.unclaimed() {
            Some(_) => Some(Node::UNCLAIMED),
            None => Some(self.own()?.node),
        }
    }

    fn own(&self) -> Option<&Settings> {
        match &self.installed {
            Some(Installed::Node(settings)) if !settings.is_released() => Some(settings),
            _ => None,
        }
    }

    fn unclaimed(&self) -> Option<&Unclaimed> {
        match &self.installed {
            Some(Installed::Unclaimed(unclaimed)) => Some(unclaimed),
            _ => None,
        }
    }

    fn set(&mut self, mut settings: Settings) {
        settings.limits.get_or_insert_default();
        for generator in &self.generators {
            generator.follow(settings.clone());
        }
        self.installed = Some(Installed::Node(settings));
    }
}
