//! The entities that `sea-orm-cli` has generated, with the types of their columns.
//!
//! The text is changed where it has to be, and is otherwise left as it is: comments stay, and a
//! second run finds nothing to change.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{
    Attribute, Expr, Field, GenericArgument, Item, ItemStruct, Lit, Meta, PathArguments, Token,
    Type,
};

use super::type_of;
use crate::catalog::Place;
use crate::error::Error;
use crate::files::GENERATED;
use crate::kind::KeyKind;
use crate::report::Found;

/// The entities in a folder that are to be changed. What others need is left to do by hand.
pub(super) fn files(
    found: &Found<'_>,
    folder: &Path,
    by_hand: &mut Vec<(PathBuf, String)>,
) -> Result<Vec<(PathBuf, String)>, Error> {
    let problem = |problem: String| Error::File { path: folder.into(), problem };
    let mut files = Vec::new();
    let generate = "run `sea-orm-cli generate entity` first";
    let entries = fs::read_dir(folder).map_err(|error| problem(format!("{error}: {generate}")))?;
    for entry in entries {
        let path = entry.map_err(|error| Error::file(folder, &error))?.path();
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let text = fs::read_to_string(&path).map_err(|error| Error::file(&path, &error))?;
        let is_generated = text.lines().next().is_some_and(|line| line.contains(GENERATED));
        if !is_generated && !text.contains("DeriveEntityModel") {
            continue;
        }
        let typed = typed(found, &text).map_err(|error| Error::File {
            path: path.clone(),
            problem: format!("it cannot be read as Rust: {error}"),
        })?;
        let new = typed.lines().filter(|line| !text.lines().any(|old| old == *line));
        let new: Vec<_> = new.collect();
        if !is_generated {
            if !new.is_empty() {
                let what = "`sea-orm-cli` did not generate it, as its first line would say: put in these lines";
                by_hand.push((path, format!("{what}\n{}", new.join("\n"))));
            }
            continue;
        }
        if new.iter().any(|line| line.contains(OWN)) {
            let what = "its own `ActiveModelBehavior` stays, so give that the types of the keys";
            by_hand.push((path.clone(), what.to_owned()));
        }
        files.push((path, typed));
    }
    if files.is_empty() {
        return Err(problem(
            "it has no entity that `sea-orm-cli` has generated, so nothing gets a type: the first line of \
             each says so"
                .to_owned(),
        ));
    }
    files.sort();
    Ok(files)
}

/// The option of `MintedModel` for an entity with an `ActiveModelBehavior` of its own.
const OWN: &str = "behavior = \"own\"";

/// A piece of text in the place of another.
type Edit = (Range<usize>, String);

fn typed(found: &Found<'_>, text: &str) -> syn::Result<String> {
    let file = syn::parse_file(text)?;
    let mut edits: Vec<Edit> = Vec::new();
    for item in &file.items {
        if let Item::Struct(model) = item
            && model.ident == "Model"
            && let Some(table) = value(&model.attrs, "table_name")
        {
            let is_minted = fields(found, &table, model, &mut edits);
            if is_minted {
                let behavior = file.items.iter().find_map(|item| behavior(item, text));
                derives(found, &table, model, behavior.as_ref(), &mut edits);
            }
        }
    }
    edits.sort_by_key(|(range, _)| range.start);
    let mut typed = text.to_owned();
    for (range, new) in edits.into_iter().rev() {
        typed.replace_range(range, &new);
    }
    Ok(typed)
}

/// Types the fields, and returns whether the key is made of IDs alone.
fn fields(found: &Found<'_>, table: &str, model: &ItemStruct, edits: &mut Vec<Edit>) -> bool {
    let mut keys = Vec::new();
    for field in &model.fields {
        let Some(ident) = &field.ident else { continue };
        let name = ident.to_string();
        let column = value(&field.attrs, "column_name")
            .unwrap_or_else(|| name.trim_start_matches("r#").to_owned());
        let id = found.decision.shown(table, &column).map(|(place, _)| place);
        if options(&field.attrs).any(|option| option.path().is_ident("primary_key")) {
            keys.push(id.is_some());
        }
        let Some(place) = id else { continue };
        let holder = inner(&field.ty).unwrap_or(&field.ty);
        edits.push((holder.span().byte_range(), type_of(found, place, "sea_orm_2")));
        edits.extend(counting(found, place, field));
    }
    !keys.is_empty() && keys.iter().all(|&is_id| is_id)
}

