//! Lists in pages: the same for REST and GraphQL.

use std::ops::RangeInclusive;

use snowflake_kit::SnowflakeId;
use snowflake_kit::pages::{Keyset, Order, Page};

use crate::storage::Window;

/// Guilds and members: the first ones first. 50 on a page, or up to 100.
pub const OLDEST_FIRST: Keyset = Keyset::ascending();

/// Messages: the newest first. 50 on a page, or up to 100.
pub const NEWEST_FIRST: Keyset = Keyset::descending();

/// What a page asks of the storage.
pub fn window<T: SnowflakeId>(page: &Page<T>, within: Option<RangeInclusive<T>>) -> Window<T> {
    Window {
        greater_than: page.greater_than(),
        less_than: page.less_than(),
        within,
        newest_first: page.order() == Order::Descending,
        limit: page.limit(),
    }
}
