//! The paths in a source file, read as tokens, so that those inside of macros are seen too.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// What a path starts from.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum From {
    /// `crate::`
    Root,
    /// As many `super::`; 0 is `self::`.
    Above(usize),
    /// Neither: a child of the module, or a name that is in scope.
    Here,
}

/// `crate::a::B` is `B` of `a`, from the root.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Path {
    pub(super) from: From,
    pub(super) names: Vec<String>,
    /// The name by which `use a::B as C` has it, else the last one.
    pub(super) known_as: String,
    /// The path of a `use`, public or not.
    pub(super) is_import: bool,
}

/// All paths of a file that start from `crate`, `super` or `self`, and those of each `use`.
///
/// `super` in a module that is written inside of the file is counted from the file's module.
pub(super) fn paths(tokens: TokenStream) -> Vec<Path> {
    let mut found = Vec::new();
    collect(tokens, 0, &mut found);
    found
}

fn collect(tokens: TokenStream, inside: usize, found: &mut Vec<Path>) {
    let tokens: Vec<_> = tokens.into_iter().collect();
    let text = |at: usize| tokens.get(at).map(ToString::to_string).unwrap_or_default();
    let mut at = 0;
    while at < tokens.len() {
        if let ("mod", Some(TokenTree::Group(body))) = (text(at).as_str(), tokens.get(at + 2)) {
            collect(body.stream(), inside + 1, found);
            at += 3;
            continue;
        }
        if text(at) == "use" && matches!(tokens.get(at + 1), Some(TokenTree::Ident(_))) {
            let length = tokens[at..].iter().take_while(|token| token.to_string() != ";").count();
            let first = found.len();
            tree(&tokens[at + 1..at + length], &mut Vec::new(), found);
            for path in &mut found[first..] {
                path.is_import = true;
                leave(path, inside);
            }
            at += length;
            continue;
        }
        // `$crate` of a macro is the root as users of the crate see it.
        let is_of_macro = at > 0 && text(at - 1) == "$";
        let starts = matches!(text(at).as_str(), "crate" | "super" | "self") && !is_of_macro;
        if starts && text(at + 1) == ":" && text(at + 2) == ":" {
            let length = length_of_path(&tokens[at..]);
            let first = found.len();
            tree(&tokens[at..at + length], &mut Vec::new(), found);
            found[first..].iter_mut().for_each(|path| leave(path, inside));
            at += length;
            continue;
        }
        if let Some(TokenTree::Group(group)) = tokens.get(at) {
            collect(group.stream(), inside, found);
        }
        at += 1;
    }
    found.retain(|path| !path.names.is_empty());
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
fn tree(tokens: &[TokenTree], before: &mut Vec<String>, found: &mut Vec<Path>) {
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
    found.push(path(before, renamed));
    before.truncate(depth);
}

fn path(names: &[String], renamed: Option<String>) -> Path {
    let supers = names.iter().take_while(|name| *name == "super").count();
    let (from, start) = match names.first().map(String::as_str) {
        Some("crate") => (From::Root, 1),
        Some("super") => (From::Above(supers), supers),
        Some("self") => (From::Above(0), 1),
        _ => (From::Here, 0),
    };
    // `use a::{self, B}` names `a`.
    let names: Vec<_> = names[start..].iter().filter(|name| *name != "self").cloned().collect();
    let known_as = renamed.or_else(|| names.last().cloned()).unwrap_or_default();
    Path { from, names, known_as, is_import: false }
}

/// Counts from the file's module what is counted from one inside of the file.
fn leave(path: &mut Path, inside: usize) {
    match path.from {
        From::Above(above) if above >= inside => path.from = From::Above(above - inside),
        From::Above(_) => path.names.clear(),
        From::Here if inside > 0 => path.names.clear(),
        From::Root | From::Here => {}
    }
}

#[cfg(test)]
mod tests {
    use super::{From, paths};

    fn read(source: &str) -> Vec<(From, String)> {
        let found = paths(source.parse().unwrap());
        found.into_iter().map(|path| (path.from, path.names.join("::"))).collect()
    }

    #[test]
    fn every_path_is_seen() {
        let source = "use crate::clock::Clock;
            pub use lease::{self, Permit as P, inner::{Grant}};
            use super::super::text; use self::near::A;
            fn f(x: crate::state::State) { let y = [super::id::Json]; z!(crate::macros::M, $crate::Id); }
            mod inner { use super::super::fork; use crate::time; use super::child; use std::fs; }
            /// `crate::settings` in a comment does not count.
            const A: &str = \"crate::settings\";";
        let seen = [
            (From::Root, "clock::Clock"),
            (From::Here, "lease"),
            (From::Here, "lease::Permit"),
            (From::Here, "lease::inner::Grant"),
            (From::Above(2), "text"),
            (From::Above(0), "near::A"),
            (From::Root, "state::State"),
            (From::Above(1), "id::Json"),
            (From::Root, "macros::M"),
            (From::Above(1), "fork"),
            (From::Root, "time"),
            (From::Above(0), "child"),
        ];
        assert_eq!(read(source), seen.map(|(from, names)| (from, names.to_owned())));
    }

    #[test]
    fn a_renamed_import_has_both_names() {
        let found = paths("use crate::lease::Permit as P;".parse().unwrap());
        assert_eq!((found[0].names.join("::"), &*found[0].known_as), ("lease::Permit".into(), "P"));
    }
}
