// Upserts, as MySQL and MariaDB have them.

test! {
    fn conflicting_rows_are_merged(connection) {
        use diesel::dsl::DuplicatedKeys;

        fill!(connection);
        let insert = diesel::insert_into(users::table)
            .values(two_users()[0].clone())
            .on_conflict(DuplicatedKeys)
            .do_update()
            .set(users::name.eq("Augusta"));
        go!(insert.execute(connection)).unwrap();
        let name = users::table.find(user(1)).select(users::name);
        assert_eq!(go!(name.first::<String>(connection)), Ok("Augusta".to_owned()));

        let again = Post { editor_id: Some(user(9)), ..three_posts()[0].clone() };
        let insert = diesel::insert_into(posts::table)
            .values(&again)
            .on_conflict(DuplicatedKeys)
            .do_update()
            .set(posts::editor_id.eq(user(9)));
        go!(insert.execute(connection)).unwrap();
        let found: Post = go!(posts::table.find(again.id).first(connection)).unwrap();
        assert_eq!(found, again);
    }
}

test! {
    fn conflicting_rows_are_replaced(connection) {
        fill!(connection);
        let ada = User { id: user(1), name: "Augusta".to_owned() };
        go!(diesel::replace_into(users::table).values(&ada).execute(connection)).unwrap();
        assert_eq!(go!(users::table.find(user(1)).first::<User>(connection)), Ok(ada));
    }
}
