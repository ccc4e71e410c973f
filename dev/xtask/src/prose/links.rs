//! Links of the pages: to files that exist, and to headings that are there.

use std::path::Path;

use super::Pages;
use crate::path::joined;
use crate::run::root;

/// The links that lead nowhere.
///
/// Links to Rust's items (`crate::guide::sql`) are rustdoc's to check, and are right only in a page
/// that rustdoc reads, which lies in `src`.
pub(super) fn wrong(pages: &Pages) -> Vec<String> {
    let links =
        pages.iter().flat_map(|(file, page)| page.links.iter().map(move |link| (file, link)));
    let wrong = links.filter_map(|(file, link)| {
        Some(format!("{}: the link `{link}` {}", file.display(), fault(file, link, pages)?))
    });
    wrong.collect()
}

/// What is wrong with a link.
fn fault(file: &Path, link: &str, pages: &Pages) -> Option<String> {
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Pages, fault};
    use crate::prose::page::Page;

    #[test]
    fn links_that_lead_nowhere_are_found() {
        let text = "# A `page`\n\n## Two words\n\n## Two words\n\n[a](#two-words-1) [b](#three)";
        let file = Path::new("README.md");
        let pages = Pages::from([(file.into(), Page::read(text))]);
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
}
