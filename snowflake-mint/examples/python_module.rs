//! A module in Rust for a program in Python that forks, as `tests/minting/python.rs` loads it.

use snowflake_kit_core::Snowflake;
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_mint::{MintError, Node, NodeError, install};

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint")]
struct UserId(Snowflake);

/// 1 if the process has the node from now on, 0 if it is a fork.
#[expect(unsafe_code, reason = "Python finds it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn give_node(number: u32) -> i64 {
    match install(Node::fixed(number)) {
        Ok(()) => 1,
        Err(NodeError::Forked) => 0,
        Err(_) => -1,
    }
}

/// An ID, or 0 if the process is a fork.
#[expect(unsafe_code, reason = "Python finds it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn new_id() -> i64 {
    match UserId::mint_timeout(core::time::Duration::from_secs(60)) {
        Ok(id) => id.get(),
        Err(MintError::Forked) => 0,
        Err(_) => -1,
    }
}
