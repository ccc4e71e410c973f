// A typed key as an integer, and an integer as a key.

test! {
    fn keys_are_cast(connection) {
        use diesel::sql_types::BigInt;

        fill!(connection);
        let number = posts::id.cast::<BigInt>();
        let found = posts::table.filter(number.lt(1000_i64)).select(number).order(posts::id);
        assert_eq!(go!(found.load::<i64>(connection)), Ok(vec![10, 11]));
        let number = posts::editor_id.cast::<Nullable<BigInt>>();
        let found = posts::table.select(number).order(posts::id);
        assert_eq!(go!(found.load::<Option<i64>>(connection)), Ok(vec![None, Some(1), Some(2)]));

        let key = readings::stars.cast::<UserKey>();
        let rated = readings::table.filter(key.eq(user(5))).select(readings::post_id);
        assert_eq!(go!(rated.load::<PostId>(connection)), Ok(vec![post(11)]));
    }
}
