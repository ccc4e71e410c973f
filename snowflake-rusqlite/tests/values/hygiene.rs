//! The macro's code in modules that are strict, and that have names of their own for what
//! it uses.

#[deny(warnings)]
#[deny(missing_docs, unused_qualifications, unreachable_pub, unused_lifetimes)]
mod shadowed {
    #![expect(dead_code, reason = "they are there to be mistaken for those of the prelude")]

    use snowflake_kit_core::Snowflake;
    use snowflake_kit_derive::SnowflakeId;

    struct Option;
    struct Result;
    struct Value;
    struct ValueRef;
    #[expect(non_snake_case, reason = "shadows the variant of the prelude")]
    fn Ok() {}
    trait From {}
    trait ToSql {}
    trait FromSql {}
    mod core {}
    mod std {}
    mod rusqlite {}

    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_core")]
    pub(super) struct UserId(Snowflake);

    snowflake_kit_rusqlite::value!(UserId);
}

#[test]
fn the_macro_names_nothing_of_the_module_around_it() {
    use rusqlite::types::{FromSql as _, ToSql as _, ToSqlOutput, Value, ValueRef};

    let id = shadowed::UserId::from_i64(5).unwrap();
    assert_eq!(id.to_sql(), Ok(ToSqlOutput::Owned(Value::Integer(5))));
    assert_eq!(Value::from(id), Value::Integer(5));
    assert_eq!(shadowed::UserId::column_result(ValueRef::Integer(5)), Ok(id));
}

#[test]
fn types_inside_functions_are_values() {
    use rusqlite::types::{FromSql, Value};
    use rusqlite::{Connection, ToSql};
    use snowflake_kit_core::Snowflake;
    use snowflake_kit_derive::SnowflakeId;

    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_core")]
    struct LocalId(Snowflake);

    snowflake_kit_rusqlite::value!(LocalId);

    fn is_value<T: ToSql + FromSql + Into<Value>>() {}

    is_value::<LocalId>();
    is_value::<Option<LocalId>>();

    let id = LocalId::from_i64(5).unwrap();
    let connection = Connection::open_in_memory().unwrap();
    assert_eq!(connection.query_row("SELECT ?1", [id], |row| row.get(0)), Ok(id));
}
