//! Which files are pages of the site, in which order, and where their links lead.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::documentation::{Documentation, libraries};
use super::links::{API, GUIDE, Links, html};
use super::markdown::linked;
use super::{SOURCES, copy};
use crate::run::{Failed, root, run};
use crate::sources::read;

/// The other pages: a heading above them, the folder of the site that they are in, and their files.
/// `ARCHITECTURE.md` of a folder is a page below the one of the workspace.
const PARTS: [(&str, &str, &[&str]); 2] = [
    (
        "Reference",
        "",
        &[
            "SPEC.md",
            API,
            "snowflake-cli/README.md",
            "clients/js/README.md",
            "COMPARE.md",
            "BENCHMARKS.md",
            "BENCHMARKS-DATABASES.md",
            "DESIGN.md",
            "SECURITY.md",
        ],
    ),
    ("The project", "project/", &[ARCHITECTURE, "ASSURANCE.md", "CONTRIBUTING.md", "CHANGELOG.md"]),
];

const ARCHITECTURE: &str = "ARCHITECTURE.md";

/// A page of the site.
struct Page {
    /// The file in the repository.
    source: String,
    /// The file of the book, from its root.
    target: String,
    text: String,
    /// The module of the guide that rustdoc makes of it; empty for the guide itself.
    module: Option<String>,
}

/// All pages, and the book's table of contents.
pub(super) struct Pages {
    pages: Vec<Page>,
    summary: String,
}

impl Pages {
    pub(super) fn collect() -> Result<Self, Failed> {
        let mut all = Self { pages: Vec::new(), summary: "# Summary\n\n".to_owned() };
        all.add("README.md", "index.md", None, "")?;
        all.add(&format!("{SOURCES}/playground.md"), "playground.md", None, "")?;
        all.part("Guide");
        let guide = format!("{GUIDE}/README.md");
        all.add(&guide, "guide/index.md", Some(""), "- ")?;
        for module in modules(&read(&root().join(&guide))?)? {
            let target = format!("guide/{module}.md");
            all.add(&format!("{GUIDE}/{module}.md"), &target, Some(&module), "- ")?;
        }
        for (part, folder, sources) in PARTS {
            all.part(part);
            for source in sources {
                match *source {
                    API => all.push(page_of_libraries()?, "- "),
                    source => all.add(source, &target(folder, source), None, "- ")?,
                }
                if *source == ARCHITECTURE {
                    for source in architectures()? {
                        all.add(&source, &target(folder, &source), None, "  - ")?;
                    }
                }
            }
        }
        Ok(all)
    }

    fn part(&mut self, name: &str) {
        let _ = write!(self.summary, "\n# {name}\n\n");
    }

    fn add(
        &mut self,
        source: &str,
        target: &str,
        module: Option<&str>,
        mark: &str,
    ) -> Result<(), Failed> {
        let text = read(&root().join(source))?;
        let module = module.map(str::to_owned);
        self.push(
            Page { source: source.to_owned(), target: target.to_owned(), text, module },
            mark,
        );
        Ok(())
    }

    fn push(&mut self, page: Page, mark: &str) {
        let title = page.text.lines().find_map(|line| line.strip_prefix("# "));
        let _ =
            writeln!(self.summary, "{mark}[{}]({})", title.unwrap_or(&page.source), page.target);
        self.pages.push(page);
    }

