//! `snowflake seal` and `unseal`, and sealed texts in `decode`.

use serde_json::{Value, json};

use crate::{command, finish, run, run_with_keys};

const ID: &str = "175928847299117063";

/// The texts that `snowflake-kit-public` pins, each with the options of its type.
const TEXTS: [(&str, &[&str]); 8] = [
    ("usr_Hq8AnFvKpSRBZ8kZMTIvP4", &["--prefix", "usr_", "--text", "base62"]),
    ("4MWEBFNKAEYF11VZA905V18421", &["--name", "PostId", "--text", "base32"]),
    (
        "sixteen_letters_c48056713c3de5e8607ec82663f62377",
        &["--prefix", "sixteen_letters_", "--text", "hex"],
    ),
    ("F6tCFxwvfwzBrx8YjXiKvG", &["--name", "OrderId"]),
    ("Z826569777947533673", &["--name", "TagId", "--form", "permuted"]),
    ("inv_Z26EBDrNbIG5", &["--prefix", "inv_", "--form", "permuted", "--text", "base62"]),
    ("9TrqId2ENCZ5RawYNXif0Q", &["--label", "account"]),
    ("acc_9TrqId2ENCZ5RawYNXif0Q", &["--label", "account", "--prefix", "acc_"]),
];

const USER: [&str; 2] = ["--prefix", "usr_"];
const SEALED: &str = TEXTS[0].0;

fn key(byte: &str) -> String {
    byte.repeat(32)
}

/// The current key and an old one, as they are pinned.
fn keys() -> String {
    format!("{},{}", key("01"), key("02"))
}

/// After the old key has become the current one.
fn exchanged_keys() -> String {
    format!("{},{}", key("02"), key("01"))
}

#[test]
fn ids_become_the_texts_of_their_types_and_come_back() {
    for (text, options) in TEXTS {
        let seal = [&["seal", ID], options].concat();
        assert_eq!(run_with_keys(&seal, &keys()).ok(), format!("{text}\n"));
        let unseal = [&["unseal", text], options].concat();
        assert_eq!(run_with_keys(&unseal, &keys()).ok(), format!("{ID}\n"));
        for id in ["1", "9223372036854775807"] {
            let seal = [&["seal", id], options].concat();
            let text = run_with_keys(&seal, &key("07")).ok();
            let unseal = [&["unseal", text.trim()], options].concat();
            assert_eq!(run_with_keys(&unseal, &key("07")).ok(), format!("{id}\n"));
        }
    }
}

#[test]
fn plain_texts_are_sealed_as_their_numbers_are() {
    for text in [ID, "usr_175928847299117063", "0Czks0tP37X", "usr_0Czks0tP37X", "0271065ac1020007"]
    {
        let sealed = run_with_keys(&["seal", text, USER[0], USER[1]], &keys()).ok();
        assert_eq!(sealed, format!("{SEALED}\n"), "{text}");
    }
    // Hex of digits alone looks decimal.
    let seal = ["seal", "1271065110200071", "--from", "hex", "--name", "PostId"];
    assert_ne!(run_with_keys(&seal, &keys()).ok(), run_with_keys(&without(&seal), &keys()).ok());
}

fn without<'a>(seal: &[&'a str; 6]) -> Vec<&'a str> {
    [&seal[..2], &seal[4..]].concat()
}

#[test]
fn several_ids_and_lines_are_sealed_and_opened() {
    let with_stdin = |arguments: &[&str], stdin: &str| {
        let mut command = command(arguments);
        command.env("SNOWFLAKE_PUBLIC_KEY", keys()).write_stdin(stdin);
        finish(command)
    };
    let texts = with_stdin(&["seal", "1", "-", "4", USER[0], USER[1]], "2\n3\n").ok();
    assert_eq!(texts.lines().count(), 4);
    let numbers = with_stdin(&["unseal", "-", USER[0], USER[1]], &texts).ok();
    assert_eq!(numbers, "1\n2\n3\n4\n");

    let run = with_stdin(&["unseal", "-", USER[0], USER[1]], &format!("usr_7\n{SEALED}\n"));
    assert_eq!((run.code, run.stdout), (2, format!("{ID}\n")));
    assert!(run.stderr.starts_with("error: line 1: invalid ID \"usr_7\""), "{}", run.stderr);
}

