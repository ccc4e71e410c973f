//! Keys: how they are read, and what is refused.

use snowflake_kit_core::{Encoding, Text};
use snowflake_kit_public::{KeyError, Keys, Label, Sealer, SecretKey};

const HEX: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

fn key(text: &str) -> Result<SecretKey, KeyError> {
    text.parse()
}

#[test]
fn a_key_is_hex_or_base64() {
    let expected = SecretKey::from_bytes(std::array::from_fn(|at| at as u8)).unwrap();
    for text in [
        HEX,
        &HEX.to_uppercase(),
        "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
        "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8",
    ] {
        assert_eq!(key(text), Ok(expected.clone()), "{text}");
    }
    // Both alphabets.
    let standard = key("////////////////////////////////////////++8=").unwrap();
    assert_eq!(key("________________________________________--8").unwrap(), standard);
}

#[test]
fn what_is_no_key_is_refused() {
    assert_eq!(key(""), Err(KeyError::Length { found: 0 }));
    assert_eq!(key("secret"), Err(KeyError::Encoding));
    assert_eq!(key(&HEX[..62]), Err(KeyError::Encoding));
    assert_eq!(key(&format!("{HEX}00")), Err(KeyError::Encoding));
    assert_eq!(key("AAECAw=="), Err(KeyError::Length { found: 4 }));
    // Two texts of base64, of 16 bytes each.
    assert_eq!(key(&"AAECAwQFBgcICQoLDA0ODw==".repeat(2)), Err(KeyError::Encoding));
    assert_eq!(key(&HEX.replace('f', "g")), Err(KeyError::Encoding));
    assert_eq!(key(&"0".repeat(64)), Err(KeyError::Zero));
    assert_eq!(SecretKey::from_bytes([0; 32]), Err(KeyError::Zero));
}

#[test]
fn several_keys_are_separated_by_commas() {
    let other = HEX.replace("1f", "21");
    assert!(format!("{HEX}, {other}").parse::<Keys>().is_ok());
    assert_eq!(
        format!("{HEX},{other},{HEX}").parse::<Keys>().unwrap_err(),
        KeyError::Twice { number: 3 }
    );
    assert_eq!(format!("{HEX},").parse::<Keys>().unwrap_err(), KeyError::Length { found: 0 });
}

/// There are 26 letters, so of 27 keys two have the same one.
#[test]
fn keys_that_permuted_texts_could_not_tell_apart_are_refused() {
    let keys = |last| {
        (2..=last).fold(Keys::new(SecretKey::from_bytes([1; 32]).unwrap()), |keys, byte| {
            keys.and_old(SecretKey::from_bytes([byte; 32]).unwrap())
        })
    };
    let refused = |last| {
        Sealer::permuted(&keys(last), Text::new(Encoding::Base62), Label::Name("UserId")).err()
    };
    // It is the last key that is one too many.
    let (last, error) = (2..=27).find_map(|last| Some((last, refused(last)?))).unwrap();
    let KeyError::Letter { number, letter } = error else { panic!("{error}") };
    assert_eq!(number, usize::from(last));
    assert_eq!(snowflake_kit_public::install(keys(27)), Err(KeyError::Letter { number, letter }));
}

#[test]
fn a_missing_variable_is_named() {
    let error = Keys::from_env("SNOWFLAKE_NO_SUCH_KEY").unwrap_err();
    assert!(error.to_string().contains("SNOWFLAKE_NO_SUCH_KEY is not set"), "{error}");
    assert!(error.to_string().contains("`snowflake keygen`"), "{error}");
}

#[test]
fn nothing_shows_a_key() {
    let keys = Keys::new(key(HEX).unwrap()).and_old(SecretKey::from_bytes([7; 32]).unwrap());
    assert_eq!(format!("{keys:?}"), "Keys { current: SecretKey(…), old: [SecretKey(…)] }");
    let error = key(&format!("{HEX}!")).unwrap_err();
    assert!(!format!("{error} {error:?}").contains("0102"), "{error}");
}
