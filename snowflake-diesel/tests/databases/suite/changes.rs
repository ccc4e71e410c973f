// Updates and deletions.

test! {
    fn rows_are_changed(connection) {
        fill!(connection);
        let changed = Post { author_id: user(2), editor_id: None, ..three_posts()[1].clone() };
        let update = diesel::update(&changed).set(&changed);
        assert_eq!(go!(update.execute(connection)), Ok(1));
        let found: Post = go!(posts::table.find(changed.id).first(connection)).unwrap();
        assert_eq!(found, changed);

        let update = diesel::update(posts::table.find(post(10)))
            .set((posts::author_id.eq(user(3)), posts::editor_id.eq(user(4))));
        go!(update.execute(connection)).unwrap();
        let (last, author) = (post(BIG), user(3));
        let update = diesel::update(posts::table.find(&last))
            .set((posts::author_id.eq(&author), posts::editor_id.eq(None::<UserId>)));
        go!(update.execute(connection)).unwrap();
        let update = diesel::update(posts::table.filter(posts::id.eq(post(11))))
            .set(posts::editor_id.eq(posts::author_id.nullable()));
        go!(update.execute(connection)).unwrap();
        let ids = posts::table.select((posts::author_id, posts::editor_id)).order(posts::id);
        let found: Vec<(UserId, Option<UserId>)> = go!(ids.load(connection)).unwrap();
        assert_eq!(
            found,
            [(user(3), Some(user(4))), (user(2), Some(user(2))), (user(3), None)]
        );
    }
}

test! {
    fn only_some_columns_are_changed(connection) {
        fill!(connection);
        let edits = [
            (11, Edit { author_id: None, editor_id: Some(None) }),
            (BIG, Edit { author_id: Some(&user(2)), editor_id: None }),
        ];
        for (id, edit) in &edits {
            let update = diesel::update(posts::table.find(post(*id))).set(edit);
            go!(update.execute(connection)).unwrap();
        }
        let ids = posts::table.select((posts::author_id, posts::editor_id)).order(posts::id);
        let found: Vec<(UserId, Option<UserId>)> = go!(ids.load(connection)).unwrap();
        assert_eq!(found, [(user(1), None), (user(2), None), (user(2), Some(user(2)))]);
    }
}

test! {
    fn rows_are_deleted(connection) {
        fill!(connection);
        let [one, ..] = three_posts();
        assert_eq!(go!(diesel::delete(&one).execute(connection)), Ok(1));
        let by_ada = posts::table.filter(posts::author_id.eq(user(1)));
        assert_eq!(go!(diesel::delete(by_ada).execute(connection)), Ok(1));
        let listed = posts::table.filter(posts::id.eq_any([post(11), post(12)]));
        assert_eq!(go!(diesel::delete(listed).execute(connection)), Ok(1));
        assert_eq!(go!(posts::table.count().get_result::<i64>(connection)), Ok(0));
    }
}
