//! The API's documentation, by rustdoc, which also resolves the links of the guide.

use std::path::{Path, PathBuf};

use super::links::strip_anchor;
use crate::files::{copy, empty, entries, make, read};
use crate::path::joined;
use crate::run::{Compiler, Failed, target};
use crate::{api, package};

/// A folder with what rustdoc writes.
pub(super) struct Documentation(PathBuf);

impl Documentation {
    /// As it was built last.
    pub(super) fn last() -> Self {
        Self(target().join("site-api"))
    }

    /// That of all published libraries. As for the lists of the public API, it is Cargo's tests of
    /// documentation that call rustdoc: they need what all other tests need.
    pub(super) fn build(compiler: Compiler) -> Result<Self, Failed> {
        let Self(folder) = Self::last();
        empty(&folder)?;
        let libraries = package::libraries()?;
        let names = libraries.iter().map(|folder| package::library(folder));
        let names = names.collect::<Result<Vec<_>, _>>()?;
        for name in &names {
            // rustdoc links to a crate whose folder is there, whichever it is asked for first.
            make(folder.join(name))?;
        }
        api::rustdoc(compiler, |run| {
            run.env("RUSTDOC_FORMAT", "html")
                .env("RUSTDOC_OUT", &folder)
                .env("RUSTDOC_CRATES", names.join(" "))
        })?;
        Ok(Self(folder))
    }

    pub(super) fn copy_to(&self, folder: &Path) -> Result<(), Failed> {
        copy_all(&self.0, folder)
    }

    /// Where the links of a page of the guide lead, as `sql.md`, in their order: outside of the documentation, to
    /// a heading of the page, or to a file in the documentation.
    pub(super) fn links(&self, page: &str) -> Result<Vec<String>, Failed> {
        let module = page.trim_end_matches(".md").replace("README", ".");
        let page = joined(Path::new("snowflake_kit/guide"), &format!("{module}/index.html"));
        let html = read(self.0.join(&page)).map_err(|Failed(what)| {
            Failed(format!("{what}: build the API's documentation, without `--keep-api`"))
        })?;
        let start = html.find("<div class=\"docblock\">").unwrap_or(html.len());
        let end = html[start..].find("</details>").map_or(html.len(), |length| start + length);
        let folder = page.parent().unwrap_or(Path::new(""));
        Ok(links_of_text(&html[start..end])
            .map(|link| if is_within(link) { within(folder, link) } else { link.to_owned() })
            .collect())
    }
}

/// The links that the text of a page has. rustdoc adds some to headings and to examples.
fn links_of_text(html: &str) -> impl Iterator<Item = &str> {
    html.split("<a ").skip(1).filter_map(|rest| {
        let tag = rest.split('>').next()?;
        let is_added = ["doc-anchor", "tooltip", "test-arrow"].iter().any(|class| {
            attribute(tag, "class").is_some_and(|classes| classes.split(' ').any(|it| it == *class))
        });
        if is_added { None } else { attribute(tag, "href") }
    })
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let start = tag.find(&format!("{name}=\""))? + name.len() + 2;
    tag[start..].split('"').next()
}

fn is_within(link: &str) -> bool {
    !link.contains("://") && !link.starts_with('#')
}

fn within(folder: &Path, link: &str) -> String {
    let (path, anchor) = strip_anchor(link);
    format!("{}{anchor}", joined(folder, path).display())
}

fn copy_all(from: &Path, to: &Path) -> Result<(), Failed> {
    entries(from)?.iter().try_for_each(|from| {
        let to = to.join(from.file_name().unwrap_or_default());
        if from.is_dir() { copy_all(from, &to) } else { copy(from, to) }
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{links_of_text, within};

    #[test]
    fn links_that_rustdoc_adds_are_not_of_the_text() {
        let html = r##"<h2 id="a"><a class="doc-anchor" href="#a">§</a>A</h2>
            <div class="example-wrap ignore"><a href="#" class="tooltip" title="x">i</a></div>
            <a href="../leases/index.html#tls" title="mod leases">a</a> <a href="https://b.c">b</a>"##;
        let links: Vec<_> = links_of_text(html).collect();
        assert_eq!(links, ["../leases/index.html#tls", "https://b.c"]);
        let folder = Path::new("snowflake_kit/guide/sqlx");
        assert_eq!(within(folder, links[0]), "snowflake_kit/guide/leases/index.html#tls");
        assert_eq!(within(folder, "../../install.html"), "snowflake_kit/install.html");
    }
}