/// The derive of the kit, and its options.
fn derives(
    found: &Found<'_>,
    table: &str,
    model: &ItemStruct,
    behavior: Option<&Behavior>,
    edits: &mut Vec<Edit>,
) {
    let derive = model.attrs.iter().find(|attribute| {
        attribute.path().is_ident("derive") && has(attribute, "DeriveEntityModel")
    });
    let Some(derive) = derive else { return };
    let has_derive = model.attrs.iter().any(|attribute| has(attribute, "MintedModel"));
    if !has_derive && let Meta::List(list) = &derive.meta {
        let end = list.delimiter.span().close().byte_range().start;
        edits.push((end..end, ", snowflake_kit::MintedModel".to_owned()));
    }
    let mut options = Vec::new();
    let is_owner = found.catalog.tables.get(table);
    if !is_owner.is_some_and(|of| found.decision.is_owner(table, of)) {
        options.push("keys = \"none\"");
    }
    match behavior {
        // The derive writes it.
        Some(Behavior::Empty(range)) => edits.push((range.clone(), String::new())),
        Some(Behavior::Own) => options.push(OWN),
        None => {}
    }
    let has_options = model.attrs.iter().any(|attribute| attribute.path().is_ident("minted"));
    if !options.is_empty() && !has_options {
        let end = derive.span().byte_range().end;
        edits.push((end..end, format!("\n#[minted({})]", options.join(", "))));
    }
}

/// An `impl ActiveModelBehavior`.
enum Behavior {
    Empty(Range<usize>),
    Own,
}

fn behavior(item: &Item, text: &str) -> Option<Behavior> {
    let Item::Impl(item) = item else { return None };
    let (of, _) = item.trait_.as_ref()?;
    if of.segments.last().is_none_or(|last| last.ident != "ActiveModelBehavior") {
        return None;
    }
    Some(match item.items.as_slice() {
        [] => {
            let Range { start, end } = item.span().byte_range();
            // With the empty line before it.
            Behavior::Empty(text.get(..start)?.trim_end().len()..end)
        }
        _ => Behavior::Own,
    })
}

/// The options in `#[sea_orm(…)]`.
fn options(attributes: &[Attribute]) -> impl Iterator<Item = Meta> {
    let lists = attributes.iter().filter(|attribute| attribute.path().is_ident("sea_orm"));
    lists.filter_map(|attribute| attribute.meta.require_list().ok()).flat_map(|list| {
        let parser = Punctuated::<Meta, Token![,]>::parse_terminated;
        parser.parse2(list.tokens.clone()).unwrap_or_default()
    })
}

/// The text of an option.
fn value(attributes: &[Attribute], name: &str) -> Option<String> {
    options(attributes).find_map(|option| match option {
        Meta::NameValue(option) if option.path.is_ident(name) => match option.value {
            Expr::Lit(literal) => match literal.lit {
                Lit::Str(text) => Some(text.value()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    })
}

/// Says of a key whether the database counts it, unless that is said already.
fn counting(found: &Found<'_>, place: &Place, field: &Field) -> Option<Edit> {
    let key = options(&field.attrs).find(|option| option.path().is_ident("primary_key"))?;
    let owner = found.decision.columns.get(place)?;
    let kind = found.decision.kinds.get(owner)?;
    let is_counted = found.catalog.column(place)?.counting.is_some();
    let is_own = owner == &place.0 && is_counted && matches!(kind, KeyKind::Counted(_));
    let says = format!("auto_increment = {is_own}");
    let said = options(&field.attrs).find(|option| option.path().is_ident("auto_increment"));
    let end = key.span().byte_range().end;
    Some(said.map_or_else(
        || (end..end, format!(", {says}")),
        |said| (said.span().byte_range(), says.clone()),
    ))
}

fn has(attribute: &Attribute, derive: &str) -> bool {
    let Ok(list) = attribute.meta.require_list() else { return false };
    let parser = Punctuated::<syn::Path, Token![,]>::parse_terminated;
    let paths = parser.parse2(list.tokens.clone()).unwrap_or_default();
    paths.iter().any(|path| path.segments.last().is_some_and(|last| last.ident == derive))
}

/// What is in an `Option`.
fn inner(of: &Type) -> Option<&Type> {
    let Type::Path(path) = of else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == "Option")?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first()? {
        GenericArgument::Type(inner) => Some(inner),
        _ => None,
    }
}
