//! What the kit's features give to types that are declared with the derives alone.

mod both_orms;
mod decimal;
mod diesel;
mod domains;
mod every_key;
mod generated;
mod graphql;
mod minted;
mod next_layout;
mod openapi;
mod operations;
mod pages;
mod public;
mod relations;
mod samples;
mod seaorm;
mod times;
mod ts_rs;
mod uuid;

/// Installs one generator for all tests that may run in this process.
#[cfg(feature = "mint")]
fn install() {
    use std::sync::Once;

    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| snowflake_kit::install(snowflake_kit::Node::fixed(7)).unwrap());
}
