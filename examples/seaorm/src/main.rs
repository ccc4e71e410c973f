//! A user with posts, comments and tags, one post pinned: linked before any of
//! it is in the database, and inserted with one statement for each table. Then
//! the same (without tags, and nothing pinned) by nested saves, which ask the
//! database for each key.
//!
//! `cargo run -p seaorm-example` does it in memory, with `SQLite`. Given the URL of
//! an empty database of `PostgreSQL`, `MariaDB` or `MySQL`, it does it there, and
//! drops its tables at the end.

mod counted;
mod entities;

use std::env;
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

use sea_orm::prelude::*;
use sea_orm::sea_query::Table;
use sea_orm::{ConnectOptions, Database, QueryOrder, Schema, Set, TransactionTrait};
use snowflake_kit::Node;
use snowflake_kit::sea_orm_2::MintedRows;

use entities::ids::{PostId, TagId, UserId};
use entities::{comment, post, post_tag, tag, user};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    // Once per process: its node number. `Node::from_env("SNOWFLAKE_NODE")?`
    // and others take it from the deployment.
    snowflake_kit::install(Node::fixed(1))?;

    let url = env::args().nth(1).unwrap_or_else(|| "sqlite::memory:".to_owned());
    let mut options = ConnectOptions::new(url);
    options.max_connections(1).sqlx_logging(false);
    let mut db = Database::connect(options).await?;
    create_tables(&db).await?;
    let statements = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&statements);
    db.set_metric_callback(move |_| {
        counter.fetch_add(1, Ordering::Relaxed);
    });

    println!("posts  minted keys  nested saves");
    let mut ada = None;
    for posts in [1, 10, 100] {
        ada = Some(insert_graph(&db, posts).await?);
        let minted = statements.swap(0, Ordering::Relaxed);
        save_graph(&db, posts).await?;
        let nested = statements.swap(0, Ordering::Relaxed);
        println!("{posts:>5}  {minted:>11}  {nested:>12}");
    }

    // Back again, by keys that know what they identify.
    let Some(ada) = ada else { return Ok(()) };
    let now = SystemTime::now();
    let last_hour = PostId::range(now - Duration::from_hours(1)..=now);
    let latest = post::Entity::load()
        .filter(post::IDS.author_id.eq(ada))
        .filter(post::IDS.id.in_range(last_hour))
        .order_by_desc(post::IDS.id)
        .with(comment::Entity)
        .with(tag::Entity)
        .one(&db)
        .await?
        .ok_or("there is no post")?;
    let pinned = user::Entity::find_by_id(ada).one(&db).await?.and_then(|user| user.pinned_id);
    let words: Vec<_> = latest.tags.iter().map(|tag| tag.word.as_str()).collect();
    println!("{:?} with {words:?}, pinned: {}", latest.id, pinned == Some(latest.id));
    Ok(drop_tables(&db).await?)
}

/// Links a graph, and inserts it: five statements, and those of the transaction.
async fn insert_graph(db: &DatabaseConnection, posts: usize) -> Result<UserId, DbErr> {
    let ada = UserId::mint();
    let keys = PostId::mint_many(posts);
    let words = ["rust", "sql"].map(|word| (TagId::mint(), format!("{word} {posts}")));

    let users = [user::ActiveModel {
        id: Set(ada),
        name: Set("Ada".to_owned()),
        pinned_id: Set(keys.last().copied()),
    }];
    let rows = keys.iter().enumerate().map(|(number, id)| post::ActiveModel {
        id: Set(*id),
        author_id: Set(ada),
        title: Set(format!("Post {number}")),
    });
    // Nothing refers to a comment, so its key can wait for `minted`.
    let comments = keys.iter().map(|post| comment::ActiveModel {
        post_id: Set(*post),
        text: Set("Hello".to_owned()),
        ..Default::default()
    });
    let links = keys.iter().flat_map(|post| {
        words
            .each_ref()
            .map(|(tag, _)| post_tag::ActiveModel { post_id: Set(*post), tag_id: Set(*tag) })
    });
    let tags = words.clone().map(|(id, word)| tag::ActiveModel { id: Set(id), word: Set(word) });

    let transaction = db.begin().await?;
    user::Entity::insert_many(users).exec(&transaction).await?;
    post::Entity::insert_many(rows).exec(&transaction).await?;
    comment::Entity::insert_many(comments.minted()?).exec(&transaction).await?;
    tag::Entity::insert_many(tags).exec(&transaction).await?;
    post_tag::Entity::insert_many(links).exec(&transaction).await?;
    transaction.commit().await?;
    Ok(ada)
}

/// Saves a graph as SeaORM does when the database gives the keys.
async fn save_graph(db: &DatabaseConnection, posts: usize) -> Result<(), DbErr> {
    let mut ada = counted::user::ActiveModel::builder().set_name("Ada");
    for number in 0..posts {
        let comment = counted::comment::ActiveModel::builder().set_text("Hello");
        let post = counted::post::ActiveModel::builder().set_title(format!("Post {number}"));
        ada = ada.add_post(post.add_comment(comment));
    }
    ada.save(db).await?;
    Ok(())
}

/// Fails if there are such tables already.
async fn create_tables(db: &DatabaseConnection) -> Result<(), DbErr> {
    let schema = Schema::new(db.get_database_backend());
    for create in [
        schema.create_table_from_entity(user::Entity),
        schema.create_table_from_entity(post::Entity),
        schema.create_table_from_entity(comment::Entity),
        schema.create_table_from_entity(tag::Entity),
        schema.create_table_from_entity(post_tag::Entity),
        schema.create_table_from_entity(counted::user::Entity),
        schema.create_table_from_entity(counted::post::Entity),
        schema.create_table_from_entity(counted::comment::Entity),
    ] {
        db.execute(&create).await?;
    }
    Ok(())
}

async fn drop_tables(db: &DatabaseConnection) -> Result<(), DbErr> {
    for table in [
        counted::comment::Entity.table_ref(),
        counted::post::Entity.table_ref(),
        counted::user::Entity.table_ref(),
        post_tag::Entity.table_ref(),
        tag::Entity.table_ref(),
        comment::Entity.table_ref(),
        post::Entity.table_ref(),
        user::Entity.table_ref(),
    ] {
        db.execute(Table::drop().table(table)).await?;
    }
    Ok(())
}