    /// Writes the sources of the book.
    pub(super) fn write(&self, folder: &Path, documentation: &Documentation) -> Result<(), Failed> {
        let targets: BTreeMap<_, _> =
            self.pages.iter().map(|page| (&*page.source, html(&page.target))).collect();
        let mut files = BTreeSet::new();
        for page in &self.pages {
            let resolved = match &page.module {
                Some(module) => Some(documentation.links(module)?.into_iter()),
                None => None,
            };
            let mut links = Links {
                source: &page.source,
                target: &page.target,
                targets: &targets,
                resolved,
                files: &mut files,
                wrong: None,
            };
            let text = linked(&page.text, |to, is_image| links.link(to, is_image));
            let left = links.resolved.map_or(0, Iterator::count);
            if left > 0 || links.wrong.is_some() {
                let why = links.wrong.unwrap_or_else(|| format!("rustdoc has {left} links more"));
                return Err(Failed(format!(
                    "{}: {why}; if the page has changed since, build the API's documentation again, \
                     without `--keep-api`",
                    page.source
                )));
            }
            put(&folder.join(&page.target), &text)?;
        }
        for file in files {
            copy(&root().join(&file), &folder.join("files").join(&file))?;
        }
        put(&folder.join("SUMMARY.md"), &self.summary)
    }
}

fn put(file: &Path, text: &str) -> Result<(), Failed> {
    let failed = |error| Failed(format!("{}: {error}", file.display()));
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    fs::write(file, text).map_err(failed)
}

/// Where a page that is not of the guide has its place: `clients/js/README.md` in `clients-js.md`.
fn target(folder: &str, source: &str) -> String {
    let name = source.trim_end_matches("/README.md").trim_end_matches(".md");
    format!("{folder}{}.md", name.replace('/', "-").to_lowercase())
}

/// The modules of the guide, in the order in which its first page names them, and then in their own.
fn modules(first_page: &str) -> Result<Vec<String>, Failed> {
    let source = read(&root().join(GUIDE).with_extension("rs"))?;
    Ok(ordered(&source, first_page))
}

fn ordered(source: &str, first_page: &str) -> Vec<String> {
    let names = source.split("include_str!(\"guide/").skip(1);
    let names = names.filter_map(|rest| rest.split_once(".md\"").map(|(name, _)| name));
    let mut modules: Vec<_> = names.filter(|name| *name != "README").map(str::to_owned).collect();
    let place = |name: &String| {
        let mentions = [format!("guide::{name})"), format!("guide::{name}#"), format!("`{name}`")];
        mentions.iter().filter_map(|it| first_page.find(it)).min().unwrap_or(usize::MAX)
    };
    modules.sort_by_key(place);
    modules
}

/// The files of the folders with this name, but not that of the workspace.
fn architectures() -> Result<Vec<String>, Failed> {
    let list = run("git", ["ls-files", "--", &format!("*/{ARCHITECTURE}")]).read()?;
    Ok(list.lines().map(str::to_owned).collect())
}

/// A page with the libraries, whose links are those of the site.
fn page_of_libraries() -> Result<Page, Failed> {
    let mut text = String::from(
        "# API documentation\n\nApplications depend on `snowflake-kit` alone, and its documentation \
         has all that they need. The other crates are its parts. Each page has a search of its own.\n\n\
         | crate | what it is |\n|---|---|\n",
    );
    for library in libraries()? {
        let _ = writeln!(
            text,
            "| [`{}`](api/{}) | {} |",
            library.folder,
            library.page(),
            library.description
        );
    }
    let (source, target) = (API.to_owned(), "api-documentation.md".to_owned());
    Ok(Page { source, target, text, module: None })
}

#[cfg(test)]
mod tests {
    use super::{ordered, target};

    #[test]
    fn the_first_page_has_the_order() {
        let source = r#"#![doc = include_str!("guide/README.md")]
            #[doc = include_str!("guide/faq.md")] #[doc = include_str!("guide/sql.md")]
            #[doc = include_str!("guide/sqlx.md")] #[doc = include_str!("guide/rest.md")]"#;
        let page = "[`sqlx`](crate::guide::sqlx#a), then `rest`";
        assert_eq!(ordered(source, page), ["sqlx", "rest", "faq", "sql"]);
    }

    #[test]
    fn each_file_has_a_place() {
        assert_eq!(target("", "clients/js/README.md"), "clients-js.md");
        assert_eq!(target("", "SPEC.md"), "spec.md");
        let architecture = target("project/", "snowflake-lease/ARCHITECTURE.md");
        assert_eq!(architecture, "project/snowflake-lease-architecture.md");
    }
}
