//! Hides passwords in the texts of errors. Drivers quote a URL that they cannot read or cannot
//! connect to.
//!
//! Often they cannot read it because its password has characters that it should not have. Then it
//! is unclear where the password ends, so this hides more rather than less:
//!
//! | where | hidden |
//! |---|---|
//! | `scheme://user:` | up to the last `@` of the text |
//! | the same without a later `@` | to the end of the text, unless it is a port |
//! | `user:password@` without a scheme | up to the last `@` of the word |
//! | `password = ` | up to the next parameter that drivers know, or to the end |

use core::ops::Range;

/// The text with `***` in place of passwords in URLs and connection strings; `None` if it contains
/// none.
pub(super) fn without_passwords(text: &str) -> Option<String> {
    // Lower-casing ASCII keeps the length, so places in `lower` are places in the text.
    let lower = text.to_ascii_lowercase();
    let mut secrets = in_urls(&lower);
    secrets.extend(in_words(&lower));
    secrets.extend(in_parameters(&lower));
    secrets.retain(|secret| !secret.is_empty());
    secrets.sort_by_key(|secret| secret.start);
    let mut clean = String::with_capacity(text.len());
    let mut end = 0;
    for secret in secrets {
        if secret.start > end || clean.is_empty() {
            clean.push_str(&text[end..secret.start]);
            clean.push_str("***");
        }
        end = end.max(secret.end);
    }
    clean.push_str(&text[end..]);
    (clean != text).then_some(clean)
}

/// The ends of schemes. For databases, other characters than `//` may follow.
const SCHEMES: [&str; 5] = ["://", "postgres:", "postgresql:", "mysql:", "mariadb:"];

fn in_urls(text: &str) -> Vec<Range<usize>> {
    let ends = |of: &'static str| text.match_indices(of).map(move |(at, _)| at + of.len());
    SCHEMES.into_iter().flat_map(ends).filter_map(|start| in_url(text, start)).collect()
}

fn is_url(word: &str) -> bool {
    SCHEMES.iter().any(|scheme| word.contains(scheme))
}

/// The password of a URL whose scheme ends at `start`.
fn in_url(text: &str, start: usize) -> Option<Range<usize>> {
    let rest = text[start..].trim_start_matches(['/', '\\']);
    let start = text.len() - rest.len();
    // The name of a user may also contain any character.
    if let Some(at) = rest.rfind('@')
        && let Some(user) = end_of_name(&rest[..at])
    {
        return Some(start + user..start + at);
    }
    // Without an `@` this may be a password, or the rest of a sentence.
    let is_in_authority = |found: char| !(found.is_whitespace() || "/?#\"'`".contains(found));
    let authority = rest.find(|found| !is_in_authority(found)).unwrap_or(rest.len());
    // An address in brackets contains colons.
    let host = match rest.strip_prefix('[').and_then(|rest| rest.find(']')) {
        Some(end) => end + "[]".len(),
        None => 0,
    };
    let password = host + end_of_name(rest.get(host..authority)?)?;
    let rest = &rest[password..];
    let begins = rest.chars().next().is_some_and(|first| !first.is_whitespace());
    let is_drive = password == "c:".len() && rest.starts_with(['/', '\\']);
    (begins && !is_drive && !is_port(rest)).then(|| start + password..text.len())
}

fn in_words(text: &str) -> Vec<Range<usize>> {
    let place = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    let secret = |word: &str| {
        let at = word.rfind('@')?;
        let user = end_of_name(&word[..at])?;
        let start = place(word);
        Some(start + user..start + at)
    };
    text.split_whitespace().filter(|word| !is_url(word)).filter_map(secret).collect()
}

/// Names that end in these have a password as their value, in parameters of libpq, of URLs and of
/// drivers.
const KEYS: [&str; 5] = ["password", "passwd", "passphrase", "pwd", "pass"];

fn in_parameters(text: &str) -> Vec<Range<usize>> {
    let mut secrets = Vec::new();
    for key in KEYS {
        for (at, _) in text.match_indices(key) {
            let after = at + key.len();
            // In JSON, the name is quoted.
            let rest = text[after..].trim_start_matches(['"', '\'', '`']).trim_start();
            let value = if let Some(value) = rest.strip_prefix('=').or(rest.strip_prefix("%3d")) {
                value
            } else if let Some(value) = rest.strip_prefix(':').filter(|value| is_value(value)) {
                value
            } else {
                continue;
            };
            let start = text.len() - value.trim_start().len();
            let end = text.len() - value.len() + end_of_value(value);
            secrets.push(start..end.max(start));
        }
    }
    secrets
}

