//! The rows, and the queries for them.

use serde::{Deserialize, Serialize};
use sqlx::{Result, SqlitePool};
use utoipa::ToSchema;

use crate::id::{CommentId, PostId, UserId};

/// A user.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, ToSchema)]
pub struct User {
    pub id: UserId,
    pub name: String,
}

/// A post, and how many comments there are on it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, ToSchema)]
pub struct Post {
    pub id: PostId,
    pub author_id: UserId,
    pub content: String,
    pub comments: i64,
}

/// A comment on a post, or an answer to another comment.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, ToSchema)]
pub struct Comment {
    pub id: CommentId,
    pub post_id: PostId,
    pub author_id: UserId,
    pub reply_to: Option<CommentId>,
    pub content: String,
}

/// Adds a user. Its ID is known before the row is there.
pub async fn add_user(db: &SqlitePool, user: &User) -> Result<()> {
    sqlx::query!("INSERT INTO users (id, name) VALUES (?, ?)", user.id as UserId, user.name)
        .execute(db)
        .await
        .map(drop)
}

/// Adds a post together with its first comments, in one transaction.
pub async fn add_post(db: &SqlitePool, post: &Post, comments: &[Comment]) -> Result<()> {
    let mut transaction = db.begin().await?;
    sqlx::query!(
        "INSERT INTO posts (id, author_id, content) VALUES (?, ?, ?)",
        post.id as PostId,
        post.author_id as UserId,
        post.content,
    )
    .execute(&mut *transaction)
    .await?;
    for comment in comments {
        add_comment(&mut *transaction, comment).await?;
    }
    transaction.commit().await
}

/// Adds a comment.
pub async fn add_comment(db: impl sqlx::SqliteExecutor<'_>, comment: &Comment) -> Result<()> {
    sqlx::query!(
        "INSERT INTO comments (id, post_id, author_id, reply_to, content) VALUES (?, ?, ?, ?, ?)",
        comment.id as CommentId,
        comment.post_id as PostId,
        comment.author_id as UserId,
        comment.reply_to as Option<CommentId>,
        comment.content,
    )
    .execute(db)
    .await
    .map(drop)
}

/// The posts that are older than one, the newest first.
pub async fn posts(db: &SqlitePool, before: Option<PostId>, limit: u32) -> Result<Vec<Post>> {
    sqlx::query_as!(
        Post,
        r#"
            SELECT
                posts.id, author_id, content,
                (SELECT COUNT(*) FROM comments WHERE post_id = posts.id) AS "comments!: i64"
            FROM posts WHERE ?1 IS NULL OR posts.id < ?1 ORDER BY posts.id DESC LIMIT ?2
        "#,
        before as Option<PostId>,
        limit,
    )
    .fetch_all(db)
    .await
}

/// What an author has posted.
pub async fn contents(db: &SqlitePool, author: UserId) -> Result<Vec<String>> {
    sqlx::query_scalar!("SELECT content FROM posts WHERE author_id = ?", author as UserId)
        .fetch_all(db)
        .await
}

/// The comments on a post, the oldest first.
pub async fn comments(db: &SqlitePool, post: PostId) -> Result<Vec<Comment>> {
    sqlx::query_as!(
        Comment,
        "SELECT id, post_id, author_id, reply_to, content FROM comments \
         WHERE post_id = ? ORDER BY id",
        post as PostId,
    )
    .fetch_all(db)
    .await
}
