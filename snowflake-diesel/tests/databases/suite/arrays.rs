// PostgreSQL's arrays.

test! {
    fn arrays_hold_ids(connection) {
        use diesel::sql_types::Array;

        fill!(connection);
        let ids = vec![post(10), post(BIG)];
        let query = diesel::select((
            (&ids).into_sql::<Array<PostKey>>(),
            vec![Some(user(1)), None].into_sql::<Array<Nullable<UserKey>>>(),
            None::<Vec<UserId>>.into_sql::<Nullable<Array<UserKey>>>(),
        ));
        let found: (Vec<PostId>, Vec<Option<UserId>>, Option<Vec<UserId>>) =
            go!(query.get_result(connection)).unwrap();
        assert_eq!(found, (ids.clone(), vec![Some(user(1)), None], None));

        let listed = posts::table.filter(posts::id.eq_any(&ids)).select(posts::id);
        assert_eq!(go!(listed.order(posts::id).load::<PostId>(connection)), Ok(ids.clone()));

        let has = diesel::select((&ids).into_sql::<Array<PostKey>>().contains(vec![post(BIG)]));
        assert_eq!(go!(has.get_result::<bool>(connection)), Ok(true));

        let bad = diesel::dsl::sql::<Array<PostKey>>("SELECT ARRAY[1, 0]::bigint[]");
        let (_, why) = refusal(go!(bad.get_result::<Vec<PostId>>(connection)));
        assert_eq!(why, "invalid PostId 0: expected 1 to 9223372036854775807");
    }
}
