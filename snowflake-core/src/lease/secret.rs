//! Passwords in the texts of errors: drivers quote a URL that they cannot read,
//! or cannot connect to.

/// The text with `***` in place of the passwords of URLs and of connection
/// strings; `None` if there is none in it.
#[inline]
pub(super) fn without_passwords(text: &str) -> Option<String> {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, secret, after)) = first_password(rest) {
        clean.push_str(before);
        clean.push_str(if secret.is_empty() { "" } else { "***" });
        rest = after;
    }
    clean.push_str(rest);
    (clean != text).then_some(clean)
}

/// What is before the first password, the password, and what is after it.
#[inline]
fn first_password(text: &str) -> Option<(&str, &str, &str)> {
    let in_url = text.match_indices("://").find_map(|(at, _)| {
        let start = at + "://".len();
        let word = &text[start..start + length(&text[start..], "")];
        // A password may have any character in it if it was not encoded, and
        // then the URL is one that drivers complain of.
        let password = word.find(':')? + 1;
        let end = word.rfind('@').filter(|end| password <= *end)?;
        Some((start + password, start + end))
    });
    let in_pair = text.to_ascii_lowercase().find("password=").map(|at| {
        let start = at + "password=".len();
        match text[start..].strip_prefix('\'') {
            Some(quoted) => {
                let start = start + 1;
                (start, start + quoted.find('\'').unwrap_or(quoted.len()))
            }
            None => (start, start + length(&text[start..], "&;")),
        }
    });
    let (start, end) = in_url.into_iter().chain(in_pair).min()?;
    Some((&text[..start], &text[start..end], &text[end..]))
}

/// How long the word is that a text begins with.
#[inline]
fn length(text: &str, also_ends: &str) -> usize {
    let ends = |found: char| {
        found.is_whitespace() || matches!(found, '"' | '\'' | '`') || also_ends.contains(found)
    };
    text.find(ends).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::without_passwords;

    #[test]
    fn passwords_are_taken_out() {
        for (text, clean) in [
            ("postgres://ada:s3cret@db/shop", "postgres://ada:***@db/shop"),
            ("The string 'mysql://ada:s3@cr:e/t@db' is", "The string 'mysql://ada:***@db' is"),
            ("a://b:c@d and e://f:g@h", "a://b:***@d and e://f:***@h"),
            ("host=db password=s3cret user=ada", "host=db password=*** user=ada"),
            ("Password='s3 cret' user=ada", "Password='***' user=ada"),
            ("postgres://db/shop?password=s3cret&x=1", "postgres://db/shop?password=***&x=1"),
            ("postgres://ada:s@db?password=t", "postgres://ada:***@db?password=***"),
        ] {
            assert_eq!(without_passwords(text).as_deref(), Some(clean));
            assert_eq!(without_passwords(clean), None);
        }
    }

    #[test]
    fn other_texts_stay() {
        for text in [
            "",
            "password authentication failed for user \"ada\"",
            "Access denied for user 'ada'@'db' (using password: YES)",
            "postgres://db:5432/shop",
            "postgres://ada@db:5432/shop",
            "postgres://ada:@db",
            "host=db password=",
            "see https://example.com: it helps",
        ] {
            assert_eq!(without_passwords(text), None, "{text}");
        }
    }
}
