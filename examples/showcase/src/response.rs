//! What is answered instead of success, for the description.

use utoipa::IntoResponses;

use crate::problem::ErrorBody;

/// Any request may get these.
#[derive(IntoResponses)]
pub enum Refused {
    /// An ID or another value that is none: `bad-id`, `bad-value`, `bad-json`.
    #[response(status = 400)]
    Bad(ErrorBody),
    /// It could not be done now: `database-away`, `no-new-ids`, `timed-out`.
    #[response(status = 503)]
    Unavailable(ErrorBody),
}

/// There is no row with the ID that the path names: `not-found`.
#[derive(IntoResponses)]
#[response(status = 404)]
pub struct NotFound(pub ErrorBody);

/// The row would link to one that is not there, `dangling`, or is there already,
/// `duplicate`.
#[derive(IntoResponses)]
#[response(status = 409)]
pub struct Conflict(pub ErrorBody);

/// Requests with a body may get these.
#[derive(IntoResponses)]
pub enum BadBody {
    /// The body is longer than 64 KiB: `too-large`.
    #[response(status = 413)]
    TooLarge(ErrorBody),
    /// The body is something else than JSON: `wrong-content-type`.
    #[response(status = 415)]
    WrongContentType(ErrorBody),
}
