//! Keys are minted where rows are inserted, and only there.

use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ActiveModelTrait, DatabaseConnection, DbErr, EntityTrait, Insert, IntoActiveModel, NotSet,
    PaginatorTrait, QueryOrder, Set, TransactionTrait, Unchanged,
};
use snowflake_kit_seaorm::sea_orm_2::{MintedModel as _, MintedRows as _};

use crate::blog::ids::{CommentId, PostId, TagId, UserId};
use crate::blog::{self, post, tag, user};

fn tag(word: &str) -> tag::ActiveModel {
    tag::ActiveModel { word: Set(word.to_owned()), ..Default::default() }
}

async fn words(db: &DatabaseConnection) -> Vec<String> {
    let tags = tag::Entity::find().order_by_asc(tag::IDS.id).all(db).await.unwrap();
    tags.into_iter().map(|tag| tag.word).collect()
}

on_each_database! {
    async fn insert_mints_a_key_that_is_not_set(db: DatabaseConnection) {
        blog::create(&db).await;
        let before = TagId::mint();
        let row = tag("rust").insert(&db).await.unwrap();
        assert!(before < row.id && row.id < TagId::mint());
        assert_eq!(row.id.parts().node, 7);
        assert_eq!(tag::Entity::find_by_id(row.id).one(&db).await, Ok(Some(row)));
    }

    async fn insert_leaves_a_key_that_is_set(db: DatabaseConnection) {
        blog::create(&db).await;
        let id = TagId::from_i64(i64::MAX).unwrap();
        let row = tag::ActiveModel { id: Set(id), ..tag("rust") };
        assert_eq!(row.insert(&db).await.unwrap().id, id);
    }

    async fn save_of_a_row_without_a_key_inserts(db: DatabaseConnection) {
        blog::create(&db).await;
        let mut row = tag("rust").save(&db).await.unwrap();
        let id = row.id.clone().unwrap();
        assert_eq!(row.id, Unchanged(id));

        // The second time it is an update, and mints nothing.
        row.word = Set("sql".to_owned());
        let row = row.save(&db).await.unwrap();
        assert_eq!(row.id, Unchanged(id));
        assert_eq!(words(&db).await, ["sql"]);
    }

    async fn rows_that_were_read_can_be_inserted_again(db: DatabaseConnection) {
        blog::create(&db).await;
        let row = tag("rust").insert(&db).await.unwrap();
        tag::Entity::delete_by_id(row.id).exec(&db).await.unwrap();
        // `Unchanged` counts as set.
        let again = row.clone().into_active_model().insert(&db).await.unwrap();
        assert_eq!(again, row);

        let mut copy = row.into_active_model();
        copy.id = NotSet;
        copy.word = Set("copy".to_owned());
        assert!(copy.insert(&db).await.unwrap().id > again.id);
    }

    async fn entity_insert_takes_a_minted_row(db: DatabaseConnection) {
        blog::create(&db).await;
        let row = tag("rust").minted().unwrap();
        let id = row.id.clone().unwrap();
        assert_eq!(tag::Entity::insert(row).exec(&db).await.unwrap().last_insert_id, id);

        let set = tag::ActiveModel { id: Set(TagId::from_i64(5).unwrap()), ..tag("set") };
        assert_eq!(set.clone().minted(), Ok(set));
    }

    async fn insert_many_takes_minted_rows(db: DatabaseConnection) {
        blog::create(&db).await;
        let known = tag::ActiveModel { id: Set(TagId::mint()), ..tag("known") };
        let rows = [known, tag("b"), tag("c")].minted().unwrap();
        let ids: Vec<_> = rows.iter().map(|row| row.id.clone().unwrap()).collect();
        assert!(ids.is_sorted());
        let result = tag::Entity::insert_many(rows).exec(&db).await.unwrap();
        assert_eq!(result.last_insert_id, Some(ids[2]));
        assert_eq!(words(&db).await, ["known", "b", "c"]);

        let many = (0..5000).map(|number| tag(&format!("tag {number}")));
        let rows = many.minted_async().await.unwrap();
        for rows in rows.chunks(1000) {
            tag::Entity::insert_many(rows.to_vec()).exec(&db).await.unwrap();
        }
        assert_eq!(tag::Entity::find().count(&db).await, Ok(5003));
    }

    /// The keys that the blog's tables take are bigint, so a raw insert of a
    /// row without one is an error, and no number of the database's.
    async fn entity_insert_without_a_key_is_an_error(db: DatabaseConnection) {
        blog::create(&db).await;
        tag("first").insert(&db).await.unwrap();
        tag::Entity::insert(tag("second")).exec_without_returning(&db).await.unwrap_err();
        tag::Entity::insert_many([tag("third"), tag("fourth")])
            .exec_without_returning(&db)
            .await
            .unwrap_err();
        // One that has a key and one that has none.
        let mixed = [tag("fifth").minted().unwrap(), tag("sixth")];
        tag::Entity::insert_many(mixed).exec_without_returning(&db).await.unwrap_err();
        assert_eq!(words(&db).await, ["first"]);
    }

    async fn save_minted_goes_by_where_the_key_comes_from(db: DatabaseConnection) {
        blog::create(&db).await;
        let id = TagId::mint();
        let row = tag::ActiveModel { id: Set(id), ..tag("rust") };
        // SeaORM takes it for a row of the database's.
        assert_eq!(row.clone().save(&db).await, Err(DbErr::RecordNotUpdated));

        let mut row = row.save_minted(&db).await.unwrap();
        assert_eq!(row.id, Unchanged(id));
        row.word = Set("sql".to_owned());
        let row = row.save_minted(&db).await.unwrap();
        assert_eq!(row.id, Unchanged(id));
        let row = tag("new").save_minted(&db).await.unwrap();
        assert!(matches!(row.id, Unchanged(new) if new > id));
        assert_eq!(words(&db).await, ["sql", "new"]);
    }

    async fn nested_writes_mint_every_key(db: DatabaseConnection) {
        blog::create(&db).await;
        let author = user::ActiveModel::builder().set_name("Ada").insert(&db).await.unwrap();
        let row = post::ActiveModel::builder()
            .set_author_id(author.id)
            .set_title("Keys before rows")
            .add_comment(blog::comment::ActiveModel::builder().set_user_id(author.id).set_text("!"))
            .add_tag(tag::ActiveModel::builder().set_word("rust"))
            .add_tag(tag::ActiveModel::builder().set_word("sql"))
            .save(&db)
            .await
            .unwrap();
        let id = row.id.clone().unwrap();
        assert_eq!(row.comments.as_slice()[0].post_id.clone().unwrap(), id);
        assert_eq!(words(&db).await, ["rust", "sql"]);
        assert_eq!(blog::post_tag::Entity::find().count(&db).await, Ok(2));
    }

    /// Children with keys of their own, in one nested write: `insert`, since
    /// `save` takes set keys for those of the database.
    async fn nested_inserts_take_keys_that_are_set(db: DatabaseConnection) {
        blog::create(&db).await;
        let (author, post) = (UserId::mint(), PostId::mint());
        let row = post::ActiveModel::builder()
            .set_id(post)
            .set_title("Keys before rows")
            .set_author(user::ActiveModel::builder().set_id(author).set_name("Ada"))
            .add_tag(tag::ActiveModel::builder().set_id(TagId::mint()).set_word("rust"))
            .insert(&db)
            .await
            .unwrap();
        assert_eq!((row.id, row.author_id), (post, author));
        assert_eq!(words(&db).await, ["rust"]);
    }

    /// `insert` leaves a row alone that was read and not changed, and inserts what is below it.
    async fn new_children_with_keys_of_their_own_below_an_old_parent(db: DatabaseConnection) {
        blog::create(&db).await;
        let ada = user::ActiveModel::builder().set_name("Ada").insert(&db).await.unwrap();
        let row = || post::ActiveModel::builder().set_author_id(ada.id);
        let old = row().set_title("Keys before rows").insert(&db).await.unwrap();
        let old = post::Entity::find_by_id(old.id).one(&db).await.unwrap().unwrap();

        let comment = CommentId::mint();
        let below = |text: &str| {
            let comment = blog::comment::ActiveModel::builder().set_id(comment);
            comment.set_user_id(ada.id).set_text(text)
        };
        // SeaORM takes a key that is set for one of the database's.
        let parent = old.clone().into_active_model().into_ex();
        let refused = parent.clone().add_comment(below("?")).save(&db).await;
        assert_eq!(refused.err(), Some(DbErr::RecordNotUpdated));

        let row = parent.add_comment(below("!")).insert(&db).await.unwrap();
        assert_eq!(row.id, old.id);
        let found = blog::comment::Entity::find_by_id(comment).one(&db).await.unwrap().unwrap();
        assert_eq!((found.post_id, found.text), (old.id, "!".to_owned()));

        // A parent that is changed as well: first the parent.
        let mut parent = old.into_active_model().into_ex();
        parent.title = Set("Rows after keys".to_owned());
        let parent: post::ActiveModel = parent.update(&db).await.unwrap().into_active_model().into();
        let tag = tag::ActiveModel::builder().set_id(TagId::mint()).set_word("rust");
        let row = parent.into_ex().add_tag(tag).insert(&db).await.unwrap();
        assert_eq!(row.title, "Rows after keys");
        assert_eq!(words(&db).await, ["rust"]);
        assert_eq!(post::Entity::find().count(&db).await, Ok(1));
        assert_eq!(blog::post_tag::Entity::find().count(&db).await, Ok(1));
    }

    async fn upserts_keep_the_key_that_is_there(db: DatabaseConnection) {
        blog::create(&db).await;
        let first = tag("rust").insert(&db).await.unwrap();
        let update =
            OnConflict::column(tag::IDS.word).update_column(tag::Column::Word).to_owned();
        let again = tag("rust").minted().unwrap();
        let insert = tag::Entity::insert(again).on_conflict(update);
        insert.exec_without_returning(&db).await.unwrap();
        assert_eq!(tag::Entity::find().all(&db).await, Ok(vec![first.clone()]));

        let by_key = tag::ActiveModel { id: Set(first.id), ..tag("sql") };
        let update = OnConflict::column(tag::IDS.id).update_column(tag::Column::Word).to_owned();
        let insert = tag::Entity::insert(by_key).on_conflict(update);
        insert.exec_without_returning(&db).await.unwrap();
        assert_eq!(words(&db).await, ["sql"]);

        let nothing = Insert::one(tag("sql").minted().unwrap())
            .on_conflict_do_nothing_on([tag::Column::Word])
            .exec_without_returning(&db);
        nothing.await.unwrap();
        assert_eq!(tag::Entity::find().one(&db).await.unwrap().unwrap().id, first.id);
    }

    async fn keys_of_a_transaction_that_fails_are_lost(db: DatabaseConnection) {
        blog::create(&db).await;
        let transaction = db.begin().await.unwrap();
        let lost = tag("lost").insert(&transaction).await.unwrap();
        transaction.rollback().await.unwrap();
        assert_eq!(tag::Entity::find_by_id(lost.id).one(&db).await, Ok(None));

        let kept = db
            .transaction::<_, _, DbErr>(|transaction| {
                Box::pin(async move { tag("kept").insert(transaction).await })
            })
            .await
            .unwrap();
        assert!(lost.id < kept.id);
        assert_eq!(words(&db).await, ["kept"]);
    }
}
