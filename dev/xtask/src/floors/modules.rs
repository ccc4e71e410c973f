//! The modules of a crate as a tree, and the arrows between those of one folder.

use std::collections::{BTreeMap, BTreeSet};

use super::source::{Path, Place, paths};
use crate::run::Failed;
use crate::sources::without_tests;

/// How many modules give a name on before it is looked at no more.
const DEEPEST: usize = 8;

/// The paths in each module's file.
#[derive(Default)]
pub(super) struct Modules(BTreeMap<Place, Vec<Path>>);

/// Which module uses which other one of the same folder, and a file in which it does.
pub(super) type Arrows = BTreeMap<(String, String), String>;

impl Modules {
    /// Those of a package, by the folder of its sources.
    pub(super) fn of(source: &str) -> Result<Self, Failed> {
        let mut modules = Self::default();
        let files = without_tests(source)?;
        let has_library = files.iter().any(|(file, _)| file.ends_with("src/lib.rs"));
        for (file, tokens) in files {
            let file = file.strip_prefix(source).unwrap_or(&file).with_extension("");
            let parts = file.iter().map(|part| part.to_string_lossy().into_owned());
            let mut place: Place = parts.collect();
            // A program beside a library is a crate of its own.
            let is_beside = place == ["main"] && has_library;
            if place[0] == "bin" || is_beside {
                continue;
            }
            if place == ["lib"] || place == ["main"] {
                place.clear();
            } else if place.last().is_some_and(|name| name == "mod") {
                place.pop();
            }
            let paths = paths(&place, tokens);
            modules.0.entry(place).or_default().extend(paths);
        }
        Ok(modules)
    }

    /// The modules directly below one.
    pub(super) fn below(&self, place: &[String]) -> BTreeSet<&str> {
        let inside = self.0.keys().filter(|other| other.len() > place.len());
        inside.filter(|other| other.starts_with(place)).map(|other| &*other[place.len()]).collect()
    }

    /// Each module with modules below it.
    pub(super) fn folders(&self) -> BTreeSet<Place> {
        let above =
            |place: &Place| (0..place.len()).map(|to| place[..to].to_vec()).collect::<Vec<_>>();
        self.0.keys().flat_map(above).collect()
    }

    fn is_module(&self, place: &[String]) -> bool {
        self.0.keys().any(|other| other.starts_with(place))
    }

    /// The arrows between the modules directly below one.
    pub(super) fn arrows(&self, folder: &[String]) -> Arrows {
        let mut arrows = Arrows::new();
        for (place, paths) in self.0.iter().filter(|(place, _)| place.starts_with(folder)) {
            let Some(from) = place.get(folder.len()) else { continue };
            for path in paths {
                let target = self.target(path, 0);
                let to = target
                    .filter(|to| to.starts_with(folder))
                    .and_then(|to| to.get(folder.len()).cloned());
                if let Some(to) = to.filter(|to| to != from) {
                    arrows.entry((from.clone(), to)).or_insert_with(|| place.join("/") + ".rs");
                }
            }
        }
        arrows
    }

    /// Names that a module takes from the root, which gives them on for users of the crate.
    pub(super) fn by_way_of_the_root(&self) -> Vec<String> {
        let given_on = self.0.get(&Place::new()).into_iter().flatten();
        let given_on: BTreeMap<&str, &Path> =
            given_on.filter(|path| path.is_import).map(|path| (&*path.known_as, path)).collect();
        let mut found = Vec::new();
        for (place, paths) in self.0.iter().filter(|(place, _)| !place.is_empty()) {
            for path in paths.iter().filter(|path| self.start(path) == Some(Place::new())) {
                let name = &path.names[0];
                if let Some(import) =
                    given_on.get(&**name).filter(|_| !self.is_module(&path.names[..1]))
                {
                    let owner = if self.is_module(&import.names[..1]) { "crate::" } else { "" };
                    let (file, module) = (place.join("/"), &import.names[0]);
                    found.push(format!(
                        "`{file}.rs` takes `{name}` from the root: take it from `{owner}{module}`"
                    ));
                }
            }
        }
        found
    }

    /// The module that a path's first name is looked up in.
    fn start(&self, path: &Path) -> Option<Place> {
        let is_there = || self.is_module(&[&path.from, &path.names[..1]].concat());
        (!path.is_bare || is_there()).then(|| path.from.clone())
    }

    /// The module that owns what a path names.
    fn target(&self, path: &Path, depth: usize) -> Option<Place> {
        let mut at = self.start(path)?;
        for name in &path.names {
            let child = [&at[..], std::slice::from_ref(name)].concat();
            if self.is_module(&child) {
                at = child;
            } else {
                return Some(self.given_on(&at, name, depth).unwrap_or(at));
            }
        }
        Some(at)
    }

    /// The module that owns a name which another one imports.
    fn given_on(&self, place: &[String], name: &str, depth: usize) -> Option<Place> {
        // Two modules that give a name to each other have no owner of it.
        if depth > DEEPEST {
            return None;
        }
        let imports = self.0.get(place)?.iter().filter(|path| path.is_import);
        let owners = imports.filter(|path| path.known_as == name);
        owners.filter_map(|path| self.target(path, depth + 1)).find(|owner| owner != place)
    }
}

/// The modules of which each uses the next, and the last the first.
pub(super) fn circles(arrows: &Arrows) -> Vec<BTreeSet<&str>> {
    let reachable = |start: &str| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![start.to_owned()]);
        while let Some(module) = open.pop() {
            let next = arrows.keys().filter(|(from, _)| *from == module).map(|(_, to)| to);
            open.extend(next.filter(|to| seen.insert((*to).clone())).cloned());
        }
        seen
    };
    let reach: BTreeMap<&str, BTreeSet<String>> =
        arrows.keys().map(|(from, _)| (&**from, reachable(from))).collect();
    let circles: BTreeSet<BTreeSet<&str>> = reach
        .iter()
        .map(|(module, reached)| {
            let back =
                |other: &&&str| reached.contains(**other) && reach[**other].contains(*module);
            reach.keys().filter(back).copied().collect()
        })
        .collect();
    circles.into_iter().filter(|circle| !circle.is_empty()).collect()
}
