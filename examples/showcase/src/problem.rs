//! What goes wrong, as clients are told.

use std::error::Error;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use snowflake_kit::MintError;
use utoipa::ToSchema;

use crate::storage::StorageError;

/// Why a request was not done. REST answers it as [`ErrorBody`], GraphQL as an
/// error with the code and the parameter among its extensions.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Problem {
    pub code: Code,
    /// What is wrong: a parameter of the path or the query, or a field of the body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parameter: Option<String>,
    /// For people.
    pub message: String,
}

/// For programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// What should be an ID is none, or one of another kind.
    BadId,
    /// A value that is not allowed, a field that is missing or not known.
    BadValue,
    /// The body is not JSON.
    BadJson,
    /// There is no such row.
    NotFound,
    /// There is nothing at this path.
    NoRoute,
    /// Not with this method.
    WrongMethod,
    /// The page that asks is one of another site.
    ForeignOrigin,
    /// The row would link to one that does not exist, or does not belong to it.
    Dangling,
    /// There is such a row.
    Duplicate,
    /// The body is too large.
    TooLarge,
    /// The body is something else than JSON.
    WrongContentType,
    /// No ID could be minted: the lease has ended, or the clock is wrong.
    NoNewIds,
    /// The database cannot be reached.
    DatabaseAway,
    /// It took too long.
    TimedOut,
    /// A fault of the service.
    Internal,
}

impl Code {
    pub fn status(self) -> StatusCode {
        match self {
            Self::BadId | Self::BadValue | Self::BadJson => StatusCode::BAD_REQUEST,
            Self::ForeignOrigin => StatusCode::FORBIDDEN,
            Self::NotFound | Self::NoRoute => StatusCode::NOT_FOUND,
            Self::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Self::Dangling | Self::Duplicate => StatusCode::CONFLICT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::WrongContentType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::NoNewIds | Self::DatabaseAway | Self::TimedOut => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl Problem {
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, parameter: None, message: message.into() }
    }

    /// A problem with one part of the request.
    pub fn with(code: Code, parameter: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code, parameter: Some(parameter.into()), message: message.into() }
    }
}

impl From<StorageError> for Problem {
    fn from(error: StorageError) -> Self {
        let code = match error {
            StorageError::Dangling(_) => Code::Dangling,
            StorageError::Duplicate(_) => Code::Duplicate,
            StorageError::Away(_) | StorageError::Conflict(_) => Code::DatabaseAway,
            StorageError::Database(_) => Code::Internal,
        };
        // What the driver says is for the log alone.
        match code {
            Code::Internal => tracing::error!(cause = error.source(), "{error}"),
            Code::DatabaseAway => tracing::warn!(cause = error.source(), "{error}"),
            _ => {}
        }
        Self::new(code, error.to_string())
    }
}

/// No fault of the request: another time, or another instance, may do.
impl From<MintError> for Problem {
    fn from(error: MintError) -> Self {
        Self::new(Code::NoNewIds, error.to_string())
    }
}

/// What each response is that is not a success.
#[derive(Serialize, ToSchema)]
pub struct ErrorBody {
    error: Problem,
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.code.status(), axum::Json(ErrorBody { error: self })).into_response()
    }
}
