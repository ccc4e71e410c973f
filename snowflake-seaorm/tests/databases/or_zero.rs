//! Columns that hold 0 in place of `NULL`.

use answer::AnswerId;
use sea_orm::IntoActiveValue as _;
use sea_orm::prelude::*;
use sea_orm::sea_query::ValueType;
use sea_orm::{DatabaseConnection, DbBackend, QuerySelect, Set};
use serde::{Deserialize, Serialize};
use serde_json::json;
use snowflake_kit_seaorm::sea_orm_2::{ColumnError, MintedRows as _, OrZero};

mod answer {
    use sea_orm::entity::prelude::*;
    use serde::{Deserialize, Serialize};
    use snowflake_kit_core::Snowflake;
    use snowflake_kit_derive::{MintedModel, SnowflakeId};
    use snowflake_kit_seaorm::sea_orm_2::OrZero;

    /// Identifies an answer.
    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_mint")]
    pub struct AnswerId(Snowflake);

    snowflake_kit_seaorm::value!(sea_orm_2: AnswerId);
    snowflake_kit_serde::value!(AnswerId);

    #[sea_orm::model]
    #[derive(
        Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel, Serialize, Deserialize,
    )]
    #[sea_orm(table_name = "answers")]
    #[minted(crate = "snowflake_kit_seaorm::sea_orm_2")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: AnswerId,
        #[serde(with = "snowflake_kit_serde::string::option")]
        pub reply_to: OrZero<AnswerId>,
        #[sea_orm(self_ref, relation_enum = "ReplyTo", from = "reply_to", to = "id", skip_fk)]
        #[serde(skip)]
        pub answered: HasOne<Entity>,
    }
}

fn row(reply_to: Option<AnswerId>) -> answer::ActiveModel {
    answer::ActiveModel { reply_to: Set(OrZero(reply_to)), ..Default::default() }
}

on_each_database! {
    async fn zero_stands_for_none(db: DatabaseConnection) {
        create_tables!(db, answer::Entity);
        let first = row(None).insert(&db).await.unwrap();
        let rows = [row(Some(first.id)), row(None)].minted().unwrap();
        answer::Entity::insert_many(rows).exec(&db).await.unwrap();

        let written = answer::Entity::find().select_only().column(answer::IDS.reply_to);
        let written: Vec<i64> = written.into_tuple().all(&db).await.unwrap();
        assert_eq!(written.iter().filter(|value| **value == 0).count(), 2);
        assert!(written.contains(&first.id.get()));

        let ids = answer::IDS;
        let find = async |condition: Expr| {
            answer::Entity::find().filter(condition).all(&db).await.unwrap().len()
        };
        assert_eq!(find(ids.reply_to.eq(OrZero(None))).await, 2);
        assert_eq!(find(ids.reply_to.ne(OrZero(None))).await, 1);
        assert_eq!(find(ids.reply_to.eq(first.id)).await, 1);
        assert_eq!(find(ids.reply_to.is_in([OrZero(None), OrZero(Some(first.id))])).await, 3);
        assert_eq!(find(answer::Column::ReplyTo.eq(OrZero::<AnswerId>(None))).await, 2);
        assert_eq!(find(ids.reply_to.eq(None)).await, 0);

        let found = answer::Entity::find_by_id(first.id).one(&db).await.unwrap().unwrap();
        let json = serde_json::to_value(&found).unwrap();
        assert_eq!(json, json!({ "id": first.id, "reply_to": null }));
        assert_eq!(found, first);
        let mut changed: answer::ActiveModel = found.into();
        changed.reply_to = Set(OrZero(Some(first.id)));
        let changed = changed.update(&db).await.unwrap();
        assert_eq!(changed.reply_to.0, Some(first.id));
    }

    async fn what_is_neither_an_id_nor_zero_is_named(db: DatabaseConnection) {
        create_tables!(db, answer::Entity);
        let null = db.execute_unprepared("INSERT INTO answers VALUES (1, NULL)").await;
        assert!(null.is_err(), "the column is `NOT NULL`");
        db.execute_unprepared("INSERT INTO answers VALUES (1, -1)").await.unwrap();
        let error = answer::Entity::find().one(&db).await.unwrap_err();
        let DbErr::TryIntoErr { source, .. } = &error else { panic!("{error:?}") };
        let error = source.downcast_ref::<ColumnError>().unwrap();
        let expected = "column reply_to: invalid AnswerId -1: expected 1 to 9223372036854775807";
        assert_eq!(error.to_string(), expected);

        let null = answer::Entity::find().select_only();
        let null = null.expr(Expr::cust("CAST(NULL AS DECIMAL)")).into_tuple::<OrZero<AnswerId>>();
        assert!(matches!(null.one(&db).await, Err(DbErr::Type(_))));
    }
}

#[test]
fn values_are_integers_and_never_null() {
    let id = AnswerId::from_i64(5).unwrap();
    for (id, value) in [(None, 0), (Some(id), 5)] {
        assert_eq!(Value::from(OrZero(id)), Value::BigInt(Some(value)));
        let read = <OrZero<AnswerId> as ValueType>::try_from(Value::BigInt(Some(value)));
        assert_eq!(read.ok(), Some(OrZero(id)));
    }
    for value in [Value::BigInt(None), Value::BigInt(Some(-1)), Value::Int(Some(5))] {
        assert!(<OrZero<AnswerId> as ValueType>::try_from(value).is_err());
    }
    assert_eq!(<OrZero<AnswerId> as ValueType>::type_name(), "OrZero<AnswerId>");
}

/// What a model has becomes what is written.
#[test]
fn a_model_with_one_becomes_active() {
    for value in [OrZero(None), OrZero(Some(AnswerId::from_i64(5).unwrap()))] {
        assert_eq!(value.into_active_value(), Set(value));
    }
}

#[tokio::test]
async fn arrays_hold_zeros_in_place_of_nothing() {
    crate::backend::run(DbBackend::Postgres, |db| async move {
        let select = "SELECT ARRAY[5, 0]::bigint[] AS ids";
        let row = db.query_one_raw(sea_orm::Statement::from_string(DbBackend::Postgres, select));
        let row = row.await.unwrap().unwrap();
        let ids: Vec<OrZero<AnswerId>> = row.try_get("", "ids").unwrap();
        assert_eq!(ids, [OrZero(AnswerId::from_i64(5).ok()), OrZero(None)]);
    })
    .await;
}

/// In JSON a field is what its `with` says, as one of `Option<AnswerId>` is.
#[test]
fn a_field_has_a_form_in_json() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Answer {
        #[serde(with = "snowflake_kit_serde::number::option")]
        reply_to: OrZero<AnswerId>,
        #[serde(with = "snowflake_kit_serde::or_zero")]
        thread: OrZero<AnswerId>,
    }

    let id = AnswerId::from_i64(5).unwrap();
    for (id, value) in [
        (None, json!({ "reply_to": null, "thread": 0 })),
        (Some(id), json!({ "reply_to": 5, "thread": 5 })),
    ] {
        let answer = Answer { reply_to: OrZero(id), thread: id.into() };
        assert_eq!(serde_json::to_value(&answer).unwrap(), value);
        assert_eq!(serde_json::from_value::<Answer>(value).unwrap(), answer);
        assert_eq!(Option::from(answer.reply_to), id);
    }
}
