//! Whether the text of an error may hold a password. Drivers quote a URL that they cannot read or
//! cannot connect to.
//!
//! Often they cannot read it because its password has characters that it should not have. Then
//! nothing says where the password ends, so a text that may hold one is not shown at all.

/// Whether a text has a URL with a password, or a parameter for one, or what may be meant as such.
pub(super) fn may_hold_password(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    let mut ends = SCHEMES.iter().flat_map(|scheme| text.match_indices(scheme));
    ends.any(|(at, scheme)| is_in_url(&text[at + scheme.len()..]))
        || text.split_whitespace().any(is_in_word)
        || KEYS.iter().any(|key| {
            text.match_indices(key).any(|(at, _)| is_in_parameter(&text[at + key.len()..]))
        })
}

/// The ends of schemes. For databases, other characters than `//` may follow.
const SCHEMES: [&str; 5] = ["://", "postgres:", "postgresql:", "mysql:", "mariadb:"];

/// Whether what follows a scheme has a password: `user:password@`, or a colon that no port follows.
fn is_in_url(rest: &str) -> bool {
    let rest = rest.trim_start_matches(['/', '\\']);
    // The name of a user, and the password, may have any character.
    if let Some((user, _)) = rest.rsplit_once('@') {
        return has_colon(user);
    }
    // Without an `@` this may be a password, or the rest of a sentence.
    let is_in_authority = |found: char| !(found.is_whitespace() || "/?#\"'`".contains(found));
    let end = rest.find(|found| !is_in_authority(found)).unwrap_or(rest.len());
    // An address in brackets has colons.
    let host = rest.strip_prefix('[').and_then(|rest| rest.find(']')).map_or(0, |end| end + 2);
    let Some(colon) = rest.get(host..end).and_then(end_of_colon) else { return false };
    let after = &rest[host + colon..];
    let is_drive = host + colon == "c:".len() && after.starts_with(['/', '\\']);
    after.starts_with(|first: char| !first.is_whitespace()) && !is_drive && !is_port(after)
}

/// Whether a word is `user:password@…`, without a scheme.
fn is_in_word(word: &str) -> bool {
    let is_url = SCHEMES.iter().any(|scheme| word.contains(scheme));
    !is_url && word.rsplit_once('@').is_some_and(|(user, _)| has_colon(user))
}

/// Names that end in these have a password as their value, in parameters of libpq, of URLs and of
/// drivers.
const KEYS: [&str; 5] = ["password", "passwd", "passphrase", "pwd", "pass"];

/// Whether a value follows such a name, and not a sentence, as in `using password: YES`.
fn is_in_parameter(rest: &str) -> bool {
    // In JSON, the name is quoted.
    let rest = rest.trim_start_matches(['"', '\'', '`']).trim_start();
    if let Some(value) = rest.strip_prefix('=').or(rest.strip_prefix("%3d")) {
        return !value.trim_start().is_empty();
    }
    let Some(after_colon) = rest.strip_prefix(':') else { return false };
    let value = after_colon.trim_start();
    let is_quoted = value.starts_with(['"', '\'', '`']) || value.starts_with("some(");
    let is_word = ["yes", "no", ":"].iter().any(|word| value.starts_with(word));
    is_quoted || !is_word && after_colon.starts_with(|first: char| !first.is_whitespace())
}

fn has_colon(text: &str) -> bool {
    end_of_colon(text).is_some()
}

