//! tonic and prost.

use std::error::Error;
use std::fmt::Display;

use frameworks::{listen, run};
use prost::Message as _;
use prost_reflect::{DescriptorPool, DynamicMessage};
use serde_json::json;
use tonic::transport::server::TcpIncoming;
use tonic::transport::{Endpoint, Server};
use tonic::{Code, Request, Response, Status};
use tonic_reflection::pb::v1::ServerReflectionRequest;
use tonic_reflection::pb::v1::server_reflection_client::ServerReflectionClient;
use tonic_reflection::pb::v1::server_reflection_request::MessageRequest;
use tonic_reflection::pb::v1::server_reflection_response::MessageResponse;

use self::proto::posts_client::PostsClient;
use self::proto::posts_server::{Posts, PostsServer};
use crate::{PostId, UserId};

#[expect(clippy::pedantic, unreachable_pub, unused_qualifications, reason = "generated")]
mod proto {
    tonic::include_proto!("blog.v1");
}

/// What `reflection` tells of, and what `build.rs` has written.
const DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/blog.bin"));

/// A draft, checked.
struct Draft {
    author: UserId,
    reply_to: Option<PostId>,
    readers: Vec<UserId>,
}

impl TryFrom<proto::Draft> for Draft {
    type Error = Status;

    fn try_from(draft: proto::Draft) -> Result<Self, Status> {
        Ok(Self {
            author: draft.author.try_into().map_err(in_field("author"))?,
            reply_to: draft
                .reply_to
                .map(|id| id.parse())
                .transpose()
                .map_err(in_field("reply_to"))?,
            readers: draft
                .readers
                .into_iter()
                .map(UserId::try_from)
                .collect::<Result<_, _>>()
                .map_err(in_field("readers"))?,
        })
    }
}

fn in_field<E: Display>(field: &'static str) -> impl Fn(E) -> Status {
    move |error| Status::invalid_argument(format!("{field}: {error}"))
}

struct Blog;

#[tonic::async_trait]
impl Posts for Blog {
    async fn write(&self, request: Request<proto::Draft>) -> Result<Response<proto::Post>, Status> {
        let draft = Draft::try_from(request.into_inner())?;
        let id = PostId::from_i64(1 << 40).map_err(|error| Status::internal(error.to_string()))?;
        Ok(Response::new(proto::Post {
            id: id.to_string(),
            author: draft.author.into(),
            reply_to: draft.reply_to.map(|id| id.to_string()),
            readers: draft.readers.into_iter().map(i64::from).collect(),
        }))
    }
}

fn serve() -> String {
    let (port, listener) = listen();
    run(move || async {
        let reflection = tonic_reflection::server::Builder::configure()
            .register_encoded_file_descriptor_set(DESCRIPTORS)
            .build_v1()
            .expect("what the build has made");
        let listener = tokio::net::TcpListener::from_std(listener).expect("it listens");
        let server = Server::builder().add_service(PostsServer::new(Blog)).add_service(reflection);
        server.serve_with_incoming(TcpIncoming::from(listener)).await.expect("it serves");
    });
    format!("http://127.0.0.1:{port}")
}

fn draft(author: i64, reply_to: Option<&str>, readers: &[i64]) -> proto::Draft {
    proto::Draft { author, reply_to: reply_to.map(str::to_owned), readers: readers.to_vec() }
}

#[tokio::test]
async fn calls() -> Result<(), Box<dyn Error>> {
    let mut posts = PostsClient::connect(serve()).await?;
    let post =
        posts.write(draft(249_857_720_318_955_522, Some("pst_0ISLlHTcqtU"), &[7, 8])).await?;
    assert_eq!(
        post.into_inner(),
        proto::Post {
            id: "pst_0000JMAIjoW".to_owned(),
            author: 249_857_720_318_955_522,
            reply_to: Some("pst_0ISLlHTcqtU".to_owned()),
            readers: vec![7, 8],
        },
    );
    Ok(())
}

