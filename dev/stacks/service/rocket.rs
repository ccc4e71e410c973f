//! IDs in parameters and bodies of Rocket.

use rocket::http::Status;
use rocket::local::asynchronous::Client;
use rocket::request::FromParam;
use rocket::serde::json::Json;
use rocket::{get, routes};
use serde::Serialize;
use snowflake_kit::ParseError;

use crate::graph::{Checked, Graph, PostId, UserId};

// As the guide's page for frameworks has it.
macro_rules! rocket_ids {
    ($($id:ty),+) => {$(
        impl FromParam<'_> for $id {
            type Error = ParseError;

            fn from_param(text: &str) -> Result<Self, ParseError> {
                text.parse()
            }
        }
    )+};
}

rocket_ids!(UserId, PostId);

#[derive(Serialize)]
struct Post {
    id: PostId,
    author_id: UserId,
}

#[get("/users/<author_id>/posts/<id>")]
fn post(author_id: UserId, id: PostId) -> Json<Post> {
    Json(Post { id, author_id })
}

pub async fn check() -> Checked {
    let client = Client::untracked(rocket::build().mount("/", routes![post])).await?;
    let graph = Graph::mint();
    let (id, author) = (graph.posts[0].0, graph.author);
    let answer = client.get(format!("/users/{author}/posts/{id}")).dispatch().await;
    let expected = format!("{{\"id\":\"{id}\",\"author_id\":\"{author}\"}}");
    assert_eq!(answer.into_string().await, Some(expected));
    let swapped = client.get(format!("/users/{id}/posts/{author}")).dispatch().await;
    assert_eq!(swapped.status(), Status::UnprocessableEntity);
    Ok(())
}
