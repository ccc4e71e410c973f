// Expressions that have keys in them or are keys.

/// Functions of a database, with keys as parameters and results.
mod functions {
    use diesel::sql_types::{Nullable, SingleValue, SqlType};

    use super::{PostKey, UserKey};

    #[diesel::declare_sql_function]
    extern "SQL" {
        fn coalesce(key: Nullable<UserKey>, other: UserKey) -> UserKey;

        #[sql_name = "coalesce"]
        fn coalesce_any<T: SqlType + SingleValue>(value: Nullable<T>, other: T) -> T;

        #[aggregate]
        #[sql_name = "max"]
        fn last(key: PostKey) -> Nullable<PostKey>;
    }
}

test! {
    fn functions_take_and_give_ids(connection) {
        use functions::{coalesce, coalesce_any, last};

        fill!(connection);
        let someone = posts::table.select(coalesce(posts::editor_id, posts::author_id)).order(posts::id);
        assert_eq!(go!(someone.load(connection)), Ok(vec![user(1), user(1), user(2)]));
        let someone = posts::table.select(coalesce(posts::editor_id, user(9))).order(posts::id);
        assert_eq!(go!(someone.load(connection)), Ok(vec![user(9), user(1), user(2)]));
        let someone = coalesce_any::<UserKey, _, _>(posts::editor_id, user(9));
        let someone = posts::table.select(someone).order(posts::id);
        assert_eq!(go!(someone.load(connection)), Ok(vec![user(9), user(1), user(2)]));
        let found = posts::table.select(last(posts::id));
        assert_eq!(go!(found.first(connection)), Ok(Some(post(BIG))));
    }
}

test! {
    fn queries_are_combined(connection) {
        fill!(connection);
        let authors = posts::table.select(posts::author_id);
        let readers = readings::table.select(readings::user_id);
        let mut found: Vec<UserId> = go!(authors.union(readers).load(connection)).unwrap();
        found.sort();
        assert_eq!(found, [user(1), user(2)]);
        let found: Vec<UserId> = go!(authors.union_all(readers).load(connection)).unwrap();
        assert_eq!(found.len(), 6);
    }
}

test! {
    fn windows_are_cut_by_ids(connection) {
        use diesel::dsl::{count_star, first_value, lag, max, row_number};

        type Row = (PostId, i64, Option<PostId>, i64, Option<PostId>, UserId);

        fill!(connection);
        let rows = posts::table
            .select((
                posts::id,
                count_star().partition_by(posts::author_id),
                max(posts::id).partition_by(posts::author_id),
                row_number().partition_by(posts::author_id).window_order(posts::id.desc()),
                lag(posts::id).window_order(posts::id),
                first_value(posts::author_id).window_order(posts::id),
            ))
            .order(posts::id);
        let found: Vec<Row> = go!(rows.load(connection)).unwrap();
        let [ten, eleven, last] = [10, 11, BIG].map(post);
        assert_eq!(
            found,
            [
                (ten, 2, Some(last), 2, None, user(1)),
                (eleven, 1, Some(eleven), 1, Some(ten), user(1)),
                (last, 2, Some(last), 1, Some(eleven), user(1)),
            ]
        );
    }
}

type Backend = way::Backend<Connection>;
type Condition<'a> =
    Box<dyn BoxableExpression<posts::table, Backend, SqlType = diesel::sql_types::Bool> + 'a>;

fn written_by_any(authors: &[UserId]) -> Condition<'_> {
    match authors {
        [author] => Box::new(posts::author_id.eq(author)),
        authors => Box::new(posts::author_id.eq_any(authors)),
    }
}

type Author = Box<dyn BoxableExpression<posts::table, Backend, SqlType = UserKey>>;

fn author_or(other: Option<UserId>) -> Author {
    match other {
        None => Box::new(posts::author_id),
        Some(other) => Box::new(other.into_sql::<UserKey>()),
    }
}

test! {
    fn expressions_are_boxed(connection) {
        fill!(connection);
        let ids = [user(1), user(2)];
        for (authors, count) in [(&ids[..1], 2), (&ids[1..], 1), (&ids, 3)] {
            let found = posts::table.filter(written_by_any(authors)).count();
            assert_eq!(go!(found.get_result::<i64>(connection)), Ok(count));
        }
        for (other, author) in [(None, user(1)), (Some(user(9)), user(9))] {
            let found = posts::table.select(author_or(other)).order(posts::id);
            assert_eq!(go!(found.first(connection)), Ok(author));
        }
    }
}

#[diesel::dsl::auto_type(no_type_alias)]
fn written_by<'a>(author: &'a UserId) -> _ {
    posts::author_id.eq(author)
}

#[diesel::dsl::auto_type(no_type_alias)]
fn newest() -> _ {
    posts::table.order(posts::id.desc()).select(posts::id)
}

/// A query whose type is written out.
fn titled(id: PostId) -> diesel::dsl::Select<diesel::dsl::Find<posts::table, PostId>, posts::title> {
    posts::table.find(id).select(posts::title)
}

test! {
    fn queries_are_returned(connection) {
        fill!(connection);
        let author = user(2);
        let found = newest().filter(written_by(&author));
        assert_eq!(go!(found.first(connection)), Ok(post(11)));
        assert_eq!(go!(titled(post(BIG)).first(connection)), Ok("Three".to_owned()));
    }
}

test! {
    fn kinds_do_not_mix_in_prepared_statements(connection) {
        fill!(connection);
        for n in [1, 2, 1] {
            let (a, b) = (post(n), user(n + 1));
            let query = diesel::select((a.into_sql::<PostKey>(), b.into_sql::<UserKey>()));
            assert_eq!(go!(query.get_result(connection)), Ok((a, b)));
            let query = diesel::select((b.into_sql::<UserKey>(), a.into_sql::<PostKey>()));
            assert_eq!(go!(query.get_result(connection)), Ok((b, a)));
            for (editor, count) in [(Some(user(n)), 1), (None, 0)] {
                let found = posts::table.filter(posts::editor_id.eq(editor)).count();
                assert_eq!(go!(found.get_result::<i64>(connection)), Ok(count));
            }
        }
    }
}
