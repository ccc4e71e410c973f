//! Types that are known at run time only have the texts of the types.

use snowflake_kit_core::{Encoding, Id, ParseErrorKind, Snowflake, Text};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_public::{KeyError, Keys, Label, Sealer, SecretKey};

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_public", text = "hex", prefix = "usr_", public = "sealed")]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_public", public = "sealed")]
struct PostId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_public", text = "base32", public = "permuted")]
struct TagId(Snowflake);

fn key(byte: u8) -> SecretKey {
    SecretKey::from_bytes([byte; 32]).unwrap()
}

#[test]
fn texts_are_those_of_the_type() {
    let keys = Keys::new(key(1)).and_old(key(2));
    snowflake_kit_public::install(keys.clone()).unwrap();
    let old = Keys::new(key(2));

    let user = Text::HEX.with_prefix("usr_");
    is_the_type::<UserId>(
        |keys| Sealer::sealed(keys, user, Label::Prefix("usr_")).unwrap(),
        &keys,
        &old,
    );
    let post = |keys: &Keys| Sealer::sealed(keys, Text::DECIMAL, Label::Name("PostId")).unwrap();
    is_the_type::<PostId>(post, &keys, &old);
    let tag = |keys: &Keys| Sealer::permuted(keys, Text::BASE32, Label::Name("TagId")).unwrap();
    is_the_type::<TagId>(tag, &keys, &old);
}

fn is_the_type<T: Id<Value = Snowflake>>(
    sealer: impl Fn(&Keys) -> Sealer,
    keys: &Keys,
    old: &Keys,
) {
    for number in [1, 175_928_847_299_117_063, i64::MAX] {
        let id = Snowflake::new(number).unwrap();
        let text = T::from_snowflake(id).to_string();
        assert_eq!(sealer(keys).seal(id), text.as_str());
        let opened = sealer(keys).open(&text).unwrap();
        assert_eq!((opened.id(), opened.is_current()), (id, true));
        let opened = sealer(keys).open(&sealer(old).seal(id)).unwrap();
        assert_eq!((opened.id(), opened.is_current()), (id, false));
    }
}

#[test]
fn other_labels_keys_and_shapes_are_refused() {
    let text = Text::new(Encoding::Base62);
    let keys = Keys::new(key(1));
    let sealer = Sealer::sealed(&keys, text, Label::Name("UserId")).unwrap();
    let public = sealer.seal(Snowflake::MIN);
    let kind = |sealer: &Sealer, text: &str| sealer.open(text).unwrap_err().kind();
    let other = Sealer::sealed(&keys, text, Label::Name("PostId")).unwrap();
    assert_eq!(kind(&other, &public), ParseErrorKind::Sealed);
    let other = Sealer::sealed(&Keys::new(key(2)), text, Label::Name("UserId")).unwrap();
    assert_eq!(kind(&other, &public), ParseErrorKind::Sealed);
    assert_eq!(kind(&sealer, "7"), ParseErrorKind::Length { found: 1 });
    assert_eq!(kind(&sealer, ""), ParseErrorKind::Empty);

    let twice = Keys::new(key(1)).and_old(key(1));
    let error = Sealer::permuted(&twice, text, Label::Name("UserId")).unwrap_err();
    assert_eq!(error, KeyError::Twice { number: 2 });
}

#[test]
fn nothing_shows_a_key() {
    let sealer = Sealer::sealed(&Keys::new(key(7)), Text::BASE62, Label::Name("UserId")).unwrap();
    assert!(!format!("{sealer:?}").contains('7'), "{sealer:?}");
}
