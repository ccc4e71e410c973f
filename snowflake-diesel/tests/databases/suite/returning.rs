// Rows that come back from the statement that writes them.

use way::SaveChangesDsl;

test! {
    fn written_rows_return_ids(connection) {
        go!(connection.batch_execute(TABLES)).unwrap();
        let [one, two, _] = three_posts();
        let insert = diesel::insert_into(posts::table).values(&one).returning(posts::id);
        assert_eq!(go!(insert.get_result::<PostId>(connection)), Ok(one.id));
        let insert = diesel::insert_into(posts::table).values(&two).returning(Post::as_returning());
        assert_eq!(go!(insert.get_result::<Post>(connection)), Ok(two.clone()));

        let update = diesel::update(posts::table.find(one.id))
            .set(posts::editor_id.eq(user(7)))
            .returning((posts::id, posts::editor_id));
        let changed: (PostId, Option<UserId>) = go!(update.get_result(connection)).unwrap();
        assert_eq!(changed, (one.id, Some(user(7))));

        let delete = diesel::delete(posts::table.find(two.id)).returning(posts::author_id);
        assert_eq!(go!(delete.get_result::<UserId>(connection)), Ok(user(2)));
    }
}

test! {
    fn changes_are_saved(connection) {
        fill!(connection);
        let [one, ..] = three_posts();
        let changed = Post { author_id: user(2), editor_id: None, ..one };
        let saved: Post = go!(changed.save_changes(connection)).unwrap();
        assert_eq!(saved, changed);
    }
}
