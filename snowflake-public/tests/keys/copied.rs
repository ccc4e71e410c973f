//! Which form survives copying: how many mistyped texts are read as another ID.
//!
//! `COPIES=1000000 cargo test -p snowflake-kit-public --all-features --test keys copied -- --nocapture`
//! printed the table in the guide's page on public IDs.

use snowflake_kit_core::__private::Random;
use snowflake_kit_core::{Layout, Parts, Snowflake, Text};
use snowflake_kit_public::{Keys, Label, Sealed, Sealer, SecretKey};

/// Changes a text, of which digits start at a place.
type Mistake = fn(&str, usize, &mut Random) -> String;

/// What happens to a text on its way.
const MISTAKES: [(&str, Mistake); 5] = [
    ("another character", |text, start, random| {
        let letters = alphabet(&text[start..]);
        let at = start + below(random, text.len() - start);
        let other = letters.as_bytes()[below(random, letters.len())];
        changed(text, |bytes| bytes[at] = other)
    }),
    ("neighbours swapped", |text, start, random| {
        let at = start + below(random, text.len() - start - 1);
        changed(text, |bytes| bytes.swap(at, at + 1))
    }),
    ("one left out", |text, start, random| {
        let at = start + below(random, text.len() - start);
        changed(text, |bytes| {
            bytes.remove(at);
        })
    }),
    ("one doubled", |text, start, random| {
        let at = start + below(random, text.len() - start);
        changed(text, |bytes| bytes.insert(at, bytes[at]))
    }),
    ("upper case lost", |text, _, _| text.to_ascii_lowercase()),
];

fn below(random: &mut Random, end: usize) -> usize {
    random.below(end as u64) as usize
}

fn changed(text: &str, change: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut bytes = text.as_bytes().to_vec();
    change(&mut bytes);
    String::from_utf8(bytes).unwrap()
}

/// The smallest of the alphabets that has all characters.
fn alphabet(digits: &str) -> &'static str {
    match digits.len() {
        16 | 32 => "0123456789abcdef",
        13 | 26 => "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
        11 | 22 => "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
        _ => "0123456789",
    }
}

/// IDs of ten years from 2026 on, with 18 digits.
fn minted(random: &mut Random) -> Snowflake {
    let timestamp = 31_536_000_000 + random.below(315_576_000_000);
    let (node, sequence) = (random.below(1_024) as u32, random.below(100) as u32);
    Layout::DEFAULT.compose(Parts { timestamp, node, sequence, caller: 0 }).unwrap()
}

struct CopiedForm {
    name: &'static str,
    /// Where the digits start.
    start: usize,
    write: Box<dyn Fn(Snowflake) -> String>,
    read: Read,
}

type Read = Box<dyn Fn(&str) -> Option<Snowflake>>;

fn plain(name: &'static str, text: Text) -> CopiedForm {
    CopiedForm {
        name,
        start: text.prefix().len(),
        write: Box::new(move |id| text.encode(id).to_string()),
        read: Box::new(move |input| text.decode(input).ok()),
    }
}

fn sealed(name: &'static str, text: Text) -> CopiedForm {
    let keys = Keys::new(SecretKey::from_bytes([1; 32]).unwrap());
    let [writer, reader] =
        [(), ()].map(|()| Sealer::sealed(&keys, text, Label::Name("UserId")).unwrap());
    CopiedForm {
        name,
        start: text.prefix().len(),
        write: Box::new(move |id| writer.seal(id).to_string()),
        read: Box::new(move |input| reader.open(input).ok().map(Sealed::id)),
    }
}

/// How many of each hundred mistakes are read as another ID. Those that change nothing do not count.
fn accepted(form: &CopiedForm, count: u32) -> [f64; MISTAKES.len()] {
    let mut random = Random::new(7);
    MISTAKES.map(|(_, mistake)| {
        let (mut made, mut accepted) = (0, 0);
        for _ in 0..count {
            let id = minted(&mut random);
            let text = (form.write)(id);
            let mistyped = mistake(&text, form.start, &mut random);
            if mistyped != text {
                made += 1;
                let found = (form.read)(&mistyped);
                assert_ne!(found, Some(id), "{mistyped} is a second text of {text}");
                accepted += u32::from(found.is_some());
            }
        }
        if made == 0 { 0.0 } else { 100.0 * f64::from(accepted) / f64::from(made) }
    })
}

#[test]
fn a_sealed_text_refuses_all_mistakes_and_a_plain_one_hardly_any() {
    let count = std::env::var("COPIES").map_or(10_000, |count| count.parse().unwrap());
    let forms = [
        plain("decimal", Text::DECIMAL),
        plain("base62", Text::BASE62),
        plain("base32", Text::BASE32),
        plain("hex", Text::HEX),
        sealed("sealed", Text::BASE62),
    ];
    println!("| form | {} |", MISTAKES.map(|(name, _)| name).join(" | "));
    for form in forms {
        let found = accepted(&form, count);
        println!("| {} | {} |", form.name, found.map(|share| format!("{share:.1} %")).join(" | "));
        let [another, swapped, left_out, doubled, lower] = found;
        let expected = match form.name {
            "sealed" => another + swapped + left_out + doubled + lower == 0.0,
            // Some are then larger than the largest ID.
            "decimal" => another > 90.0 && swapped > 90.0 && left_out > 90.0 && doubled > 50.0,
            "base62" => {
                another > 90.0 && swapped > 90.0 && lower > 90.0 && left_out + doubled == 0.0
            }
            "base32" => another > 90.0 && swapped > 90.0 && left_out + doubled + lower == 0.0,
            _ => another > 90.0 && swapped > 90.0 && left_out + doubled == 0.0,
        };
        assert!(expected, "{} {found:?}", form.name);
    }
}
