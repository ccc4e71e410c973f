//! IDs in `BIGINT UNSIGNED` of MariaDB and MySQL, which other frameworks make for keys.

use std::error::Error as _;

use diesel::prelude::*;
use snowflake_kit_core::Snowflake;
use snowflake_kit_derive::SnowflakeId;

use crate::database::{Database, Session};

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core")]
pub struct OldId(Snowflake);

snowflake_kit_diesel::column!(OldId);

diesel::table! {
    use diesel::sql_types::{BigInt, Nullable};
    use snowflake_kit_diesel::Key;
    use super::OldId;

    // `print-schema` writes `Unsigned<Bigint>`, which no ID type is a value of.
    old (id) {
        id -> Key<OldId>,
        link -> Nullable<BigInt>,
    }
}

fn id(value: i64) -> OldId {
    OldId::from_i64(value).unwrap()
}

#[test]
fn an_unsigned_column_holds_ids_up_to_the_largest() {
    let database = Database::of_mysql();
    let mut session = database.session();
    session.run("CREATE TABLE old (id BIGINT UNSIGNED PRIMARY KEY, link BIGINT UNSIGNED)");
    let Session::MySql(db) = &mut session else { panic!("not MySQL") };
    let db = &mut **db;
    for key in [1, i64::MAX] {
        let row = (old::id.eq(id(key)), old::link.eq(id(key)));
        diesel::insert_into(old::table).values(row).execute(db).unwrap();
    }
    let rows = old::table.order(old::id).load::<(OldId, Option<OldId>)>(db).unwrap();
    assert_eq!(rows, [1, i64::MAX].map(|key| (id(key), Some(id(key)))));
    assert_eq!(old::table.find(id(i64::MAX)).count().get_result(db), Ok(1_i64));

    // What is larger than an `i64` is refused by Diesel, which does not name the value.
    let overflow = "field 'id': Numeric overflow/underflow occurred";
    for (value, shown) in [
        ("0", "invalid OldId 0: expected 1 to 9223372036854775807"),
        ("9223372036854775808", overflow),
        ("18446744073709551615", overflow),
    ] {
        let change = format!("UPDATE old SET id = {value} WHERE link = 1");
        diesel::sql_query(change).execute(db).unwrap();
        let row = old::table.filter(old::link.eq(id(1))).select(old::id);
        let error = row.first::<OldId>(db).unwrap_err();
        let why = error.source().map(ToString::to_string).unwrap_or_default();
        assert!(format!("{error}: {why}").contains(shown), "{error}: {why}");
    }
}
