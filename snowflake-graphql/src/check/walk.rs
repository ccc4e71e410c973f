//! Every argument of a query.

use std::collections::{HashMap, HashSet};
use std::fmt::{self, Display};

use async_graphql::parser::types::{
    ExecutableDocument, Field, FragmentDefinition, OperationDefinition, OperationType, Selection,
    SelectionSet,
};
use async_graphql::registry::{MetaField, MetaType, MetaTypeName, Registry};
use async_graphql::{Name, Pos, Positioned, ServerError, Value, Variables};

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
    let mut walk = Walk { registry, fragments, operation, variables, errors: Vec::new() };
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
    errors: Vec<ServerError>,
}

impl<'a> Walk<'a> {
    /// Everything from the root on, with a list instead of recursion and each
    /// fragment once: the query is not validated yet, so fragments can be many,
    /// unknown, and inside of themselves.
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

    fn arguments(&mut self, meta: &MetaField, field: &Field) {
        for (name, value) in &field.arguments {
            if self.errors.len() == MAX_ERRORS {
                return;
            }
            let Some(meta) = meta.args.get(name.node.as_str()) else {
                continue;
            };
            let value = value.node.clone().into_const_with(|name| self.variable(&name).ok_or(()));
            if let Ok(value) = value {
                self.value(&meta.ty, &value, Place { name: &meta.name, outer: None }, name.pos);
            }
        }
    }

    fn variable(&self, name: &Name) -> Option<Value> {
        self.variables.get(name).cloned().or_else(|| {
            let mut definitions = self.operation.variable_definitions.iter();
            let definition = definitions.find(|definition| definition.node.name.node == *name)?;
            definition.node.default_value().cloned()
        })
    }

    fn value(&mut self, ty: &str, value: &Value, place: Place<'_>, pos: Pos) {
        match (MetaTypeName::create(ty), value) {
            (_, Value::Null) => {}
            _ if self.errors.len() == MAX_ERRORS => {}
            (MetaTypeName::List(ty), Value::List(values)) => {
                for (index, value) in values.iter().enumerate() {
                    let name = index.to_string();
                    self.value(ty, value, Place { name: &name, outer: Some(&place) }, pos);
                }
            }
            // One value for a list of one.
            (MetaTypeName::List(ty) | MetaTypeName::NonNull(ty), _) => {
                self.value(ty, value, place, pos);
            }
            (MetaTypeName::Named(ty), _) => match (self.registry.types.get(ty), value) {
                (Some(MetaType::Scalar { is_valid: Some(is_valid), .. }), _) => {
                    if let Some(reason) = ask(|| is_valid(value)) {
                        let message = format!(
                            "Invalid value for argument \"{place}\", expected type \"{ty}\": {reason}"
                        );
                        self.errors.push(ServerError::new(message, Some(pos)));
                    }
                }
                (Some(MetaType::InputObject { input_fields, .. }), Value::Object(values)) => {
                    for field in input_fields.values() {
                        if let Some(value) = values.get(field.name.as_str()) {
                            let place = Place { name: &field.name, outer: Some(&place) };
                            self.value(&field.ty, value, place, pos);
                        }
                    }
                }
                _ => {}
            },
        }
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
