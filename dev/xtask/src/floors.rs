//! No module of a crate uses one above it, and no two use each other.
//!
//! An arrow runs from a module to each one that it names, by `use` or in a path, directly or by
//! what another module gives on. Between the modules of one folder the arrows form no circle, in
//! each member of the workspace and each wing. A folder's own module and those inside of it may use
//! each other.
//!
//! A crate of more than a few modules lists those of its root in a `FLOORS.txt`, the lowest first,
//! one name a line. All arrows run down. The file may tolerate an arrow, with the reason:
//!
//! ```text
//! storage/user -> storage/guild: each has a relation to the other
//! ```
//!
//! Inside of a crate a name is taken from the module that owns it, not from the root, which
//! gives it on for users of the crate. Tests are not looked at: they may use the whole crate.

mod modules;
mod source;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use self::modules::{Arrows, Modules, circles, order};
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
    let list = folder.join(FILE);
    let floors = if list.exists() { Floors::parse(&read(&list)?) } else { Floors::default() };
    let (below, arrows) = (modules.below(&[]), modules.arrows(&[]));
    let mut wrong = modules.by_way_of_the_root();
    let folders: Vec<_> =
        modules.folders().iter().map(|place| (place.join("/"), modules.arrows(place))).collect();
    wrong.extend(floors.circles(&folders));
    if !floors.order.is_empty() {
        wrong.extend(floors.against(&below, &arrows));
        let (count, tolerated) = (below.len(), floors.tolerated.len());
        let said = format!("{count} modules, {} arrows, {tolerated} tolerated", arrows.len());
        return Ok((wrong, Some(said)));
    }
    if below.len() > FEW {
        let mut others = arrows.clone();
        others.retain(|(from, to), _| !floors.tolerates(from, to));
        let order = order(&below, &others).join(" ");
        wrong.push(format!(
            "it has {} modules and no {FILE}; an order, the lowest first: {order}",
            below.len()
        ));
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

    fn tolerates(&self, from: &str, to: &str) -> bool {
        self.tolerated.contains(&(from.to_owned(), to.to_owned()))
    }

    /// The circles in folders, and what is tolerated for nothing.
    fn circles(&self, folders: &[(String, Arrows)]) -> Vec<String> {
        let mut wrong = Vec::new();
        let mut used = BTreeSet::new();
        for (folder, arrows) in folders {
            let within = |module: &str| {
                if folder.is_empty() { module.to_owned() } else { format!("{folder}/{module}") }
            };
            let mut others = arrows.clone();
            others.retain(|(from, to), _| {
                let (from, to) = (within(from), within(to));
                let is_tolerated = self.tolerates(&from, &to);
                if is_tolerated {
                    used.insert((from, to));
                }
                !is_tolerated
            });
            for circle in circles(&others) {
                let inside = others
                    .iter()
                    .filter(|((from, to), _)| circle.contains(&**from) && circle.contains(&**to));
                let inside: Vec<_> = inside
                    .map(|((from, to), place)| format!("`{from}` uses `{to}` in {place}"))
                    .collect();
                wrong.push(format!("a circle: {}", inside.join(", ")));
            }
        }
        for (from, to) in self.tolerated.difference(&used) {
            wrong.push(format!("`{from} -> {to}` is tolerated, and not there: delete the line"));
        }
        wrong
    }

    /// What is not as declared.
    fn against(&self, modules: &BTreeSet<&str>, arrows: &Arrows) -> Vec<String> {
        let mut wrong = Vec::new();
        for module in modules.iter().filter(|module| self.floor(module).is_none()) {
            wrong.push(format!("`{module}` is not in {FILE}: give it its place"));
        }
        for module in self.order.iter().filter(|module| !modules.contains(&***module)) {
            wrong.push(format!("`{module}` is in {FILE}, and not in the crate: delete the line"));
        }
        for ((from, to), place) in arrows {
            match (self.floor(from), self.floor(to)) {
                (Some(lower), Some(upper)) if lower < upper && !self.tolerates(from, to) => {
                    wrong.push(format!("`{from}` uses `{to}`, which is above it, in {place}"));
                }
                _ => {}
            }
        }
        wrong
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::Floors;
    use super::modules::{Arrows, circles, order};

    fn arrows(list: &[(&str, &str)]) -> Arrows {
        let arrow = |(from, to): &(&str, &str)| (((*from).into(), (*to).into()), "here".into());
        list.iter().map(arrow).collect()
    }

    #[test]
    fn an_arrow_that_runs_up_is_found() {
        let floors = Floors::parse("# lowest first\nlayout\nclock\nid\nlayout -> id: a reason\n");
        let modules = BTreeSet::from(["layout", "clock", "id"]);
        let wrong = |list: &[_]| floors.against(&modules, &arrows(list)).join("; ");
        let tolerated = ("layout", "id");
        assert_eq!(wrong(&[("id", "clock"), tolerated]), "");
        assert_eq!(
            wrong(&[("clock", "id"), tolerated]),
            "`clock` uses `id`, which is above it, in here"
        );
        let other = BTreeSet::from(["layout", "clock", "new"]);
        assert_eq!(
            floors.against(&other, &arrows(&[tolerated])).join("; "),
            "`new` is not in FLOORS.txt: give it its place; \
             `id` is in FLOORS.txt, and not in the crate: delete the line"
        );
    }

    #[test]
    fn an_arrow_is_tolerated_where_the_list_says_so() {
        let floors = Floors::parse("id\nfolder/a -> folder/b: a reason\n");
        let folder = |list: &[_]| [("folder".to_owned(), arrows(list))];
        assert!(floors.circles(&folder(&[("a", "b"), ("b", "a")])).is_empty());
        assert_eq!(
            floors.circles(&folder(&[("c", "b"), ("b", "c")])).join("; "),
            "a circle: `b` uses `c` in here, `c` uses `b` in here; \
             `folder/a -> folder/b` is tolerated, and not there: delete the line"
        );
    }

    #[test]
    fn a_circle_is_found_however_long_it_is() {
        let found = arrows(&[("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("e", "a")]);
        assert_eq!(circles(&found), [BTreeSet::from(["a", "b", "c"])]);
        assert!(circles(&arrows(&[("a", "b"), ("a", "c"), ("b", "c")])).is_empty());
    }

    #[test]
    fn an_order_has_the_lowest_first() {
        let modules = BTreeSet::from(["a", "b", "c"]);
        assert_eq!(order(&modules, &arrows(&[("a", "b"), ("b", "c")])), ["c", "b", "a"]);
    }
}
