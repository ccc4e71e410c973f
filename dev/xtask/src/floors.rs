//! No module of a crate uses one above it.
//!
//! A crate that has a `FLOORS.txt` lists its modules there, the lowest first, one name
//! a line. An arrow runs from a module to each one that it names, by `use` or in a path,
//! directly or by what the root of the crate gives on. All arrows run down, except those
//! that the file tolerates, each with its reason:
//!
//! ```text
//! id -> install: `UserId::mint` is a method of the trait
//! ```
//!
//! Tests are not looked at: they may use the whole crate.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::run::{Failed, root};
use crate::statements;

/// Checks all crates that have the file.
pub(crate) fn check() -> Result<(), Failed> {
    let mut wrong = Vec::new();
    let folders = fs::read_dir(root()).map_err(|error| Failed(error.to_string()))?;
    let mut crates: Vec<_> = folders.flatten().map(|folder| folder.path()).collect();
    crates.retain(|folder| folder.join(FILE).exists());
    crates.sort();
    for folder in &crates {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let floors = Floors::parse(&read(&folder.join(FILE))?);
        let arrows = Arrows::of(&folder.join("src"))?;
        wrong.extend(floors.against(&arrows).into_iter().map(|what| format!("{name}: {what}")));
        let (modules, count) = (floors.order.len(), arrows.0.len());
        let tolerated = floors.tolerated.len();
        eprintln!("{name}: {modules} modules, {count} arrows, {tolerated} of them tolerated");
    }
    if crates.is_empty() {
        return Err(Failed(format!("no crate has a {FILE}")));
    }
    if !wrong.is_empty() {
        return Err(Failed(wrong.join("\n  ")));
    }
    statements::check()
}

const FILE: &str = "FLOORS.txt";

pub(crate) fn read(path: &Path) -> Result<String, Failed> {
    fs::read_to_string(path).map_err(|error| Failed(format!("{}: {error}", path.display())))
}

/// What a crate declares.
#[derive(Default)]
struct Floors {
    order: Vec<String>,
    tolerated: BTreeSet<(String, String)>,
}

impl Floors {
    fn parse(text: &str) -> Self {
        let mut floors = Self::default();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let arrow = line.split_once(':').and_then(|(arrow, _)| arrow.split_once(" -> "));
            match arrow {
                _ if line.starts_with('#') => {}
                Some((from, to)) => {
                    floors.tolerated.insert((from.to_owned(), to.to_owned()));
                }
                None => floors.order.push(line.to_owned()),
            }
        }
        floors
    }

    fn floor(&self, module: &str) -> Option<usize> {
        self.order.iter().position(|known| known == module)
    }

    /// What is not as declared.
    fn against(&self, arrows: &Arrows) -> Vec<String> {
        let mut wrong = Vec::new();
        for ((from, to), place) in &arrows.0 {
            let is_tolerated = self.tolerated.contains(&(from.clone(), to.clone()));
            match (self.floor(from), self.floor(to)) {
                (None, _) => wrong.push(format!("`{from}` is not in {FILE}: give it its place")),
                (Some(lower), Some(upper)) if lower < upper && !is_tolerated => {
                    wrong.push(format!("`{from}` uses `{to}`, which is above it, at {place}"));
                }
                _ => {}
            }
        }
        for (from, to) in &self.tolerated {
            if !arrows.0.contains_key(&(from.clone(), to.clone())) {
                wrong
                    .push(format!("`{from} -> {to}` is tolerated, and not there: delete the line"));
            }
        }
        wrong.dedup();
        wrong
    }
}

/// Which module uses which other one, and a place where it does.
#[derive(Default)]
struct Arrows(BTreeMap<(String, String), String>);

impl Arrows {
    fn of(source: &Path) -> Result<Self, Failed> {
        let mut files = Vec::new();
        collect(source, &mut files);
        let given_on = given_on(&parse(&source.join("lib.rs"))?);
        let mut arrows = Self::default();
        for file in files {
            let inside = file.strip_prefix(source).unwrap_or(&file).with_extension("");
            let path: Vec<_> =
                inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
            let is_test = path.last().is_some_and(|name| name.ends_with("tests"));
            if is_test || path == ["lib"] {
                continue;
            }
            let mut names = Vec::new();
            names_in(parse(&file)?, path.len(), &mut names);
            for name in names {
                let module = given_on.get(&name).unwrap_or(&name);
                if *module != path[0] && is_module(source, module) {
                    let place = file.strip_prefix(root()).unwrap_or(&file).display().to_string();
                    arrows.0.entry((path[0].clone(), module.clone())).or_insert(place);
                }
            }
        }
        Ok(arrows)
    }
}

