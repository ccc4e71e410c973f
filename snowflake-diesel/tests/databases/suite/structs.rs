// Structs of the shapes that Diesel's derives know.

test! {
    fn columns_are_embedded(connection) {
        go!(connection.batch_execute(TABLES)).unwrap();
        let people = People { author_id: user(1), editor_id: None };
        let row = Signed { key: post(BIG), people, title: "Title".to_owned() };
        go!(diesel::insert_into(posts::table).values(&row).execute(connection)).unwrap();
        let found = posts::table.select(Signed::as_select());
        assert_eq!(go!(found.first(connection)), Ok(row.clone()));

        let people = People { author_id: user(2), editor_id: Some(user(3)) };
        let row = Signed { people, ..row };
        go!(diesel::update(&row).set(&row).execute(connection)).unwrap();
        let found = posts::table.select(Signed::as_select());
        assert_eq!(go!(found.first(connection)), Ok(row.clone()));
        let found: Editor = go!(Editor::query().first(connection)).unwrap();
        assert_eq!(found, Editor { id: post(BIG), editor: user(3) });
    }
}

test! {
    fn ids_go_through_other_types(connection) {
        go!(connection.batch_execute(TABLES)).unwrap();
        let row = HexUser { id: Hex("ff".to_owned()), name: "Ada".to_owned() };
        go!(diesel::insert_into(users::table).values(row.clone()).execute(connection)).unwrap();
        let found = users::table.select(HexUser::as_select());
        assert_eq!(go!(found.first(connection)), Ok(row));

        let signer = Signer(user(255));
        let found = users::table.filter(users::id.eq(&signer)).select(users::id);
        assert_eq!(go!(found.first(connection)), Ok(signer));
        let insert = (users::id.eq(Signer(user(256))), users::name.eq("Bob"));
        go!(diesel::insert_into(users::table).values(insert).execute(connection)).unwrap();
        assert_eq!(go!(users::table.find(user(256)).count().get_result(connection)), Ok(1_i64));
    }
}

test! {
    fn structs_are_missing_in_outer_joins(connection) {
        type Row = (UserId, Option<(Link, Option<Reading>)>, Option<PostId>);

        fill!(connection);
        let [ada, ..] = two_users();
        let cyd = User { id: user(3), name: "Cyd".to_owned() };
        go!(diesel::insert_into(users::table).values(&cyd).execute(connection)).unwrap();
        let rows = users::table
            .left_join(posts::table.left_join(readings::table))
            .filter(users::id.eq_any([ada.id, cyd.id]))
            .select((users::id, Option::<(Link, Option<Reading>)>::as_select(), posts::id.nullable()))
            .order((users::id, posts::id));
        let found: Vec<Row> = go!(rows.load(connection)).unwrap();
        let link = |id| Link { id: post(id), author_id: ada.id };
        let [_, reading, _] = three_readings();
        assert_eq!(
            found,
            [
                (ada.id, Some((link(10), Some(reading))), Some(post(10))),
                (ada.id, Some((link(BIG), None)), Some(post(BIG))),
                (cyd.id, None, None),
            ]
        );
    }
}
