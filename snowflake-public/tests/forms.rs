//! What the texts of public forms are, and which are read.

use std::collections::BTreeMap;
use std::sync::Once;

use proptest::prelude::*;
use serde_core::{Deserialize, Serialize};
use snowflake_kit_core::{
    Description, Id, ParseErrorKind, PublicForm, Shape, Snowflake, SnowflakeId as _,
};
use snowflake_kit_derive::{DecimalId, SnowflakeId};
use snowflake_kit_public::{Keys, Sealed, SecretKey};

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_public", text = "base62", prefix = "usr_", public = "sealed")]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_public", text = "base32", public = "sealed")]
struct PostId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(
    crate = "snowflake_kit_public",
    text = "hex",
    prefix = "sixteen_letters_",
    public = "sealed"
)]
struct LongId(Snowflake);

// Without a text form: its numbers were decimal.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_public", public("sealed", accept = "plain"))]
struct OrderId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_public", public = "permuted")]
struct TagId(Snowflake);

#[derive(DecimalId)]
#[snowflake(crate = "snowflake_kit_public", text = "base62", prefix = "inv_", public = "permuted")]
struct InvoiceId(Snowflake);

snowflake_kit_serde::value!(UserId, PostId, LongId, OrderId, TagId, InvoiceId);

const NUMBER: i64 = 175_928_847_299_117_063;

fn key(byte: u8) -> SecretKey {
    SecretKey::from_bytes([byte; 32]).unwrap()
}

/// The current key is 1, the old one 2.
fn install() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        snowflake_kit_public::install(Keys::new(key(1)).and_old(key(2))).unwrap();
    });
}

fn id<T: Id<Value = Snowflake>>() -> T {
    T::from_i64(NUMBER).unwrap()
}

/// The texts are part of what clients store, so they never change.
#[test]
fn texts_are_as_they_were() {
    install();
    let texts = [
        id::<UserId>().to_string(),
        id::<PostId>().to_string(),
        id::<LongId>().to_string(),
        id::<OrderId>().to_string(),
        id::<TagId>().to_string(),
        id::<InvoiceId>().to_string(),
    ];
    assert_eq!(texts, TEXTS);
}

const TEXTS: [&str; 6] = [
    "usr_Hq8AnFvKpSRBZ8kZMTIvP4",
    "4MWEBFNKAEYF11VZA905V18421",
    "sixteen_letters_c48056713c3de5e8607ec82663f62377",
    "F6tCFxwvfwzBrx8YjXiKvG",
    "Z826569777947533673",
    "inv_Z26EBDrNbIG5",
];

fn is_told_everywhere<T: Id<Value = Snowflake> + Serialize + for<'de> Deserialize<'de>>() {
    install();
    for number in [1, 2, NUMBER, i64::MAX] {
        let id = T::from_i64(number).unwrap();
        let text = id.to_string();
        assert_eq!(id.try_text().unwrap(), text.as_str());
        assert_eq!(text.parse(), Ok(id));
        assert!(
            (Shape::of_type::<T>().min_len()..=Shape::of_type::<T>().max_len())
                .contains(&text.len()),
            "{text}"
        );
        assert!(!text.contains(&number.to_string()) || number < 3, "{text}");
        let json = serde_json::to_string(&id).unwrap();
        assert_eq!(json, format!("\"{text}\""));
        assert_eq!(serde_json::from_str::<T>(&json).unwrap(), id);
        assert_eq!(serde_json::from_value::<T>(text.clone().into()).unwrap(), id);
        let list = serde_json::to_string(&[Some(id), None]).unwrap();
        assert_eq!(serde_json::from_str::<[Option<T>; 2]>(&list).unwrap(), [Some(id), None]);
        let map = serde_json::to_string(&BTreeMap::from([(id, 7)])).unwrap();
        assert_eq!(map, format!("{{\"{text}\":7}}"));
        assert_eq!(serde_json::from_str::<BTreeMap<T, i32>>(&map).unwrap()[&id], 7);
        assert_eq!(format!("{id:?}"), format!("{}({number})", T::NAME));
        assert_eq!(i64::from(id.snowflake()), number);
    }
}