#[test]
fn json_says_what_became_of_what() {
    let objects = run_with_keys(&["seal", ID, "--json", USER[0], USER[1]], &keys()).json();
    assert_eq!(objects, [json!({ "input": ID, "output": SEALED })]);
    let unseal = ["unseal", SEALED, "--json", USER[0], USER[1]];
    for (keys, is_current) in [(keys(), true), (exchanged_keys(), false)] {
        let objects = run_with_keys(&unseal, &keys).json();
        assert_eq!(objects, [json!({ "input": SEALED, "output": ID, "current_key": is_current })]);
    }
}

#[test]
fn a_text_of_an_old_key_opens_and_says_so() {
    for (text, options) in TEXTS {
        let run = run_with_keys(&[&["unseal", text], options].concat(), &exchanged_keys());
        assert_eq!((run.code, run.stdout), (0, format!("{ID}\n")));
        let note = format!("note: {text}: made with an old key, not with the current one\n");
        assert_eq!(run.stderr, note);
    }
}

#[test]
fn texts_that_do_not_open_are_refused() {
    let unseal = |text: &str, options: &[&str]| {
        run_with_keys(&[&["unseal", text], options].concat(), &keys()).refused()
    };
    let forged = SEALED.replace("Hq8A", "Hq8B");
    for message in [
        unseal(&forged, &USER),
        unseal(&SEALED["usr_".len()..], &["--name", "UserId"]),
        run_with_keys(&["unseal", SEALED, USER[0], USER[1]], &key("03")).refused(),
    ] {
        assert!(message.contains("no key in SNOWFLAKE_PUBLIC_KEY opens"), "{message}");
        assert!(message.contains("or was sealed with another key"), "{message}");
    }
    assert!(unseal(&forged, &USER).contains("with the prefix \"usr_\""));
    assert!(unseal("F6tCFxwvfwzBrx8YjXiKvG", &["--name", "Order"]).contains("the name Order"));

    let message = unseal(SEALED, &["--prefix", "org_"]);
    assert!(message.contains("it does not start with \"org_\""), "{message}");
    let message = unseal(ID, &USER);
    assert!(message.contains("it does not start with \"usr_\""), "{message}");
    let message = unseal(&SEALED[..20], &USER);
    assert!(message.contains("its length after the prefix is 16 instead of 22"), "{message}");
    let message = unseal("é", &["--name", "PostId"]);
    assert!(message.contains("'é' at byte 0"), "{message}");

    let (text, options) = TEXTS[4];
    let unseal = [&["unseal", text], options].concat();
    let message = run_with_keys(&unseal, &key("02")).refused();
    assert!(message.contains("no key in SNOWFLAKE_PUBLIC_KEY has the letter 'Z'"), "{message}");
    assert!(message.contains("add the old key after the others"), "{message}");
}

#[test]
fn without_a_valid_key_nothing_is_sealed_or_opened() {
    for arguments in [["seal", ID, USER[0], USER[1]], ["unseal", SEALED, USER[0], USER[1]]] {
        let message = run(&arguments).refused();
        assert!(message.contains("SNOWFLAKE_PUBLIC_KEY is not set"), "{message}");
        assert!(message.contains("`snowflake keygen`"), "{message}");
        for wrong in ["c0ffee".to_owned(), format!("{},c0ffee", key("01")), key("01") + "!"] {
            let message = run_with_keys(&arguments, &wrong).refused();
            assert!(message.contains("SNOWFLAKE_PUBLIC_KEY cannot be used: a key is"), "{message}");
            assert!(!message.contains("c0ffee") && !message.contains("0101"), "{message}");
        }
    }
}

#[test]
fn a_key_is_no_argument() {
    let key = key("ab");
    let (option, list) = (format!("--key={key}"), format!("{key},{}", self::key("cd")));
    for arguments in [
        &["seal", ID, USER[0], USER[1], &option][..],
        &["unseal", SEALED, USER[0], USER[1], "--key", &key],
        &["unseal", USER[0], USER[1], &key],
        &["seal", USER[0], USER[1], &list],
        &["decode", &key],
        &["decode", "q6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6s="],
    ] {
        let message = run_with_keys(arguments, &keys()).refused();
        assert!(!message.contains("abab") && !message.contains("q6ur"), "{message}");
        let is_told = message.contains("unexpected argument '--key'")
            || message.contains("keys are read from the environment variable SNOWFLAKE_PUBLIC_KEY");
        assert!(is_told, "{message}");
    }
}

