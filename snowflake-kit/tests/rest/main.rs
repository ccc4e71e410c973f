//! IDs in the paths, queries and bodies of a service, in its description, and
//! in a client that is made from the description.

#![cfg(all(feature = "utoipa_6", feature = "serde"))]
#![expect(
    unused_qualifications,
    reason = "utoipa 6 gives its own paths the place of a type's name"
)]

mod document;
mod pages;
mod patterns;
mod posts;
mod requests;
mod server;
mod service;
mod typescript;
