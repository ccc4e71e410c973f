//! Paths without `..`, and from one file to another.

use std::path::{Component, Path, PathBuf};

/// The path without `.` and `..`.
pub(super) fn joined(folder: &Path, path: &str) -> PathBuf {
    let mut joined = PathBuf::new();
    for part in folder.join(path).components() {
        match part {
            Component::ParentDir => {
                joined.pop();
            }
            Component::CurDir => {}
            part => joined.push(part),
        }
    }
    joined
}

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
    use std::path::Path;

    use super::{joined, relative, strip_anchor};

    #[test]
    fn paths_are_followed() {
        assert_eq!(joined(Path::new("a/b"), "../../c/./d"), Path::new("c/d"));
        assert_eq!(strip_anchor("a.md#b"), ("a.md", "#b"));
        assert_eq!(strip_anchor("a.md"), ("a.md", ""));
        assert_eq!(relative("guide/a.html", "api/b/index.html"), "../api/b/index.html");
        assert_eq!(relative("index.html", "a.html"), "a.html");
    }
}
