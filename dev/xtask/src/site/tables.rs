//! Tables whose columns need no names: Markdown has none without a header.

use std::fs;
use std::path::Path;

use crate::run::Failed;
use crate::sources::read;

/// Makes cells of empty headers in all pages, since a screen reader would announce them.
pub(super) fn without_empty_headers(folder: &Path) -> Result<(), Failed> {
    let failed = |error| Failed(format!("{}: {error}", folder.display()));
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            without_empty_headers(&path)?;
        } else if path.extension().is_some_and(|extension| extension == "html") {
            fs::write(&path, cells(&read(&path)?)).map_err(failed)?;
        }
    }
    Ok(())
}

fn cells(html: &str) -> String {
    const END: &str = "></th>";
    let mut made = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(end) = rest.find(END) {
        let (before, after) = (&rest[..end], &rest[end + END.len()..]);
        rest = after;
        match before.rsplit_once("<th") {
            Some((before, attributes)) if !attributes.contains('>') => {
                made.extend([before, "<td", attributes, "></td>"]);
            }
            _ => made.extend([before, END]),
        }
    }
    made + rest
}

#[cfg(test)]
mod tests {
    use super::cells;

    #[test]
    fn empty_headers_are_cells() {
        let html = r#"<th></th><th>a</th><th style="b"></th><th><b>c</b></th>"#;
        let cells_of = r#"<td></td><th>a</th><td style="b"></td><th><b>c</b></th>"#;
        assert_eq!(cells(html), cells_of);
    }
}
