// Rows of the tables, in structs of the shapes that Diesel's derives know. Included into the
// module of each kind of columns.

use diesel::prelude::*;
use snowflake_kit_diesel::OrZero;

use crate::ids::{BIG, PostId, UserId, post, user};

#[derive(
    Clone,
    Debug,
    PartialEq,
    AsChangeset,
    Identifiable,
    Insertable,
    Queryable,
    QueryableByName,
    Selectable,
)]
pub(crate) struct User {
    pub(crate) id: UserId,
    pub(crate) name: String,
}

#[derive(
    Clone,
    Debug,
    PartialEq,
    AsChangeset,
    Associations,
    Identifiable,
    Insertable,
    Queryable,
    QueryableByName,
    Selectable,
)]
#[diesel(belongs_to(User, foreign_key = author_id), treat_none_as_null = true)]
pub(crate) struct Post {
    pub(crate) id: PostId,
    pub(crate) author_id: UserId,
    pub(crate) editor_id: Option<UserId>,
    pub(crate) title: String,
}

/// By reference, as insert structs that borrow are.
#[derive(Insertable)]
#[diesel(table_name = posts)]
pub(crate) struct NewPost<'a> {
    pub(crate) id: &'a PostId,
    pub(crate) author_id: &'a UserId,
    pub(crate) editor_id: Option<&'a UserId>,
    pub(crate) title: &'a str,
}

/// A key of two IDs.
#[derive(Clone, Debug, PartialEq, Associations, Identifiable, Insertable, Queryable, Selectable)]
#[diesel(belongs_to(User), belongs_to(Post), primary_key(user_id, post_id))]
pub(crate) struct Reading {
    pub(crate) user_id: UserId,
    pub(crate) post_id: PostId,
    pub(crate) stars: i64,
}

pub(crate) fn two_users() -> [User; 2] {
    [User { id: user(1), name: "Ada".to_owned() }, User { id: user(2), name: "Bob".to_owned() }]
}

pub(crate) fn three_posts() -> [Post; 3] {
    let post = |id, author, editor: Option<i64>, title: &str| Post {
        id: post(id),
        author_id: user(author),
        editor_id: editor.map(user),
        title: title.to_owned(),
    };
    [post(10, 1, None, "One"), post(11, 2, Some(1), "Two"), post(BIG, 1, Some(2), "Three")]
}

pub(crate) fn three_readings() -> [Reading; 3] {
    let reading = |user_id, post_id, stars| Reading { user_id: user(user_id), post_id: post(post_id), stars };
    [reading(1, 11, 5), reading(2, 10, 3), reading(2, 11, 4)]
}

#[derive(Clone, Debug, PartialEq, AsChangeset, Insertable, Queryable, Selectable)]
#[diesel(table_name = posts, treat_none_as_null = true, treat_none_as_default_value = false)]
pub(crate) struct People {
    pub(crate) author_id: UserId,
    pub(crate) editor_id: Option<UserId>,
}

/// Columns under names of their own, and some of them in a struct.
#[derive(Clone, Debug, PartialEq, AsChangeset, Identifiable, Insertable, Queryable, Selectable)]
#[diesel(table_name = posts, treat_none_as_default_value = false)]
pub(crate) struct Signed {
    #[diesel(column_name = id)]
    pub(crate) key: PostId,
    #[diesel(embed)]
    pub(crate) people: People,
    pub(crate) title: String,
}

/// A query in a struct.
#[derive(Debug, PartialEq, HasQuery)]
#[diesel(table_name = posts)]
pub(crate) struct Editor {
    pub(crate) id: PostId,
    #[diesel(select_expression = posts::editor_id.assume_not_null())]
    pub(crate) editor: UserId,
}

/// As a request to change a post is.
#[expect(clippy::option_option, reason = "leave it, empty it, or set it")]
#[derive(AsChangeset)]
#[diesel(table_name = posts)]
pub(crate) struct Edit<'a> {
    pub(crate) author_id: Option<&'a UserId>,
    pub(crate) editor_id: Option<Option<UserId>>,
}

/// An ID as another part of the program has it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Hex(pub(crate) String);

impl From<UserId> for Hex {
    fn from(id: UserId) -> Self {
        Self(format!("{:x}", id.get()))
    }
}

impl From<Hex> for UserId {
    fn from(hex: Hex) -> Self {
        user(i64::from_str_radix(&hex.0, 16).unwrap())
    }
}

#[derive(Clone, Debug, PartialEq, Insertable, Queryable, Selectable)]
#[diesel(table_name = users)]
pub(crate) struct HexUser {
    #[diesel(serialize_as = UserId, deserialize_as = UserId)]
    pub(crate) id: Hex,
    pub(crate) name: String,
}

/// An ID in a type of the program's own.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    diesel::expression::AsExpression,
    diesel::deserialize::FromSqlRow,
)]
#[diesel(sql_type = UserKey)]
pub(crate) struct Signer(pub(crate) UserId);

impl<DB> diesel::serialize::ToSql<UserKey, DB> for Signer
where
    DB: diesel::backend::Backend,
    UserId: diesel::serialize::ToSql<UserKey, DB>,
{
    fn to_sql<'b>(
        &'b self,
        out: &mut diesel::serialize::Output<'b, '_, DB>,
    ) -> diesel::serialize::Result {
        self.0.to_sql(out)
    }
}

impl<DB> diesel::deserialize::FromSql<UserKey, DB> for Signer
where
    DB: diesel::backend::Backend,
    UserId: diesel::deserialize::FromSql<UserKey, DB>,
{
    fn from_sql(bytes: DB::RawValue<'_>) -> diesel::deserialize::Result<Self> {
        UserId::from_sql(bytes).map(Self)
    }
}

/// What is to the right of a join may be missing as a whole.
#[derive(Debug, PartialEq, Queryable, Selectable)]
#[diesel(table_name = posts)]
pub(crate) struct Link {
    pub(crate) id: PostId,
    pub(crate) author_id: UserId,
}

#[derive(Clone, Debug, PartialEq, AsChangeset, Identifiable, Insertable, Queryable, QueryableByName, Selectable)]
pub(crate) struct Answer {
    pub(crate) id: PostId,
    pub(crate) reply_to: OrZero<PostId>,
}

/// The same rows, with an `Option` in the struct.
#[derive(Debug, PartialEq, Insertable, Queryable, Selectable)]
#[diesel(table_name = answers)]
pub(crate) struct OptionalAnswer {
    pub(crate) id: PostId,
    #[diesel(serialize_as = OrZero<PostId>, deserialize_as = OrZero<PostId>)]
    pub(crate) reply_to: Option<PostId>,
}

pub(crate) fn two_answers() -> [Answer; 2] {
    let answer = |id, reply_to: Option<i64>| Answer { id: post(id), reply_to: OrZero(reply_to.map(post)) };
    [answer(10, None), answer(11, Some(BIG))]
}
