//! The same document, where the outside sees no numbers.

#[path = "../document/places.rs"]
mod places;
#[path = "../document/references.rs"]
mod references;

use snowflake_kit_core::{Id, Snowflake};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_public::install_for_tests;
use utoipa::ToSchema;

use self::places::schema;

macro_rules! ids {
    ($($(#[$attribute:meta])* $id:ident),+ $(,)?) => {
        $(
            #[derive(SnowflakeId)]
            #[snowflake(crate = "snowflake_kit_public")]
            $(#[$attribute])*
            struct $id(Snowflake);
        )+
        snowflake_kit_openapi::schema!(utoipa_6: $($id),+);

        #[test]
        fn texts_and_examples_fit_the_pattern() {
            $(fits::<$id>();)+
        }
    };
}

ids! {
    #[snowflake(public = "sealed")]
    UserId,
    #[snowflake(text = "base62", prefix = "post_", layout = "discord", public = "sealed")]
    PostId,
    #[snowflake(text = "base32", layout = "sonyflake", name = "Tag", public = "permuted")]
    TagId,
    #[snowflake(text = "hex", layout = "trace-id", public = "sealed")]
    TraceId,
    #[snowflake(layout = "ecmascript", public = "permuted")]
    RoomId,
    #[snowflake(layout = "baidu", public("sealed", accept = "plain"))]
    OldId,
}

fn fits<T: Id<Value = Snowflake> + ToSchema>() {
    install_for_tests().unwrap();
    let schema = schema::<T>();
    let pattern = regex::Regex::new(schema["pattern"].as_str().unwrap()).unwrap();
    let [shortest, longest] = ["minLength", "maxLength"].map(|len| schema[len].as_u64().unwrap());
    let texts = [1, 175_928_847_299_117_063, i64::MAX];
    let texts = texts.map(|number| T::from_i64(number).unwrap().to_string());
    let example = schema["examples"][0].as_str().unwrap().to_owned();
    for text in texts.into_iter().chain([example]) {
        assert!(pattern.is_match(&text), "{text} {schema}");
        assert!((shortest..=longest).contains(&(text.len() as u64)), "{text} {schema}");
    }
}
