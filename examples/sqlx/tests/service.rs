//! The program, from outside.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use sqlx_example::storage::{Comment, Post, User};

struct Service {
    process: Child,
    url: String,
    client: Client,
}

impl Service {
    fn start(file: &Path) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_sqlx-example"))
            .arg(file)
            .arg("127.0.0.1:0")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut url = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut url).unwrap();
        Self { process, url: url.trim().to_owned(), client: Client::new() }
    }

    async fn post(&self, path: &str, body: &Value) -> (StatusCode, Value) {
        let request = self.client.post(format!("{}{path}", self.url)).json(body);
        answer(request).await
    }

    async fn get(&self, path: &str) -> (StatusCode, Value) {
        answer(self.client.get(format!("{}{path}", self.url))).await
    }
}

async fn answer(request: reqwest::RequestBuilder) -> (StatusCode, Value) {
    let response = request.send().await.unwrap();
    let status = response.status();
    let text = response.text().await.unwrap();
    (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[tokio::test]
async fn users_post_and_comment() {
    let folder = tempfile::tempdir().unwrap();
    let service = Service::start(&folder.path().join("social.db"));
    let (status, ada) = service.post("/users", &json!({ "name": "Ada" })).await;
    assert_eq!(status, StatusCode::CREATED);
    assert!(ada["id"].as_str().unwrap().starts_with("usr_"));
    let ada: User = serde_json::from_value(ada).unwrap();
    let (status, _) = service.post("/users", &json!({ "name": "Ada" })).await;
    assert_eq!(status, StatusCode::CONFLICT);

    let mut posts = Vec::new();
    for number in 0..5 {
        let comments: Vec<String> =
            (0..number).map(|comment| format!("comment {comment}")).collect();
        let body = json!({ "author_id": ada.id, "content": "a post", "comments": comments });
        let (_, post) = service.post("/posts", &body).await;
        posts.push(serde_json::from_value::<Post>(post).unwrap());
    }
    posts.reverse();
    let (_, page) = service.get("/posts?limit=3").await;
    assert_eq!(serde_json::from_value::<Vec<Post>>(page).unwrap(), posts[..3]);
    let (_, page) = service.get(&format!("/posts?before={}", posts[2].id)).await;
    assert_eq!(serde_json::from_value::<Vec<Post>>(page).unwrap(), posts[3..]);

    let path = format!("/posts/{}/comments", posts[1].id);
    let (_, comments) = service.get(&path).await;
    let comments: Vec<Comment> = serde_json::from_value(comments).unwrap();
    assert_eq!(comments.len(), 3);
    assert!(comments.iter().all(|comment| comment.post_id == posts[1].id));
    let body = json!({ "author_id": ada.id, "reply_to": comments[0].id, "content": "an answer" });
    let (status, answer) = service.post(&path, &body).await;
    assert_eq!(status, StatusCode::CREATED);
    let answer: Comment = serde_json::from_value(answer).unwrap();
    assert_eq!(answer.reply_to, Some(comments[0].id));
}

#[tokio::test]
async fn what_is_not_there_or_not_an_id_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let service = Service::start(&folder.path().join("social.db"));
    let nobody = json!({ "author_id": "usr_00000000001", "content": "a post" });
    assert_eq!(service.post("/posts", &nobody).await.0, StatusCode::NOT_FOUND);
    let other = json!({ "author_id": "175928847299117063", "content": "a post" });
    let (status, text) = service.post("/posts", &other).await;
    assert!(status.is_client_error() && text.as_str().unwrap().contains("UserId"), "{text}");
    let (status, text) = service.get("/posts/0/comments").await;
    assert!(status.is_client_error() && text.as_str().unwrap().contains("PostId"), "{text}");
}

#[tokio::test]
async fn ids_are_components_of_the_description() {
    let folder = tempfile::tempdir().unwrap();
    let service = Service::start(&folder.path().join("social.db"));
    let (_, document) = service.get("/openapi.json").await;
    for id in ["UserId", "PostId", "CommentId"] {
        assert_eq!(document["components"]["schemas"][id]["type"], "string", "{id}");
    }
    let comment = &document["components"]["schemas"]["Comment"]["properties"];
    assert_eq!(comment["post_id"], json!({ "$ref": "#/components/schemas/PostId" }));
}
