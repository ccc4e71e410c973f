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
        let imports = self.0.get(&Place::new()).into_iter().flatten().filter(|it| it.is_import);
        let given_on: BTreeSet<&str> = imports.map(|import| &*import.known_as).collect();
        let inside = self.0.iter().filter(|(place, _)| !place.is_empty());
        let paths = inside.flat_map(|(place, paths)| paths.iter().map(move |path| (place, path)));
        let from_root = paths.filter(|(_, path)| self.start(path) == Some(Place::new()));
        let wrong = from_root.filter(|(_, path)| {
            given_on.contains(&*path.names[0]) && !self.is_module(&path.names[..1])
        });
        wrong
            .map(|(place, path)| {
                let (file, name) = (place.join("/"), &path.names[0]);
                format!(
                    "`{file}.rs` takes `{name}` from the root, not from the module that owns it"
                )
            })
            .collect()
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

/// The arrows of circles, and those that lead from one circle to another.
pub(super) fn circles(arrows: &Arrows) -> Vec<String> {
    let mut left: Vec<_> = arrows.iter().collect();
    loop {
        let before = left.len();
        let from: BTreeSet<_> = left.iter().map(|((from, _), _)| from).collect();
        let to: BTreeSet<_> = left.iter().map(|((_, to), _)| to).collect();
        left.retain(|((start, end), _)| to.contains(start) && from.contains(end));
        if left.len() == before {
            let said = left.iter().map(|((from, to), at)| format!("`{from}` uses `{to}` in {at}"));
            return said.collect();
        }
    }
}
