//! A service on SeaORM 1.1, sqlx 0.8 and utoipa 5, to which the guide leads. Entities are in the
//! classic form, with an enum `Relation`, which SeaORM 2 reads too.

mod ids {
    use snowflake_kit::{Snowflake, SnowflakeId};

    /// Identifies a user.
    #[derive(SnowflakeId)]
    #[snowflake(text = "base62", prefix = "usr_")]
    pub struct UserId(Snowflake);

    /// Identifies a post.
    #[derive(SnowflakeId)]
    #[snowflake(text = "base62", prefix = "pst_")]
    pub struct PostId(Snowflake);
}

mod user {
    use sea_orm::entity::prelude::*;
    use snowflake_kit::MintedModel;

    use super::ids::UserId;

    #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "users")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: UserId,
        pub name: String,
    }

    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    // `MintedModel` writes `impl ActiveModelBehavior for ActiveModel`: leave it out.
}

mod post {
    use sea_orm::entity::prelude::*;
    use serde::Serialize;
    use snowflake_kit::MintedModel;
    use utoipa::ToSchema;

    use super::ids::{PostId, UserId};

    #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel, Serialize, ToSchema)]
    #[sea_orm(table_name = "posts")]
    #[schema(as = Post)]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: PostId,
        pub author_id: UserId,
        pub reply_to: Option<PostId>,
        pub title: String,
    }

    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {
        #[sea_orm(
            belongs_to = "super::user::Entity",
            from = "Column::AuthorId",
            to = "super::user::Column::Id"
        )]
        Author,
    }

    impl Related<super::user::Entity> for Entity {
        fn to() -> RelationDef {
            Relation::Author.def()
        }
    }
}

use axum::extract::{Json, Path, State};
use axum::http::StatusCode;
use axum::routing::{Router, get, post};
use ids::{PostId, UserId};
use sea_orm::prelude::*;
use sea_orm::{ConnectOptions, Database, Schema, Set};
use serde::Deserialize;
use utoipa::{OpenApi, ToSchema};

#[derive(Deserialize, ToSchema)]
struct Draft {
    reply_to: Option<PostId>,
    title: String,
}

/// Errors of the database are for operators.
fn failed(error: impl std::fmt::Display) -> StatusCode {
    eprintln!("{error}");
    StatusCode::INTERNAL_SERVER_ERROR
}

/// Adds a user of this name.
async fn add_user(
    State(db): State<DatabaseConnection>,
    Json(name): Json<String>,
) -> Result<Json<UserId>, StatusCode> {
    // The key is not set, so it is minted.
    let user = user::ActiveModel { name: Set(name), ..Default::default() };
    Ok(Json(user.insert(&db).await.map_err(failed)?.id))
}

/// Writes a post.
#[utoipa::path(
    post,
    path = "/users/{author}/posts",
    params(("author" = UserId, Path)),
    request_body = Draft,
    responses((status = 200, body = post::Model)),
)]
async fn write(
    State(db): State<DatabaseConnection>,
    Path(author): Path<UserId>,
    Json(Draft { reply_to, title }): Json<Draft>,
) -> Result<Json<post::Model>, StatusCode> {
    let post = post::ActiveModel {
        id: Set(PostId::mint_async().await.map_err(failed)?),
        author_id: Set(author),
        reply_to: Set(reply_to),
        title: Set(title),
    };
    Ok(Json(post.insert(&db).await.map_err(failed)?))
}

/// Reads a post, and the name of its author.
async fn read(
    State(db): State<DatabaseConnection>,
    Path(id): Path<PostId>,
) -> Result<Json<(post::Model, Option<String>)>, StatusCode> {
    let found = post::Entity::find_by_id(id).find_also_related(user::Entity).one(&db).await;
    let (post, author) = found.map_err(failed)?.ok_or(StatusCode::NOT_FOUND)?;
    Ok(Json((post, author.map(|user| user.name))))
}

/// The newest posts of a user, by sqlx on the same pool.
async fn newest(
    State(db): State<DatabaseConnection>,
    Path(author): Path<UserId>,
) -> Result<Json<Vec<PostId>>, StatusCode> {
    let select = "SELECT id FROM posts WHERE author_id = ? ORDER BY id DESC LIMIT 20";
    let select = sqlx::query_scalar(select).bind(author);
    Ok(Json(select.fetch_all(db.get_sqlite_connection_pool()).await.map_err(failed)?))
}

#[derive(OpenApi)]
#[openapi(paths(write))]
struct Api;

/// The tables, and the routes.
async fn app(mut options: ConnectOptions) -> Result<Router, DbErr> {
    // One connection, because each has its own database in memory.
    options.max_connections(1);
    let db = Database::connect(options).await?;
    let (backend, schema) = (db.get_database_backend(), Schema::new(db.get_database_backend()));
    db.execute(backend.build(&schema.create_table_from_entity(user::Entity))).await?;
    db.execute(backend.build(&schema.create_table_from_entity(post::Entity))).await?;

    Ok(Router::new()
        .route("/users", post(add_user))
        .route("/users/{author}/posts", get(newest).post(write))
        .route("/posts/{id}", get(read))
        .route("/openapi.json", get(|| async { Json(Api::openapi()) }))
        .with_state(db))
}

pub async fn check() -> crate::graph::Checked {
    use axum::body::{Body, to_bytes};
    use axum::http::Request;
    use tower::ServiceExt as _;

    let app = app(ConnectOptions::new("sqlite::memory:")).await?;
    let ask = async |method: &str, uri: &str, body: String| {
        let request = Request::builder().method(method).uri(uri);
        let request = request.header("content-type", "application/json").body(Body::from(body));
        let answer = app.clone().oneshot(request.unwrap()).await.unwrap();
        let status = answer.status().as_u16();
        let body = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
        (status, serde_json::from_slice::<serde_json::Value>(&body).unwrap_or_default())
    };
    let (_, ada) = ask("POST", "/users", r#""Ada""#.to_owned()).await;
    let ada = ada.as_str().unwrap();
    assert!(ada.starts_with("usr_"), "{ada}");
    let posts = format!("/users/{ada}/posts");
    let (_, first) = ask("POST", &posts, r#"{"title":"Keys before rows"}"#.to_owned()).await;
    let id = first["id"].as_str().unwrap();
    let (_, answer) = ask("POST", &posts, format!(r#"{{"title":"Yes","reply_to":"{id}"}}"#)).await;
    assert_eq!(answer["reply_to"], id);
    let (status, found) = ask("GET", &format!("/posts/{id}"), String::new()).await;
    assert_eq!((status, &found[0], &found[1]), (200, &first, &"Ada".into()));
    let (_, newest) = ask("GET", &posts, String::new()).await;
    assert_eq!(newest, serde_json::json!([answer["id"], id]));
    assert_eq!(ask("GET", &format!("/posts/{ada}"), String::new()).await.0, 400);
    let (_, document) = ask("GET", "/openapi.json", String::new()).await;
    let schemas = &document["components"]["schemas"];
    assert_eq!(schemas["Post"]["properties"]["id"]["$ref"], "#/components/schemas/PostId");
    assert_eq!(schemas["UserId"]["pattern"], "^usr_[0-9A-Za-z]{11}$");
    Ok(())
}
