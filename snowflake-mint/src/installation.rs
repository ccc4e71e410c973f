//! A node that is installed, with the generator of each layout.

use std::sync::Arc;

use snowflake_kit_core::{Layout, Limits};

use crate::clock::Clock;
use crate::error::MintError;
use crate::fork;
use crate::generator::Generator;
use crate::node::{Node, NodeError};
use crate::permit::Permit;
use crate::process::{self, Space};
use crate::settings::Settings;
use crate::unclaimed::Unclaimed;

/// What a process or a scope of a test mints with, and its generators.
pub(crate) struct Installation<C> {
    clock: C,
    installed: Option<Installed>,
    /// The process generation in which it was installed.
    generation: u32,
    /// One for each layout, and for each type with its own. There are only a few.
    generators: Vec<Arc<Generator<C>>>,
}

#[derive(Clone)]
enum Installed {
    Node(Settings),
    Unclaimed(Unclaimed),
}

impl<C: Clock + Clone> Installation<C> {
    pub(crate) const fn new(clock: C) -> Self {
        Self { clock, installed: None, generation: 0, generators: Vec::new() }
    }

    /// What a scope begins with. Its number is of this scope, and not of the process.
    #[cfg(feature = "test-util")]
    pub(crate) fn of(clock: C, settings: Settings) -> Self {
        let (installed, generation) = (Some(Installed::Node(settings)), fork::generation());
        Self { installed, generation, ..Self::new(clock) }
    }

    /// What a forked child begins with. In reality its generators are copies of the parent's. A
    /// simulation in one memory cannot copy them, so there are none.
    #[cfg(feature = "test-util")]
    pub(crate) fn forked(&self) -> Self {
        let (installed, generation) = (self.installed.clone(), self.generation);
        Self { installed, generation, ..Self::new(self.clock.clone()) }
    }

    pub(crate) fn install(&mut self, settings: Settings) -> Result<(), NodeError> {
        let node = settings.node;
        self.check(node)?;
        // No other process has the same grant, whatever its node number is.
        let is_fixed = settings.permit.is_none();
        if is_fixed && process::current(|process| process.numbers.has_an_ancestors(node, 32)) {
            return Err(NodeError::Inherited { node });
        }
        self.set(settings);
        Ok(())
    }

    /// Installs a lease that the first mint claims.
    pub(crate) fn install_unclaimed(&mut self, unclaimed: Unclaimed) -> Result<(), NodeError> {
        self.check(Node::UNCLAIMED)?;
        self.installed = Some(Installed::Unclaimed(unclaimed));
        self.generation = fork::generation();
        Ok(())
    }

    fn check(&self, refused: Node) -> Result<(), NodeError> {
        match self.node() {
            Some(installed) => Err(NodeError::AlreadyInstalled { installed, refused }),
            None => Ok(()),
        }
    }

    /// The node that this process itself installed and has not given back.
    pub(crate) fn node(&self) -> Option<Node> {
        match self.unclaimed() {
            Some(_) => Some(Node::UNCLAIMED),
            None => Some(self.own()?.node),
        }
    }

    pub(crate) fn permit(&self) -> Option<Permit> {
        self.own()?.permit.clone()
    }

    fn own(&self) -> Option<&Settings> {
        // In this order, because in a forked child a missing thread may hold a lock of the
        // permit.
        match self.installed.as_ref().filter(|_| self.generation == fork::generation()) {
            Some(Installed::Node(settings)) if !settings.is_released() => Some(settings),
            _ => None,
        }
    }

    /// The lease that this process has not claimed yet.
    pub(crate) fn unclaimed(&self) -> Option<&Unclaimed> {
        match self.installed.as_ref().filter(|_| self.generation == fork::generation()) {
            Some(Installed::Unclaimed(unclaimed)) => Some(unclaimed),
            _ => None,
        }
    }

    /// Those of a generator that begins now.
    pub(crate) fn limits(&self) -> Limits {
        match &self.installed {
            Some(Installed::Node(settings)) => settings.limits.unwrap_or_default(),
            Some(Installed::Unclaimed(unclaimed)) => unclaimed.limits(),
            None => Limits::new(),
        }
    }

    /// Mints by the lease that was claimed, if it is still installed.
    pub(crate) fn claimed(&mut self, unclaimed: &Unclaimed, settings: Settings) {
        if self.unclaimed() == Some(unclaimed) {
            self.set(settings);
        }
    }

    /// The lease will not be claimed any more.
    pub(crate) fn withdraw(&mut self, unclaimed: &Unclaimed) {
        if self.unclaimed() == Some(unclaimed) {
            self.installed = None;
        }
    }

    /// Replaces the lease of `old`, if it is installed.
    pub(crate) fn replace(&mut self, old: &Permit, new: Settings) {
        if let Some(Installed::Node(settings)) = &self.installed
            && settings.permit.as_ref() == Some(old)
        {
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
        self.installed = Some(Installed::Node(settings));
        self.generation = fork::generation();
    }

    fn settings_for(&self, layout: &Layout) -> Result<&Settings, MintError> {
        match &self.installed {
            Some(Installed::Node(settings)) if self.generation == fork::generation() => {
                Ok(settings)
            }
            Some(Installed::Node(settings)) => {
                Err(MintError::Forked { node: settings.number_in(layout) })
            }
            _ => Err(self.unclaimed().map_or(MintError::NotInstalled, Unclaimed::claim)),
        }
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