/// Whether the text after a colon is a value, and not a word of a sentence as in `using password:
/// YES`.
fn is_value(after_colon: &str) -> bool {
    let value = after_colon.trim_start();
    if value.starts_with(['"', '\'', '`']) || value.starts_with("some(") {
        return true;
    }
    let begins = after_colon.chars().next().is_some_and(|first| !first.is_whitespace());
    begins && !["yes", "no", ":"].iter().any(|word| value.starts_with(word))
}

/// Parameters of connection strings that may follow a password.
const PARAMETERS: [&str; 27] = [
    "application_name",
    "channel_binding",
    "charset",
    "client_encoding",
    "connect_timeout",
    "connect-timeout",
    "database",
    "dbname",
    "gssencmode",
    "host",
    "hostaddr",
    "keepalives",
    "options",
    "passfile",
    "password",
    "port",
    "server",
    "service",
    "socket",
    "sslcert",
    "sslkey",
    "sslmode",
    "ssl-mode",
    "sslpassword",
    "sslrootcert",
    "target_session_attrs",
    "user",
];

/// The length of a value, which ends at the next parameter or at the end. This ignores quotes,
/// because they may be misplaced.
fn end_of_value(text: &str) -> usize {
    let separates = |found: char| found.is_whitespace() || matches!(found, '&' | ';' | ',');
    let is_end = |(at, separator): &(usize, &str)| {
        let next = text[at + separator.len()..].trim_start();
        PARAMETERS.iter().any(|parameter| {
            let rest = next.strip_prefix(parameter).map(str::trim_start);
            rest.is_some_and(|rest| rest.starts_with('='))
        })
    };
    let mut ends = text.match_indices(separates);
    ends.find(is_end).map_or(text.len(), |(at, _)| at)
}

/// The end of a user's name: after a colon, which may be percent-encoded.
fn end_of_name(text: &str) -> Option<usize> {
    let colon = text.find(':').map(|at| at + ":".len());
    let encoded = text.find("%3a").map(|at| at + "%3a".len());
    colon.into_iter().chain(encoded).min()
}

/// Whether a text starts with a port number that cannot be part of a password.
fn is_port(text: &str) -> bool {
    let rest = text.trim_start_matches(|digit: char| digit.is_ascii_digit());
    let digits = text.len() - rest.len();
    let ends = |after: char| after.is_whitespace() || "/?#\"'`,;:.)]}>".contains(after);
    (1..=5).contains(&digits) && rest.chars().next().is_none_or(ends)
}

#[cfg(test)]
mod tests {
    use super::without_passwords;

    #[track_caller]
    fn cleaned(text: &str, clean: &str) {
        assert_eq!(without_passwords(text).as_deref(), Some(clean), "{text:?}");
        assert_eq!(without_passwords(clean), None, "{clean:?}");
    }