#[test]
fn they_are_in_json_what_they_are_as_texts() {
    is_told_everywhere::<UserId>();
    is_told_everywhere::<PostId>();
    is_told_everywhere::<LongId>();
    is_told_everywhere::<OrderId>();
    is_told_everywhere::<TagId>();
    is_told_everywhere::<InvoiceId>();
}

/// Modules for fields give another encoding of the public form.
#[test]
fn fields_may_have_another_encoding() {
    install();
    let mut json = Vec::new();
    let mut serializer = serde_json::Serializer::new(&mut json);
    snowflake_kit_serde::hex::serialize(&id::<UserId>(), &mut serializer).unwrap();
    assert_eq!(json.len(), "\"usr_\"".len() + 32);
    let mut deserializer = serde_json::Deserializer::from_slice(&json);
    assert_eq!(snowflake_kit_serde::hex::deserialize(&mut deserializer).ok(), Some(id::<UserId>()));
}

/// Whatever it is that does not fit, it is not told.
#[test]
fn texts_of_other_types_and_keys_are_refused_with_one_error() {
    install();
    let kind = |text: &str| text.parse::<UserId>().unwrap_err().kind();
    let text = id::<UserId>().to_string();
    let of_another_type = id::<OrderId>().to_string();
    assert_eq!(kind(&format!("usr_{of_another_type}")), ParseErrorKind::Sealed);
    let mut swapped = text.clone().into_bytes();
    swapped.swap(4, 25);
    assert_eq!(kind(str::from_utf8(&swapped).unwrap()), ParseErrorKind::Sealed);
    // Neither word can be this large.
    assert_eq!(kind(&format!("usr_{}", "z".repeat(22))), ParseErrorKind::Sealed);
    let error = format!("usr_{of_another_type}").parse::<UserId>().unwrap_err().to_string();
    assert_eq!(
        error,
        format!(
            "invalid UserId \"usr_{of_another_type}\": no installed key opens it (it is \
             mistyped, or of another type, or was sealed with another key); expected \"usr_\" and \
             22 base62 characters (0-9, A-Z, a-z)"
        )
    );
}

#[test]
fn other_shapes_are_refused_by_what_is_wrong() {
    install();
    let kind = |text: &str| text.parse::<UserId>().unwrap_err().kind();
    assert_eq!(kind(""), ParseErrorKind::Empty);
    assert_eq!(kind("175928847299117063"), ParseErrorKind::Prefix);
    assert_eq!(kind("usr_0Czks0tP37X"), ParseErrorKind::Length { found: 11 });
    assert_eq!(kind("usr_ "), ParseErrorKind::Character { found: ' ', index: 4 });
    assert_eq!(kind("usr_"), ParseErrorKind::Length { found: 0 });
    let kind = |text: &str| text.parse::<LongId>().unwrap_err().kind();
    let text = id::<LongId>().to_string();
    let index = text.len() - 1;
    let wrong = format!("{}g", &text[..index]);
    assert_eq!(kind(&wrong), ParseErrorKind::Character { found: 'g', index });
    let kind = |text: &str| text.parse::<TagId>().unwrap_err().kind();
    let text = id::<TagId>().to_string();
    assert_eq!(kind(&text[1..]), ParseErrorKind::Character { found: first(&text[1..]), index: 0 });
    assert_eq!(kind(&text[..1]), ParseErrorKind::Length { found: 1 });
    assert_eq!(kind(&format!("{}0", &text[..1])), ParseErrorKind::Zero);
    assert_eq!(kind(&format!("{}01", &text[..1])), ParseErrorKind::LeadingZero);
    assert_eq!(kind(&format!("{}9223372036854775808", &text[..1])), ParseErrorKind::TooLarge);
    // Two keys are installed.
    let read = |letter: &char| format!("{letter}7").parse::<TagId>().map_err(|error| error.kind());
    let unknown =
        |letter: &char| read(letter) == Err(ParseErrorKind::UnknownKey { found: *letter });
    assert_eq!(('A'..='Z').filter(unknown).count(), 24);
}

