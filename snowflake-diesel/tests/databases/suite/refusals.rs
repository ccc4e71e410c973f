// What is not an ID is refused.

/// The field at which reading failed, as Diesel names it, and why.
fn refusal<T: std::fmt::Debug>(result: QueryResult<T>) -> (String, String) {
    match result {
        Err(diesel::result::Error::DeserializationError(error)) => {
            let why = error.source().map(ToString::to_string).unwrap_or_default();
            (error.to_string(), why)
        }
        other => panic!("{other:?}"),
    }
}

test! {
    fn rows_without_an_id_are_reported(connection) {
        for value in [0, -1, i64::MIN] {
            go!(connection.batch_execute("DROP TABLE IF EXISTS users")).unwrap();
            go!(connection.batch_execute("DROP TABLE IF EXISTS posts")).unwrap();
            go!(connection.batch_execute("DROP TABLE IF EXISTS readings")).unwrap();
            fill!(connection);
            let expected = "expected 1 to 9223372036854775807";

            go!(connection.batch_execute(&format!("UPDATE posts SET id = {value} WHERE id = 11")))
                .unwrap();
            let (field, why) = refusal(go!(posts::table.load::<Post>(connection)));
            assert!(field.contains("id"), "{field}");
            assert_eq!(why, format!("invalid PostId {value}: {expected}"));
            let one = posts::table.select(posts::id).order(posts::id);
            let (_, why) = refusal(go!(one.first::<PostId>(connection)));
            assert_eq!(why, format!("invalid PostId {value}: {expected}"));

            go!(connection.batch_execute(&format!("UPDATE posts SET id = 11 WHERE id = {value}")))
                .unwrap();
            go!(connection.batch_execute(&format!("UPDATE posts SET editor_id = {value}")))
                .unwrap();
            let (field, why) = refusal(go!(posts::table.load::<Post>(connection)));
            assert!(field.contains("editor_id"), "{field}");
            assert_eq!(why, format!("invalid UserId {value}: {expected}"));
            let sql = diesel::sql_query("SELECT * FROM posts");
            // By name, Diesel does not say which field it was.
            let error = go!(sql.load::<Post>(connection)).unwrap_err();
            assert_eq!(error.to_string(), format!("invalid UserId {value}: {expected}"));
        }
    }
}

test! {
    fn null_is_no_id(connection) {
        fill!(connection);
        let editor = posts::table.filter(posts::id.eq(post(10))).select(posts::editor_id);
        assert_eq!(go!(editor.first::<Option<UserId>>(connection)), Ok(None));
        let sql = diesel::dsl::sql::<UserKey>("SELECT editor_id FROM posts WHERE id = 10");
        let error = go!(sql.get_result::<UserId>(connection)).unwrap_err();
        assert!(matches!(error, diesel::result::Error::DeserializationError(_)), "{error}");
    }
}

test! {
    fn a_row_without_its_key_is_refused(connection) {
        go!(connection.batch_execute(TABLES)).unwrap();
        let keyless = diesel::insert_into(users::table).values(users::name.eq("Ada"));
        let error = go!(keyless.execute(connection)).unwrap_err();
        assert!(matches!(error, diesel::result::Error::DatabaseError(..)), "{error}");
        assert_eq!(go!(users::table.count().get_result::<i64>(connection)), Ok(0));
    }
}

test! {
    fn a_key_that_is_there_is_refused(connection) {
        use diesel::result::{DatabaseErrorKind, Error};

        fill!(connection);
        let [ada, _] = two_users();
        let again = diesel::insert_into(users::table).values(&ada);
        let error = go!(again.execute(connection)).unwrap_err();
        let unique = DatabaseErrorKind::UniqueViolation;
        assert!(matches!(&error, Error::DatabaseError(kind, _) if *kind as u8 == unique as u8), "{error}");
    }
}