    #[test]
    fn passwords_of_urls_are_hidden() {
        for (text, clean) in [
            ("postgres://ada:s3cret@db/shop", "postgres://ada:***@db/shop"),
            ("POSTGRES://ADA:S3CRET@DB", "POSTGRES://ADA:***@DB"),
            ("The string 'mysql://ada:s3@cr:e/t@db' is", "The string 'mysql://ada:***@db' is"),
            ("\"postgres://ada:s3cret@db\": no host", "\"postgres://ada:***@db\": no host"),
            // Characters that should have been encoded, and end nothing.
            ("postgres://ada:s3 cret@db/shop", "postgres://ada:***@db/shop"),
            ("postgres://ada: s3cret@db/shop", "postgres://ada:***@db/shop"),
            ("postgres://ada:s3'cret@db/shop", "postgres://ada:***@db/shop"),
            ("postgres://ada:s3\"cret@db/shop", "postgres://ada:***@db/shop"),
            ("postgres://ada:s3`cret@db/shop", "postgres://ada:***@db/shop"),
            ("postgres://ada:s3\ncret@db/shop", "postgres://ada:***@db/shop"),
            ("postgres://ada:s3\tcr\u{a0}et@db/shop", "postgres://ada:***@db/shop"),
            ("postgres://ada:s3/cret?x#y@db/shop", "postgres://ada:***@db/shop"),
            ("postgres://ada:s3://cret@db/shop", "postgres://ada:***@db/shop"),
            ("postgres://ada:s3 x://y@z@db/shop", "postgres://ada:***@db/shop"),
            ("postgres://ada:bücher@db/shop", "postgres://ada:***@db/shop"),
            ("postgres://ada:12345@db/shop", "postgres://ada:***@db/shop"),
            ("postgres://ada:5432/x@db/shop", "postgres://ada:***@db/shop"),
            ("postgres://ada:5432 x@db/shop", "postgres://ada:***@db/shop"),
            ("postgres://ada:s3%20cr%40et@db/shop", "postgres://ada:***@db/shop"),
            ("postgres://ada%3As3cret@db/shop", "postgres://ada%3A***@db/shop"),
            ("postgres://ada@example.com:s3cret@db", "postgres://ada@example.com:***@db"),
            ("postgres://ada lovelace:s3cret@db", "postgres://ada lovelace:***@db"),
            ("postgres://:s3cret@db", "postgres://:***@db"),
            ("postgres://ada:s3cret@[::1]:5432/shop", "postgres://ada:***@[::1]:5432/shop"),
            ("postgres://ada:s3cret@", "postgres://ada:***@"),
            // Where the host is missing, the password ends somewhere.
            ("postgres://ada:s3cret", "postgres://ada:***"),
            ("postgres://ada:s3cret: no host", "postgres://ada:***"),
            ("postgres://ada:s3 cret", "postgres://ada:***"),
            ("postgres://ada:123456", "postgres://ada:***"),
            ("postgres://ada:5432x", "postgres://ada:***"),
            ("postgres://ada:/s3cret", "postgres://ada:***"),
            ("postgres://a:s3cret", "postgres://a:***"),
            ("postgres://ada:s3cret%40db/shop", "postgres://ada:***"),
            ("postgres://[::1]:s3cret", "postgres://[::1]:***"),
            // The end of another URL may be the end of the password.
            ("a://b:c@d and e://f:g@h", "a://b:***@h"),
            ("http://a and postgres://b:c@d", "http://a and postgres:***@d"),
        ] {
            cleaned(text, clean);
        }
    }

    #[test]
    fn slips_of_the_pen_hide_no_less() {
        for (text, clean) in [
            ("postgres:/ada:s3 cret@db/shop", "postgres:/ada:***@db/shop"),
            ("postgres:ada:s3cret@db/shop", "postgres:ada:***@db/shop"),
            ("redis:/ada:s3cret@db/shop", "redis:***@db/shop"),
            ("mysql:\\\\ada:s3 cret@db/shop", "mysql:\\\\ada:***@db/shop"),
            ("postgres:\\/\\/ada:s3 cret@db/shop", "postgres:\\/\\/ada:***@db/shop"),
            ("//ada:s3cret@db/shop", "//ada:***@db/shop"),
            ("ada:s3cret@db/shop", "ada:***@db/shop"),
            (":s3cret@db/shop", ":***@db/shop"),
            ("ada:s3cret@tcp(db:3306)/shop", "ada:***@tcp(db:3306)/shop"),
            ("no such store: ada:s3@cret@db", "no such store: ada:***@db"),
        ] {
            cleaned(text, clean);
        }
    }

    #[test]
    fn passwords_of_connection_strings_are_hidden() {
        for (text, clean) in [
            ("host=db password=s3cret user=ada", "host=db password=*** user=ada"),
            ("host=db password = s3cret user = ada", "host=db password = *** user = ada"),
            ("host=db password=\ns3cret\nuser=ada", "host=db password=\n***\nuser=ada"),
            ("host=db PASSWORD=s3cret USER=ada", "host=db PASSWORD=*** USER=ada"),
            ("Password='s3 cret' user=ada", "Password=*** user=ada"),
            ("password = 's3 cret' user=ada", "password = *** user=ada"),
            ("password='s3\\' cret' user=ada", "password=*** user=ada"),
            ("password='s3''cret' host=db", "password=*** host=db"),
            ("password=\"s3 cret\" host=db", "password=*** host=db"),
            // Quotes that are missing, or too many.
            ("password=s3 cret user=ada", "password=*** user=ada"),
            ("password='s3 cret user=ada", "password=*** user=ada"),
            ("password=s3' cret' user=ada", "password=*** user=ada"),
            ("password='s3' cret=x", "password=***"),
            ("bad string \"password=s3cret\": no host", "bad string \"password=***"),
            (
                "Server=db;Uid=ada;Pwd=s3;cret;Database=shop",
                "Server=db;Uid=ada;Pwd=***;Database=shop",
            ),
            ("pwd = s3cret", "pwd = ***"),
            ("passwd=s3cret", "passwd=***"),
            ("pass=s3cret", "pass=***"),
            ("sslpassword=s3cret sslmode=require", "sslpassword=*** sslmode=require"),
            ("sslmode=require sslpassword = s3cret", "sslmode=require sslpassword = ***"),
            ("password=one sslpassword=two", "password=*** sslpassword=***"),
            ("DB_PASSWORD=s3cret", "DB_PASSWORD=***"),
            ("postgres://db/shop?password=s3cret&x=1", "postgres://db/shop?password=***"),
            (
                "postgres://db/shop?password=s3&cret&user=a",
                "postgres://db/shop?password=***&user=a",
            ),
            ("postgres://db:5432/shop?password=s3cret", "postgres://db:5432/shop?password=***"),
            ("postgres://db/shop?password%3Ds3cret", "postgres://db/shop?password%3D***"),
            ("{\"password\":\"s3cret\"}", "{\"password\":***"),
            ("{\"password\": \"s3cret\"}", "{\"password\": ***"),
            ("Config { password: Some(\"s3cret\") }", "Config { password: ***"),
            ("password:s3cret", "password:***"),
        ] {
            cleaned(text, clean);
        }
    }