#[tokio::test]
async fn refusals() -> Result<(), Box<dyn Error>> {
    let mut posts = PostsClient::connect(serve()).await?;
    let mut refusal = async |draft| {
        let error = posts.write(draft).await.expect_err("it is refused");
        assert_eq!(error.code(), Code::InvalidArgument);
        error.message().to_owned()
    };
    // Also what a client has left out.
    assert_eq!(
        refusal(proto::Draft::default()).await,
        "author: invalid UserId 0: expected 1 to 9223372036854775807",
    );
    assert_eq!(
        refusal(draft(-1, None, &[])).await,
        "author: invalid UserId -1: expected 1 to 9223372036854775807",
    );
    assert_eq!(
        refusal(draft(1, None, &[7, i64::MIN])).await,
        "readers: invalid UserId -9223372036854775808: expected 1 to 9223372036854775807",
    );
    for text in ["", "7", "pst_0", "pst_00000000000", "pst_AzL8n0Y58m8"] {
        let error = text.parse::<PostId>().expect_err("it is not an ID");
        assert_eq!(refusal(draft(1, Some(text), &[])).await, format!("reply_to: {error}"));
    }
    Ok(())
}

#[tokio::test]
async fn reflection() -> Result<(), Box<dyn Error>> {
    let connection = Endpoint::from_shared(serve())?.connect().await?;
    let mut reflection = ServerReflectionClient::new(connection);
    let request = ServerReflectionRequest {
        host: String::new(),
        message_request: Some(MessageRequest::FileContainingSymbol("blog.v1.Posts".to_owned())),
    };
    let answers = reflection.server_reflection_info(tonic::codegen::tokio_stream::once(request));
    let answer = answers.await?.into_inner().message().await?.expect("an answer");
    let Some(MessageResponse::FileDescriptorResponse(files)) = answer.message_response else {
        panic!("{answer:?}")
    };
    let mut pool = DescriptorPool::new();
    for file in files.file_descriptor_proto {
        pool.decode_file_descriptor_proto(&*file)?;
    }
    let draft = pool.get_message_by_name("blog.v1.Draft").expect("the message");
    let author = draft.get_field_by_name("author").expect("the field");
    assert_eq!(author.kind(), prost_reflect::Kind::Int64);
    Ok(())
}

/// In the JSON of protobuf `int64` is a string, as it is in ours; and a type with a text
/// form of its own is one in both.
#[test]
fn json_mapping() -> Result<(), Box<dyn Error>> {
    let pool = DescriptorPool::decode(DESCRIPTORS)?;
    let message = pool.get_message_by_name("blog.v1.Post").expect("the message");
    let (id, author): (PostId, UserId) =
        ("pst_0ISLlHTcqtU".parse()?, "249857720318955522".parse()?);
    let post = proto::Post {
        id: id.to_string(),
        author: author.into(),
        reply_to: None,
        readers: vec![author.into()],
    };
    let written = DynamicMessage::decode(message.clone(), &*post.encode_to_vec())?;
    let ours = json!({ "id": id, "author": author, "readers": [author] });
    assert_eq!(serde_json::to_value(&written)?, ours);
    let read = DynamicMessage::deserialize(message, ours)?;
    assert_eq!(read.transcode_to::<proto::Post>()?, post);
    Ok(())
}

/// An ID of today takes nine bytes as `int64`, and eight as `sfixed64`.
#[test]
fn bytes() {
    let id = 249_857_720_318_955_522;
    assert_eq!(draft(id, None, &[]).encoded_len(), 1 + 9);
    assert_eq!(draft(0, None, &[id, id]).encoded_len(), 1 + 1 + 2 * 8);
}

/// The message of the guide is the one that is built here.
#[test]
fn guide() {
    let page = include_str!("../../../../snowflake-kit/src/guide/frameworks.md");
    let (_, shown) = page.split_once("```text\nmessage ").expect("a message");
    let (shown, _) = shown.split_once("```").expect("its end");
    assert!(include_str!("../../proto/blog.proto").contains(shown), "not in blog.proto:\n{shown}");
}
