//! The web page: files in `page/`, and the JavaScript client and the inspector of the kit. All of it
//! is inside of the binary. While it is a debug build the files are read from where they are, so that
//! a reload shows what was changed.

use axum::Router;
use axum::extract::Path;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::problem::{Code, Problem};

#[derive(RustEmbed)]
#[folder = "page"]
struct Page;

/// `import … from "/snowflake-kit/index.js"`.
#[derive(RustEmbed)]
#[folder = "../../clients/js/src"]
struct Client;

/// What shows an ID, on this page and on the site.
#[derive(RustEmbed)]
#[folder = "../../clients/inspector"]
struct Inspector;

/// Scripts, styles and connections of this service alone, and no
/// text that becomes markup.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'; require-trusted-types-for 'script'; \
                      trusted-types 'none'";

/// The page at `/`, and what it is made of. Its `ids.js` depends on whether the page
/// can read what is in an ID.
pub fn router(are_ids_sealed: bool) -> Router {
    let ids = if are_ids_sealed { "sealed-ids.js" } else { "ids.js" };
    Router::new()
        .route("/", get(async || file::<Page>("index.html")))
        .route("/page/ids.js", get(async move || file::<Page>(ids)))
        .route("/page/{*file}", get(async |Path(name): Path<String>| file::<Page>(&name)))
        .route(
            "/snowflake-kit/{*file}",
            get(async |Path(name): Path<String>| file::<Client>(&name)),
        )
        .route("/inspector/{*file}", get(async |Path(name): Path<String>| file::<Inspector>(&name)))
}

fn file<Folder: RustEmbed>(name: &str) -> Response {
    let Some(EmbeddedFile { data, metadata }) = Folder::get(name) else {
        return Problem::new(Code::NoRoute, format!("there is no file {name:?}")).into_response();
    };
    let headers = [
        (CONTENT_TYPE, metadata.mimetype()),
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-cache"),
    ];
    (headers, data).into_response()
}
