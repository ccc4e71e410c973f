//! `BIGINT UNSIGNED` of MariaDB and MySQL, which other frameworks make for keys.

use old::OldId;
use sea_orm::prelude::*;
use sea_orm::{DbBackend, QueryOrder, QuerySelect, Set};

mod old {
    use sea_orm::entity::prelude::*;
    use snowflake_kit_core::Snowflake;
    use snowflake_kit_derive::{MintedModel, SnowflakeId};

    use crate::version::OrZero;

    /// Identifies a row of another framework's table.
    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_mint")]
    pub struct OldId(Snowflake);

    value!(OldId);

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "old")]
    #[minted(crate = "crate::version")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: OldId,
        pub link: Option<OldId>,
        pub parent: OrZero<OldId>,
    }

    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
}

fn id(value: i64) -> OldId {
    OldId::from_i64(value).unwrap()
}

#[tokio::test]
async fn an_unsigned_column_holds_ids_up_to_the_largest() {
    crate::backend::run(DbBackend::MySql, test).await;
}

async fn test(db: DatabaseConnection) {
    db.execute_unprepared(
        "CREATE TABLE old (id BIGINT UNSIGNED PRIMARY KEY, link BIGINT UNSIGNED,
            parent BIGINT UNSIGNED NOT NULL)",
    )
    .await
    .unwrap();
    let row = |id, link, parent| old::Model { id, link, parent: crate::version::OrZero(parent) };
    let rows = [row(id(1), None, None), row(id(i64::MAX), Some(id(i64::MAX)), Some(id(i64::MAX)))];
    for row in &rows {
        let insert =
            old::ActiveModel { id: Set(row.id), link: Set(row.link), parent: Set(row.parent) };
        old::Entity::insert(insert).exec_without_returning(&db).await.unwrap();
    }
    let read = old::Entity::find().order_by_asc(old::Column::Id).all(&db).await.unwrap();
    assert_eq!(read, rows);
    assert_eq!(old::Entity::find_by_id(id(i64::MAX)).one(&db).await.unwrap().as_ref(), rows.last());

    for value in ["0", "9223372036854775808", "18446744073709551615"] {
        db.execute_unprepared(&format!("UPDATE old SET id = {value} WHERE link IS NULL"))
            .await
            .unwrap();
        let row = old::Entity::find().filter(old::Column::Link.is_null());
        let error = row.clone().one(&db).await.unwrap_err().to_string();
        let expected =
            format!("column id: invalid OldId {value}: expected 1 to 9223372036854775807");
        assert!(error.ends_with(&expected), "{error}");
        // In an optional one as well.
        let optional = row.select_only().column(old::Column::Id).into_tuple::<Option<OldId>>();
        let error = optional.one(&db).await.unwrap_err().to_string();
        assert!(error.contains(&format!("invalid OldId {value}: expected")), "{error}");
    }
}
