//! Links of the site: to files that are there, and to headings that they have.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::routes::strip_anchor;
use crate::path::joined;
use crate::run::Failed;

/// How many links there are; fails with those that lead nowhere. The API's documentation is checked
/// by rustdoc, and here only as far as the other pages link to it.
pub(super) fn check(site: &Path) -> Result<usize, Failed> {
    let mut pages = Vec::new();
    collect(site, site, &mut pages)?;
    let mut documents = Documents {
        read: |file: &Path| fs::read_to_string(site.join(file)).ok(),
        known: BTreeMap::new(),
    };
    let mut count = 0;
    let mut wrong = Vec::new();
    for page in &pages {
        let html = documents.html(page);
        for link in links(&html) {
            count += 1;
            let exists = |file: &Path| site.join(file).exists();
            if let Some(what) = documents.fault(page, link, exists) {
                wrong.push(format!("{}: the link {link} {what}", page.display()));
            }
        }
    }
    if wrong.is_empty() {
        return Ok(count);
    }
    Err(Failed(format!("{} links lead nowhere\n  {}", wrong.len(), wrong.join("\n  "))))
}

/// The pages of the book.
fn collect(site: &Path, folder: &Path, pages: &mut Vec<PathBuf>) -> Result<(), Failed> {
    let failed = |error| Failed(format!("{}: {error}", folder.display()));
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let inside = path.strip_prefix(site).unwrap_or(&path);
        if path.is_dir() {
            if inside != Path::new("api") {
                collect(site, &path, pages)?;
            }
        } else if path.extension().is_some_and(|extension| extension == "html") {
            pages.push(inside.to_owned());
        }
    }
    Ok(())
}

/// The pages that were read, with what can be linked to in them.
struct Documents<Read> {
    read: Read,
    known: BTreeMap<PathBuf, BTreeSet<String>>,
}

impl<Read: Fn(&Path) -> Option<String>> Documents<Read> {
    fn html(&self, page: &Path) -> String {
        (self.read)(page).unwrap_or_default()
    }

    /// What is wrong with a link.
    fn fault(&mut self, page: &Path, link: &str, exists: impl Fn(&Path) -> bool) -> Option<String> {
        let scheme = link.split(['/', '#', '?']).next().is_some_and(|start| start.contains(':'));
        if scheme {
            return None;
        }
        let (path, anchor) = strip_anchor(link);
        let path = path.split('?').next().unwrap_or_default();
        let folder = page.parent().unwrap_or(Path::new(""));
        let mut file = if path.is_empty() { page.to_owned() } else { joined(folder, path) };
        if path.ends_with('/') {
            file.push("index.html");
        }
        if !exists(&file) {
            return Some(format!("leads to {}, which does not exist", file.display()));
        }
        let anchor = anchor.trim_start_matches('#');
        if anchor.is_empty() || file.extension().is_none_or(|extension| extension != "html") {
            return None;
        }
        if !self.known.contains_key(&file) {
            let mut html = self.html(&file);
            // rustdoc moves on from a private place of an item to its public one.
            if let Some(moved) = redirect(&html) {
                let folder = file.parent().unwrap_or(Path::new(""));
                html = self.html(&joined(folder, moved));
            }
            let anchors = attributes(&html, "id").map(str::to_owned).collect();
            self.known.insert(file.clone(), anchors);
        }
        let has = self.known.get(&file).is_some_and(|anchors| anchors.contains(anchor));
        (!has).then(|| format!("leads to a place that {} does not have", file.display()))
    }
}

/// Where a page sends its reader on.
fn redirect(html: &str) -> Option<&str> {
    let (_, rest) = html.split_once("http-equiv=\"refresh\" content=\"0;URL=")?;
    rest.split('"').next()
}

/// What a page links to and loads.
fn links(html: &str) -> impl Iterator<Item = &str> {
    attributes(html, "href").chain(attributes(html, "src"))
}

/// The values of an attribute, as generators write it. In text, the quotes would be escaped.
fn attributes<'a>(html: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    let start = format!("{name}=\"");
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let found = at + html[at..].find(&start)?;
            at = found + start.len();
            let is_whole = html[..found].ends_with([' ', '\n', '\t']);
            if is_whole {
                return html[at..].split('"').next();
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;

    use super::{Documents, links};

    fn text(files: &[(&str, &str)], file: &Path) -> Option<String> {
        let found = files.iter().find(|(name, _)| Path::new(name) == file);
        found.map(|(_, text)| (*text).to_owned())
    }

    #[test]
    fn a_moved_page_has_the_places_of_the_other() {
        let moved = r#"<meta http-equiv="refresh" content="0;URL=../../b/c.html">"#;
        let files = [("a/x/c.html", moved), ("b/c.html", r#"<h2 id="d">"#)];
        let read = |file: &Path| text(&files, file);
        let exists = |file: &Path| read(file).is_some();
        let mut documents = Documents { read, known: BTreeMap::new() };
        assert_eq!(documents.fault(Path::new("index.html"), "a/x/c.html#d", exists), None);
        assert!(documents.fault(Path::new("index.html"), "a/x/c.html#e", exists).is_some());
    }

    #[test]
    fn links_that_lead_nowhere_are_found() {
        let page = r#"<a class="x" href="b/c.html#d">1</a> <img src="e.svg"> data-href="no" href=&quot;no&quot;"#;
        assert_eq!(links(page).collect::<Vec<_>>(), ["b/c.html#d", "e.svg"]);
        let files =
            [("a/index.html", page), ("a/b/c.html", r#"<h2 id="d">"#), ("api/x/index.html", "")];
        let read = |file: &Path| text(&files, file);
        let exists = |file: &Path| read(file).is_some();
        let mut documents = Documents { read, known: BTreeMap::new() };
        let mut fault = |link| documents.fault(Path::new("a/index.html"), link, exists);
        assert_eq!(fault("b/c.html#d"), None);
        assert_eq!(fault("b/c.html?highlight=e#d"), None);
        assert_eq!(fault("../api/x/"), None);
        assert_eq!(fault("https://example.com/#x"), None);
        assert_eq!(fault("mailto:a@b"), None);
        assert!(fault("b/c.html#e").unwrap().contains("a place that a/b/c.html does not have"));
        assert!(fault("e.svg").unwrap().contains("a/e.svg, which does not exist"));
        assert!(fault("#f").unwrap().contains("a/index.html"));
    }
}
