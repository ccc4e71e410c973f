// Rows in and out. Included into the module of each suite.

use diesel::prelude::*;
use diesel::sql_types::Nullable;

use crate::columns::TABLES;
use crate::ids::{BIG, PostId, UserId, post, user};

/// Creates the tables and fills them.
macro_rules! fill {
    ($connection:ident) => {
        go!($connection.batch_execute(TABLES)).unwrap();
        for user in &two_users() {
            go!(diesel::insert_into(users::table).values(user).execute($connection)).unwrap();
        }
        for post in &three_posts() {
            go!(diesel::insert_into(posts::table).values(post).execute($connection)).unwrap();
        }
        for reading in &three_readings() {
            go!(diesel::insert_into(readings::table).values(reading).execute($connection)).unwrap();
        }
    };
}

test! {
    fn rows_come_back_as_they_were_inserted(connection) {
        fill!(connection);
        let selected = posts::table.select(Post::as_select()).order(posts::id);
        let found: Vec<Post> = go!(selected.load(connection)).unwrap();
        assert_eq!(found, three_posts());
        let found: Vec<Post> = go!(posts::table.order(posts::id).load(connection)).unwrap();
        assert_eq!(found, three_posts());

        let sql = diesel::sql_query("SELECT * FROM posts ORDER BY id");
        let found: Vec<Post> = go!(sql.load(connection)).unwrap();
        assert_eq!(found, three_posts());
    }
}

test! {
    fn borrowed_ids_are_inserted(connection) {
        go!(connection.batch_execute(TABLES)).unwrap();
        let ids = (post(1), user(2), user(3));
        let row = NewPost { id: &ids.0, author_id: &ids.1, editor_id: Some(&ids.2), title: "" };
        go!(diesel::insert_into(posts::table).values(&row).execute(connection)).unwrap();
        let row = NewPost { id: &post(2), author_id: &ids.1, editor_id: None, title: "" };
        go!(diesel::insert_into(posts::table).values(row).execute(connection)).unwrap();
        let values = (
            posts::id.eq(post(3)),
            posts::author_id.eq(&ids.1),
            posts::editor_id.eq(Some(&ids.2)),
            posts::title.eq(""),
        );
        go!(diesel::insert_into(posts::table).values(values).execute(connection)).unwrap();
        let fourth = post(4);
        let values = (posts::id.eq(&fourth), posts::author_id.eq(ids.1), posts::title.eq(""));
        go!(diesel::insert_into(posts::table).values(values).execute(connection)).unwrap();

        let ids = posts::table.select((posts::id, posts::author_id, posts::editor_id));
        let found: Vec<(PostId, UserId, Option<UserId>)> =
            go!(ids.order(posts::id).load(connection)).unwrap();
        let row = |id, editor: Option<i64>| (post(id), user(2), editor.map(user));
        assert_eq!(found, [row(1, Some(3)), row(2, None), row(3, Some(3)), row(4, None)]);
    }
}

test! {
    fn find_takes_owned_and_borrowed_ids(connection) {
        fill!(connection);
        let id = post(11);
        let owned: Post = go!(posts::table.find(id).first(connection)).unwrap();
        let borrowed: Post = go!(posts::table.find(&id).first(connection)).unwrap();
        assert_eq!(owned, three_posts()[1]);
        assert_eq!(borrowed, owned);

        let none = go!(posts::table.find(post(12)).first::<Post>(connection)).optional().unwrap();
        assert_eq!(none, None);
    }
}

test! {
    fn a_key_can_be_two_ids(connection) {
        fill!(connection);
        let key = (user(2), post(10));
        let found: Reading = go!(readings::table.find(key).first(connection)).unwrap();
        assert_eq!(found, three_readings()[1]);
        assert_eq!(found.id(), (&user(2), &post(10)));
        let same: Reading = go!(readings::table.find(found.id()).first(connection)).unwrap();
        assert_eq!(same, found);
        let changed = diesel::update(&found).set(readings::stars.eq(1));
        assert_eq!(go!(changed.execute(connection)).unwrap(), 1);
    }
}

test! {
    fn rows_inserted_from_a_query(connection) {
        fill!(connection);
        let readers = users::table
            .inner_join(posts::table)
            .filter(posts::id.eq(post(BIG)))
            .select((users::id, posts::id, diesel::dsl::sql::<diesel::sql_types::BigInt>("2")));
        let inserted = readers
            .insert_into(readings::table)
            .into_columns((readings::user_id, readings::post_id, readings::stars));
        assert_eq!(go!(inserted.execute(connection)).unwrap(), 1);
        let found: Reading =
            go!(readings::table.find((user(1), post(BIG))).first(connection)).unwrap();
        assert_eq!(found.stars, 2);
    }
}

test! {
    fn sql_takes_and_gives_ids(connection) {
        fill!(connection);
        // Each database has its own placeholder; a bound query has them right.
        let one = user(1);
        let query = diesel::select((
            post(BIG).into_sql::<PostKey>(),
            (&one).into_sql::<UserKey>(),
            Some(user(2)).into_sql::<Nullable<UserKey>>(),
            None::<UserId>.into_sql::<Nullable<UserKey>>(),
        ));
        let found: (PostId, UserId, Option<UserId>, Option<UserId>) =
            go!(query.get_result(connection)).unwrap();
        assert_eq!(found, (post(BIG), user(1), Some(user(2)), None));

        let raw = diesel::dsl::sql::<PostKey>("SELECT id FROM posts WHERE author_id = ")
            .bind::<UserKey, _>(user(2));
        let found: Vec<PostId> = go!(raw.load(connection)).unwrap();
        assert_eq!(found, [post(11)]);
    }
}
