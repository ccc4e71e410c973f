//! Words and turns of speech that readers have to read twice. They may become fewer.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use super::{has_extension, is_page, text};
use crate::run::{Failed, root};

/// How often each is there.
const FILE: &str = "dev/xtask/words.txt";

/// Each is looked for as whole words, in any case.
const WORDS: [&str; 9] = [
    "anew",
    "goes by",
    "is no",
    "is none of",
    "is told",
    "nobody",
    "somebody",
    "what is",
    "whoever",
];

/// Which of them are there more often than the file says.
pub(super) fn grown(files: &[String], bless: bool) -> Result<Vec<String>, Failed> {
    let mut counts: BTreeMap<&str, usize> = WORDS.into_iter().map(|word| (word, 0)).collect();
    for file in files.iter().filter(|file| is_read(file)) {
        for (word, count) in count(&text(file)?) {
            *counts.entry(word).or_default() += count;
        }
    }
    if bless {
        let mut list = String::from(
            "# How often these words are in the pages and sources. `cargo xtask prose` fails if \
             one becomes more;\n# `cargo xtask prose --bless` writes the file.\n",
        );
        for (word, count) in &counts {
            let _ = writeln!(list, "{word}: {count}");
        }
        let failed = |error| Failed(format!("{FILE}: {error}"));
        fs::write(root().join(FILE), list).map_err(failed)?;
    }
    let list = text(FILE)?;
    let known: BTreeMap<&str, usize> =
        list.lines().filter_map(|line| line.split_once(": ")).filter_map(known).collect();
    let grown =
        counts.into_iter().filter(|(word, count)| known.get(word).is_none_or(|k| k < count));
    Ok(grown
        .map(|(word, count)| {
            let before = known.get(word).copied().unwrap_or_default();
            format!(
                "{word:?} is there {count} times, and was {before} times: say it in plainer words"
            )
        })
        .collect())
}

fn known<'a>((word, count): (&'a str, &str)) -> Option<(&'a str, usize)> {
    Some((word, count.parse().ok()?))
}

/// Whether users read it: pages, and what crates and programs say.
fn is_read(file: &str) -> bool {
    let is_source =
        has_extension(file, "rs") && file.contains("/src/") && !file.contains("/tests/");
    !file.starts_with("dev/") && (is_source || is_page(file))
}

/// How often each is in a text, whose lines may be broken inside of one.
fn count(text: &str) -> BTreeMap<&'static str, usize> {
    let words: Vec<String> = text
        .split(|character: char| !character.is_alphabetic() && character != '\'')
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let mut counts = BTreeMap::new();
    for wanted in WORDS {
        let parts: Vec<&str> = wanted.split(' ').collect();
        let found = words.windows(parts.len()).filter(|window| *window == parts).count();
        counts.insert(wanted, found);
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn whole_words_are_counted_across_lines() {
        let counts = count("Whoever is\n/// told, is none of them. Nobody's anew; renewanew");
        let of = |word| counts[word];
        assert_eq!((of("whoever"), of("is told"), of("is none of")), (1, 1, 1));
        assert_eq!((of("anew"), of("nobody"), of("is no")), (1, 0, 0));
    }
}
