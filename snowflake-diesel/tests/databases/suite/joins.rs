// Joins, aliases, subqueries, associations.

test! {
    fn tables_are_joined_by_ids(connection) {
        fill!(connection);
        let inner = posts::table.inner_join(users::table).select((posts::id, users::id));
        let found: Vec<(PostId, UserId)> = go!(inner.order(posts::id).load(connection)).unwrap();
        assert_eq!(found, [(post(10), user(1)), (post(11), user(2)), (post(BIG), user(1))]);

        let editors = posts::table
            .left_join(users::table.on(posts::editor_id.eq(users::id.nullable())))
            .select((posts::id, users::id.nullable()));
        let found: Vec<(PostId, Option<UserId>)> =
            go!(editors.order(posts::id).load(connection)).unwrap();
        assert_eq!(found, [(post(10), None), (post(11), Some(user(1))), (post(BIG), Some(user(2)))]);

        let rows = users::table
            .left_join(posts::table)
            .select((User::as_select(), Option::<Post>::as_select()))
            .order((users::id, posts::id));
        let found: Vec<(User, Option<Post>)> = go!(rows.load(connection)).unwrap();
        let [ada, bob] = two_users();
        let [one, two, three] = three_posts();
        assert_eq!(found, [(ada.clone(), Some(one)), (ada, Some(three)), (bob, Some(two))]);

        let readers = readings::table.inner_join(users::table).inner_join(posts::table);
        let found: Vec<(UserId, PostId)> = go!(readers
            .select((users::id, posts::id))
            .order((users::id, posts::id))
            .load(connection))
        .unwrap();
        assert_eq!(found, [(user(1), post(11)), (user(2), post(10)), (user(2), post(11))]);
    }
}

test! {
    fn a_table_is_joined_to_itself(connection) {
        fill!(connection);
        let earlier = diesel::alias!(posts as earlier);
        let pairs = posts::table
            .inner_join(earlier.on(earlier.field(posts::author_id).eq(posts::author_id)))
            .filter(earlier.field(posts::id).lt(posts::id))
            .select((earlier.field(posts::id), posts::id));
        let found: Vec<(PostId, PostId)> = go!(pairs.load(connection)).unwrap();
        assert_eq!(found, [(post(10), post(BIG))]);
    }
}

test! {
    fn queries_stand_in_conditions(connection) {
        use diesel::dsl::{exists, max};

        fill!(connection);
        let last_read = readings::table.select(max(readings::post_id)).single_value();
        let found = posts::table.filter(posts::id.nullable().eq(last_read)).select(posts::id);
        assert_eq!(go!(found.load::<PostId>(connection)), Ok(vec![post(11)]));

        let by_bob = posts::table.filter(posts::author_id.eq(user(2)));
        assert_eq!(go!(diesel::select(exists(by_bob)).get_result(connection)), Ok(true));
        let edited = posts::table.filter(posts::editor_id.eq(users::id.nullable()));
        let editors = users::table.filter(exists(edited)).select(users::id).order(users::id);
        assert_eq!(go!(editors.load::<UserId>(connection)), Ok(vec![user(1), user(2)]));
    }
}

test! {
    fn children_are_grouped_by_their_parents(connection) {
        fill!(connection);
        let parents = two_users().to_vec();
        let children = Post::belonging_to(&parents).select(Post::as_select()).order(posts::id);
        let children: Vec<Post> = go!(children.load(connection)).unwrap();
        let [one, two, three] = three_posts();
        assert_eq!(children.grouped_by(&parents), [vec![one, three], vec![two.clone()]]);

        let of_bob = Post::belonging_to(&parents[1]).select(posts::id);
        assert_eq!(go!(of_bob.load::<PostId>(connection)), Ok(vec![post(11)]));
        assert_eq!(*parents[0].id(), user(1));

        let readings = Reading::belonging_to(&two).select(Reading::as_select());
        let found: Vec<Reading> = go!(readings.order(readings::user_id).load(connection)).unwrap();
        let [first, _, third] = three_readings();
        assert_eq!(found, [first, third]);
    }
}
