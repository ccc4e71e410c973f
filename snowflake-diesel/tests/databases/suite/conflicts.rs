// Upserts, as PostgreSQL and SQLite have them.

test! {
    fn conflicting_rows_are_merged(connection) {
        use diesel::upsert::excluded;

        fill!(connection);
        let ada = User { id: user(1), name: "Augusta".to_owned() };
        let insert = diesel::insert_into(users::table)
            .values(&ada)
            .on_conflict(users::id)
            .do_update()
            .set(users::name.eq(excluded(users::name)));
        go!(insert.execute(connection)).unwrap();
        assert_eq!(go!(users::table.find(user(1)).first::<User>(connection)), Ok(ada.clone()));

        let insert = diesel::insert_into(users::table)
            .values(two_users()[0].clone())
            .on_conflict(users::id)
            .do_nothing();
        assert_eq!(go!(insert.execute(connection)), Ok(0));

        let again = Post { editor_id: Some(user(9)), ..three_posts()[0].clone() };
        let insert = diesel::insert_into(posts::table)
            .values(&again)
            .on_conflict(posts::id)
            .do_update()
            .set((
                posts::editor_id.eq(excluded(posts::editor_id)),
                posts::author_id.eq(excluded(posts::author_id)),
            ));
        go!(insert.execute(connection)).unwrap();
        let found: Post = go!(posts::table.find(again.id).first(connection)).unwrap();
        assert_eq!(found, again);

        let reading = Reading { stars: 1, ..three_readings()[0].clone() };
        let insert = diesel::insert_into(readings::table)
            .values(&reading)
            .on_conflict((readings::user_id, readings::post_id))
            .do_update()
            .set(readings::stars.eq(excluded(readings::stars)));
        go!(insert.execute(connection)).unwrap();
        let found: Reading = go!(readings::table.find(reading.id()).first(connection)).unwrap();
        assert_eq!(found, reading);
    }
}
