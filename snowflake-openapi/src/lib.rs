//! OpenAPI schemas for snowflake IDs: a named component per ID type, for people and for generators
//! of clients.
//!
//! Applications enable the feature of `snowflake-kit` that has the name of their version, such as
//! `utoipa_6`, and every ID type has a schema for it. Without `snowflake-kit`, [`schema!`]
//! (of schemars [`json_schema!`]) writes it:
//!
//! ```
//! use snowflake_kit_core::{Snowflake, SnowflakeId};
//! # use snowflake_kit_derive::SnowflakeId;
//! # use utoipa_6 as utoipa;
//! use utoipa::{OpenApi, ToSchema};
//!
//! /// Identifies a user.
//! #[derive(SnowflakeId)]
//! #[snowflake(crate = "snowflake_kit_core")]
//! pub struct UserId(Snowflake);
//!
//! snowflake_kit_openapi::schema!(utoipa_6: UserId);
//!
//! #[derive(ToSchema)]
//! struct User {
//!     id: UserId,
//!     friends: Vec<UserId>,
//! }
//!
//! #[utoipa::path(get, path = "/users/{id}", params(("id" = UserId, Path)), responses((status = 200, body = User)))]
//! async fn user() {}
//!
//! #[derive(OpenApi)]
//! #[openapi(paths(user))]
//! struct Api;
//!
//! let api = serde_json::to_value(Api::openapi())?;
//! let schemas = &api["components"]["schemas"];
//! assert_eq!(schemas["User"]["properties"]["id"]["$ref"], "#/components/schemas/UserId");
//! assert_eq!(schemas["UserId"]["type"], "string");
//! assert_eq!(schemas["UserId"]["minLength"], 1);
//! assert_eq!(schemas["UserId"]["maxLength"], 19);
//! assert_eq!(schemas["UserId"]["examples"][0], "132271570944004097");
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! # The schema
//!
//! It describes what the service writes:
//!
//! - A `string`, with the type's doc comment, its text form in a sentence, a `format`, a `pattern` of
//!   one line, lengths and an example. The format is `snowflake` for decimal texts, as in Discord's
//!   own description; otherwise `snowflake-base62`, `-base32`, `-hex`, `-decimal` (with a prefix),
//!   `-sealed` or `-permuted`. Generators of clients can map it to a type.
//! - With `#[snowflake(json = "number")]`, an `integer` of the format `int64`, from 1 to 2^63 - 1.
//! - `x-brand` is the name of the type, also where utoipa writes the schema in place: [by
//!   it](#clients-in-typescript) generators can tell two IDs apart.
//!
//! [`Detail`](snowflake_kit_core::Detail) is how much it says. `#[snowflake(schema = "exact")]` at a type,
//! or `Detail::Exact.set_current()` for all types, adds the layout in words and a pattern that matches
//! the texts of IDs and nothing else (see `pattern`), so that gateways and contract tests refuse
//! what the service would refuse. `"plain"` leaves all but the type and the description out: tools
//! with a subset of JSON Schema, such as structured outputs of language models, refuse other keywords.
//!
//! A service also *reads* an integer where the schema says string (see `snowflake-kit-serde`).
//!
//! The component has the name of the ID type, or that of `#[snowflake(name = "…")]`. Components of
//! one name overwrite each other, so the ID types of a document must have different names.
//!
//! utoipa describes the key of a map like a value. But the keys of a map are strings in JSON, and a
//! validator refuses every one of them for a type with `json = "number"`. The modifier `IdComponents`
//! ([below](#parameters)) makes them strings. Without it, put `#[schema(value_type = HashMap<String,
//! …>)]` on the field. schemars describes keys correctly.
//!
//! # Parameters
//!
//! An ID type that appears only in parameters is also a component, if the document has any ID
//! type in a body or among its `components`:
//!
//! ```
//! # use snowflake_kit_core::{Snowflake, SnowflakeId};
//! # use snowflake_kit_derive::SnowflakeId;
//! # use utoipa_6 as utoipa;
//! # use utoipa::{OpenApi, ToSchema};
//! # #[derive(SnowflakeId)]
//! # #[snowflake(crate = "snowflake_kit_core")]
//! # pub struct UserId(Snowflake);
//! # #[derive(SnowflakeId)]
//! # #[snowflake(crate = "snowflake_kit_core")]
//! # pub struct PostId(Snowflake);
//! # snowflake_kit_openapi::schema!(utoipa_6: UserId, PostId);
//! # #[derive(ToSchema)]
//! # struct User { id: UserId }
//! #[utoipa::path(delete, path = "/posts/{id}", params(("id" = PostId, Path)), responses((status = 204)))]
//! async fn delete_post() {}
//! # #[utoipa::path(get, path = "/user", responses((status = 200, body = User)))]
//! # async fn user() {}
//!
//! #[derive(OpenApi)]
//! #[openapi(paths(delete_post, user))]
//! struct Api;
//!
//! let components = Api::openapi().components.unwrap();
//! assert!(components.schemas.contains_key("PostId"));
//! ```
//!
//! If it has none, add the modifier `IdComponents`:
//!
//! ```
//! # use snowflake_kit_core::{Snowflake, SnowflakeId};
//! # use snowflake_kit_derive::SnowflakeId;
//! # use utoipa_6 as utoipa;
//! # use utoipa::OpenApi;
//! # #[derive(SnowflakeId)]
//! # #[snowflake(crate = "snowflake_kit_core")]
//! # pub struct PostId(Snowflake);
//! # snowflake_kit_openapi::schema!(utoipa_6: PostId);
//! # #[utoipa::path(delete, path = "/posts/{id}", params(("id" = PostId, Path)), responses((status = 204)))]
//! # async fn delete_post() {}
//! use snowflake_kit_openapi::utoipa_6::IdComponents;
//!
//! #[derive(OpenApi)]
//! #[openapi(paths(delete_post), modifiers(&IdComponents))]
//! struct Api;
//! # assert!(Api::openapi().components.unwrap().schemas.contains_key("PostId"));
//! ```
//!
//! It also gives each parameter of an ID type the description of its component, and in a path the
//! example, unless the parameter has its own: Swagger UI shows only what is in the parameter. In a
//! query it writes no example, since Swagger UI would send it with each request that is tried out.
//! With nested documents, add it to the outermost one.
//! With utoipa-axum, call `IdComponents.modify(&mut api)` after all routes are there.
//!
//! The reason: utoipa collects components only from the types of bodies ([issue
//! 1165][issue]), and asks the type of a parameter only for its name. So the kit remembers the
//! ID types whose names were asked for, and adds their components when utoipa collects those of
//! any ID type.
//!
//! [issue]: https://github.com/juhaku/utoipa/issues/1165
//!
//! # Clients in TypeScript
//!
//! No generator reads a brand by itself. With these lines, a `UserId` is refused where an `OrderId` is
//! wanted: in fields, lists, maps, parameters and bodies.
//!
//! openapi-typescript 7.13, of which a program is the way in (TypeScript 5.9; openapi-fetch before 0.17,
//! whose `Readable` takes the brand off). `Id` and `NumberId` are those of the kit's JavaScript module:
//!
//! ```js
//! import { writeFileSync } from "node:fs";
//! import openapiTS, { astToString } from "openapi-typescript";
//! import ts from "typescript";
//!
//! const ast = await openapiTS(new URL("./openapi.json", import.meta.url), {
//!   inject: 'import type { Id, NumberId } from "snowflake-kit";',
//!   transform({ "x-brand": name, type }) {
//!     if (name) {
//!       const id = type === "integer" ? "NumberId" : "Id";
//!       return ts.factory.createTypeReferenceNode(`${id}<"${name}">`);
//!     }
//!   },
//! });
//! writeFileSync("api.ts", astToString(ast));
//! ```
//!
//! orval 8.38, for its clients with `fetch` (OpenAPI 3.1):
//!
//! ```js
//! import { defineConfig } from "orval";
//!
//! const brands = (document) =>
//!   JSON.parse(JSON.stringify(document), (_, schema) => {
//!     const { "x-brand": name, description, ...text } = schema ?? {};
//!     if (!name) return schema;
//!     const brand = { type: "object", required: ["__id"], properties: { __id: { const: name } } };
//!     return { description, allOf: [text, brand] };
//!   });
//!
//! export default defineConfig({
//!   api: {
//!     input: { target: "openapi.json", override: { transformer: brands } },
//!     output: { target: "api.ts", client: "fetch" },
//!   },
//! });
//! ```
//!
//! @hey-api/openapi-ts 0.99, its types and its schemas of zod 4 (TypeScript 6.0):
//!
//! ```js
//! import { defineConfig } from "@hey-api/openapi-ts";
//!
//! const typed = (text) => ({ $, schema }) => {
//!   const name = schema["x-brand"];
//!   if (!name) return;
//!   const brand = $.type('import("zod").$brand').generic($.type.literal(name));
//!   return $.type.and($.type(text), brand);
//! };
//! const branded = (last) => (ctx) => {
//!   const name = ctx.schema["x-brand"];
//!   if (!name) return;
//!   const check = ctx.nodes[last];
//!   ctx.nodes[last] = (ctx) =>
//!     (check(ctx) ?? ctx.chain.current).attr("brand").call(ctx.$.literal(name));
//! };
//! export default defineConfig({
//!   input: "openapi.json",
//!   output: "src/api",
//!   plugins: [
//!     "@hey-api/client-fetch", "@hey-api/sdk",
//!     { name: "@hey-api/typescript", $resolvers: { string: typed("string"), number: typed("number") } },
//!     { name: "zod", $resolvers: { string: branded("pattern"), number: branded("max") } },
//!   ],
//! });
//! ```
//!
//! openapi-zod-client 1.18 has zod 3 alone, which cannot tell IDs apart in requests.
//!
//! # Crate features
//!
//! One for each version, and none is on by default. Several can be on at once. Each is a module of the
//! same name:
//!
//! | feature | what it has |
//! |---|---|
//! | `utoipa_5`, `utoipa_6` | the function `schema`, `IdComponents`, `pattern` |
//! | `schemars_0_8`, `schemars_0_9`, `schemars_1` | the function `json_schema`, with the same schema as for utoipa; `pattern` |
//!
//! A number in JSON (`json = "number"`) has an `exclusiveMaximum` of 2^63 with schemars 0.8, whose
//! bounds are floating-point numbers. All others have a `maximum` of 2^63 - 1.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    all(feature = "utoipa_5", feature = "utoipa_6"),
    expect(clippy::duplicate_mod, reason = "the versions of utoipa have one source")
)]

mod expression;
#[cfg(any(feature = "schemars_0_8", feature = "schemars_0_9", feature = "schemars_1"))]
mod json_schema;
#[cfg(any(feature = "utoipa_5", feature = "utoipa_6"))]
mod name;
mod sample;
#[cfg(feature = "schemars_0_8")]
pub mod schemars_0_8;
#[cfg(feature = "schemars_0_9")]
pub mod schemars_0_9;
#[cfg(feature = "schemars_1")]
pub mod schemars_1;
#[cfg(any(feature = "utoipa_5", feature = "utoipa_6"))]
mod utoipa;
#[cfg(feature = "utoipa_5")]
pub mod utoipa_5;
#[cfg(feature = "utoipa_6")]
pub mod utoipa_6;

pub use expression::{brief_pattern, pattern};

/// What the macros' code names.
#[doc(hidden)]
pub mod __private {
    #[cfg(any(feature = "utoipa_5", feature = "utoipa_6"))]
    pub use crate::name::check_name;
    pub use snowflake_kit_core::Id;
}
