//! Where the links of a page lead on the site.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::vec::IntoIter;

use super::markdown::Link;
use crate::package;
use crate::path::joined;
use crate::run::Failed;

/// The pages of the guide, which are modules of `snowflake_kit::guide`.
pub(super) const GUIDE: &str = "snowflake-kit/src/guide/";

/// Files that pages link to, and that a browser shows.
const SHOWN: [&str; 4] = ["json", "py", "svg", "toml"];

/// A link as its path and its anchor, which begins with `#` or is empty.
pub(super) fn strip_anchor(link: &str) -> (&str, &str) {
    link.split_at(link.find('#').unwrap_or(link.len()))
}

/// The file that mdBook makes of one of the book.
pub(super) fn html(target: &str) -> String {
    format!("{}html", target.trim_end_matches("md"))
}

/// Where the links of one page lead.
pub(super) struct Links<'a> {
    /// The file in the repository, and that of the book.
    pub(super) source: &'a str,
    pub(super) target: &'a str,
    /// The pages of the site, by their files in the repository.
    pub(super) targets: &'a BTreeMap<&'a str, String>,
    /// What rustdoc made of the links, in a page that it reads.
    pub(super) resolved: Option<IntoIter<String>>,
    /// Files that are copied into the site.
    pub(super) files: &'a mut BTreeSet<String>,
}

impl Links<'_> {
    /// Where a link of the page leads, or an image, which rustdoc does not resolve.
    pub(super) fn link(&mut self, to: &str, is_image: bool) -> Result<Link, Failed> {
        if let Some(links) = self.resolved.as_mut().filter(|_| !is_image) {
            let resolved = links.next();
            let resolved = resolved.ok_or_else(|| Failed(format!("rustdoc has no link for {to}")));
            return self.documented(to, &resolved?);
        }
        if to.contains("://") || to.starts_with('#') || to.starts_with("mailto:") {
            return Ok(Link::Kept);
        }
        self.file(to)
    }

    /// Whether rustdoc has no more links than the page.
    pub(super) fn are_used_up(self) -> Result<(), Failed> {
        match self.resolved.map_or(0, Iterator::count) {
            0 => Ok(()),
            left => Err(Failed(format!("rustdoc has {left} links more"))),
        }
    }

    fn to(&self, target: &str) -> Link {
        Link::To("../".repeat(self.target.matches('/').count()) + target)
    }

    /// A link that rustdoc resolved.
    fn documented(&self, to: &str, resolved: &str) -> Result<Link, Failed> {
        let (path, anchor) = strip_anchor(resolved);
        if path.is_empty() || path.contains("://") {
            // rustdoc shows what it resolves itself in another way.
            return if to == resolved {
                Ok(Link::Kept)
            } else {
                Err(Failed(format!("the link {to} does not fit to rustdoc's {resolved}")))
            };
        }
        let module = path.strip_prefix("snowflake_kit/guide/").unwrap_or(path);
        let page = match module.strip_suffix("index.html") {
            Some("") => format!("{GUIDE}README.md"),
            Some(module) => format!("{GUIDE}{}.md", module.trim_end_matches('/')),
            None => String::new(),
        };
        Ok(match self.targets.get(&*page) {
            Some(page) => self.to(&format!("{page}{anchor}")),
            None => self.to(&format!("api/{path}{anchor}")),
        })
    }

    /// A link to a file of the repository.
    fn file(&mut self, to: &str) -> Result<Link, Failed> {
        let (path, anchor) = strip_anchor(to);
        let folder = Path::new(self.source).parent().unwrap_or(Path::new(""));
        let file = joined(folder, path).display().to_string();
        let page = [file.clone(), format!("{file}/README.md")];
        if let Some(page) = page.iter().find_map(|page| self.targets.get(&**page)) {
            return Ok(self.to(&format!("{page}{anchor}")));
        }
        if let Some(library) = file.strip_suffix("/src/lib.rs") {
            return Ok(self.to(&format!("api/{}/index.html", package::library(library)?)));
        }
        let extension = Path::new(&file).extension().unwrap_or_default();
        let is_licence = file.starts_with("LICENSE-");
        if !is_licence && !SHOWN.iter().any(|shown| extension == *shown) {
            return Ok(Link::Dropped);
        }
        let link = self.to(&format!("files/{file}"));
        self.files.insert(file);
        Ok(link)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::{Links, html, strip_anchor};
    use crate::run::Failed;
    use crate::site::markdown::Link;

    #[test]
    fn links_lead_to_pages_files_and_the_documentation() {
        assert_eq!(html("guide/index.md"), "guide/index.html");
        let targets = BTreeMap::from([
            ("SPEC.md", "spec.html".to_owned()),
            ("snowflake-cli/README.md", "snowflake-cli.html".to_owned()),
            ("snowflake-kit/src/guide/sql.md", "guide/sql.html".to_owned()),
        ]);
        let mut files = BTreeSet::new();
        let mut links = Links {
            source: "a/b.md",
            target: "project/a-b.md",
            targets: &targets,
            resolved: None,
            files: &mut files,
        };
        let mut to = |link: &str| match links.link(link, false) {
            Ok(Link::To(to)) => to,
            Ok(Link::Kept) => "kept".to_owned(),
            Ok(Link::Dropped) => "dropped".to_owned(),
            Err(Failed(why)) => why,
        };
        assert_eq!(to("../SPEC.md#notation"), "../spec.html#notation");
        assert_eq!(to("../snowflake-cli"), "../snowflake-cli.html");
        assert_eq!(to("../snowflake-sql/src/lib.rs"), "../api/snowflake_kit_sql/index.html");
        assert_eq!(to("../vectors.json"), "../files/vectors.json");
        assert_eq!(to("c.rs"), "dropped");
        assert_eq!(to("#d"), "kept");
        assert_eq!(to("https://example.com"), "kept");
        assert_eq!(strip_anchor("a.md"), ("a.md", ""));
        assert_eq!(files.into_iter().collect::<Vec<_>>(), ["vectors.json"]);
    }

    #[test]
    fn rustdoc_has_resolved_links_of_the_guide() {
        let targets =
            BTreeMap::from([("snowflake-kit/src/guide/sql.md", "guide/sql.html".to_owned())]);
        let resolved = [
            "snowflake_kit/guide/sql/index.html#a",
            "snowflake_kit_lease/trait.Store.html",
            "#b",
            "https://other",
        ];
        let mut links = Links {
            source: "snowflake-kit/src/guide/faq.md",
            target: "guide/faq.md",
            targets: &targets,
            resolved: Some(resolved.map(str::to_owned).to_vec().into_iter()),
            files: &mut BTreeSet::new(),
        };
        let mut link = |link| links.link(link, false).map_err(|Failed(why)| why);
        assert!(
            matches!(link("crate::guide::sql#a"), Ok(Link::To(to)) if to == "../guide/sql.html#a")
        );
        let store = link("crate::lease::Store");
        assert!(
            matches!(store, Ok(Link::To(to)) if to == "../api/snowflake_kit_lease/trait.Store.html")
        );
        assert!(matches!(link("#b"), Ok(Link::Kept)));
        // Another link than the one that rustdoc has there: the pages differ.
        assert!(matches!(link("https://example.com"), Err(why) if why.contains("https://other")));
    }
}
