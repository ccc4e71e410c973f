//! Keys, and the public forms of IDs.

use data_encoding::{BASE64, BASE64_NOPAD, BASE64URL, BASE64URL_NOPAD, HEXLOWER};
use snowflake_kit_core::{ParseErrorKind, Text};
use snowflake_kit_public::{Keys, Label, Sealer, SecretKey};

use crate::case::{Case, Random};
use crate::texts::{ENCODINGS, STRANGE, form};

const HEX: &str = "0123456789abcdef";

fn hex(bytes: &[u8]) -> String {
    HEXLOWER.encode(bytes)
}

fn bytes(random: &mut Random, len: usize) -> Vec<u8> {
    (0..len).map(|_| random.next() as u8).collect()
}

pub(crate) fn keys(random: &mut Random) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut read = |text: String, bytes: &[u8]| {
        let case = Case::new().with("key", text.as_str());
        cases.push(match text.parse::<SecretKey>() {
            Ok(key) => {
                // Which bytes it has, it does not say.
                let same = SecretKey::from_bytes(bytes.try_into().unwrap()).unwrap();
                assert!(key == same, "{text}");
                case.with("bytes", hex(bytes))
            }
            Err(error) => case.refused(&error),
        });
    };
    for edge in ["", "secret", "A", "=", "AAECAw==", &"0".repeat(64), &"A".repeat(43)] {
        read(edge.to_owned(), &[0; 32]);
    }
    for _ in 0..550 {
        let secret = bytes(random, 32);
        let texts = [
            hex(&secret),
            hex(&secret).to_uppercase(),
            BASE64.encode(&secret),
            BASE64_NOPAD.encode(&secret),
            BASE64URL.encode(&secret),
            BASE64URL_NOPAD.encode(&secret),
        ];
        let text = &texts[random.below(texts.len())];
        read(text.clone(), &secret);
        let other = if random.below(3) == 0 {
            let len = random.below(70);
            let other = bytes(random, len);
            if random.below(2) == 0 { hex(&other) } else { BASE64.encode(&other) }
        } else {
            let at = 1 + random.below(text.len() - 1);
            format!("{}{}{}", &text[..at], random.character(" !g*é\n="), &text[at + 1..])
        };
        if other.parse::<SecretKey>().is_err() {
            read(other, &[]);
        }
    }
    cases
}

/// A label, its kind and its text.
fn label(text: Text, random: &mut Random) -> (Label<'static>, &'static str, &'static str) {
    match random.below(3) {
        0 => (Label::Chosen("user"), "label", "user"),
        _ if text.prefix().is_empty() => (Label::Name("UserId"), "name", "UserId"),
        _ => (Label::Prefix(text.prefix()), "prefix", text.prefix()),
    }
}

type MakeSealer = fn(&Keys, Text, Label<'_>) -> Result<Sealer, snowflake_kit_public::KeyError>;

/// The cases of a form. A case without `error` and with `current` is also what is written.
fn cases(random: &mut Random, form_of: MakeSealer) -> Vec<Case> {
    let mut cases = Vec::new();
    while cases.len() < 1_200 {
        let (encoding, name) = random.pick(&ENCODINGS);
        let prefix = random.pick(&["", "usr_", "sixteen_letters_"]);
        let text = form(encoding, prefix);
        let secrets: Vec<_> = (0..3).map(|_| bytes(random, 32)).collect();
        let key = |at: usize| SecretKey::from_bytes((*secrets[at]).try_into().unwrap()).unwrap();
        let (label, kind, label_text) = label(text, random);
        let keys = Keys::new(key(0)).and_old(key(1));
        // Two keys with the same letter.
        let Ok(sealer) = form_of(&keys, text, label) else { continue };
        let old = form_of(&Keys::new(key(1)), text, label).unwrap();
        let lost = form_of(&Keys::new(key(2)), text, label).unwrap();
        let other = form_of(&keys, text, Label::Chosen("other")).unwrap();
        let mut read = |input: String| {
            let case = Case::new().with("encoding", name).with("prefix", prefix);
            let case = case.with("keys", vec![hex(&secrets[0]), hex(&secrets[1])]);
            let case = case.with("label", vec![kind, label_text]).with("text", input.as_str());
            cases.push(match sealer.open(&input) {
                Ok(opened) => {
                    case.with_long("id", opened.id()).with("current", opened.is_current())
                }
                Err(error) => {
                    assert!(error.kind() != ParseErrorKind::NoKey);
                    case.refused(&error.kind())
                }
            });
        };
        read(sealer.seal(random.id()).to_string());
        read(old.seal(random.id()).to_string());
        read(lost.seal(random.id()).to_string());
        read(other.seal(random.id()).to_string());
        read(text.encode(random.id()).to_string());
        let right = sealer.seal(random.id()).to_string();
        read(random.mistyped(&right, STRANGE));
        let digits = if encoding == snowflake_kit_core::Encoding::Hex { HEX } else { "0123456789" };
        let at = prefix.len() + random.below(right.len() - prefix.len());
        let digit = random.character(digits);
        read(format!("{}{digit}{}", &right[..at], &right[at + 1..]));
    }
    cases
}

pub(crate) fn sealed(random: &mut Random) -> Vec<Case> {
    cases(random, Sealer::sealed)
}

pub(crate) fn permuted(random: &mut Random) -> Vec<Case> {
    cases(random, Sealer::permuted)
}
