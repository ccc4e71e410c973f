//! Every argument of a query.

use std::collections::{HashMap, HashSet};
use std::fmt::{self, Display};
use std::rc::Rc;

use async_graphql::parser::types::{
    ExecutableDocument, Field, FragmentDefinition, OperationDefinition, OperationType, Selection,
    SelectionSet,
};
use async_graphql::registry::{MetaField, MetaType, MetaTypeName, Registry};
use async_graphql::{Name, Positioned, ServerError, Value, Variables};

use super::ask;

/// The errors of the operation that would be executed.
pub(super) fn walk(
    registry: &Registry,
    document: &ExecutableDocument,
    name: Option<&str>,
    variables: &Variables,
) -> Vec<ServerError> {
    let mut operations = document.operations.iter();
    let operation = match name {
        // One without a name is found under any; async-graphql refuses it then.
        Some(name) => operations.find(|(own, _)| own.is_none_or(|own| own == name)),
        // Of several, none is.
        None => operations.next().filter(|_| operations.next().is_none()),
    };
    let Some((_, operation)) = operation else {
        return Vec::new();
    };
    let operation = &operation.node;
    let root = match operation.ty {
        OperationType::Query => Some(&registry.query_type),
        OperationType::Mutation => registry.mutation_type.as_ref(),
        OperationType::Subscription => registry.subscription_type.as_ref(),
    };
    let Some(root) = root.and_then(|root| registry.types.get(root)) else {
        return Vec::new();
    };
    let fragments = &document.fragments;
    let definitions = operation.variable_definitions.iter();
    let defaults = definitions.filter_map(|definition| {
        Some((definition.node.name.node.clone(), definition.node.default_value()?))
    });
    let mut walk = Walk {
        registry,
        fragments,
        operation,
        variables,
        defaults: defaults.collect(),
        checked: HashMap::new(),
        errors: Vec::new(),
    };
    walk.operation(root);
    walk.errors
}

/// The most errors of one query: messages are longer than what they are about,
/// so that a long list of wrong values would be answered with a far longer one.
const MAX_ERRORS: usize = 20;

struct Walk<'a> {
    registry: &'a Registry,
    fragments: &'a HashMap<Name, Positioned<FragmentDefinition>>,
    operation: &'a OperationDefinition,
    variables: &'a Variables,
    /// The defaults of variables.
    defaults: HashMap<Name, &'a Value>,
    /// What is wrong in the variables that were used, by the types as which they were.
    checked: HashMap<(Name, &'a str), Rc<[Wrong<'a>]>>,
    errors: Vec<ServerError>,
}

/// What is wrong in an argument or a variable.
struct Found<'a> {
    wrong: Vec<Wrong<'a>>,
    /// Whether [markers](marker) in the value stand for variables.
    has_variables: bool,
}

/// A value that its scalar refuses.
struct Wrong<'a> {
    /// Where in the argument or the variable it is. Empty if it is all of it.
    at: String,
    scalar: &'a str,
    reason: String,
}

impl<'a> Walk<'a> {
    /// Everything from the root on, with a list instead of recursion and each
    /// fragment once: a schema without strict validation lets fragments be unknown,
    /// and there can be many.
    fn operation(&mut self, root: &'a MetaType) {
        let mut seen = HashSet::new();
        let mut todo: Vec<(&'a SelectionSet, &'a MetaType)> =
            vec![(&self.operation.selection_set.node, root)];
        while let Some((set, parent)) = todo.pop() {
            // Backwards, as the last is looked at first.
            for selection in set.items.iter().rev() {
                let next = match &selection.node {
                    Selection::Field(field) => {
                        let field = &field.node;
                        parent.field_by_name(&field.name.node).and_then(|meta| {
                            self.arguments(meta, field);
                            let ty = self.registry.concrete_type_by_name(&meta.ty)?;
                            Some((&field.selection_set.node, ty))
                        })
                    }
                    Selection::InlineFragment(fragment) => {
                        let condition = fragment.node.type_condition.as_ref();
                        let ty = match condition {
                            Some(ty) => self.registry.types.get(ty.node.on.node.as_str()),
                            None => Some(parent),
                        };
                        ty.map(|ty| (&fragment.node.selection_set.node, ty))
                    }
                    Selection::FragmentSpread(spread) => {
                        let name = &spread.node.fragment_name.node;
                        self.fragments.get(name).filter(|_| seen.insert(name)).and_then(|found| {
                            let on = &found.node.type_condition.node.on.node;
                            let ty = self.registry.types.get(on.as_str())?;
                            Some((&found.node.selection_set.node, ty))
                        })
                    }
                };
                todo.extend(next);
            }
        }
        self.errors.sort_by_key(|error| error.locations.first().map(|at| (at.line, at.column)));
    }

