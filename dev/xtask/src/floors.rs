//! No module of a crate uses one above it, and no two use each other.
//!
//! An arrow runs from a module to each one that it names, by `use` or in a path, directly or by
//! what another module gives on. Between the modules of one folder the arrows form no circle, in
//! each member of the workspace and each wing. A folder's own module and those inside of it may use
//! each other.
//!
//! A crate of more than a few modules lists those of its root in a `FLOORS.txt`, the lowest first,
//! one name a line. All arrows run down.
//!
//! Inside of a crate a name is taken from the module that owns it, not from the root, which
//! gives it on for users of the crate. Tests are not looked at: they may use the whole crate.
//!
//! `cargo-modules` finds circles too, but knows neither floors nor what a macro names, and compiles
//! rust-analyzer.

mod modules;
mod source;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use self::modules::{Arrows, Modules, circles};
use crate::run::{Failed, root};
use crate::sources::read;
use crate::wings;

const FILE: &str = "FLOORS.txt";

/// How many modules a reader keeps in mind without a list.
const FEW: usize = 5;

/// Checks all members of the workspace, and its wings.
pub(crate) fn check() -> Result<(), Failed> {
    let mut wrong = Vec::new();
    for folder in members()? {
        let name = folder.strip_prefix(root()).unwrap_or(&folder).display().to_string();
        let (found, said) = check_member(&folder)?;
        wrong.extend(found.into_iter().map(|what| format!("{name}: {what}")));
        if let Some(said) = said {
            eprintln!("{name}: {said}");
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(Failed(wrong.join("\n  "))) }
}

/// What is wrong in a member, and what its list has.
fn check_member(folder: &Path) -> Result<(Vec<String>, Option<String>), Failed> {
    let modules = Modules::of(&folder.join("src"))?;
    let (below, arrows) = (modules.below(&[]), modules.arrows(&[]));
    let mut wrong = modules.by_way_of_the_root();
    for place in modules.folders() {
        let arrows = modules.arrows(&place);
        wrong.extend(circles(&arrows).iter().map(|circle| {
            let inside = arrows
                .iter()
                .filter(|((from, to), _)| circle.contains(&**from) && circle.contains(&**to));
            let inside = inside.map(|((from, to), file)| format!("`{from}` uses `{to}` in {file}"));
            format!("a circle: {}", inside.collect::<Vec<_>>().join(", "))
        }));
    }
    let list = folder.join(FILE);
    if list.exists() {
        wrong.extend(against(&read(&list)?, &below, &arrows));
        return Ok((wrong, Some(format!("{} modules, {} arrows", below.len(), arrows.len()))));
    }
    if below.len() > FEW {
        wrong.push(format!("it has {} modules and no {FILE}", below.len()));
    }
    Ok((wrong, None))
}

/// The folders that the workspace's manifest names, and those of the wings.
fn members() -> Result<Vec<PathBuf>, Failed> {
    let manifest = read(&root().join("Cargo.toml"))?;
    let list = manifest.split_once("members = [").and_then(|(_, rest)| rest.split_once(']'));
    let (list, _) = list.ok_or_else(|| Failed("Cargo.toml has no list of members".into()))?;
    let names = list.split('"').skip(1).step_by(2);
    let wings = wings::ALL.into_iter().map(|wing| root().join(wing.folder()));
    Ok(names.map(|name| root().join(name)).chain(wings).collect())
}

fn parts(path: &Path) -> Vec<String> {
    path.iter().map(|part| part.to_string_lossy().into_owned()).collect()
}

/// What is not as the list of a crate declares.
fn against(list: &str, modules: &BTreeSet<&str>, arrows: &Arrows) -> Vec<String> {
    let order: Vec<_> = list.lines().filter(|line| !line.starts_with('#')).collect();
    let floor = |module: &str| order.iter().position(|known| *known == module);
    let mut wrong = Vec::new();
    for module in modules.iter().filter(|module| floor(module).is_none()) {
        wrong.push(format!("`{module}` is not in {FILE}: give it its place"));
    }
    for module in order.iter().filter(|module| !modules.contains(*module)) {
        wrong.push(format!("`{module}` is in {FILE}, and not in the crate: delete the line"));
    }
    for ((from, to), place) in arrows {
        if floor(from).zip(floor(to)).is_some_and(|(lower, upper)| lower < upper) {
            wrong.push(format!("`{from}` uses `{to}`, which is above it, in {place}"));
        }
    }
    wrong
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::against;
    use super::modules::{Arrows, circles};

    fn arrows(list: &[(&str, &str)]) -> Arrows {
        let arrow = |(from, to): &(&str, &str)| (((*from).into(), (*to).into()), "here".into());
        list.iter().map(arrow).collect()
    }

    #[test]
    fn an_arrow_that_runs_up_is_found() {
        let wrong = |modules: &[&'static str], list: &[_]| {
            let modules = modules.iter().copied().collect();
            against("# lowest first\nlayout\nclock\nid\n", &modules, &arrows(list)).join("; ")
        };
        let all = ["layout", "clock", "id"];
        assert_eq!(wrong(&all, &[("id", "clock")]), "");
        assert_eq!(
            wrong(&all, &[("clock", "id")]),
            "`clock` uses `id`, which is above it, in here"
        );
        assert_eq!(
            wrong(&["layout", "clock", "new"], &[]),
            "`new` is not in FLOORS.txt: give it its place; \
             `id` is in FLOORS.txt, and not in the crate: delete the line"
        );
    }

    #[test]
    fn a_circle_is_found_however_long_it_is() {
        let found = arrows(&[("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("e", "a")]);
        assert_eq!(circles(&found), [BTreeSet::from(["a", "b", "c"])]);
        assert!(circles(&arrows(&[("a", "b"), ("a", "c"), ("b", "c")])).is_empty());
    }
}
