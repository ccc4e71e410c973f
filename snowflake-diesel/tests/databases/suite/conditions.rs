// Conditions, order and aggregates.

/// The IDs of the posts that meet a condition, in order.
macro_rules! posts_where {
    ($connection:ident, $condition:expr) => {
        go!(posts::table
            .filter($condition)
            .select(posts::id)
            .order(posts::id)
            .load::<PostId>($connection))
        .unwrap()
        .into_iter()
        .map(|id| id.get())
        .collect::<Vec<_>>()
    };
}

test! {
    fn ids_are_compared(connection) {
        fill!(connection);
        let (author, first) = (user(1), post(10));
        assert_eq!(posts_where!(connection, posts::author_id.eq(author)), [10, BIG]);
        assert_eq!(posts_where!(connection, posts::author_id.eq(&author)), [10, BIG]);
        assert_eq!(posts_where!(connection, posts::author_id.eq(&&author)), [10, BIG]);
        assert_eq!(posts_where!(connection, posts::author_id.ne(author)), [11]);
        assert_eq!(posts_where!(connection, posts::id.gt(first)), [11, BIG]);
        assert_eq!(posts_where!(connection, posts::id.ge(&first)), [10, 11, BIG]);
        assert_eq!(posts_where!(connection, posts::id.lt(post(BIG))), [10, 11]);
        assert_eq!(posts_where!(connection, posts::id.le(first)), [10]);
        assert_eq!(posts_where!(connection, posts::id.between(first, post(11))), [10, 11]);
        assert_eq!(posts_where!(connection, posts::id.not_between(&first, &post(11))), [BIG]);
        assert_eq!(posts_where!(connection, diesel::dsl::not(posts::id.eq(first))), [11, BIG]);
    }
}

test! {
    fn ids_are_looked_up_in_lists(connection) {
        fill!(connection);
        let ids = [post(10), post(BIG)];
        assert_eq!(posts_where!(connection, posts::id.eq_any(ids)), [10, BIG]);
        assert_eq!(posts_where!(connection, posts::id.eq_any(&ids)), [10, BIG]);
        assert_eq!(posts_where!(connection, posts::id.eq_any(&ids[..1])), [10]);
        assert_eq!(posts_where!(connection, posts::id.eq_any(ids.to_vec())), [10, BIG]);
        assert_eq!(posts_where!(connection, posts::id.eq_any(&ids.to_vec())), [10, BIG]);
        assert_eq!(posts_where!(connection, posts::id.eq_any(vec![&ids[1]])), [BIG]);
        assert_eq!(posts_where!(connection, posts::id.eq_any(ids.iter().take(1))), [10]);
        assert_eq!(posts_where!(connection, posts::id.eq_any(Vec::<PostId>::new())), [0; 0]);
        assert_eq!(posts_where!(connection, posts::id.ne_all(ids)), [11]);
        assert_eq!(posts_where!(connection, posts::id.ne_all(ids.iter())), [11]);

        let of_ada = posts::table.filter(posts::author_id.eq(user(1))).select(posts::id);
        let read = readings::table.select(readings::post_id);
        assert_eq!(posts_where!(connection, posts::id.eq_any(read)), [10, 11]);
        let others = readings::table.select(readings::post_id).distinct();
        let unread_of_ada = of_ada.filter(posts::id.ne_all(others)).order(posts::id);
        let found: Vec<PostId> = go!(unread_of_ada.load(connection)).unwrap();
        assert_eq!(found, [post(BIG)]);
    }
}

test! {
    fn nullable_columns_take_ids_and_options(connection) {
        fill!(connection);
        let editor = user(1);
        assert_eq!(posts_where!(connection, posts::editor_id.eq(editor)), [11]);
        assert_eq!(posts_where!(connection, posts::editor_id.eq(&editor)), [11]);
        assert_eq!(posts_where!(connection, posts::editor_id.eq(&&editor)), [11]);
        assert_eq!(posts_where!(connection, posts::editor_id.eq(Some(editor))), [11]);
        assert_eq!(posts_where!(connection, posts::editor_id.eq(Some(&editor))), [11]);
        assert_eq!(posts_where!(connection, posts::editor_id.eq(&Some(editor))), [11]);
        assert_eq!(posts_where!(connection, posts::editor_id.is_null()), [10]);
        assert_eq!(posts_where!(connection, posts::editor_id.is_not_null()), [11, BIG]);
        assert_eq!(posts_where!(connection, posts::editor_id.eq_any([editor, user(2)])), [11, BIG]);
        assert_eq!(posts_where!(connection, posts::editor_id.eq_any([Some(editor), None])), [11]);
        assert_eq!(posts_where!(connection, posts::editor_id.eq(posts::author_id.nullable())), [0; 0]);
        assert_eq!(posts_where!(connection, posts::editor_id.assume_not_null().eq(editor)), [11]);
    }
}

