//! The paths in a source file, read as tokens, so that those inside of macros are seen too.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A module's place: the names from the root to it. The root has none.
pub(super) type Place = Vec<String>;

/// `crate::a::B` is `B` of `a`, from the root.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Path {
    /// The module in which the first name is looked up.
    pub(super) from: Place,
    /// Whether it begins with neither `crate`, `super` nor `self`: then the first name is a child of
    /// the module, or in scope.
    pub(super) is_bare: bool,
    pub(super) names: Vec<String>,
    /// The name by which `use a::B as C` has it, else the last one.
    pub(super) known_as: String,
    /// The path of a `use`, public or not.
    pub(super) is_import: bool,
}

/// All paths of a module's file that start from `crate`, `super` or `self`, and those of each `use`.
pub(super) fn paths(place: &[String], tokens: TokenStream) -> Vec<Path> {
    let mut found = Vec::new();
    collect(place, tokens, &mut found);
    found
}

fn collect(place: &[String], tokens: TokenStream, found: &mut Vec<Path>) {
    let tokens: Vec<_> = tokens.into_iter().collect();
    let text = |at: usize| tokens.get(at).map(ToString::to_string).unwrap_or_default();
    let mut at = 0;
    while at < tokens.len() {
        if let ("mod", Some(TokenTree::Group(body))) = (text(at).as_str(), tokens.get(at + 2)) {
            collect(&[place, &[text(at + 1)]].concat(), body.stream(), found);
            at += 3;
            continue;
        }
        if text(at) == "use" && matches!(tokens.get(at + 1), Some(TokenTree::Ident(_))) {
            let length = tokens[at..].iter().take_while(|token| token.to_string() != ";").count();
            let mut paths = Vec::new();
            tree(&tokens[at + 1..at + length], &mut Vec::new(), &mut paths);
            let paths = paths.into_iter().filter_map(|(names, known)| path(place, &names, known));
            found.extend(paths.map(|path| Path { is_import: true, ..path }));
            at += length;
            continue;
        }
        // `$crate` of a macro is the root as users of the crate see it.
        let is_of_macro = at > 0 && text(at - 1) == "$";
        let starts = matches!(text(at).as_str(), "crate" | "super" | "self") && !is_of_macro;
        if starts && text(at + 1) == ":" && text(at + 2) == ":" {
            let length = length_of_path(&tokens[at..]);
            let names: Vec<_> =
                tokens[at..at + length].iter().step_by(3).map(ToString::to_string).collect();
            found.extend(path(place, &names, None));
            at += length;
            continue;
        }
        if let Some(TokenTree::Group(group)) = tokens.get(at) {
            collect(place, group.stream(), found);
        }
        at += 1;
    }
}

/// How many tokens `crate::a::B` has.
fn length_of_path(tokens: &[TokenTree]) -> usize {
    let is = |at: usize, what: &str| tokens.get(at).is_some_and(|token| token.to_string() == what);
    let is_name = |at: usize| matches!(tokens.get(at), Some(TokenTree::Ident(_)));
    let mut length = 1;
    while is(length, ":") && is(length + 1, ":") && is_name(length + 2) {
        length += 3;
    }
    length
}

/// Adds each path of `a::{b, c::D as E}`.
fn tree(
    tokens: &[TokenTree],
    before: &mut Vec<String>,
    found: &mut Vec<(Vec<String>, Option<String>)>,
) {
    let depth = before.len();
    let mut renamed = None;
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(name) if *name == "as" => {
                renamed = tokens.get(at + 1).map(ToString::to_string);
                break;
            }
            TokenTree::Ident(name) => before.push(name.to_string()),
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                let inner: Vec<_> = group.stream().into_iter().collect();
                for part in inner.split(|token| token.to_string() == ",") {
                    if !part.is_empty() {
                        tree(part, before, found);
                    }
                }
                before.truncate(depth);
                return;
            }
            _ => {}
        }
    }
    found.push((before.clone(), renamed));
    before.truncate(depth);
}

/// None if it names nothing but a module above, or leads out of the crate.
fn path(place: &[String], names: &[String], renamed: Option<String>) -> Option<Path> {
    let supers = names.iter().take_while(|name| *name == "super").count();
    let (from, start) = match names.first().map(String::as_str) {
        Some("crate") => (Place::new(), 1),
        Some("super") => (place[..place.len().checked_sub(supers)?].to_vec(), supers),
        Some("self") => (place.to_vec(), 1),
        _ => (place.to_vec(), 0),
    };
    // `use a::{self, B}` names `a`.
    let names: Vec<_> = names[start..].iter().filter(|name| *name != "self").cloned().collect();
    let known_as = renamed.or_else(|| names.last().cloned())?;
    let is_import = false;
    (!names.is_empty()).then_some(Path { from, is_bare: start == 0, names, known_as, is_import })
}

#[cfg(test)]
mod tests {
    use super::{Path, paths};

    /// In the module `a::b`.
    fn read(source: &str) -> Vec<Path> {
        paths(&["a".to_owned(), "b".to_owned()], source.parse().unwrap())
    }

    #[test]
    fn every_path_is_seen() {
        let source = "use crate::clock::Clock;
            pub use lease::{self, Permit as P, inner::{Grant}};
            use super::super::text; use self::near::A;
            fn f(x: crate::state::State) { let y = [super::id::Json]; z!(crate::macros::M, $crate::Id); }
            mod inner { use super::super::fork; use crate::time; use super::child; }
            /// `crate::settings` in a comment does not count.
            const A: &str = \"crate::settings\";";
        let seen = [
            "/clock::Clock",
            "a::b/lease",
            "a::b/lease::Permit",
            "a::b/lease::inner::Grant",
            "/text",
            "a::b/near::A",
            "/state::State",
            "a/id::Json",
            "/macros::M",
            "a/fork",
            "/time",
            "a::b/child",
        ];
        let found = read(source).into_iter();
        let found = found.map(|path| path.from.join("::") + "/" + &path.names.join("::"));
        assert_eq!(found.collect::<Vec<_>>(), seen);
    }

    #[test]
    fn a_renamed_import_has_both_names() {
        let found = read("use crate::lease::Permit as P;");
        assert_eq!((found[0].names.join("::"), &*found[0].known_as), ("lease::Permit".into(), "P"));
    }
}
