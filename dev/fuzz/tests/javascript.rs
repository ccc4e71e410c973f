//! Rust and JavaScript read the same texts as the same IDs and layouts, and refuse the
//! others in the same words: on inputs that fuzzing has kept, and on changed ones.

use std::io::Write as _;
use std::process::{Command, Stdio};

use fastrand::Rng;
use fuzz::corpus;
use serde_json::{Value, json};
use snowflake_kit_core::{Encoding, Layout, LayoutParseError, Text};

/// How many texts are made of each kind.
const MADE: usize = 20_000;

const FORMS: [Text; 5] = [
    Text::DECIMAL,
    Text::BASE62.with_prefix("u-"),
    Text::BASE32.with_prefix("a_long_prefix_1-"),
    Text::HEX,
    Text::HEX.with_prefix("Z_"),
];

/// Reads lines of `[encoding, prefix, text]`, or of `[text]` for a layout, and says for each
/// what the text is or why it is refused.
const PROGRAM: &str = r#"
import { createInterface } from "node:readline";
const { Layout, Text } = await import(process.argv[1]);
const answer = (input) => {
  try {
    if (input.length === 1) return String(Layout.parse(input[0]).maxId);
    const [encoding, prefix, text] = input;
    return String(new Text(encoding, prefix).decode(text));
  } catch (error) {
    if (error.name !== "SnowflakeError") throw error;
    return error.message;
  }
};
for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(answer(JSON.parse(line))));
}
"#;

#[test]
fn javascript_reads_texts_of_ids_alike() {
    let mut random = Rng::with_seed(21);
    // Behind the byte that chooses the form.
    let texts = texts("text", 1, &mut random);
    let cases: Vec<(Value, String)> = texts
        .iter()
        .map(|text| {
            let form = FORMS[random.usize(..FORMS.len())];
            let encoding = match form.encoding() {
                Encoding::Decimal => "decimal",
                Encoding::Base62 => "base62",
                Encoding::Base32 => "base32",
                _ => "hex",
            };
            // Half of them begin as they have to.
            let text =
                if random.bool() { format!("{}{text}", form.prefix()) } else { text.clone() };
            let answer = match form.decode(&text) {
                Ok(id) => id.to_string(),
                Err(error) => error.to_string(),
            };
            (json!([encoding, form.prefix(), text]), answer)
        })
        .collect();
    agrees(&cases);
}

#[test]
fn javascript_reads_layouts_alike() {
    let mut random = Rng::with_seed(22);
    // Behind an ID and an instant.
    let texts = texts("layout", 16, &mut random);
    let cases: Vec<(Value, String)> = texts
        .into_iter()
        .filter_map(|text| match Layout::parse(text.clone().leak()) {
            // A layout may fit in Rust and not in JavaScript, whose dates end earlier.
            Ok(_) | Err(LayoutParseError::Layout { .. }) => None,
            Err(error) => Some((json!([text]), error.to_string())),
        })
        .collect();
    agrees(&cases);
}

/// The texts of a target's inputs without this many bytes at their front, and changed ones.
fn texts(target: &str, front: usize, random: &mut Rng) -> Vec<String> {
    let kept = corpus::read(target).unwrap();
    let kept: Vec<_> = kept.iter().filter_map(|input| Some(input.get(front..)?.to_vec())).collect();
    let made: Vec<_> = (0..MADE).map(|_| corpus::changed(&kept, random)).collect();
    kept.into_iter().chain(made).filter_map(|input| String::from_utf8(input).ok()).collect()
}

/// Asks Node, and compares the answers.
fn agrees(cases: &[(Value, String)]) {
    assert!(cases.len() > MADE / 10, "{} cases", cases.len());
    let module = concat!(env!("CARGO_MANIFEST_DIR"), "/../../clients/js/src/index.js");
    let mut node = Command::new("node")
        .args(["--input-type=module", "--eval", PROGRAM, module])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Node is installed");
    let mut stdin = node.stdin.take().unwrap();
    let lines: Vec<_> = cases.iter().map(|(case, _)| case.to_string()).collect();
    let writer = std::thread::spawn(move || stdin.write_all(lines.join("\n").as_bytes()));
    let output = node.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "{}", output.status);
    let answers = String::from_utf8(output.stdout).unwrap();
    assert_eq!(answers.lines().count(), cases.len());
    for (line, (case, expected)) in answers.lines().zip(cases) {
        let answer: String = serde_json::from_str(line).unwrap();
        assert_eq!(answer, *expected, "JavaScript says of {case}: {answer}");
    }
}
