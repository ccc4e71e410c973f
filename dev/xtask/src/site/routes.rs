//! Paths from one file to another.

/// A link as its path and its anchor, which begins with `#` or is empty.
pub(super) fn strip_anchor(link: &str) -> (&str, &str) {
    link.split_at(link.find('#').unwrap_or(link.len()))
}

/// How the page in one file links to another file, both from the root of the site.
pub(super) fn relative(from: &str, to: &str) -> String {
    "../".repeat(from.matches('/').count()) + to
}

#[cfg(test)]
mod tests {
    use super::{relative, strip_anchor};

    #[test]
    fn links_are_followed() {
        assert_eq!(strip_anchor("a.md#b"), ("a.md", "#b"));
        assert_eq!(strip_anchor("a.md"), ("a.md", ""));
        assert_eq!(relative("guide/a.html", "api/b/index.html"), "../api/b/index.html");
        assert_eq!(relative("index.html", "a.html"), "a.html");
    }
}
