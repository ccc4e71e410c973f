//! Posts over REST: axum, Diesel, PostgreSQL.

use std::env;
use std::time::{Duration, SystemTime};

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::get;
use axum::{Json, Router};
use diesel::prelude::*;
use diesel_async::pooled_connection::AsyncDieselConnectionManager;
use diesel_async::pooled_connection::deadpool::Pool;
use diesel_async::{AsyncConnection, AsyncMigrationHarness, AsyncPgConnection, RunQueryDsl};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use serde::{Deserialize, Serialize};
use snowflake_kit::diesel_async_0_9::lease::{Dialect, LeaseStore};
use snowflake_kit::lease::{self, LeaseBuilder};
use snowflake_kit::{Snowflake, SnowflakeId};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

/// Identifies a post.
#[derive(SnowflakeId)]
#[snowflake(text = "base62", prefix = "pst_")]
pub struct PostId(Snowflake);

diesel::table! {
    use diesel::sql_types::{Nullable, Text};
    use snowflake_kit::Key;
    use super::PostId;

    posts (id) {
        id -> Key<PostId>,
        reply_to -> Nullable<Key<PostId>>,
        text -> Text,
    }
}

#[derive(Queryable, Selectable, Insertable, Serialize)]
#[diesel(table_name = posts, treat_none_as_default_value = false)]
struct Post {
    id: PostId,
    reply_to: Option<PostId>,
    text: String,
}

#[derive(Deserialize)]
struct Draft {
    reply_to: Option<PostId>,
    text: String,
}

type Database = Pool<AsyncPgConnection>;
type Failed = (StatusCode, String);

/// POST /posts
async fn write(
    State(db): State<Database>,
    Json(Draft { reply_to, text }): Json<Draft>,
) -> Result<Json<Post>, Failed> {
    // The ID is known before the insert: if the answer to the insert is lost, trying again with
    // the same ID cannot store the post twice.
    let id = PostId::mint_async().await.map_err(failed(AWAY))?;
    let post = Post { id, reply_to, text };
    let mut connection = db.get().await.map_err(failed(AWAY))?;
    diesel::insert_into(posts::table)
        .values(&post)
        .execute(&mut connection)
        .await
        .map_err(failed(BROKEN))?;
    Ok(Json(post))
}

/// GET /posts: those of the last hour, the newest first. The time is in the key.
async fn recent(State(db): State<Database>) -> Result<Json<Vec<Post>>, Failed> {
    let now = SystemTime::now();
    let (first, last) = PostId::range(now - Duration::from_hours(1)..=now).into_inner();
    let mut connection = db.get().await.map_err(failed(AWAY))?;
    let posts = posts::table
        .filter(posts::id.between(first, last))
        .order(posts::id.desc())
        .limit(100)
        .select(Post::as_select())
        .load(&mut connection)
        .await
        .map_err(failed(BROKEN))?;
    Ok(Json(posts))
}

/// GET /posts/{id}: a text that is not a `PostId` is a 400 with the reason.
async fn one(State(db): State<Database>, Path(id): Path<PostId>) -> Result<Json<Post>, Failed> {
    let mut connection = db.get().await.map_err(failed(AWAY))?;
    let post = posts::table.find(id).select(Post::as_select()).first(&mut connection).await;
    match post.optional().map_err(failed(BROKEN))? {
        Some(post) => Ok(Json(post)),
        None => Err((StatusCode::NOT_FOUND, format!("there is no post {id}"))),
    }
}

/// GET /ready: whether this process has a lease, and can mint.
async fn ready() -> StatusCode {
    match lease::time_left() {
        Some(left) if !left.is_zero() => StatusCode::OK,
        _ => AWAY,
    }
}

/// An error as an answer.
fn failed<E: ToString>(status: StatusCode) -> impl Fn(E) -> Failed {
    move |error| (status, error.to_string())
}

/// Try again later.
const AWAY: StatusCode = StatusCode::SERVICE_UNAVAILABLE;
const BROKEN: StatusCode = StatusCode::INTERNAL_SERVER_ERROR;

const MIGRATIONS: EmbeddedMigrations = embed_migrations!();

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let url = env::var("DATABASE_URL")?;

    // 1. The tables, among them that of the leases.
    let connection = AsyncPgConnection::establish(&url).await?;
    AsyncMigrationHarness::new(connection).run_pending_migrations(MIGRATIONS)?;

    // 2. A node number, on a connection of its own.
    let lease_url = url.clone();
    let store = LeaseStore::new(Dialect::Postgres, move || {
        let url = lease_url.clone();
        async move { AsyncPgConnection::establish(&url).await }
    });
    let lease = LeaseBuilder::new(store).space("posts").install_async().await?;

    // 3. The service.
    let db = Pool::builder(AsyncDieselConnectionManager::new(url)).build()?;
    let service = Router::new()
        .route("/posts", get(recent).post(write))
        .route("/posts/{id}", get(one))
        .route("/ready", get(ready))
        .with_state(db);
    let address = env::var("LISTEN").unwrap_or("0.0.0.0:3000".into());
    let listener = TcpListener::bind(address).await?;
    let node = PostId::generator()?.node();
    println!("http://{} mints as node {node}", listener.local_addr()?);
    axum::serve(listener, service)
        .with_graceful_shutdown(async move {
            terminate.recv().await;
        })
        .await?;

    // 4. The number is free again.
    lease.release_async().await?;
    Ok(())
}