#[test]
fn the_type_has_to_be_said() {
    for command in ["seal", "unseal"] {
        let message = run_with_keys(&[command, ID], &keys()).refused();
        assert!(message.contains("--prefix") && message.contains("--name"), "{message}");
        let both = [command, ID, "--prefix", "usr_", "--name", "UserId"];
        assert!(run_with_keys(&both, &keys()).refused().contains("cannot be used with"));
        let empty = [command, ID, "--name", ""];
        assert!(run_with_keys(&empty, &keys()).refused().contains("--name"));
        let form = [command, ID, "--name", "UserId", "--form", "open"];
        assert!(run_with_keys(&form, &keys()).refused().contains("sealed, permuted"));
    }
}

fn decode(text: &str, options: &[&str], keys: &str) -> Value {
    run_with_keys(&[&["decode", text, "--json"], options].concat(), keys).json().remove(0)
}

#[test]
fn decode_opens_sealed_texts() {
    let alone = decode(ID, &["--layout", "discord"], &keys());
    for (text, options) in [
        (TEXTS[0].0, &[][..]),
        (TEXTS[0].0, &["--prefix", "usr_"]),
        (TEXTS[1].0, &["--name", "PostId"]),
        (TEXTS[2].0, &[]),
        (TEXTS[3].0, &["--name", "OrderId"]),
    ] {
        for (keys, is_current) in [(keys(), true), (exchanged_keys(), false)] {
            let options = [options, &["--layout", "discord"]].concat();
            let expected = json!({
                "form": "sealed", "text": text, "current_key": is_current, "snowflake": alone,
            });
            assert_eq!(decode(text, &options, &keys), expected);
        }
    }
    let candidates = decode(SEALED, &["--at", "1800000000000"], &keys());
    assert_eq!(candidates["snowflake"], decode(ID, &["--at", "1800000000000"], &keys()));
}

#[test]
fn decode_shows_how_a_text_was_sealed() {
    let alone = run(&["decode", ID, "--layout", "discord"]).ok();
    for (keys, key) in [(keys(), "the current one"), (exchanged_keys(), "an old one")] {
        let shown = run_with_keys(&["decode", SEALED, "--layout", "discord"], &keys).ok();
        let expected = format!(
            "\
usr_Hq8AnFvKpSRBZ8kZMTIvP4
  form       sealed
  key        {key}
  snowflake  175928847299117063

{alone}"
        );
        assert_eq!(shown, expected);
    }
}

#[test]
fn decode_says_what_a_sealed_text_needs() {
    for text in [SEALED, TEXTS[2].0] {
        let message = run(&["decode", text]).refused();
        assert!(message.contains("looks like a sealed text: to open it, set"), "{message}");
        assert!(message.contains("SNOWFLAKE_PUBLIC_KEY"), "{message}");
        let message = run_with_keys(&["decode", text], &key("03")).refused();
        assert!(message.contains("no key in SNOWFLAKE_PUBLIC_KEY opens"), "{message}");
        let message = run_with_keys(&["decode", text], "c0ffee").refused();
        assert!(message.contains("SNOWFLAKE_PUBLIC_KEY cannot be used"), "{message}");
    }
    for text in ["F6tCFxwvfwzBrx8YjXiKvG", "F5MWXAPYCRN2S36K2P5GYXYHZ5"] {
        let message = run_with_keys(&["decode", text], &keys()).refused();
        assert!(message.contains("such as `--name UserId`"), "{message}");
    }
    let message = run(&["decode", "F6tCFxwvfwzBrx8YjXiKvG", "--name", "OrderId"]).refused();
    assert!(message.contains("to open it, set the environment variable"), "{message}");
    // A form that is said is kept to.
    let message = run_with_keys(&["decode", SEALED, "--from", "base62", USER[0], USER[1]], &keys());
    assert!(message.refused().contains("its length after the prefix is 22 instead of 11"));
}

/// They have as many characters as sealed texts in base32 and hex.
#[test]
fn decode_still_reads_ulids_and_uuids() {
    for text in ["01AHKE86R4E2080ZKSG03901RN", "015466e41b047080807e798006900715"] {
        for keys in [&*keys(), "c0ffee"] {
            assert_eq!(decode(text, &[], keys)["snowflake"]["id"], ID);
            let prefixed = format!("msg_{text}");
            let read = decode(&prefixed, &["--prefix", "msg_"], keys);
            assert_eq!(read["snowflake"]["id"], ID);
        }
        let unopened = run_with_keys(&["decode", text, "--name", "PostId"], &keys()).refused();
        assert!(unopened.contains("the name PostId"), "{unopened}");
    }
}
