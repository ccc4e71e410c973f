//! Words and turns of speech that readers have to read twice. They may become fewer.

use super::{has_extension, is_page};
use crate::files::read;
use crate::run::Failed;

/// Each is looked for as whole words, in any case, and may be there as often as this.
const WORDS: [(&str, usize); 9] = [
    ("anew", 9),
    ("goes by", 0),
    ("is no", 71),
    ("is none of", 0),
    ("is told", 7),
    ("nobody", 6),
    ("somebody", 3),
    ("what is", 205),
    ("whoever", 1),
];

/// Which of them are there more often.
pub(super) fn grown(files: &[String]) -> Result<Vec<String>, Failed> {
    let mut counts = [0; WORDS.len()];
    for file in files.iter().filter(|file| is_read(file)) {
        let more = count(&read(file)?);
        counts.iter_mut().zip(more).for_each(|(count, more)| *count += more);
    }
    let grown = WORDS.into_iter().zip(counts).filter(|((_, known), count)| count > known);
    Ok(grown
        .map(|((word, known), count)| {
            format!(
                "{word:?} is there {count} times, and may be {known} times: say it in plainer words"
            )
        })
        .collect())
}

/// Whether users read it: pages, and what crates and programs say.
fn is_read(file: &str) -> bool {
    let is_source =
        has_extension(file, "rs") && file.contains("/src/") && !file.contains("/tests/");
    !file.starts_with("dev/") && (is_source || is_page(file))
}

/// How often each is in a text, whose lines may be broken inside of one.
fn count(text: &str) -> [usize; WORDS.len()] {
    let words: Vec<String> = text
        .split(|character: char| !character.is_alphabetic() && character != '\'')
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    WORDS.map(|(wanted, _)| {
        let parts: Vec<&str> = wanted.split(' ').collect();
        words.windows(parts.len()).filter(|window| *window == parts).count()
    })
}

#[cfg(test)]
mod tests {
    use super::{WORDS, count};

    #[test]
    fn whole_words_are_counted_across_lines() {
        let counts = count("Whoever is\n/// told, is none of them. Nobody's anew; renewanew");
        let of = |word| counts[WORDS.iter().position(|(known, _)| *known == word).unwrap()];
        assert_eq!((of("whoever"), of("is told"), of("is none of")), (1, 1, 1));
        assert_eq!((of("anew"), of("nobody"), of("is no")), (1, 0, 0));
    }
}