/// Where the first colon ends, which may be percent-encoded.
fn end_of_colon(text: &str) -> Option<usize> {
    let ends = [":", "%3a"].map(|colon| text.find(colon).map(|at| at + colon.len()));
    ends.into_iter().flatten().min()
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
    use super::may_hold_password;

    #[test]
    fn urls_may_hold_passwords() {
        for text in [
            "postgres://ada:s3cret@db/shop",
            "POSTGRES://ADA:S3CRET@DB",
            "The string 'mysql://ada:s3@cr:e/t@db' is",
            "\"postgres://ada:s3cret@db\": no host",
            // Characters that should have been encoded.
            "postgres://ada:s3 cret@db/shop",
            "postgres://ada: s3cret@db/shop",
            "postgres://ada:s3'cret@db/shop",
            "postgres://ada:s3\"cret@db/shop",
            "postgres://ada:s3`cret@db/shop",
            "postgres://ada:s3\ncret@db/shop",
            "postgres://ada:s3\tcr\u{a0}et@db/shop",
            "postgres://ada:s3/cret?x#y@db/shop",
            "postgres://ada:s3://cret@db/shop",
            "postgres://ada:s3 x://y@z@db/shop",
            "postgres://ada:bücher@db/shop",
            "postgres://ada:12345@db/shop",
            "postgres://ada:5432/x@db/shop",
            "postgres://ada:5432 x@db/shop",
            "postgres://ada:s3%20cr%40et@db/shop",
            "postgres://ada%3As3cret@db/shop",
            "postgres://ada@example.com:s3cret@db",
            "postgres://ada lovelace:s3cret@db",
            "postgres://:s3cret@db",
            "postgres://ada:s3cret@[::1]:5432/shop",
            "postgres://ada:s3cret@",
            // Without a host.
            "postgres://ada:s3cret",
            "postgres://ada:s3cret: no host",
            "postgres://ada:s3 cret",
            "postgres://ada:123456",
            "postgres://ada:5432x",
            "postgres://ada:/s3cret",
            "postgres://a:s3cret",
            "postgres://ada:s3cret%40db/shop",
            "postgres://[::1]:s3cret",
            "a://b:c@d and e://f:g@h",
            "http://a and postgres://b:c@d",
        ] {
            assert!(may_hold_password(text), "{text:?}");
        }
    }

    #[test]
    fn slips_of_the_pen_may_hold_no_less() {
        for text in [
            "postgres:/ada:s3 cret@db/shop",
            "postgres:ada:s3cret@db/shop",
            "redis:/ada:s3cret@db/shop",
            "mysql:\\\\ada:s3 cret@db/shop",
            "postgres:\\/\\/ada:s3 cret@db/shop",
            "//ada:s3cret@db/shop",
            "ada:s3cret@db/shop",
            ":s3cret@db/shop",
            "ada:s3cret@tcp(db:3306)/shop",
            "no such store: ada:s3@cret@db",
        ] {
            assert!(may_hold_password(text), "{text:?}");
        }
    }

    #[test]
    fn connection_strings_may_hold_passwords() {
        for text in [
            "host=db password=s3cret user=ada",
            "host=db password = s3cret user = ada",
            "host=db password=\ns3cret\nuser=ada",
            "host=db PASSWORD=s3cret USER=ada",
            "Password='s3 cret' user=ada",
            "password = 's3 cret' user=ada",
            "password='s3\\' cret' user=ada",
            "password='s3''cret' host=db",
            "password=\"s3 cret\" host=db",
            // Quotes that are missing, or too many.
            "password=s3 cret user=ada",
            "password='s3 cret user=ada",
            "password=s3' cret' user=ada",
            "password='s3' cret=x",
            "bad string \"password=s3cret\": no host",
            "Server=db;Uid=ada;Pwd=s3;cret;Database=shop",
            "pwd = s3cret",
            "passwd=s3cret",
            "pass=s3cret",
            "sslpassword=s3cret sslmode=require",
            "sslmode=require sslpassword = s3cret",
            "password=one sslpassword=two",
            "DB_PASSWORD=s3cret",
            "postgres://db/shop?password=s3cret&x=1",
            "postgres://db/shop?password=s3&cret&user=a",
            "postgres://db:5432/shop?password=s3cret",
            "postgres://db/shop?password%3Ds3cret",
            "{\"password\":\"s3cret\"}",
            "{\"password\": \"s3cret\"}",
            "Config { password: Some(\"s3cret\") }",
            "password:s3cret",
        ] {
            assert!(may_hold_password(text), "{text:?}");
        }
    }

    #[test]
    fn one_text_may_hold_several() {
        for text in [
            "postgres://ada:s@db?password=t",
            "postgres://ada:s@db?password=t@u",
            "postgres://db/shop?password=a:b@c",
            "postgres://db:5432/shop?password=s@t",
            "password=postgres://ada:s3cret@db",
            "password=s3cret postgres://a:b@c user=d",
        ] {
            assert!(may_hold_password(text), "{text:?}");
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
                assert!(may_hold_password(&text), "{text:?}");
            }
        }
    }

    #[test]
    fn other_texts_hold_none() {
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
            "sqlite:///var/lib/shop.db",
            "sqlite://C:/shop.db",
            "host=db password=",
            "host=db passfile=/home/ada/.pgpass user=ada",
            "see https://example.com: it helps",
            "see https://example.com/a:b",
            "postgres://db/shop is closed (code:a)",
            "postgres: command not found",
            "ERROR 1045 (28000): Access denied for user 'ada'@'db'",
            "the password is too short",
            "bücher",
        ] {
            assert!(!may_hold_password(text), "{text}");
        }
    }
}
