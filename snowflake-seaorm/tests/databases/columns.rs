//! Arrays of IDs, which only PostgreSQL has.

use list::{ListId, MemberId};
use sea_orm::prelude::*;
use sea_orm::sea_query::{ArrayType, Nullable as _, ValueType};
use sea_orm::{DbBackend, QueryTrait, Schema, Set};
use snowflake_kit_seaorm::sea_orm_2::MintedRows as _;

mod list {
    use sea_orm::entity::prelude::*;
    use snowflake_kit_core::Snowflake;
    use snowflake_kit_derive::{MintedModel, SnowflakeId};

    /// Identifies a list.
    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_mint")]
    pub struct ListId(Snowflake);

    /// Identifies a member of lists.
    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_mint")]
    pub struct MemberId(Snowflake);

    snowflake_kit_seaorm::value!(sea_orm_2: ListId, MemberId);

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "lists")]
    #[minted(crate = "snowflake_kit_seaorm::sea_orm_2")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: ListId,
        pub members: Vec<MemberId>,
        pub guests: Option<Vec<MemberId>>,
    }
}

fn members() -> Vec<MemberId> {
    [1, i64::MAX].map(|value| MemberId::from_i64(value).unwrap()).to_vec()
}

#[test]
fn ids_go_into_arrays_and_out() {
    let value = Value::from(members());
    let elements = vec![Value::BigInt(Some(1)), Value::BigInt(Some(i64::MAX))];
    assert_eq!(value, Value::Array(ArrayType::BigInt, Some(Box::new(elements))));
    assert_eq!(<Vec<MemberId> as ValueType>::try_from(value).ok(), Some(members()));
    assert_eq!(Vec::<MemberId>::null(), Value::Array(ArrayType::BigInt, None));
}

#[test]
fn columns_are_arrays_of_bigint() {
    let create = Schema::new(DbBackend::Postgres).create_table_from_entity(list::Entity);
    let sql = DbBackend::Postgres.build(&create).to_string();
    assert!(sql.contains(r#""members" bigint[] NOT NULL, "guests" bigint[]"#), "{sql}");
}

#[test]
fn lists_of_keys_are_one_parameter() {
    let ids = [1, 2].map(|value| ListId::from_i64(value).unwrap());
    let find =
        |condition| list::Entity::find().filter(condition).build(DbBackend::Postgres).to_string();
    let sql = find(list::IDS.id.eq_any(ids));
    assert!(sql.ends_with(r#""id" = ANY(ARRAY [1,2])"#), "{sql}");
    let sql = find(list::IDS.id.ne_all(ids));
    assert!(sql.ends_with(r#""id" <> ALL(ARRAY [1,2])"#), "{sql}");
}

#[tokio::test]
async fn arrays_are_stored_and_found() {
    crate::backend::run(DbBackend::Postgres, async |db| {
        create_tables!(db, list::Entity);
        let row = |members: Vec<MemberId>, guests| list::ActiveModel {
            members: Set(members),
            guests: Set(guests),
            ..Default::default()
        };
        let rows = [row(members(), Some(vec![])), row(vec![], None)].minted().unwrap();
        let ids: Vec<_> = rows.iter().map(|row| row.id.clone().unwrap()).collect();
        list::Entity::insert_many(rows).exec(&db).await.unwrap();

        let find = |condition| list::Entity::find().filter(condition).all(&db);
        let first = list::Model { id: ids[0], members: members(), guests: Some(vec![]) };
        let contains = list::Column::Members.array_contains([members()[1]]);
        assert_eq!(find(contains).await, Ok(vec![first.clone()]));
        assert_eq!(find(list::IDS.id.eq_any([ids[0]])).await, Ok(vec![first]));
        let second = list::Model { id: ids[1], members: vec![], guests: None };
        assert_eq!(find(list::IDS.id.ne_all([ids[0]])).await, Ok(vec![second]));
        assert_eq!(find(list::IDS.id.eq_any([])).await, Ok(vec![]));

        // One bad value is enough.
        db.execute_unprepared("UPDATE lists SET members = '{5, 0}'").await.unwrap();
        let error = list::Entity::find().all(&db).await.unwrap_err().to_string();
        let expected = "column members: invalid MemberId 0: expected 1 to 9223372036854775807";
        assert!(error.ends_with(expected), "{error}");
    })
    .await;
}
