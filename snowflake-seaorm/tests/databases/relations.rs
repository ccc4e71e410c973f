//! Relations by keys that are IDs.

use sea_orm::prelude::*;
use sea_orm::{DatabaseConnection, EntityLoaderTrait, QueryOrder, Set};

use crate::blog::ids::UserId;
use crate::blog::{self, comment, post, post_tag, profile, tag, user};

/// A user with a profile, a post with two tags and a comment, and a reply.
async fn filled(db: &DatabaseConnection) -> (user::ModelEx, post::ModelEx, post::ModelEx) {
    blog::create(db).await;
    let ada = user::ActiveModel::builder()
        .set_name("Ada")
        .set_profile(profile::ActiveModel::builder().set_bio("Mathematician"))
        .insert(db)
        .await
        .unwrap();
    let question = post::ActiveModel::builder()
        .set_author_id(ada.id)
        .set_title("Keys before rows?")
        .add_comment(comment::ActiveModel::builder().set_user_id(ada.id).set_text("Well."))
        .add_tag(tag::ActiveModel::builder().set_word("rust"))
        .add_tag(tag::ActiveModel::builder().set_word("sql"))
        .add_reply(post::ActiveModel::builder().set_author_id(ada.id).set_title("Yes."))
        .insert(db)
        .await
        .unwrap();
    let reply = question.replies.iter().next().unwrap().clone();
    (ada, question, reply)
}

on_each_database! {
    async fn one_to_one_by_a_shared_key(db: DatabaseConnection) {
        let (ada, ..) = filled(&db).await;
        // Minted for the user, and given to the profile.
        let profile = profile::Entity::find_by_id(ada.id).one(&db).await.unwrap().unwrap();
        assert_eq!(profile.bio, "Mathematician");
        let pair = user::Entity::find().find_also_related(profile::Entity).one(&db).await;
        assert_eq!(pair.unwrap().unwrap().1, Some(profile));

        // Without a key it is refused, and not given one of its own.
        let row = profile::ActiveModel { bio: Set("Nobody".to_owned()), ..Default::default() };
        row.insert(&db).await.unwrap_err();
    }

    async fn belongs_to_and_has_many(db: DatabaseConnection) {
        let (ada, question, reply) = filled(&db).await;
        let author = user::Entity::find_by_id(ada.id).one(&db).await.unwrap().unwrap();
        let comments = author.find_related(comment::Entity).all(&db).await.unwrap();
        assert_eq!(comments.len(), 1);
        assert_eq!(comments[0].post_id, question.id);

        let found = user::Entity::find().find_with_related(comment::Entity).all(&db).await;
        assert_eq!(found, Ok(vec![(author, comments)]));

        let loaded = post::Entity::load()
            .filter_by_id(reply.id)
            .with(post::Relation::Author)
            .with(post::Relation::Question)
            .one(&db)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(loaded.reply_to, Some(question.id));
    }

    async fn many_to_many(db: DatabaseConnection) {
        let (_, question, _) = filled(&db).await;
        let row = post::Entity::find_by_id(question.id).one(&db).await.unwrap().unwrap();
        let tags = row.find_related(tag::Entity).order_by_asc(tag::IDS.id).all(&db).await.unwrap();
        let words: Vec<_> = tags.iter().map(|tag| tag.word.as_str()).collect();
        assert_eq!(words, ["rust", "sql"]);
        let links = post_tag::Entity::find().filter(post_tag::IDS.tag_id.eq(tags[0].id));
        let expected = post_tag::Model { post_id: question.id, tag_id: tags[0].id };
        assert_eq!(links.all(&db).await, Ok(vec![expected]));
        let link = post_tag::Entity::find_by_id((question.id, tags[1].id)).one(&db).await;
        assert!(link.unwrap().is_some());

        let loaded =
            post::Entity::load().filter_by_id(question.id).with(tag::Entity).one(&db).await;
        assert_eq!(loaded.unwrap().unwrap().tags.len(), 2);
    }

    async fn loaders(db: DatabaseConnection) {
        let (ada, question, reply) = filled(&db).await;
        let posts = post::Entity::find().order_by_asc(post::IDS.id).all(&db).await.unwrap();
        assert_eq!(posts.iter().map(|post| post.id).collect::<Vec<_>>(), [question.id, reply.id]);
        let comments = posts.load_many(comment::Entity, &db).await.unwrap();
        assert_eq!(comments.iter().map(Vec::len).collect::<Vec<_>>(), [1, 0]);
        let users = comments[0].load_one(user::Entity, &db).await.unwrap();
        assert_eq!(users[0].as_ref().map(|user| user.id), Some(ada.id));
        let tags = posts.load_many(tag::Entity, &db).await.unwrap();
        assert_eq!(tags.iter().map(Vec::len).collect::<Vec<_>>(), [2, 0]);
    }

    async fn self_reference_and_cycle(db: DatabaseConnection) {
        let (ada, question, reply) = filled(&db).await;
        assert_eq!(reply.reply_to, Some(question.id));
        let mut row: user::ActiveModel =
            user::Entity::find_by_id(ada.id).one(&db).await.unwrap().unwrap().into();
        row.pinned_id = Set(Some(reply.id));
        row.update(&db).await.unwrap();

        let loaded = user::Entity::load()
            .filter(user::IDS.pinned_id.eq(reply.id))
            .with(profile::Entity)
            .one(&db)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(loaded.id, ada.id);
        assert_eq!(loaded.pinned_id, Some(reply.id));
    }

    async fn foreign_keys_hold(db: DatabaseConnection) {
        let (_, question, _) = filled(&db).await;
        let row = comment::ActiveModel {
            post_id: Set(question.id),
            user_id: Set(UserId::mint()),
            text: Set("Who?".to_owned()),
            ..Default::default()
        };
        let error = row.insert(&db).await.unwrap_err();
        assert!(
            matches!(error.sql_err(), Some(SqlErr::ForeignKeyConstraintViolation(_))),
            "{error}"
        );
    }
}
