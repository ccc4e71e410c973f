//! A node that is installed, with the generator of each layout.

use std::sync::Arc;

use snowflake_kit_core::Layout;

use crate::clock::Clock;
use crate::error::MintError;
use crate::fork;
use crate::generator::Generator;
use crate::node::NodeError;
use crate::process::{self, Space};
use crate::settings::{Means, Settings};

/// The node that a process or a scope of a test has, with its generators.
pub(crate) struct Installation<C> {
    clock: C,
    settings: Option<Settings>,
    /// The process generation in which it was installed.
    generation: u32,
    /// One for each layout, and for each type with its own. There are only a few.
    generators: Vec<Arc<Generator<C>>>,
}

impl<C: Clock + Clone> Installation<C> {
    pub(crate) const fn new(clock: C) -> Self {
        Self { clock, settings: None, generation: 0, generators: Vec::new() }
    }

    /// What a scope begins with. Its number is of this scope, and not of the process.
    #[cfg(feature = "test-util")]
    pub(crate) fn of(clock: C, settings: Settings) -> Self {
        let (settings, generation) = (Some(settings), fork::generation());
        Self { settings, generation, ..Self::new(clock) }
    }

    /// What a forked child begins with. In reality its generators are copies of the parent's. A
    /// simulation in one memory cannot copy them, so there are none.
    #[cfg(feature = "test-util")]
    pub(crate) fn forked(&self) -> Self {
        let (settings, generation) = (self.settings.clone(), self.generation);
        Self { settings, generation, ..Self::new(self.clock.clone()) }
    }

    pub(crate) fn install(&mut self, settings: Settings) -> Result<(), NodeError> {
        let node = settings.node;
        if let Some(installed) = self.own() {
            return Err(NodeError::AlreadyInstalled { installed: installed.node, refused: node });
        }
        // No other process has the same grant, whatever its node number is.
        let is_fixed = settings.means == Means::Number;
        if is_fixed && process::current(|process| process.numbers.has_an_ancestors(node, 32)) {
            return Err(NodeError::Inherited { node });
        }
        self.set(settings);
        Ok(())
    }

    /// What this process itself installed and has not given back.
    pub(crate) fn own(&self) -> Option<&Settings> {
        // In this order, because in a forked child a missing thread may hold a lock of the
        // permit.
        let settings = self.settings.as_ref().filter(|_| self.generation == fork::generation());
        settings.filter(|settings| !settings.is_released())
    }

    /// Replaces the lease of `old`, claimed or not, if it is installed.
    pub(crate) fn replace(&mut self, old: &Settings, new: Settings) {
        if let (Means::Promise(promise), Means::Lease(permit)) = (&old.means, &new.means) {
            promise.keep(permit);
        }
        if self.settings.as_ref().is_some_and(|settings| settings.means == old.means) {
            self.set(new);
        }
    }

    fn set(&mut self, mut settings: Settings) {
        settings.limits.get_or_insert_default();
        // Needed even if nothing is minted, because this process may fork.
        process::current(|process| process.numbers.note(settings.node));
        for generator in &self.generators {
            generator.follow(settings.clone());
        }
        self.settings = Some(settings);
        self.generation = fork::generation();
    }

    fn settings_for(&self, layout: &Layout) -> Result<&Settings, MintError> {
        let settings = self.settings.as_ref().ok_or(MintError::NotInstalled)?;
        if self.generation != fork::generation() {
            let node = settings.number_in(layout);
            return Err(node.map_or(MintError::NotInstalled, |node| MintError::Forked { node }));
        }
        Ok(settings)
    }

    pub(crate) fn generator(
        &mut self,
        layout: Layout,
        space: Space,
    ) -> Result<Arc<Generator<C>>, MintError> {
        if let Some(known) = self.generators.iter().find(|known| known.is_for(&layout, space)) {
            return Ok(Arc::clone(known));
        }
        let settings = self.settings_for(&layout)?;
        let generator = Generator::in_space(layout, settings, self.clock.clone(), space)?;
        let generator = Arc::new(generator);
        self.generators.push(Arc::clone(&generator));
        Ok(generator)
    }
}
