//! What tells the keys of ID types apart.

use snowflake_kit_core::{Id, ParseErrorKind, Snowflake};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_public::{Keys, Label, Sealer, SecretKey};

const NUMBER: i64 = 175_928_847_299_117_063;

mod first {
    use super::{Snowflake, SnowflakeId};

    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_public", public = "sealed")]
    pub(super) struct UserId(Snowflake);

    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_public", public("sealed", label = "account"))]
    pub(super) struct AccountId(Snowflake);
}

mod second {
    use super::{Snowflake, SnowflakeId};

    /// Of the same name.
    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_public", public = "sealed")]
    pub(super) struct UserId(Snowflake);

    /// Of another name, and the same label.
    #[derive(SnowflakeId)]
    #[snowflake(
        crate = "snowflake_kit_public",
        prefix = "acc_",
        public("sealed", label = "account", accept = "plain")
    )]
    pub(super) struct CustomerId(Snowflake);
}

mod third {
    use super::{Snowflake, SnowflakeId};

    /// Of the same name, told apart.
    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_public", public("sealed", label = "third user",))]
    pub(super) struct UserId(Snowflake);
}

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_public", prefix = "usr_", public = "sealed")]
struct PrefixedId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_public", name = "usr_", public = "sealed")]
struct NamedId(Snowflake);

/// The same prefix, in the other form: another key, and so allowed.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_public", prefix = "usr_", public = "permuted")]
struct PermutedId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_public", prefix = "usr_", text = "hex", public = "sealed")]
struct OtherPrefixedId(Snowflake);

fn keys() -> Keys {
    Keys::new(SecretKey::from_bytes([1; 32]).unwrap())
}

fn id<T: Id<Value = Snowflake>>() -> T {
    // Each test may be the first of its process.
    let _ = snowflake_kit_public::install(keys());
    T::from_i64(NUMBER).unwrap()
}

#[test]
fn a_name_and_a_prefix_are_two_labels() {
    let (prefixed, named) = (id::<PrefixedId>().to_string(), id::<NamedId>().to_string());
    assert_eq!(prefixed, "usr_Hq8AnFvKpSRBZ8kZMTIvP4");
    let digits = prefixed.strip_prefix("usr_").unwrap();
    assert_ne!(digits, named);
    assert_eq!(digits.parse::<NamedId>().unwrap_err().kind(), ParseErrorKind::Sealed);
    let error = format!("usr_{named}").parse::<PrefixedId>().unwrap_err();
    assert_eq!(error.kind(), ParseErrorKind::Sealed);
    assert!(id::<PermutedId>().try_text().is_ok());
}

#[test]
fn a_type_with_the_name_of_another_is_refused() {
    let text = id::<first::UserId>().to_string();
    let error = id::<second::UserId>().try_text().unwrap_err();
    assert_eq!(
        error.to_string(),
        "UserId and labels::first::UserId have the same prefix, or the same name and no prefix, \
         so each would read the other's texts: tell them apart with `public(\"…\", label = \
         \"…\")`, or give both the same `label` if that is meant"
    );
    let error = text.parse::<second::UserId>().unwrap_err();
    assert_eq!(error.kind(), ParseErrorKind::SharedLabel);
    assert!(error.to_string().contains("its type and another one have the same prefix, or"));
    // The first one goes on.
    assert_eq!(text.parse(), Ok(id::<first::UserId>()));
    // A label tells it apart.
    let third = id::<third::UserId>().to_string();
    assert_ne!(third, text);
    assert!(text.parse::<third::UserId>().is_err());

    let text = id::<PrefixedId>().to_string();
    assert!(id::<OtherPrefixedId>().try_text().is_err());
    assert_eq!(text.parse(), Ok(id::<PrefixedId>()));
}

#[test]
fn types_that_chose_one_label_read_each_others_texts() {
    let text = id::<first::AccountId>().to_string();
    let customer: second::CustomerId = format!("acc_{text}").parse().unwrap();
    assert_eq!(customer, id());
    assert_eq!(id::<second::CustomerId>().to_string(), format!("acc_{text}"));
    assert_eq!(format!("acc_{NUMBER}").parse(), Ok(customer));
    // Its text has another label than the prefix.
    let by = |label| {
        let sealer = Sealer::sealed(&keys(), first::AccountId::TEXT, label).unwrap();
        sealer.seal(customer.snowflake()).to_string()
    };
    assert_eq!(by(Label::Chosen("account")), text);
    for other in [Label::Prefix("acc_"), Label::Name("account"), Label::Prefix("account")] {
        assert_ne!(by(other), text);
    }
}

/// The texts are part of what clients store, so they never change: neither when a type moves to
/// another module, nor, with a prefix or a label, when it is renamed.
#[test]
fn texts_are_as_they_were() {
    let texts = [
        id::<PrefixedId>().to_string(),
        id::<NamedId>().to_string(),
        id::<first::AccountId>().to_string(),
        id::<third::UserId>().to_string(),
    ];
    assert_eq!(texts, TEXTS);
}

const TEXTS: [&str; 4] = [
    "usr_Hq8AnFvKpSRBZ8kZMTIvP4",
    "06cYuxwSFPI4jV6aYv5reR",
    "9TrqId2ENCZ5RawYNXif0Q",
    "CiSEjKKkz6vEUqfKHWJpwI",
];
