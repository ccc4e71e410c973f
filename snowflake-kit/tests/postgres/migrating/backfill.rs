use std::error::Error;

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Array, BigInt, Text};
use snowflake_kit::core::Backfill;
use snowflake_kit::{Layout, Snowflake};

/// What the old keys of a table are.
pub struct OldKeys {
    /// Their type in SQL, `uuid` or `text`.
    pub sql_type: &'static str,
    /// When a row was created: in SQL, in Unix ms.
    pub created: &'static str,
    /// By what rows are sorted in the order of their creation.
    pub order: &'static str,
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Text)]
    key: String,
    #[diesel(sql_type = BigInt)]
    created: i64,
}

/// Gives IDs to the rows of a table that have none, the oldest first, and says
/// how many there were. Nothing else may ever use the node number.
pub fn backfill(
    db: &mut PgConnection,
    table: &str,
    keys: &OldKeys,
    layout: Layout,
    node: u32,
) -> Result<usize, Box<dyn Error>> {
    let OldKeys { sql_type, created, order } = keys;
    let mut ids = Backfill::new(layout, node)?;
    // The server sorts the rows once, and keeps what it sorted.
    let declare = format!(
        "DECLARE old_rows CURSOR WITH HOLD FOR
         SELECT id::text AS key, {created} AS created
         FROM {table} WHERE new_id IS NULL ORDER BY {order}"
    );
    sql_query(declare).execute(db)?;
    let update = format!(
        "UPDATE {table} SET new_id = filled.id
         FROM unnest($1::{sql_type}[], $2) AS filled (key, id)
         WHERE {table}.id = filled.key AND new_id IS NULL"
    );
    let mut count = 0;
    loop {
        let rows: Vec<Row> = sql_query("FETCH 1000 FROM old_rows").load(db)?;
        if rows.is_empty() {
            sql_query("CLOSE old_rows").execute(db)?;
            return Ok(count);
        }
        let mut filled: Vec<i64> = Vec::with_capacity(rows.len());
        for row in &rows {
            filled.push(ids.id_at(row.created).map(Snowflake::get)?);
        }
        let keys: Vec<String> = rows.into_iter().map(|row| row.key).collect();
        count += sql_query(&update)
            .bind::<Array<Text>, _>(keys)
            .bind::<Array<BigInt>, _>(filled)
            .execute(db)?;
    }
}
