// PostgreSQL's `COPY`.

/// As `COPY` wants it: without defaults.
#[derive(Debug, PartialEq, Insertable, Queryable, Selectable)]
#[diesel(table_name = posts, treat_none_as_default_value = false)]
struct Copied {
    id: PostId,
    author_id: UserId,
    editor_id: Option<UserId>,
    title: String,
}

test! {
    fn rows_are_copied(connection) {
        use diesel::ExecuteCopyFromDsl as _;

        go!(connection.batch_execute(TABLES)).unwrap();
        let rows: Vec<_> = [(1, None), (BIG, Some(user(3)))]
            .map(|(id, editor_id)| Copied {
                id: post(id),
                author_id: user(2),
                editor_id,
                title: "Title".to_owned(),
            })
            .into();
        let copy = diesel::copy_from(posts::table).from_insertable(&rows);
        assert_eq!(copy.execute(connection), Ok(2));
        let found = posts::table.select(Copied::as_select()).order(posts::id);
        assert_eq!(go!(found.load(connection)), Ok(rows));

        // Not of posts: Diesel 2.3 loses its place in a row at the first NULL.
        go!(diesel::insert_into(users::table).values(two_users().to_vec()).execute(connection))
            .unwrap();
        let copy = diesel::copy_to(users::table).load::<User, _>(connection).unwrap();
        assert_eq!(copy.collect::<QueryResult<Vec<_>>>(), Ok(two_users().to_vec()));
        go!(connection.batch_execute("UPDATE users SET id = 0 WHERE id = 1")).unwrap();
        let copy = diesel::copy_to(users::table).load::<User, _>(connection).unwrap();
        let (_, why) = refusal(copy.collect::<QueryResult<Vec<_>>>());
        assert_eq!(why, "invalid UserId 0: expected 1 to 9223372036854775807");
    }
}
