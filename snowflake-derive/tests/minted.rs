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
}
