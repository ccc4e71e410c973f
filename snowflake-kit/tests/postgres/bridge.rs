//! Its types sort what IDs are turned into, and read its time.

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::BigInt;
use snowflake_kit::{Layout, Snowflake};
use uuid::Uuid;

use crate::database::Database;

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

/// IDs of one tick, of neighbouring ones, and of others.
fn ids(layout: &Layout) -> Vec<Snowflake> {
    let low = u32::from(layout.node_bits()) + u32::from(layout.sequence_bits());
    let start = layout.max_id().get() / 3;
    let near = (0..50).flat_map(|i| [i, i << (low - 1), i * 0x5_1234_5677]);
    let far = (0..50).map(|i| i * (layout.max_id().get() / 101));
    let ids = near.chain(far).map(|distance| Snowflake::new(start + distance).unwrap());
    ids.filter(|id| layout.contains(*id)).collect()
}

#[test]
fn uuids_ulids_and_ksuids_are_sorted_as_the_ids_are() {
    let database = Database::new();
    let db = &mut database.connect();
    let create = "CREATE TABLE ids (
        id BIGINT, unix_millis BIGINT, layout TEXT,
        uuid uuid, ulid TEXT COLLATE \"C\", ksuid TEXT COLLATE \"C\"
    )";
    sql_query(create).execute(db).unwrap();
    for layout in Layout::PRESETS.iter().filter(|layout| !layout.is_periodic()) {
        let values: Vec<_> = ids(layout).into_iter().map(|id| row(layout, id)).collect();
        assert!(values.len() > 100, "{layout}");
        let insert = format!("INSERT INTO ids VALUES {}", values.join(","));
        sql_query(insert).execute(db).unwrap();
    }
    let mut count = |sql: &str| sql_query(sql).get_result::<Count>(db).unwrap().count;
    for (column, least) in [("uuid", 1_500), ("ulid", 1_500), ("ksuid", 800)] {
        let all = format!("SELECT count({column}) AS count FROM ids");
        assert!(count(&all) > least, "{column}");
        let wrong = format!(
            "SELECT count(*) FROM (
                SELECT id, lag(id) OVER (PARTITION BY layout ORDER BY {column}) AS before
                FROM ids WHERE {column} IS NOT NULL
            ) AS sorted WHERE id < before"
        );
        assert_eq!(count(&wrong), 0, "{column}");
    }
    // By the expression that the guide has.
    let wrong = "SELECT count(*) FROM ids
        WHERE ('x' || translate(left(uuid::text, 13), '-', ''))::bit(48)::bigint <> unix_millis";
    assert_eq!(count(wrong), 0);
}

fn row(layout: &Layout, id: Snowflake) -> String {
    let millis = layout.unix_millis(layout.decompose(id).timestamp).unwrap();
    let uuid = Uuid::from_bytes(layout.uuid_bytes(id).unwrap()).to_string();
    let texts = [layout.name().to_owned(), uuid, layout.ulid(id).unwrap().to_string()];
    let texts = texts.map(|text| format!("'{text}'"));
    let ksuid = layout.ksuid(id).map_or("NULL".to_owned(), |ksuid| format!("'{ksuid}'"));
    format!("({id}, {millis}, {}, {ksuid})", texts.join(", "))
}