    #[test]
    fn a_password_may_look_like_the_end_of_another() {
        for (text, clean) in [
            ("postgres://ada:s@db?password=t", "postgres://ada:***@db?password=***"),
            ("postgres://ada:s@db?password=t@u", "postgres://ada:***"),
            ("postgres://db/shop?password=a:b@c", "postgres://db/shop?password=***"),
            ("postgres://db:5432/shop?password=s@t", "postgres://db:***"),
            ("password=postgres://ada:s3cret@db", "password=***"),
            ("password=s3cret postgres://a:b@c user=d", "password=*** user=d"),
        ] {
            cleaned(text, clean);
        }
    }

    #[test]
    fn no_character_ends_a_password() {
        let ascii = (0..128_u8).map(|byte| char::from(byte).to_string());
        let others =
            ["://", " x://y:", "' ", "\" : ", "\\' ", " x=y ", "%40", "%3A", "ü", "\u{2028}"];
        for between in ascii.chain(others.map(str::to_owned)) {
            let password = format!("ONE{between}TWO{between}THREE");
            for text in [
                format!("postgres://ada:{password}@db/shop"),
                format!("cannot read \"mysql://ada:{password}@db:3306/shop\": no host"),
                format!("{:?}", format!("postgres://ada:{password}@db/shop")),
                format!("MYSQL:/ada:{password}@db"),
                format!("postgres://ada:{}", password.replace('@', "")),
                format!("host=db password={password} user=ada"),
                format!("host=db password = '{password}' user = ada"),
                format!("cannot read \"password={password}\": no host"),
                format!("{:?}", format!("password='{password}'")),
                format!("postgres://db/shop?sslpassword={password}&x=1"),
                format!("postgres://db:5432/shop?password={password}"),
                format!("Server=db;Pwd={password};Database=shop"),
            ] {
                let clean = without_passwords(&text).unwrap_or_else(|| panic!("{text:?}"));
                for part in ["ONE", "TWO", "THREE"] {
                    assert!(!clean.contains(part), "{text:?} is shown as {clean:?}");
                }
            }
        }
    }

    #[test]
    fn other_texts_stay() {
        for text in [
            "",
            "password authentication failed for user \"ada\"",
            "Access denied for user 'ada'@'db' (using password: YES)",
            "Access denied for user 'ada'@'db' (using password:NO)",
            "postgres://db:5432/shop",
            "postgres://db:5432",
            "connecting to postgres://db:5432: refused",
            "postgres://a:5432,b:5432/shop",
            "postgres://[::1]/shop",
            "postgres://[::1]:5432/shop",
            "postgres://ada@db:5432/shop",
            "postgres://ada@db/shop",
            "postgres://ada:@db",
            "sqlite:///var/lib/shop.db",
            "sqlite://C:/shop.db",
            "host=db password=",
            "host=db password= user=ada",
            "host=db passfile=/home/ada/.pgpass user=ada",
            "see https://example.com: it helps",
            "see https://example.com/a:b",
            "postgres://db/shop is closed (code:a)",
            "postgres: command not found",
            "ERROR 1045 (28000): Access denied for user 'ada'@'db'",
            "the password is too short",
            "bücher",
        ] {
            assert_eq!(without_passwords(text), None, "{text}");
        }
    }
}