/// A permuted text begins with the letter of its key.
#[test]
fn what_is_no_letter_of_a_key_is_called_so() {
    install();
    let error = |text: &str| text.parse::<InvoiceId>().unwrap_err().to_string();
    let letter = "'7' at byte 4 is not an upper-case letter, which names the key;";
    assert!(error("inv_7abc").contains(letter), "{}", error("inv_7abc"));
    let other = error("inv_A!bc");
    assert!(other.contains("'!' at byte 5 is not a base62 character"), "{other}");
    assert!(!other.contains("upper-case"), "{other}");
}

fn first(text: &str) -> char {
    text.chars().next().unwrap()
}

/// Integers in JSON are the numbers that the form hides.
#[test]
fn numbers_are_not_read() {
    install();
    let error = serde_json::from_str::<UserId>("175928847299117063").unwrap_err().to_string();
    assert!(error.starts_with("invalid type: integer `175928847299117063`"), "{error}");
    let error = serde_json::from_str::<Sealed<UserId>>("7").unwrap_err().to_string();
    assert!(error.starts_with("invalid type: integer `7`, expected a UserId: "), "{error}");
    assert!(serde_json::from_str::<TagId>("7").is_err());
    assert!(serde_json::from_value::<PostId>(7.into()).is_err());
    assert!("0Czks0tP37X".parse::<UserId>().is_err());
    assert!("175928847299117063".parse::<TagId>().is_err());
}

/// A living service moves from numbers to a public form: both are read.
#[test]
fn a_type_may_read_its_numbers_for_a_while() {
    install();
    assert_eq!("175928847299117063".parse::<OrderId>(), Ok(id()));
    assert_eq!(serde_json::from_str::<OrderId>("\"175928847299117063\"").unwrap(), id());
    assert_eq!(serde_json::from_str::<OrderId>("175928847299117063").unwrap(), id());
    let plain: Sealed<OrderId> = "175928847299117063".parse().unwrap();
    assert_eq!((plain.id(), plain.is_current()), (id(), false));
    let sealed: Sealed<OrderId> = id::<OrderId>().to_string().parse().unwrap();
    assert!(sealed.is_current());
    assert_eq!(
        Description::of::<OrderId>().to_string(),
        "An opaque ID: 22 base62 characters (0-9, A-Z, a-z), or the number itself: a decimal \
         string from \"1\" to \"9223372036854775807\"."
    );
}

#[test]
fn a_description_gives_nothing_away() {
    assert_eq!(
        Description::of::<UserId>().to_string(),
        "An opaque ID: \"usr_\" and 22 base62 characters (0-9, A-Z, a-z)."
    );
    assert_eq!(
        Description::of::<TagId>().to_string(),
        "An opaque ID: the letter of a key and a decimal string."
    );
    assert_eq!(Shape::of_type::<UserId>().public(), Some(PublicForm::Sealed));
    assert_eq!(UserId::LAYOUT.name(), "default");
}

proptest! {
    /// A text is either the one of its ID or refused.
    #[test]
    fn a_mutated_text_is_refused(number in 1..=i64::MAX, at in 0..22_usize, other in "[0-9A-Za-z]") {
        install();
        let id = UserId::from_i64(number).unwrap();
        let text = id.to_string();
        let mut mutated = text.clone();
        mutated.replace_range(at + 4..at + 5, &other);
        match mutated.parse::<UserId>() {
            Ok(read) => prop_assert_eq!((read, mutated), (id, text)),
            Err(error) => prop_assert_eq!(error.kind(), ParseErrorKind::Sealed),
        }
    }

    #[test]
    fn any_text_is_read_without_a_panic(text in "\\PC{0,60}") {
        install();
        for text in [text.clone(), format!("usr_{text}"), format!("inv_{text}")] {
            prop_assert!(text.parse::<UserId>().is_err());
            prop_assert!(text.parse::<LongId>().is_err());
            let _ = text.parse::<InvoiceId>().map(|id| assert_eq!(id.to_string(), text));
        }
    }
}
