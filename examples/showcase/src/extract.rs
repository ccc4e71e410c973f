//! axum's extractors, with errors that are [`Problem`]s: each names the
//! parameter, and what is not an ID is a 400 wherever it stands.

use axum::RequestExt;
use axum::extract::path::ErrorKind;
use axum::extract::rejection::{JsonRejection, PathRejection};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::{DeserializeOwned, Deserializer};
use serde_json::{Map, Value};
use snowflake_kit::Id;

use crate::id::{ChannelId, GuildId, MessageId, ReactionId, UserId};
use crate::problem::{Code, Problem};

/// Parameters of the path: IDs, all of them.
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        match axum::extract::Path::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(parameters)) => Ok(Self(parameters)),
            Err(PathRejection::FailedToDeserializePathParams(error)) => {
                Err(match error.into_kind() {
                    ErrorKind::DeserializeError { key, message, .. } => {
                        Problem::with(Code::BadId, key, message)
                    }
                    ErrorKind::InvalidUtf8InPathParam { key } => {
                        Problem::with(Code::BadId, key, "this is not UTF-8")
                    }
                    other => Problem::new(Code::BadId, other.to_string()),
                })
            }
            Err(other) => Err(Problem::new(Code::BadId, other.to_string())),
        }
    }
}

/// Parameters of the query.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let query = parts.uri.query().unwrap_or_default();
        let pairs = form_urlencoded::parse(query.as_bytes());
        read(serde_urlencoded::Deserializer::new(pairs)).map(Self)
    }
}

/// A body: a JSON object. As a response, any JSON.
pub struct Json<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        // Nothing is guessed: a body without this header is what a browser sends for
        // a page of another site, without asking here first.
        if !request.headers().contains_key(header::CONTENT_TYPE) {
            let message = "this header is missing: write `content-type: application/json`";
            return Err(Problem::with(Code::BadValue, "content-type", message));
        }
        // Into a map first: a struct would take an array of its fields, too.
        let body: Result<axum::Json<Map<String, Value>>, _> = request.extract().await;
        match body {
            Ok(axum::Json(fields)) => read(Value::Object(fields)).map(Self),
            Err(rejection) => {
                let code = match (&rejection, rejection.status()) {
                    (_, StatusCode::PAYLOAD_TOO_LARGE) => Code::TooLarge,
                    (JsonRejection::MissingJsonContentType(_), _) => Code::WrongContentType,
                    (JsonRejection::JsonDataError(_), _) => Code::BadValue,
                    _ => Code::BadJson,
                };
                Err(Problem::new(code, rejection.body_text()))
            }
        }
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

/// Reads parameters or fields, and says which of them is wrong.
fn read<'de, T: DeserializeOwned>(from: impl Deserializer<'de>) -> Result<T, Problem> {
    serde_path_to_error::deserialize(from).map_err(|error| {
        let message = error.inner().to_string();
        let code = if is_about_an_id(&message) { Code::BadId } else { Code::BadValue };
        let path = error.path().to_string();
        // The path of the whole is a dot.
        let parameter = (path != ".").then_some(path);
        Problem { code, parameter, message }
    })
}

/// Each error about an ID names the type that it should be of, or says "ID" if that is
/// any.
fn is_about_an_id(message: &str) -> bool {
    let names =
        [UserId::NAME, GuildId::NAME, ChannelId::NAME, MessageId::NAME, ReactionId::NAME, "ID"];
    names.iter().any(|name| {
        message.starts_with(&format!("invalid {name} "))
            || message.contains(&format!("expected a {name}: "))
    })
}
