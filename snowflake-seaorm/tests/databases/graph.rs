//! A graph of rows in as many statements as there are tables, counted where
//! SeaORM hands them to the driver, and on MariaDB where they arrive.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use sea_orm::prelude::*;
use sea_orm::{DatabaseConnection, DbBackend, Set, Statement, TransactionTrait};
use snowflake_kit_seaorm::sea_orm_2::MintedRows as _;

use crate::blog::ids::{PostId, TagId, UserId};
use crate::blog::{self, comment, post, post_tag, tag, user};

/// Counts the statements that SeaORM hands to the driver. What begins and ends
/// transactions and savepoints is not among them.
fn count(db: &mut DatabaseConnection) -> Arc<AtomicUsize> {
    let statements = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&statements);
    db.set_metric_callback(move |_| {
        counter.fetch_add(1, Ordering::Relaxed);
    });
    statements
}

/// How many statements of this connection MariaDB says it has run before this
/// question. It is the one that counts all of them, so what it says is asked
/// for where it can be.
async fn mariadb_says(db: &DatabaseConnection) -> Option<usize> {
    if db.get_database_backend() != DbBackend::MySql {
        return None;
    }
    let sql = "SHOW SESSION STATUS LIKE 'Questions'";
    let statement = Statement::from_string(DbBackend::MySql, sql);
    let row = db.query_one_raw(statement).await.unwrap().unwrap();
    let questions: usize = row.try_get_by_index::<String>(1).unwrap().parse().unwrap();
    Some(questions - 1)
}

/// Fails if MariaDB was sent another number of statements since `before`.
async fn assert_mariadb_agrees(db: &DatabaseConnection, before: Option<usize>, sent: usize) {
    if let Some(now) = mariadb_says(db).await {
        // The question before was one.
        assert_eq!(now - before.unwrap() - 1, sent);
    }
}

/// A user whose newest post is pinned: a cycle. Each post has a comment and
/// two tags.
async fn insert_graph(db: &DatabaseConnection, posts: usize) -> Result<UserId, DbErr> {
    let ada = UserId::mint();
    let keys = PostId::mint_many(posts);
    let users = [user::ActiveModel {
        id: Set(ada),
        name: Set("Ada".to_owned()),
        pinned_id: Set(keys.last().copied()),
    }];
    let words = [("rust", TagId::mint()), ("sql", TagId::mint())];
    let tags = words.map(|(word, id)| tag::ActiveModel { id: Set(id), word: Set(word.to_owned()) });
    let rows = keys.iter().enumerate().map(|(number, id)| post::ActiveModel {
        id: Set(*id),
        author_id: Set(ada),
        reply_to: Set(number.checked_sub(1).map(|before| keys[before])),
        title: Set(format!("Post {number}")),
    });
    // Nobody refers to comments, so their keys can be minted last.
    let comments = keys.iter().map(|post| comment::ActiveModel {
        post_id: Set(*post),
        user_id: Set(ada),
        text: Set("Hello".to_owned()),
        ..Default::default()
    });
    let links = keys.iter().flat_map(|post| {
        words.map(|(_, tag)| post_tag::ActiveModel { post_id: Set(*post), tag_id: Set(tag) })
    });

    let transaction = db.begin().await?;
    user::Entity::insert_many(users).exec(&transaction).await?;
    post::Entity::insert_many(rows).exec(&transaction).await?;
    comment::Entity::insert_many(comments.minted()?).exec(&transaction).await?;
    tag::Entity::insert_many(tags).exec(&transaction).await?;
    post_tag::Entity::insert_many(links).exec(&transaction).await?;
    transaction.commit().await?;
    Ok(ada)
}

on_each_database! {
    async fn a_graph_takes_a_statement_for_each_table(db: DatabaseConnection) {
        blog::create(&db).await;
        let mut watched = db.clone();
        let statements = count(&mut watched);
        for posts in [1, 10] {
            post_tag::Entity::delete_many().exec(&db).await.unwrap();
            tag::Entity::delete_many().exec(&db).await.unwrap();
            statements.store(0, Ordering::Relaxed);
            let before = mariadb_says(&db).await;
            let ada = insert_graph(&watched, posts).await.unwrap();
            assert_eq!(statements.load(Ordering::Relaxed), 5, "{posts} posts");
            // With BEGIN and COMMIT.
            assert_mariadb_agrees(&db, before, 5 + 2).await;

            // All links lead where they should.
            let find = post::Entity::find().filter(post::IDS.author_id.eq(ada));
            assert_eq!(find.clone().count(&db).await, Ok(posts as u64));
            let pinned = user::Entity::find_by_id(ada).one(&db).await.unwrap().unwrap().pinned_id;
            let pinned = find.filter(post::IDS.id.eq(pinned)).one(&db).await.unwrap().unwrap();
            assert_eq!(pinned.author_id, ada);
            let comments = comment::Entity::find().filter(comment::IDS.user_id.eq(ada));
            assert_eq!(comments.count(&db).await, Ok(posts as u64));
            let links = post_tag::Entity::find().filter(post_tag::IDS.post_id.eq(pinned.id));
            assert_eq!(links.count(&db).await, Ok(2));
        }
    }
}
