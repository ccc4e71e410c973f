//! IDs as scalars of async-graphql.

use async_graphql::{EmptyMutation, EmptySubscription, Object, Schema, SimpleObject};

use crate::graph::{Checked, Graph, PostId, UserId};

#[derive(SimpleObject)]
struct Post {
    id: PostId,
    author_id: UserId,
    reply_to: Option<PostId>,
}

struct Query(Graph);

#[Object]
impl Query {
    async fn post(&self, id: PostId) -> Option<Post> {
        let (id, reply_to) = *self.0.posts.iter().find(|(post, _)| *post == id)?;
        Some(Post { id, author_id: self.0.author, reply_to })
    }
}

pub async fn check() -> Checked {
    let graph = Graph::mint();
    let (id, author, begin) = (graph.posts[1].0, graph.author, graph.posts[0].0);
    let schema = Schema::new(Query(graph), EmptyMutation, EmptySubscription);
    let sdl = schema.sdl();
    assert!(sdl.contains("id: PostId!") && sdl.contains("replyTo: PostId\n"), "{sdl}");
    let answer =
        schema.execute(format!("{{ post(id: \"{id}\") {{ id authorId replyTo }} }}")).await;
    let expected = serde_json::json!({
        "post": { "id": id.to_string(), "authorId": author.to_string(), "replyTo": begin.to_string() },
    });
    assert_eq!(answer.into_result().unwrap().data.into_json()?, expected);
    let wrong = schema.execute(format!("{{ post(id: \"{author}\") {{ id }} }}")).await;
    assert!(wrong.errors[0].message.contains("PostId"), "{wrong:?}");
    Ok(())
}
