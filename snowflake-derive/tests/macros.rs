//! Types that macros of the user's declare: what such a macro is given reaches a derive in groups
//! without delimiters.

use snowflake_kit::core::CallerId;
use snowflake_kit::{Id, Layout, Minted, Node, Snowflake, SnowflakeId};

const FEED: Layout =
    Layout::builder("feed").time_bits(41).caller("shard", 8).node_bits(5).sequence_bits(9).build();

macro_rules! id {
    (
        #[$meta:meta] $vis:vis $name:ident($field:ty), $doc:literal, $prefix:literal, $text:expr,
        $layout:path
    ) => {
        #[doc = $doc]
        #[derive(SnowflakeId)]
        #[snowflake(prefix = $prefix, text = $text, layout = $layout)]
        #[$meta]
        $vis struct $name($vis $field);
    };
}

id!(#[snowflake(caller)] pub(crate) UserId(Snowflake), "A user.", "usr_", "hex", FEED);
id!(
    #[snowflake(skip(get))]
    PostId(Snowflake),
    r#"A "post"."#,
    r"pst_",
    "base62",
    Layout::DISCORD
);

macro_rules! row {
    ($vis:vis $row:ident<$($parameter:ident),*>, $key:ident: $id:ty = $shard:expr,
        $($field:ident: $ty:ty),*) => {
        #[derive(Minted)]
        $vis struct $row<$($parameter),*> {
            #[minted(in = $shard)]
            $vis $key: $id,
            $($vis $field: $ty,)*
        }
    };
}

row!(pub(crate) Account<T>, r#type: UserId = u32::from(self.shard) << 1, shard: u8, name: String, extra: T);
row!(Plain<>, id: UserId = [1, 2][1],);

#[test]
fn ids_have_what_the_macro_was_given() {
    assert_eq!(UserId::DOC, "A user.");
    assert_eq!(UserId::LAYOUT, FEED);
    assert_eq!(UserId::from_i64(255).unwrap().to_string(), "usr_00000000000000ff");
    assert_eq!((PostId::DOC, PostId::LAYOUT), ("A \"post\".", Layout::DISCORD));
    assert_eq!(PostId::from_i64(62).unwrap().to_string(), "pst_00000000010");
}

#[test]
fn rows_have_the_fields_that_the_macro_was_given() {
    snowflake_kit::install(Node::fixed(3)).unwrap();
    let row = Account::mint(21, "name", 1.5);
    assert_eq!(
        (row.r#type.caller(), row.shard, row.name.as_str(), row.extra),
        (42, 21, "name", 1.5)
    );
    assert_eq!(Plain::mint().id.caller(), 2);
}
