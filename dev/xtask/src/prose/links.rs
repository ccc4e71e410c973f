//! Links of the pages: to files that exist, and to headings that are there.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use super::{is_page, text};
use crate::path::joined;
use crate::run::{Failed, root};

/// The links that lead nowhere.
///
/// Links to Rust's items (`crate::guide::sql`) are rustdoc's to check, and are right only in a page
/// that rustdoc reads, which lies in `src`.
pub(super) fn wrong(files: &[String]) -> Result<Vec<String>, Failed> {
    let mut pages = BTreeMap::new();
    for file in files.iter().filter(|file| is_page(file)) {
        pages.insert(PathBuf::from(file), Page::read(&text(file)?));
    }
    let mut wrong = Vec::new();
    for (file, page) in &pages {
        for link in &page.links {
            if let Some(what) = fault(file, link, &pages) {
                wrong.push(format!("{}: the link `{link}` {what}", file.display()));
            }
        }
    }
    Ok(wrong)
}

/// What is wrong with a link.
fn fault(file: &Path, link: &str, pages: &BTreeMap<PathBuf, Page>) -> Option<String> {
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let is_documentation = file.components().any(|part| part.as_os_str() == "src");
    match (link.contains("::"), is_documentation) {
        (true, false) => return Some("is for rustdoc, which does not read this page".into()),
        (true, true) => return None,
        (false, true) if !link.contains(['/', '.', '#']) => return None,
        (false, _) => {}
    }
    let (path, anchor) = link.split_once('#').map_or((link, None), |(path, at)| (path, Some(at)));
    let folder = file.parent().unwrap_or(Path::new(""));
    let target = if path.is_empty() { file.to_owned() } else { joined(folder, path) };
    if !root().join(&target).exists() {
        return Some(format!("leads to {}, which does not exist", target.display()));
    }
    let anchor = anchor?;
    let page = pages.get(&target)?;
    (!page.anchors.contains(anchor))
        .then(|| format!("leads to a heading that {} does not have", target.display()))
}

/// What a page links to, and what can be linked to in it.
struct Page {
    links: Vec<String>,
    anchors: BTreeSet<String>,
}

impl Page {
    fn read(text: &str) -> Self {
        let mut page = Self { links: Vec::new(), anchors: BTreeSet::new() };
        let mut heading: Option<String> = None;
        for event in Parser::new(text) {
            match event {
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    page.add(&slug(&heading.take().unwrap_or_default()));
                }
                Event::Text(text) | Event::Code(text) => {
                    if let Some(heading) = &mut heading {
                        heading.push_str(&text);
                    }
                }
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    page.links.push(dest_url.into_string());
                }
                _ => {}
            }
        }
        page
    }

    /// A heading that is there before gets a number.
    fn add(&mut self, slug: &str) {
        let mut unique = slug.to_owned();
        let mut number = 0;
        while !self.anchors.insert(unique.clone()) {
            number += 1;
            unique = format!("{slug}-{number}");
        }
    }
}

/// The anchor of a heading, as GitHub and rustdoc make it.
pub(super) fn slug(heading: &str) -> String {
    let kept = heading.to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::{Path, PathBuf};

    use super::{Page, fault, slug};

    #[test]
    fn links_that_lead_nowhere_are_found() {
        let text = "# A `page`\n\n## Two words\n\n## Two words\n\n[a](#two-words-1) [b](#three)";
        let file = Path::new("README.md");
        let pages = BTreeMap::from([(PathBuf::from(file), Page::read(text))]);
        let links = &pages[file].links;
        assert_eq!(links, &["#two-words-1", "#three"]);
        let wrong = |link: &str| fault(file, link, &pages);
        assert_eq!(wrong("#two-words-1"), None);
        assert_eq!(wrong("#a-page"), None);
        assert!(wrong("#three").unwrap().contains("heading"));
        assert!(wrong("no/such/file.md").unwrap().contains("does not exist"));
        assert!(wrong("crate::guide").unwrap().contains("rustdoc"));
        assert_eq!(wrong("https://example.com/#x"), None);
    }

    #[test]
    fn anchors_are_those_of_github() {
        assert_eq!(slug("3. The order of the steps"), "3-the-order-of-the-steps");
        assert_eq!(slug("What `LeaseBuilder` needs: a table"), "what-leasebuilder-needs-a-table");
    }
}
