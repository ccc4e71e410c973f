//! References to ID types, and the components that they need.
//!
//! utoipa collects the components of what is in bodies. For a parameter it
//! calls `ToSchema::name` and writes the reference, and that is all it calls
//! ([issue 1165][issue]), so that is where the name is kept in mind.
//!
//! [issue]: https://github.com/juhaku/utoipa/issues/1165

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use snowflake_kit_core::Id;

use super::component::schema;
use super::utoipa::Modify;
use super::utoipa::openapi::{OpenApi, RefOr, Schema};
use super::{keys, parameters};

type MakeSchema = fn() -> RefOr<Schema>;
type Schemas = BTreeMap<&'static str, MakeSchema>;

/// The ID types that have been referred to by this process, for documents that
/// are finished on another thread.
static PROCESS: Mutex<Schemas> = Mutex::new(Schemas::new());

thread_local! {
    static THREAD: RefCell<Referred> = const { RefCell::new(Referred::NONE) };
}

/// The ID types that have been referred to on a thread. A document is built on
/// one, so those of another one that is built beside it do not get into it.
struct Referred {
    ever: Schemas,
    /// Since components were collected last.
    lately: Schemas,
}

impl Referred {
    const NONE: Self = Self { ever: Schemas::new(), lately: Schemas::new() };
}

/// The name of the type's component, which is about to be referred to.
pub fn name<T: Id>() -> Cow<'static, str> {
    let make: MakeSchema = schema::<T>;
    // Not there any more while a thread ends.
    let _ = THREAD.try_with(|thread| {
        let mut thread = thread.borrow_mut();
        thread.ever.insert(T::NAME, make);
        thread.lately.insert(T::NAME, make);
    });
    process().insert(T::NAME, make);
    Cow::Borrowed(T::NAME)
}

/// Adds the components of all ID types that have been referred to on this
/// thread, since utoipa asks for those that an ID in a body needs. It has
/// written the operations of a document by then, with all their parameters.
pub fn components(schemas: &mut Vec<(String, RefOr<Schema>)>) {
    let lately = THREAD.try_with(|thread| std::mem::take(&mut thread.borrow_mut().lately));
    for (name, make) in lately.unwrap_or_default() {
        schemas.push((name.to_owned(), make()));
    }
}

fn process() -> MutexGuard<'static, Schemas> {
    // Nothing is done under the lock that could panic half-way.
    PROCESS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Adds the components of ID types that a document refers to and does not have, describes the
/// keys of maps as strings, also where they are numbers as values, and gives parameters the
/// description and, in paths, the example of their type, unless they have their own.
///
/// It is a modifier of a derived document: `#[openapi(…, modifiers(&IdComponents))]`. With the router
/// of utoipa-axum, call `IdComponents.modify(&mut api)` after all routes are there. The page of [the
/// crate](crate#parameters) has an example.
#[derive(Clone, Copy, Debug, Default)]
pub struct IdComponents;

impl Modify for IdComponents {
    fn modify(&self, openapi: &mut OpenApi) {
        keys::are_strings(openapi);
        // A reference can be in any place, and as a value all places are one.
        let Ok(document) = serde_json::to_value(&*openapi) else {
            return;
        };
        let mut names = Vec::new();
        referred(&document, &mut names);
        for name in names {
            let there = openapi.components.as_ref();
            if there.is_some_and(|components| components.schemas.contains_key(name)) {
                continue;
            }
            if let Some(make) = find(name) {
                let components = openapi.components.get_or_insert_default();
                components.schemas.insert(name.to_owned(), make());
            }
        }
        parameters::are_described(openapi);
    }
}

/// The schema of the ID type with this name.
fn find(name: &str) -> Option<MakeSchema> {
    let thread = THREAD.try_with(|thread| thread.borrow().ever.get(name).copied());
    thread.ok().flatten().or_else(|| process().get(name).copied())
}

/// The names of the components that are referred to.
fn referred<'v>(value: &'v Value, names: &mut Vec<&'v str>) {
    match value {
        Value::Object(object) => {
            let reference = object.get("$ref").and_then(Value::as_str);
            names.extend(reference.and_then(|to| to.strip_prefix("#/components/schemas/")));
            object.values().for_each(|value| referred(value, names));
        }
        Value::Array(values) => values.iter().for_each(|value| referred(value, names)),
        _ => {}
    }
}
