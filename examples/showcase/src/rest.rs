//! The REST API. Its description is made of the same types that read requests and
//! write responses.

mod channel;
mod guild;
mod instance;
mod message;
mod page;
mod user;

use std::sync::Arc;

use snowflake_kit::core::Detail;
use snowflake_kit::utoipa_6::IdComponents;
use utoipa::openapi::OpenApi as Document;
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::chat::Chat;
use crate::problem::{Code, ErrorBody, Problem};

#[derive(OpenApi)]
#[openapi(
    info(title = "Showcase", description = "Chat by IDs that are minted before the insert."),
    // Responses alone do not bring it along.
    components(schemas(ErrorBody)),
)]
struct Description;

/// The routes, and their description.
pub fn routes() -> (axum::Router<Arc<Chat>>, Document) {
    // Tests send whatever the patterns allow, so they must allow IDs alone.
    Detail::Exact.set_current();
    let (router, mut document) = OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(instance::get_instance))
        .routes(routes!(instance::get_ready))
        .routes(routes!(user::add_user))
        .routes(routes!(user::get_user))
        .routes(routes!(guild::list_guilds, guild::add_guild))
        .routes(routes!(guild::get_guild))
        .routes(routes!(guild::list_channels, guild::add_channel))
        .routes(routes!(guild::list_members))
        .routes(routes!(guild::add_member))
        .routes(routes!(channel::get_channel))
        .routes(routes!(channel::pin_message))
        .routes(routes!(channel::list_messages, channel::post_message))
        .routes(routes!(message::get_message, message::delete_message))
        .routes(routes!(message::list_replies))
        .routes(routes!(message::list_reactions, message::add_reaction))
        .split_for_parts();
    // ID types that are nowhere but in parameters.
    IdComponents.modify(&mut document);
    // Readers find an operation by what its path begins with.
    for (path, item) in &mut document.paths.paths {
        let tag = path.split('/').nth(2).unwrap_or("instance");
        let operations = [&mut item.get, &mut item.put, &mut item.post, &mut item.delete];
        for operation in operations.into_iter().flatten() {
            operation.tags = Some(vec![tag.to_owned()]);
        }
    }
    (router, document)
}

/// A row that would link to one that does not exist: if that is one that the path
/// names, nothing is there to be found.
async fn or_not_found<T, U>(
    result: Result<T, Problem>,
    named: impl Future<Output = Result<U, Problem>>,
) -> Result<T, Problem> {
    match result {
        Err(problem) if problem.code == Code::Dangling => named.await.and(Err(problem)),
        result => result,
    }
}
