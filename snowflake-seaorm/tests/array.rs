//! PostgreSQL's arrays, as far as they can be had without a server.

#![cfg(feature = "postgres-array")]
#![expect(unreachable_pub, reason = "SeaORM's derives make all but the model public")]

use sea_orm::sea_query::{ArrayType, Nullable as _, ValueType};
use sea_orm::{ColumnTrait, DbBackend, EntityTrait, QueryFilter, QueryTrait, Schema, Value};
use snowflake_core::SnowflakeId as _;

use ids::UserId;

mod ids {
    use snowflake_core::Snowflake;
    use snowflake_derive::SnowflakeId;

    /// Identifies a user.
    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_core")]
    pub struct UserId(Snowflake);

    snowflake_seaorm::value!(UserId);
}

mod list {
    use sea_orm::entity::prelude::*;

    use super::ids::UserId;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "lists")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: UserId,
        pub members: Vec<UserId>,
    }

    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

fn ids() -> Vec<UserId> {
    [1, i64::MAX].map(|value| UserId::from_i64(value).unwrap()).to_vec()
}

#[test]
fn ids_go_into_arrays_and_out() {
    let value = Value::from(ids());
    let elements = vec![Value::BigInt(Some(1)), Value::BigInt(Some(i64::MAX))];
    assert_eq!(value, Value::Array(ArrayType::BigInt, Some(Box::new(elements))));
    assert_eq!(<Vec<UserId> as ValueType>::try_from(value).ok(), Some(ids()));
    assert_eq!(Vec::<UserId>::null(), Value::Array(ArrayType::BigInt, None));
}

#[test]
fn columns_are_arrays_of_bigint() {
    let create = Schema::new(DbBackend::Postgres).create_table_from_entity(list::Entity);
    let sql = DbBackend::Postgres.build(&create).to_string();
    assert!(sql.contains(r#""members" bigint[] NOT NULL"#), "{sql}");

    let select = list::Entity::find().filter(list::Column::Members.eq(ids()));
    let sql = select.build(DbBackend::Postgres).to_string();
    assert!(sql.ends_with(r#""members" = ARRAY [1,9223372036854775807]"#), "{sql}");
}
