// Columns that hold 0 in place of `NULL`. Included into the module of each suite.

use snowflake_kit_diesel::OrZero;

use crate::columns::ANSWERS;

macro_rules! fill_answers {
    ($connection:ident) => {
        go!($connection.batch_execute(ANSWERS)).unwrap();
        for answer in &two_answers() {
            go!(diesel::insert_into(answers::table).values(answer).execute($connection)).unwrap();
        }
    };
}

test! {
    fn zero_stands_for_none(connection) {
        fill_answers!(connection);
        let selected = answers::table.select(Answer::as_select()).order(answers::id);
        let found: Vec<Answer> = go!(selected.load(connection)).unwrap();
        assert_eq!(found, two_answers());
        let sql = diesel::sql_query("SELECT * FROM answers ORDER BY id");
        let found: Vec<Answer> = go!(sql.load(connection)).unwrap();
        assert_eq!(found, two_answers());

        let written = diesel::dsl::sql::<diesel::sql_types::BigInt>("reply_to");
        let found: Vec<i64> =
            go!(answers::table.select(written).order(answers::id).load(connection)).unwrap();
        assert_eq!(found, [0, BIG]);
    }
}

test! {
    fn an_option_in_the_struct_is_zero_in_the_column(connection) {
        go!(connection.batch_execute(ANSWERS)).unwrap();
        for reply_to in [None, Some(post(7))] {
            let row = OptionalAnswer { id: post(reply_to.map_or(1, |_| 2)), reply_to };
            go!(diesel::insert_into(answers::table).values(row).execute(connection)).unwrap();
            let newest = answers::table.order(answers::id.desc());
            let found: OptionalAnswer =
                go!(newest.select(OptionalAnswer::as_select()).first(connection)).unwrap();
            assert_eq!(found.reply_to, reply_to);
        }
        let none = answers::table.filter(answers::reply_to.eq(OrZero::<PostId>(None)));
        assert_eq!(go!(none.count().get_result::<i64>(connection)).unwrap(), 1);
    }
}

test! {
    fn zero_can_be_asked_for_and_set(connection) {
        fill_answers!(connection);
        let [first, second] = two_answers();
        let ids = answers::table.select(answers::id).order(answers::id);
        let of = ids.filter(answers::reply_to.eq(OrZero::<PostId>(None)));
        assert_eq!(go!(of.load::<PostId>(connection)).unwrap(), [first.id]);
        let of = ids.filter(answers::reply_to.eq(second.reply_to));
        assert_eq!(go!(of.load::<PostId>(connection)).unwrap(), [second.id]);
        let of = ids.filter(answers::reply_to.eq(post(BIG)));
        assert_eq!(go!(of.load::<PostId>(connection)).unwrap(), [second.id]);
        let of = ids.filter(answers::reply_to.eq_any([first.reply_to, second.reply_to]));
        assert_eq!(go!(of.load::<PostId>(connection)).unwrap(), [first.id, second.id]);

        // As a field of a changeset, `None` is written, where an `Option` would be left out.
        let changed = Answer { reply_to: OrZero(None), ..second };
        go!(diesel::update(&changed).set(&changed).execute(connection)).unwrap();
        let found: Answer = go!(answers::table.find(second.id).first(connection)).unwrap();
        assert_eq!(found, changed);
    }
}

test! {
    fn what_is_neither_an_id_nor_zero_is_named(connection) {
        go!(connection.batch_execute(ANSWERS)).unwrap();
        go!(connection.batch_execute(TABLES)).unwrap();
        go!(connection.batch_execute("INSERT INTO answers VALUES (1, -1)")).unwrap();
        let (field, why) = refusal(go!(answers::table.first::<Answer>(connection)));
        assert!(field.contains("reply_to"), "{field}");
        assert_eq!(why, "invalid PostId -1: expected 1 to 9223372036854775807");

        let values = (posts::id.eq(post(1)), posts::author_id.eq(user(1)), posts::title.eq(""));
        go!(diesel::insert_into(posts::table).values(values).execute(connection)).unwrap();
        let null = diesel::dsl::sql::<PostKey>("SELECT editor_id FROM posts");
        let error = go!(null.get_result::<OrZero<PostId>>(connection)).unwrap_err();
        assert!(matches!(error, diesel::result::Error::DeserializationError(_)), "{error:?}");
    }
}
