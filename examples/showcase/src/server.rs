//! The HTTP server: from its first request to its last.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{DefaultBodyLimit, Request};
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use axum::routing::Router;
use tokio::net::TcpListener;
use utoipa_swagger_ui::SwaggerUi;

use crate::chat::Chat;
use crate::problem::{Code, Problem};
use crate::stop::{Stop, to_its_end};
use crate::{graphql, id, page, rest};

/// How long a request may take, with all that it waits for.
const LONGEST_REQUEST: Duration = Duration::from_secs(10);

/// How many bytes the body of a request may have.
const LARGEST_BODY: usize = 64 * 1024;

/// Everything that is served. Connections without an end close when told to stop.
pub fn router(chat: Arc<Chat>, stop: Stop) -> Router {
    let (rest, document) = rest::routes();
    rest.with_state(Arc::clone(&chat))
        .merge(SwaggerUi::new("/swagger-ui").url("/api/openapi.json", document))
        .merge(graphql::routes(chat, stop))
        .merge(page::router(id::ARE_SEALED))
        .fallback(async || Problem::new(Code::NoRoute, "there is nothing at this path"))
        .method_not_allowed_fallback(async || {
            Problem::new(Code::WrongMethod, "not with this method: see the header \"allow\"")
        })
        .layer(from_fn(in_time))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
}

/// Serves until told to stop, and then until what was begun is answered.
///
/// # Errors
/// Those of the listener.
pub async fn serve(listener: TcpListener, chat: Arc<Chat>, stop: Stop) -> io::Result<()> {
    let router = router(Arc::clone(&chat), stop.clone());
    let server = async {
        axum::serve(listener, router).with_graceful_shutdown(stop.told()).await?;
        // What was an HTTP connection once, axum does not wait for.
        stop.ended().await;
        Ok(())
    };
    // No request takes longer, but a client may begin one and never go on.
    let too_late = async {
        stop.told().await;
        tokio::time::sleep(LONGEST_REQUEST + Duration::from_secs(1)).await;
    };
    tokio::select! {
        end = server => end,
        () = too_late => Ok(()),
        () = chat.feed.run() => unreachable!("it runs for as long as it is polled"),
    }
}

async fn in_time(request: Request, next: Next) -> Result<Response, Problem> {
    tokio::time::timeout(LONGEST_REQUEST, to_its_end(next.run(request))).await.map_err(|_| {
        let message = format!("this took longer than {LONGEST_REQUEST:?}: try again later");
        Problem::new(Code::TimedOut, message)
    })
}
