//! Orders: what `tests/clock.rs` tests with a clock that stands still.

#![forbid(unsafe_code)]

use snowflake_kit::{Snowflake, SnowflakeId};

/// Identifies an order.
#[derive(SnowflakeId)]
#[snowflake(prefix = "ord_")]
pub struct OrderId(Snowflake);

/// Identifies a line of an order.
#[derive(SnowflakeId)]
pub struct LineId(Snowflake);

/// An order with its lines, linked before any of them is stored.
#[derive(Debug, serde::Serialize)]
pub struct Order {
    pub id: OrderId,
    pub lines: Vec<Line>,
}

/// What is ordered.
#[derive(Debug, serde::Serialize)]
pub struct Line {
    pub id: LineId,
    pub order_id: OrderId,
    pub article: String,
}

impl Order {
    /// A new order of these articles.
    #[must_use]
    pub fn new(articles: &[&str]) -> Self {
        let id = OrderId::mint();
        let line = |article: &&str| {
            let article = (*article).to_owned();
            Line { id: LineId::mint(), order_id: id, article }
        };
        Self { id, lines: articles.iter().map(line).collect() }
    }
}
