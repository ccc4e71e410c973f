// PostgreSQL's arrays.

use diesel::sql_types::{Array, SingleValue};

test! {
    fn arrays_hold_ids(connection) {
        fill!(connection);
        let ids = vec![post(10), post(BIG)];
        let query = diesel::select((
            (&ids).into_sql::<Array<PostKey>>(),
            vec![Some(user(1)), None].into_sql::<Array<Nullable<UserKey>>>(),
            None::<Vec<UserId>>.into_sql::<Nullable<Array<UserKey>>>(),
        ));
        let found: (Vec<PostId>, Vec<Option<UserId>>, Option<Vec<UserId>>) =
            go!(query.get_result(connection)).unwrap();
        assert_eq!(found, (ids.clone(), vec![Some(user(1)), None], None));

        let listed = posts::table.filter(posts::id.eq_any(&ids)).select(posts::id);
        assert_eq!(go!(listed.order(posts::id).load::<PostId>(connection)), Ok(ids.clone()));

        let has = diesel::select((&ids).into_sql::<Array<PostKey>>().contains(vec![post(BIG)]));
        assert_eq!(go!(has.get_result::<bool>(connection)), Ok(true));

        let bad = diesel::dsl::sql::<Array<PostKey>>("SELECT ARRAY[1, 0]::bigint[]");
        let (_, why) = refusal(go!(bad.get_result::<Vec<PostId>>(connection)));
        assert_eq!(why, "invalid PostId 0: expected 1 to 9223372036854775807");
    }
}

mod lists {
    diesel::table! {
        use diesel::sql_types::{Array, Nullable};
        use super::super::{PostKey, UserKey};

        lists (id) {
            id -> PostKey,
            members -> Array<UserKey>,
            invited -> Nullable<Array<Nullable<UserKey>>>,
        }
    }
}

#[derive(Clone, Debug, PartialEq, AsChangeset, Insertable, Queryable, QueryableByName, Selectable)]
#[diesel(table_name = lists::lists)]
struct List {
    id: PostId,
    members: Vec<UserId>,
    invited: Option<Vec<Option<UserId>>>,
}

#[derive(Insertable)]
#[diesel(table_name = lists::lists)]
struct NewList<'a> {
    id: &'a PostId,
    members: &'a [UserId],
    invited: Option<&'a [Option<UserId>]>,
}

#[diesel::declare_sql_function]
extern "SQL" {
    #[aggregate]
    fn array_agg<T: SingleValue>(value: T) -> Nullable<Array<T>>;
}

test! {
    fn rows_have_arrays_of_ids(connection) {
        use diesel::dsl::{array, array_append};
        use lists::lists;

        fill!(connection);
        let table = "CREATE TABLE lists (id BIGINT PRIMARY KEY, members BIGINT[] NOT NULL, invited BIGINT[])";
        go!(connection.batch_execute(table)).unwrap();
        let invited = Some(vec![None, Some(user(1))]);
        let list = List { id: post(1), members: vec![user(1), user(BIG)], invited };
        go!(diesel::insert_into(lists::table).values(&list).execute(connection)).unwrap();
        let members = [user(7)];
        let other = NewList { id: &post(2), members: &members, invited: None };
        go!(diesel::insert_into(lists::table).values(&other).execute(connection)).unwrap();
        let found = lists::table.find(list.id).select(List::as_select());
        assert_eq!(go!(found.first(connection)), Ok(list.clone()));
        let sql = diesel::sql_query("SELECT * FROM lists WHERE id = 1");
        assert_eq!(go!(sql.get_result(connection)), Ok(list.clone()));

        let found = lists::table.filter(lists::members.contains(vec![user(7)])).select(lists::id);
        assert_eq!(go!(found.load(connection)), Ok(vec![post(2)]));
        let found = lists::table.filter(lists::members.overlaps_with(vec![user(1)]));
        assert_eq!(go!(found.select(lists::id).load(connection)), Ok(vec![post(1)]));
        let update = diesel::update(lists::table.find(post(2)))
            .set(lists::members.eq(array_append(lists::members, user(8))))
            .returning(lists::members);
        assert_eq!(go!(update.get_result(connection)), Ok(vec![user(7), user(8)]));

        let query = diesel::select(array::<UserKey, _>((user(1), user(2))));
        assert_eq!(go!(query.get_result(connection)), Ok(vec![user(1), user(2)]));
        let ids = posts::table.select(posts::id).order(posts::id);
        let found: Vec<PostId> = go!(diesel::select(array(ids)).get_result(connection)).unwrap();
        assert_eq!(found, [10, 11, BIG].map(post));
        let grouped = posts::table
            .group_by(posts::author_id)
            .select((posts::author_id, array_agg(posts::id)))
            .order(posts::author_id.desc());
        let found: (UserId, Option<Vec<PostId>>) = go!(grouped.first(connection)).unwrap();
        assert_eq!(found, (user(2), Some(vec![post(11)])));
        let unedited = posts::table
            .filter(posts::editor_id.is_not_distinct_from(None::<UserId>))
            .select(posts::id);
        assert_eq!(go!(unedited.load(connection)), Ok(vec![post(10)]));
    }
}
