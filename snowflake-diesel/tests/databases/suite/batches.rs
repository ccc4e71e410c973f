// Many rows in one statement.

test! {
    fn rows_are_inserted_at_once(connection) {
        go!(connection.batch_execute(TABLES)).unwrap();
        let insert = diesel::insert_into(posts::table).values(three_posts().to_vec());
        assert_eq!(go!(insert.execute(connection)), Ok(3));
        let found: Vec<Post> = go!(posts::table.order(posts::id).load(connection)).unwrap();
        assert_eq!(found, three_posts());

        let rows: Vec<_> = (100..1100)
            .map(|id| {
                let editor = (id % 2 == 0).then(|| user(id));
                (posts::id.eq(post(id)), posts::author_id.eq(user(1)), posts::editor_id.eq(editor), posts::title.eq(""))
            })
            .collect();
        let insert = diesel::insert_into(posts::table).values(&rows);
        assert_eq!(go!(insert.execute(connection)), Ok(1000));
        let edited = posts::table.filter(posts::editor_id.is_not_null()).filter(posts::id.ge(post(100)));
        assert_eq!(go!(edited.filter(posts::id.lt(post(1100))).count().get_result::<i64>(connection)), Ok(500));
    }
}
