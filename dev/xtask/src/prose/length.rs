//! The length of the guide.

use super::{is_page, text};
use crate::run::Failed;

const GUIDE: &str = "snowflake-kit/src/guide/";

/// How many words its pages may have together: about two hours of reading.
const LIMIT: usize = 20_000;

/// Whether the guide has become too long.
pub(super) fn wrong(files: &[String]) -> Result<Option<String>, Failed> {
    let mut words = 0;
    for file in files.iter().filter(|file| is_page(file) && file.starts_with(GUIDE)) {
        words += count(&text(file)?);
    }
    Ok(fault(words))
}

fn fault(words: usize) -> Option<String> {
    (words > LIMIT).then(|| {
        format!(
            "the pages in {GUIDE} have {words} words, and may have {LIMIT}: take out {}, first what \
             another page says as well",
            words - LIMIT
        )
    })
}

/// What stands between white space, as `wc -w` counts: code and the bars of tables too.
fn count(page: &str) -> usize {
    page.split_whitespace().count()
}

#[cfg(test)]
mod tests {
    use super::{LIMIT, count, fault};

    #[test]
    fn a_guide_that_is_too_long_is_found() {
        assert_eq!(fault(LIMIT), None);
        let fault = fault(LIMIT + 7).unwrap();
        assert!(fault.contains("have 20007 words, and may have 20000: take out 7"), "{fault}");
    }

    #[test]
    fn words_are_counted_as_by_wc() {
        assert_eq!(count("# A page\n\n| `a b` |\n|---|\n\n```rust\nlet a = 1;\n```\n"), 14);
    }
}
