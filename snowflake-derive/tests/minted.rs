//! Rows that mint their key.

use std::borrow::Cow;

use snowflake_kit::{MintError, Minted, Node, Snowflake, SnowflakeId};

#[derive(SnowflakeId)]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(generator = "own")]
struct PostId(Snowflake);

#[derive(Minted)]
struct NewPost<'a, T: Clone, const N: usize>
where
    T: Default,
{
    author: UserId,
    #[minted]
    id: PostId,
    title: String,
    summary: Cow<'a, str>,
    editor: Option<UserId>,
    tags: &'a [T; N],
    r#type: &'a str,
}

/// More columns than clippy likes parameters, and two keys.
#[derive(Minted)]
struct Wide {
    #[minted]
    id: PostId,
    #[minted]
    owner: UserId,
    a: i32,
    b: i32,
    c: i32,
    d: i32,
    e: i32,
    f: i32,
    g: i32,
    h: i32,
}

#[derive(Minted)]
struct Bare {
    #[minted]
    id: PostId,
}

/// As a macro of the user's writes it.
macro_rules! row {
    ($row:ident { $($field:ident: $ty:ty),* }) => {
        #[derive(Minted)]
        struct $row {
            #[minted]
            id: PostId,
            $($field: $ty,)*
        }
    };
}

row!(Written { title: String, stars: u8 });

mod strict {
    #![deny(warnings, missing_docs, unused_qualifications, unreachable_pub)]
    #![expect(dead_code, reason = "they are there to be mistaken for those of the prelude")]

    use super::PostId;

    struct Option;
    struct Result;
    trait Into {}
    mod core {}
    mod snowflake_kit {}

    /// Two of its fields are named as the functions are, and one is not there.
    #[derive(::snowflake_kit::Minted)]
    pub(in crate::strict) struct Row {
        /// Its key.
        #[minted]
        pub(in crate::strict) id: PostId,
        pub(super) mint: u8,
        pub(super) try_mint: u8,
        #[cfg(any())]
        absent: Missing,
    }

    #[deprecated(note = "derived code is no use of it")]
    #[derive(::snowflake_kit::Minted)]
    struct Old {
        #[minted]
        id: PostId,
    }

    pub(super) fn row() -> (PostId, u8, u8) {
        let row = Row::mint(1, 2);
        (row.id, row.mint, row.try_mint)
    }
}

#[test]
fn keys_are_minted_and_fields_taken_in_order() {
    // What comes before a node is installed comes first: it is one per process.
    let error: MintError = Bare::try_mint().err().unwrap();
    assert!(matches!(error, MintError::NotInstalled), "{error}");
    snowflake_kit::install(Node::fixed(3)).unwrap();

    let author = UserId::mint();
    let post = NewPost::mint(author, "Title", "Summary", None, &[1, 2], "note");
    assert_eq!(post.id.parts().node, 3);
    assert_eq!((post.author, post.title.as_str()), (author, "Title"));
    assert_eq!((post.summary, post.editor), (Cow::Borrowed("Summary"), None));
    assert_eq!((post.tags, post.r#type), (&[1, 2], "note"));

    let text = String::from("owned");
    let next = NewPost::<i32, 0>::try_mint(author, text.clone(), text, Some(author), &[], "");
    let next = next.unwrap();
    assert!(next.id > post.id);
    assert_eq!((&*next.summary, next.editor), ("owned", Some(author)));

    let wide = Wide::mint(1, 2, 3, 4, 5, 6, 7, 8);
    assert!(wide.id > next.id && wide.owner > author);
    assert_eq!(
        [wide.a, wide.b, wide.c, wide.d, wide.e, wide.f, wide.g, wide.h],
        [1, 2, 3, 4, 5, 6, 7, 8]
    );
    assert!(Bare::mint().id > wide.id);

    let written = Written::mint("Title", 5);
    assert_eq!((written.title.as_str(), written.stars), ("Title", 5));
    let (id, mint, try_mint) = strict::row();
    assert!(id > written.id);
    assert_eq!((mint, try_mint), (1, 2));
}