    fn arguments(&mut self, meta: &'a MetaField, field: &'a Field) {
        for (name, value) in &field.arguments {
            if self.errors.len() == MAX_ERRORS {
                return;
            }
            let Some(meta) = meta.args.get(name.node.as_str()) else {
                continue;
            };
            let is_known = |name: Name| self.value_of(&name).map(|_| marker(&name)).ok_or(());
            let Ok(value) = value.node.clone().into_const_with(is_known) else {
                continue;
            };
            let mut found = Found { wrong: Vec::new(), has_variables: true };
            let place = Place { name: &meta.name, outer: None };
            self.value(&meta.ty, &value, Some(&place), &mut found);
            for Wrong { at, scalar, reason } in found.wrong {
                let message = format!(
                    "Invalid value for argument \"{at}\", expected type \"{scalar}\": {reason}"
                );
                self.errors.push(ServerError::new(message, Some(name.pos)));
            }
        }
        self.errors.truncate(MAX_ERRORS);
    }

    fn value_of(&self, name: &str) -> Option<&'a Value> {
        self.variables.get(name).or_else(|| self.defaults.get(name).copied())
    }

    /// What is wrong in a variable that is used as this type. A variable can be large, and used
    /// thousands of times.
    fn variable(&mut self, ty: &'a str, name: &Name) -> Rc<[Wrong<'a>]> {
        let key = (name.clone(), ty);
        if let Some(known) = self.checked.get(&key) {
            return Rc::clone(known);
        }
        let mut found = Found { wrong: Vec::new(), has_variables: false };
        if let Some(value) = self.value_of(name) {
            self.value(ty, value, None, &mut found);
        }
        let wrong: Rc<[_]> = found.wrong.into();
        self.checked.insert(key, Rc::clone(&wrong));
        wrong
    }

    fn value(
        &mut self,
        ty: &'a str,
        value: &Value,
        place: Option<&Place<'_>>,
        found: &mut Found<'a>,
    ) {
        if found.wrong.len() >= MAX_ERRORS {
            return;
        }
        if let Some(name) = found.variable(value) {
            let wrong = self.variable(ty, &name);
            found.wrong.extend(wrong.iter().map(|wrong| wrong.inside(place)));
            return;
        }
        match (MetaTypeName::create(ty), value) {
            (_, Value::Null) => {}
            (MetaTypeName::List(ty), Value::List(values)) => {
                for (index, value) in values.iter().enumerate() {
                    let name = index.to_string();
                    self.value(ty, value, Some(&Place { name: &name, outer: place }), found);
                }
            }
            // One value for a list of one.
            (MetaTypeName::List(ty) | MetaTypeName::NonNull(ty), _) => {
                self.value(ty, value, place, found);
            }
            (MetaTypeName::Named(ty), _) => match (self.registry.types.get(ty), value) {
                (Some(MetaType::Scalar { is_valid: Some(is_valid), .. }), _) => {
                    let reason = if found.has_variables && is_composite(value) {
                        // Copied only for an error: a list or an object is not an ID.
                        ask(|| is_valid(&Value::List(Vec::new())))
                            .and_then(|_| ask(|| is_valid(&self.filled(value))))
                    } else {
                        ask(|| is_valid(value))
                    };
                    let at = place.map(Place::to_string).unwrap_or_default();
                    found.wrong.extend(reason.map(|reason| Wrong { at, scalar: ty, reason }));
                }
                (Some(MetaType::InputObject { input_fields, .. }), Value::Object(values)) => {
                    for field in input_fields.values() {
                        if let Some(value) = values.get(field.name.as_str()) {
                            let place = Place { name: &field.name, outer: place };
                            self.value(&field.ty, value, Some(&place), found);
                        }
                    }
                }
                _ => {}
            },
        }
    }

    /// A value with its variables in place of their markers.
    fn filled(&self, value: &Value) -> Value {
        match value {
            Value::List(values) => values.iter().map(|value| self.filled(value)).collect(),
            Value::Object(values) => {
                let filled = values.iter().map(|(name, value)| (name.clone(), self.filled(value)));
                Value::Object(filled.collect())
            }
            _ => marked(value).and_then(|name| self.value_of(name)).unwrap_or(value).clone(),
        }
    }
}

/// What stands for a variable until its type is known: a name of an enumeration that no query can
/// contain.
fn marker(variable: &str) -> Value {
    Value::Enum(Name::new(format!("${variable}")))
}

/// The variable that a marker stands for.
fn marked(value: &Value) -> Option<&str> {
    let Value::Enum(name) = value else { return None };
    name.as_str().strip_prefix('$')
}

fn is_composite(value: &Value) -> bool {
    matches!(value, Value::List(_) | Value::Object(_))
}

impl Found<'_> {
    fn variable(&self, value: &Value) -> Option<Name> {
        marked(value).filter(|_| self.has_variables).map(Name::new)
    }
}

impl Wrong<'_> {
    /// The same, in a variable that is used at this place.
    fn inside(&self, place: Option<&Place<'_>>) -> Self {
        let Self { at, scalar, reason } = self;
        let at = match place {
            Some(place) if at.is_empty() => place.to_string(),
            Some(place) => format!("{place}.{at}"),
            None => at.clone(),
        };
        Self { at, scalar, reason: reason.clone() }
    }
}

/// Where a value is, as async-graphql's validation writes it.
struct Place<'a> {
    name: &'a str,
    outer: Option<&'a Place<'a>>,
}

impl Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(outer) = self.outer {
            write!(f, "{outer}.")?;
        }
        f.write_str(self.name)
    }
}
