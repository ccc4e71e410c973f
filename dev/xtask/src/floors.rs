//! No module of a crate uses one above it, and no two use each other.
//!
//! An arrow runs from a module to each one that it names, by `use` or in a path, directly or by
//! what another module gives on. Between the modules of one folder the arrows form no circle, in
//! each package of the repository. A folder's own module and those inside of it may use
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

use self::modules::{Arrows, Modules, circles};
use crate::files::{list, read};
use crate::run::{Failed, none, root};

const FILE: &str = "FLOORS.txt";

/// How many modules a reader keeps in mind without a list.
const FEW: usize = 5;

/// Checks all packages of the repository.
pub(crate) fn check() -> Result<(), Failed> {
    let mut wrong = Vec::new();
    for manifest in list(&["*/Cargo.toml"])? {
        let name = manifest.trim_end_matches("/Cargo.toml");
        let (found, said) = check_member(name)?;
        wrong.extend(found.into_iter().map(|what| format!("{name}: {what}")));
        if let Some(said) = said {
            eprintln!("{name}: {said}");
        }
    }
    none(&wrong)
}

/// What is wrong in a member, and what its list has.
fn check_member(folder: &str) -> Result<(Vec<String>, Option<String>), Failed> {
    let modules = Modules::of(&format!("{folder}/src"))?;
    let (below, arrows) = (modules.below(&[]), modules.arrows(&[]));
    let mut wrong = modules.by_way_of_the_root();
    for place in modules.folders() {
        let circles = circles(&modules.arrows(&place)).join(", ");
        if !circles.is_empty() {
            wrong.push(format!("a circle: {circles}"));
        }
    }
    let list = format!("{folder}/{FILE}");
    if root().join(&list).exists() {
        wrong.extend(against(&read(&list)?, &below, &arrows));
        return Ok((wrong, Some(format!("{} modules, {} arrows", below.len(), arrows.len()))));
    }
    if below.len() > FEW {
        wrong.push(format!("it has {} modules and no {FILE}", below.len()));
    }
    Ok((wrong, None))
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
        let said = [("a", "b"), ("b", "c"), ("c", "a")];
        assert_eq!(circles(&found), said.map(|(from, to)| format!("`{from}` uses `{to}` in here")));
        assert!(circles(&arrows(&[("a", "b"), ("a", "c"), ("b", "c")])).is_empty());
    }
}