fn is_module(source: &Path, name: &str) -> bool {
    source.join(format!("{name}.rs")).exists() || source.join(name).is_dir()
}

pub(crate) fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

pub(crate) fn parse(path: &Path) -> Result<TokenStream, Failed> {
    let wrong = |error| Failed(format!("{}: {error}", path.display()));
    read(path)?.parse().map_err(wrong)
}

/// By which module the root's names are given on: `pub use layout::{Layout, Parts};`.
fn given_on(tokens: &TokenStream) -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    let tokens: Vec<_> = tokens.clone().into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        if token.to_string() != "use" {
            continue;
        }
        let end = tokens[at..].iter().position(|token| token.to_string() == ";");
        let path = &tokens[at + 1..at + end.unwrap_or(1)];
        if let [TokenTree::Ident(module), .., last] = path {
            let last = match last {
                TokenTree::Group(group) => group.stream(),
                other => other.clone().into(),
            };
            for name in last.into_iter().filter(|token| matches!(token, TokenTree::Ident(_))) {
                names.insert(name.to_string(), module.to_string());
            }
        }
    }
    names
}

/// The names that follow the crate's root in paths: `crate::a::B`, `crate::{a, B}`, and
/// as many `super::` as lead there from a module at this depth.
fn names_in(tokens: TokenStream, depth: usize, names: &mut Vec<String>) {
    let tokens: Vec<_> = tokens.into_iter().collect();
    let text = |at: usize| tokens.get(at).map(ToString::to_string).unwrap_or_default();
    let mut at = 0;
    while at < tokens.len() {
        if text(at) == "mod" && matches!(tokens.get(at + 2), Some(TokenTree::Group(_))) {
            if let (name, Some(TokenTree::Group(body))) = (text(at + 1), tokens.get(at + 2))
                && name != "tests"
            {
                names_in(body.stream(), depth + 1, names);
            }
            at += 3;
            continue;
        }
        let mut next = at;
        let mut supers = 0;
        while text(next) == "super" && text(next + 1) == ":" {
            (next, supers) = (next + 3, supers + 1);
        }
        if text(at) == "crate" && text(at + 1) == ":" {
            (next, supers) = (at + 3, depth);
        }
        if supers == depth && next > at {
            match tokens.get(next) {
                Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                    heads(group.stream(), names);
                }
                Some(token) => names.push(token.to_string()),
                None => {}
            }
        }
        if let Some(TokenTree::Group(group)) = tokens.get(at) {
            names_in(group.stream(), depth, names);
        }
        at = next.max(at + 1);
    }
}

/// The first name of each path in `{a, b::C}`.
fn heads(group: TokenStream, names: &mut Vec<String>) {
    let mut is_head = true;
    for token in group {
        match &token {
            TokenTree::Punct(punct) if punct.as_char() == ',' => is_head = true,
            _ if is_head => {
                names.push(token.to_string());
                is_head = false;
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Arrows, Floors, names_in};

    fn names(source: &str, depth: usize) -> Vec<String> {
        let mut names = Vec::new();
        names_in(source.parse().unwrap(), depth, &mut names);
        names
    }

    #[test]
    fn every_path_to_the_root_is_seen() {
        let source = "use crate::clock::Clock;
            use crate::{Layout, lease::{Permit, Grant}, node};
            use super::super::text; use super::near;
            fn f(x: crate::state::State) { let y = [super::super::id::Json]; }
            mod inner { use super::super::super::fork; use crate::time; }
            mod tests { use crate::install; }
            /// `crate::settings` in a comment does not count.
            const A: &str = \"crate::settings\";";
        let seen = ["clock", "Layout", "lease", "node", "text", "state", "id", "fork", "time"];
        assert_eq!(names(source, 2), seen);
    }

    #[test]
    fn an_arrow_that_runs_up_is_found() {
        let floors = "# lowest first\nlayout\nclock\nid\nlayout -> id: a reason\n";
        let arrow = |from: &str, to: &str| ((from.to_owned(), to.to_owned()), "here".to_owned());
        let wrong = |arrows: Vec<_>| {
            Floors::parse(floors).against(&Arrows(arrows.into_iter().collect())).join("; ")
        };
        let tolerated = arrow("layout", "id");
        assert_eq!(wrong(vec![arrow("id", "clock"), tolerated.clone()]), "");
        assert_eq!(
            wrong(vec![arrow("clock", "id"), tolerated.clone()]),
            "`clock` uses `id`, which is above it, at here"
        );
        assert_eq!(
            wrong(vec![arrow("new", "id"), tolerated]),
            "`new` is not in FLOORS.txt: give it its place"
        );
        assert_eq!(wrong(vec![]), "`layout -> id` is tolerated, and not there: delete the line");
    }
}
