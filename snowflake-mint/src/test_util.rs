//! Reproducible IDs in tests.

use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use snowflake_kit_core::SnowflakeId;

use crate::clock::ManualClock;
use crate::error::MintError;
use crate::generator::Generator;
use crate::installation::Installation;
use crate::node::Node;
use crate::process::Owner;
use crate::settings::Settings;

thread_local! {
    static SCOPES: RefCell<Vec<Scope>> = const { RefCell::new(Vec::new()) };
}

struct Scope {
    /// The one that its `MintScope` has.
    name: Rc<()>,
    node: Node,
    clock: ManualClock,
    installation: Installation<ManualClock>,
    /// What mints IDs of other kinds, by its type: see [`in_scope`].
    others: Vec<Arc<dyn Any + Send + Sync>>,
}

/// While it lives, all ID types mint from a clock that the test sets, on this thread, whatever is
/// installed in the process. So a test of code that calls `UserId::mint()` sees the same IDs in
/// each run.
///
/// - Tasks of `#[tokio::test]` run on the thread of the test, and mint from its scope. Other threads,
///   and those of a runtime with `flavor = "multi_thread"` or of `spawn_blocking`, do not know it:
///   they mint by the installed node, or get [`MintError::NotInstalled`], which says so. Make a
///   scope on each of them, with a clone of the clock and the same node: then no ID repeats.
/// - Enable the feature `test-util` only in dev-dependencies: it makes each mint look for a scope.
/// - Decimal IDs count from 1 in each scope, with the node's number as the generator, in launch 0.
/// - Scopes can be nested, and the innermost counts. IDs of one scope differ; IDs of two scopes on
///   two clocks may be equal.
///
/// ```
/// # use snowflake_kit_core::{Snowflake, SnowflakeId};
/// # #[derive(snowflake_kit_derive::SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_mint")]
/// # struct UserId(Snowflake);
/// use core::time::Duration;
/// use snowflake_kit_mint::{ManualClock, MintScope, Node};
///
/// let scope = MintScope::new(ManualClock::at(1_767_225_600_000), Node::fixed(1));
/// assert_eq!(UserId::mint().get(), 132271570944004096);
/// assert_eq!(UserId::mint().get(), 132271570944004097);
/// scope.clock().advance(Duration::from_secs(1));
/// assert_eq!(UserId::mint().unix_millis(), 1_767_225_601_000);
/// ```
#[derive(Debug)]
pub struct MintScope {
    clock: ManualClock,
    /// Of this scope alone. An `Rc` stays on its thread.
    name: Rc<()>,
}

impl MintScope {
    /// Mints from this clock from now on, on this thread.
    #[must_use = "the scope ends when it is dropped"]
    pub fn new(clock: ManualClock, settings: impl Into<Settings>) -> Self {
        let (settings, name) = (settings.into(), Rc::new(()));
        let (node, installation) = (settings.node, Installation::of(clock.clone(), settings));
        let (name_of_scope, others) = (Rc::clone(&name), Vec::new());
        let scope = Scope { name: name_of_scope, node, clock: clock.clone(), installation, others };
        SCOPES.with_borrow_mut(|scopes| scopes.push(scope));
        Self { clock, name }
    }

    /// The clock of this scope.
    pub const fn clock(&self) -> &ManualClock {
        &self.clock
    }
}

impl Drop for MintScope {
    fn drop(&mut self) {
        SCOPES.with_borrow_mut(|scopes| {
            // It is missing if an outer scope has ended before.
            let place = scopes.iter().position(|scope| Rc::ptr_eq(&scope.name, &self.name));
            if let Some(place) = place {
                scopes.truncate(place);
            }
        });
    }
}

pub(crate) fn scoped<T: SnowflakeId>() -> Option<Result<Arc<Generator<ManualClock>>, MintError>> {
    SCOPES.with_borrow_mut(|scopes| {
        let scope = scopes.last_mut()?;
        Some(scope.installation.generator(T::LAYOUT, Owner::of::<T>()))
    })
}

/// The source of another crate in this thread's innermost scope, if there is one. The first call
/// begins it with the scope's node and clock.
pub fn in_scope<T: Any + Send + Sync>(
    begin: impl FnOnce(Node, &ManualClock) -> Result<T, MintError>,
) -> Option<Result<Arc<T>, MintError>> {
    SCOPES.with_borrow_mut(|scopes| {
        let scope = scopes.last_mut()?;
        let mut known = scope.others.iter();
        if let Some(known) = known.find_map(|other| Arc::clone(other).downcast().ok()) {
            return Some(Ok(known));
        }
        Some(begin(scope.node, &scope.clock).map(|other| {
            let other = Arc::new(other);
            scope.others.push(Arc::clone(&other) as _);
            other
        }))
    })
}
