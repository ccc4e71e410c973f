//! One database, used by Diesel and by SeaORM at once.
#![cfg(all(feature = "diesel", feature = "sea_orm_2"))]
#![expect(unreachable_pub, reason = "SeaORM's derives make all but the model public")]

use diesel::prelude::*;
use sea_orm::{
    ActiveModelTrait as _, ConnectionTrait as _, Database, EntityTrait as _, Schema, Set,
};
use snowflake_kit::Minted;

use ids::{PostId, UserId};
use schema::posts;

mod ids {
    use snowflake_kit::{Snowflake, SnowflakeId};

    /// Identifies a user.
    #[derive(SnowflakeId)]
    pub struct UserId(Snowflake);

    /// Identifies a post.
    #[derive(SnowflakeId)]
    pub struct PostId(Snowflake);
}

mod schema {
    diesel::table! {
        posts (id) {
            id -> snowflake_kit::Key<crate::both_orms::ids::PostId>,
            author_id -> snowflake_kit::Key<crate::both_orms::ids::UserId>,
            reply_to -> Nullable<snowflake_kit::Key<crate::both_orms::ids::PostId>>,
            title -> Text,
        }
    }
}

/// A row as Diesel has it.
#[derive(Debug, Clone, PartialEq, Insertable, Queryable, Minted)]
#[diesel(table_name = posts)]
struct Post {
    #[minted]
    id: PostId,
    author_id: UserId,
    reply_to: Option<PostId>,
    title: String,
}

/// A row as SeaORM has it.
mod post {
    use sea_orm::entity::prelude::*;
    use snowflake_kit::MintedModel;

    use super::ids::{PostId, UserId};

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "posts")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: PostId,
        pub author_id: UserId,
        pub reply_to: Option<PostId>,
        pub title: String,
    }
}

/// A file that is removed.
struct File(std::path::PathBuf);

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[tokio::test]
async fn what_one_writes_the_other_reads() {
    crate::install();
    let name = format!("snowflake-kit-both-orms-{}.sqlite", std::process::id());
    let file = File(std::env::temp_dir().join(name));
    let path = file.0.to_str().unwrap();

    let seaorm = Database::connect(format!("sqlite://{path}?mode=rwc")).await.unwrap();
    let schema = Schema::new(seaorm.get_database_backend());
    seaorm.execute(&schema.create_table_from_entity(post::Entity)).await.unwrap();
    let diesel = &mut SqliteConnection::establish(path).unwrap();

    let author = UserId::mint();
    let question = Post::mint(author, None, "Keys before rows?");
    diesel::insert_into(posts::table).values(&question).execute(diesel).unwrap();
    let row = post::ActiveModel {
        author_id: Set(author),
        reply_to: Set(Some(question.id)),
        title: Set("Yes.".to_owned()),
        ..Default::default()
    };
    let answer = row.insert(&seaorm).await.unwrap();
    assert!(question.id < answer.id);

    let read = post::Entity::find_by_id(question.id).one(&seaorm).await.unwrap().unwrap();
    assert_eq!(
        (read.author_id, read.reply_to, read.title.as_str()),
        (author, None, "Keys before rows?")
    );
    let read: Vec<Post> =
        posts::table.filter(posts::author_id.eq(author)).order(posts::id).load(diesel).unwrap();
    let answer = Post {
        id: answer.id,
        author_id: answer.author_id,
        reply_to: answer.reply_to,
        title: answer.title,
    };
    assert_eq!(read, [question, answer]);
    seaorm.close().await.unwrap();
}