test! {
    fn creation_times_are_a_range_of_the_key(connection) {
        fill!(connection);
        let hour = 1_767_225_600_000..1_767_229_200_000;
        let (first, last) = PostId::range(hour.clone()).into_inner();
        for id in [first, last] {
            let post = Post { id, ..three_posts()[0].clone() };
            go!(diesel::insert_into(posts::table).values(&post).execute(connection)).unwrap();
        }
        let found = posts_where!(connection, posts::id.between(first, last));
        assert_eq!(found, [first.get(), last.get()]);
        let (first, last) = PostId::range(hour.end..).into_inner();
        assert_eq!(posts_where!(connection, posts::id.between(first, last)), [BIG]);
    }
}

test! {
    fn ids_are_ordered_counted_and_grouped(connection) {
        use diesel::dsl::{count, max, min};

        fill!(connection);
        let backwards = posts::table.select(posts::id).order(posts::id.desc());
        let found: Vec<PostId> = go!(backwards.load(connection)).unwrap();
        assert_eq!(found, [post(BIG), post(11), post(10)]);

        let ends = posts::table.select((min(posts::id), max(posts::id), max(posts::editor_id)));
        let found: (Option<PostId>, Option<PostId>, Option<UserId>) =
            go!(ends.first(connection)).unwrap();
        assert_eq!(found, (Some(post(10)), Some(post(BIG)), Some(user(2))));
        let none = posts::table.filter(posts::id.eq(post(1))).select(max(posts::id));
        assert_eq!(go!(none.first::<Option<PostId>>(connection)), Ok(None));

        let numbers = posts::table
            .select((count(posts::id), count(posts::editor_id), count(posts::author_id).aggregate_distinct()));
        assert_eq!(go!(numbers.first::<(i64, i64, i64)>(connection)), Ok((3, 2, 2)));

        let authors = posts::table
            .group_by(posts::author_id)
            .having(count(posts::id).gt(1))
            .select((posts::author_id, count(posts::id), min(posts::id)));
        let found: Vec<(UserId, i64, Option<PostId>)> = go!(authors.load(connection)).unwrap();
        assert_eq!(found, [(user(1), 2, Some(post(10)))]);

        let distinct = posts::table.select(posts::author_id).distinct().order(posts::author_id);
        assert_eq!(go!(distinct.load::<UserId>(connection)), Ok(vec![user(1), user(2)]));
    }
}

test! {
    fn conditions_are_built_piece_by_piece(connection) {
        fill!(connection);
        let mut query = posts::table.into_boxed();
        for (author, after) in [(Some(user(1)), None), (None, Some(post(10)))] {
            if let Some(author) = author {
                query = query.filter(posts::author_id.eq(author));
            }
            if let Some(after) = after {
                query = query.filter(posts::id.gt(after));
            }
        }
        let found: Vec<Post> = go!(query.order(posts::id).load(connection)).unwrap();
        assert_eq!(found, [three_posts()[2].clone()]);
    }
}

test! {
    fn cases_give_ids(connection) {
        use diesel::dsl::case_when;

        fill!(connection);
        let other = case_when(posts::id.eq(post(10)), posts::author_id).otherwise(user(2));
        let found = posts::table.select((posts::id, other)).order(posts::id);
        let found: Vec<(PostId, UserId)> = go!(found.load(connection)).unwrap();
        assert_eq!(found, [(post(10), user(1)), (post(11), user(2)), (post(BIG), user(2))]);
    }
}

test! {
    fn pages_are_found_by_the_last_key(connection) {
        fill!(connection);
        for id in 100..110 {
            let post = Post { id: post(id), ..three_posts()[0].clone() };
            go!(diesel::insert_into(posts::table).values(&post).execute(connection)).unwrap();
        }
        let (mut seen, mut after) = (Vec::new(), None);
        loop {
            let mut page = posts::table.select(posts::id).order(posts::id).limit(4).into_boxed();
            if let Some(after) = after {
                page = page.filter(posts::id.gt(after));
            }
            let page: Vec<PostId> = go!(page.load(connection)).unwrap();
            let Some(last) = page.last() else { break };
            after = Some(*last);
            seen.extend(page.iter().map(|id| id.get()));
            // What is inserted meanwhile moves no row to another page.
            let early = Post { id: post(seen.len() as i64), ..three_posts()[0].clone() };
            go!(diesel::insert_into(posts::table).values(&early).execute(connection)).unwrap();
        }
        let all: Vec<_> = [10, 11].into_iter().chain(100..110).chain([BIG]).collect();
        assert_eq!(seen, all);
    }
}
