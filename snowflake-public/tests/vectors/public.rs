//! Keys, and the public forms of IDs.

use aes::Aes256;
use aes::cipher::{BlockEncrypt as _, KeyInit as _};
use data_encoding::{BASE64, BASE64_NOPAD, BASE64URL, BASE64URL_NOPAD, HEXLOWER};
use hkdf::Hkdf;
use sha2::Sha256;
use snowflake_kit_core::{Encoding, ParseErrorKind, Text};
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
    // In base64 it has `+` and `/`, and in the other alphabet `-` and `_`.
    let secret = [0xfb; 32];
    let (lower, standard, url) = (hex(&secret), BASE64.encode(&secret), BASE64URL.encode(&secret));
    for text in [
        lower.clone(),
        lower.to_uppercase(),
        format!("{}{}", &lower[..32], lower[32..].to_uppercase()),
        standard.clone(),
        url.clone(),
        BASE64_NOPAD.encode(&secret),
        BASE64URL_NOPAD.encode(&secret),
    ] {
        read(text, &secret);
    }
    let bare = BASE64_NOPAD.encode(&secret);
    for text in [
        format!(" {lower}"),
        format!("{lower} "),
        format!("{lower}\n"),
        format!("{standard}\n"),
        format!(" {bare}"),
        format!("{}\n{}", &bare[..20], &bare[20..]),
        format!("0x{lower}"),
        format!("{}g", &lower[..63]),
        lower[..63].to_owned(),
        lower[..62].to_owned(),
        "é".repeat(32),
        format!("{}{}", &standard[..22], &url[22..]),
        format!("{standard}="),
        format!("{bare}=="),
        format!("{bare}==="),
        format!("={bare}"),
        format!("{}=", &bare[..42]),
        // Bits that no byte has.
        format!("{}t", &bare[..42]),
        format!("{}u", &bare[..42]),
        BASE64.encode(&[1; 31]),
        BASE64.encode(&[1; 33]),
        BASE64.encode(&[1; 16]),
        BASE64.encode(&[1; 48]),
        BASE64.encode(&[1; 51]),
        BASE64.encode(&[0; 32]),
        bare[..41].to_owned(),
    ] {
        assert!(text.parse::<SecretKey>().is_err(), "{text}");
        read(text, &[]);
    }
    for _ in 0..60 {
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

/// A public form of an ID type, with two secrets of its own.
struct Form {
    secrets: Vec<Vec<u8>>,
    encoding: &'static str,
    text: Text,
    label: (Label<'static>, &'static str, &'static str),
    sealer: Sealer,
    make: MakeSealer,
}

impl Form {
    fn new(
        random: &mut Random,
        make: MakeSealer,
        (encoding, name): (Encoding, &'static str),
        prefix: &'static str,
    ) -> Self {
        let text = form(encoding, prefix);
        loop {
            let secrets: Vec<_> = (0..3).map(|_| bytes(random, 32)).collect();
            let label = label(text, random);
            // Not two secrets with the same letter.
            let keys = Keys::new(secret_key(&secrets[0])).and_old(secret_key(&secrets[1]));
            if let Ok(sealer) = make(&keys, text, label.0) {
                return Self { secrets, encoding: name, text, label, sealer, make };
            }
        }
    }

    /// A type with one of the secrets alone.
    fn with_secret(&self, number: usize) -> Sealer {
        (self.make)(&Keys::new(secret_key(&self.secrets[number])), self.text, self.label.0).unwrap()
    }

    /// A case without `error` and with `current` is also what is written.
    fn read(&self, input: &str) -> Case {
        let (_, kind, label) = self.label;
        let case = Case::new().with("encoding", self.encoding).with("prefix", self.text.prefix());
        let case = case.with("keys", vec![hex(&self.secrets[0]), hex(&self.secrets[1])]);
        let case = case.with("label", vec![kind, label]).with("text", input);
        match self.sealer.open(input) {
            Ok(opened) => case.with_long("id", opened.id()).with("current", opened.is_current()),
            Err(error) => {
                assert!(error.kind() != ParseErrorKind::NoKey);
                case.refused(&error.kind())
            }
        }
    }
}

fn secret_key(bytes: &[u8]) -> SecretKey {
    SecretKey::from_bytes(bytes.try_into().unwrap()).unwrap()
}

/// All forms of text, with each kind of label.
fn forms(random: &mut Random, make: MakeSealer) -> Vec<Form> {
    let mut forms = Vec::new();
    for encoding in ENCODINGS {
        for prefix in ["", "usr_", "sixteen_letters_"] {
            forms.push(Form::new(random, make, encoding, prefix));
            forms.push(Form::new(random, make, encoding, prefix));
        }
    }
    forms
}

/// Texts of any form, and with mistakes.
fn cases(form: &Form, random: &mut Random) -> Vec<Case> {
    let [old, lost] = [1, 2].map(|number| form.with_secret(number));
    let keys = Keys::new(secret_key(&form.secrets[0]));
    let other = (form.make)(&keys, form.text, Label::Chosen("other")).unwrap();
    let right = form.sealer.seal(random.id()).to_string();
    let digits = if form.encoding == "hex" { HEX } else { "0123456789" };
    let at = form.text.prefix().len() + random.below(right.len() - form.text.prefix().len());
    let digit = random.character(digits);
    let texts = [
        form.sealer.seal(random.id()).to_string(),
        old.seal(random.id()).to_string(),
        lost.seal(random.id()).to_string(),
        other.seal(random.id()).to_string(),
        form.text.encode(random.id()).to_string(),
        random.mistyped(&right, STRANGE),
        format!("{}{digit}{}", &right[..at], &right[at + 1..]),
    ];
    texts.iter().map(|text| form.read(text)).collect()
}

/// The digits of a word, of more than 64 bits as well.
fn digits(mut word: u128, alphabet: &str, width: usize) -> String {
    let base = alphabet.len();
    let mut digits = vec![b'0'; width];
    for digit in digits.iter_mut().rev() {
        *digit = alphabet.as_bytes()[(word % base as u128) as usize];
        word /= base as u128;
    }
    String::from_utf8(digits).unwrap()
}

/// The block of any 16 bytes under a key, as `SPEC.md` has it.
fn block(secret: &[u8], kind: &str, label: &str, bytes: u128) -> u128 {
    let start = match kind {
        "label" => "label/",
        "name" => "name/",
        _ => "",
    };
    let info = format!("snowflake-public/1/sealed/{start}{label}");
    let mut key = [0; 32];
    Hkdf::<Sha256>::new(None, secret).expand(info.as_bytes(), &mut key).unwrap();
    let mut block = bytes.to_be_bytes().into();
    Aes256::new(&key.into()).encrypt_block(&mut block);
    u128::from_be_bytes(block.into())
}

pub(crate) fn sealed(random: &mut Random) -> Vec<Case> {
    let mut all = Vec::new();
    for form in forms(random, Sealer::sealed) {
        all.extend(cases(&form, random));
        let (alphabet, width) = match form.encoding {
            "hex" => (HEX, 16),
            "base32" => ("0123456789ABCDEFGHJKMNPQRSTVWXYZ", 13),
            _ => ("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 11),
        };
        let prefix = form.text.prefix();
        let (_, kind, label) = form.label;
        let written = |high: u128, low: u128| {
            format!("{prefix}{}{}", digits(high, alphabet, width), digits(low, alphabet, width))
        };
        // Blocks that hold no ID, and with which an ID has more bits than it has.
        for number in [0, 1, i64::MAX as u128, 1 << 63, u64::MAX.into(), 1 << 64, (1 << 64) + 7] {
            let block = block(&form.secrets[0], kind, label, number);
            all.push(form.read(&written(block >> 64, block & u128::from(u64::MAX))));
        }
        let word = 1_u128 << 64;
        all.push(form.read(&written(word - 1, word - 1)));
        // A second text of the same ID, if a reader cuts words to 64 bits.
        if form.encoding != "hex" {
            let block = block(&form.secrets[0], kind, label, 7);
            let (high, low) = (block >> 64, block & u128::from(u64::MAX));
            for text in [written(high + word, low), written(high, low + word), written(word, word)]
            {
                all.push(form.read(&text));
            }
        }
        // Of the longest text, all characters are searched; of a longer one, 40 bytes.
        let right = form.sealer.seal(random.id()).to_string();
        for other in ["", "0", "00"] {
            let end = right.len() - 2;
            all.push(form.read(&format!("{}!{}{other}", &right[..end], &right[end + 1..])));
        }
        for text in [&right[..right.len() - 1], &right[1..], &format!("{right}0"), prefix, ""] {
            all.push(form.read(text));
        }
    }
    all
}

pub(crate) fn permuted(random: &mut Random) -> Vec<Case> {
    let mut all = Vec::new();
    for form in forms(random, Sealer::permuted) {
        all.extend(cases(&form, random));
        let prefix = form.text.prefix();
        let right = form.sealer.seal(random.id()).to_string();
        let [letter, old] = [&right, &form.with_secret(1).seal(random.id()).to_string()]
            .map(|text| text[prefix.len()..=prefix.len()].to_owned());
        let unknown =
            ('A'..='Z').find(|one| letter != one.to_string() && old != one.to_string()).unwrap();
        let number = form.text.encode(random.id()).to_string()[prefix.len()..].to_owned();
        let mut texts = vec![
            prefix.to_owned(),
            letter.clone(),
            number.clone(),
            format!("{}{number}", letter.to_lowercase()),
            format!("1{number}"),
            format!("É{number}"),
            format!("{unknown}{number}"),
            format!("{unknown}!"),
        ];
        let ends = match form.encoding {
            "decimal" => [
                "0",
                "00",
                "07",
                "1",
                "9223372036854775807",
                "9223372036854775808",
                "99999999999999999999",
            ],
            "base62" => [
                "00000000000",
                "0",
                "0000000000",
                "00000000001",
                "AzL8n0Y58m7",
                "AzL8n0Y58m8",
                "zzzzzzzzzzz",
            ],
            "base32" => [
                "0000000000000",
                "0",
                "000000000000",
                "0000000000001",
                "7ZZZZZZZZZZZZ",
                "8000000000000",
                "ZZZZZZZZZZZZZ",
            ],
            _ => [
                "0000000000000000",
                "0",
                "000000000000000",
                "0000000000000001",
                "7fffffffffffffff",
                "8000000000000000",
                "ffffffffffffffff",
            ],
        };
        for end in ends {
            texts.extend([format!("{letter}{end}"), format!("{unknown}{end}")]);
        }
        all.extend(texts.iter().map(|text| {
            form.read(&format!("{prefix}{}", text.strip_prefix(prefix).unwrap_or(text)))
        }));
        all.push(form.read(""));
    }
    all
}
