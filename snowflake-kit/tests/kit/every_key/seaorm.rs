//! The rows by SeaORM, of the version that the module above names.
#![expect(unreachable_pub, reason = "SeaORM's derives make all but the model public")]

use std::sync::Arc;

use sea_orm::entity::prelude::*;
use sea_orm::{ConnectOptions, Database, JoinType, QueryOrder as _, QuerySelect as _, Set};
use snowflake_kit::sql::Dialect;

use super::super::ids::{CountryId, LineId, OrderId};
use super::super::{Line, Pending, Tables, ask, database};
use super::{sea_orm, version};

mod country {
    use sea_orm::entity::prelude::*;
    use snowflake_kit::MintedModel;

    use super::{CountryId, sea_orm};

    #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "countries")]
    #[minted(crate = "super::version")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = true)]
        pub id: CountryId,
        pub name: String,
    }

    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
}

mod order {
    use sea_orm::entity::prelude::*;
    use snowflake_kit::MintedModel;

    use super::{CountryId, OrderId, sea_orm};

    #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "orders")]
    #[minted(crate = "super::version")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: OrderId,
        pub country_id: CountryId,
    }

    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {
        #[sea_orm(
            belongs_to = "super::country::Entity",
            from = "Column::CountryId",
            to = "super::country::Column::Id"
        )]
        Country,
    }
}

mod line {
    use sea_orm::entity::prelude::*;
    use snowflake_kit::MintedModel;

    use super::{LineId, OrderId, sea_orm};

    #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "order_lines")]
    #[minted(crate = "super::version")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: LineId,
        pub order_id: OrderId,
    }

    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {
        #[sea_orm(
            belongs_to = "super::order::Entity",
            from = "Column::OrderId",
            to = "super::order::Column::Id"
        )]
        Order,
    }
}

struct Store(DatabaseConnection);

impl Tables for Store {
    fn add_country(&self, name: String) -> Pending<'_, CountryId> {
        Box::pin(async move {
            let row = country::ActiveModel { name: Set(name), ..Default::default() };
            row.insert(&self.0).await.unwrap().id
        })
    }

    fn add_order(&self, id: OrderId, country: CountryId) -> Pending<'_, ()> {
        Box::pin(async move {
            let row = order::ActiveModel { id: Set(id), country_id: Set(country) };
            row.insert(&self.0).await.unwrap();
        })
    }

    fn add_line(&self, id: LineId, order: OrderId) -> Pending<'_, ()> {
        Box::pin(async move {
            let row = line::ActiveModel { id: Set(id), order_id: Set(order) };
            row.insert(&self.0).await.unwrap();
        })
    }

    fn lines(&self, order: OrderId) -> Pending<'_, Vec<Line>> {
        Box::pin(async move {
            let rows = line::Entity::find()
                .select_only()
                .column(line::Column::Id)
                .column(line::Column::OrderId)
                .column(country::Column::Id)
                .join(JoinType::InnerJoin, line::Relation::Order.def())
                .join(JoinType::InnerJoin, order::Relation::Country.def())
                .filter(order::IDS.id.eq(order))
                .order_by_asc(line::Column::Id)
                .into_tuple::<(LineId, OrderId, CountryId)>()
                .all(&self.0)
                .await
                .unwrap();
            let line = |(id, order_id, country_id)| Line { id, order_id, country_id };
            rows.into_iter().map(line).collect()
        })
    }
}

async fn asked(dialect: Dialect) {
    let database = database(dialect);
    let options = ConnectOptions::new(database.url());
    let db = Database::connect(options).await.unwrap();
    ask(Arc::new(Store(db.clone()))).await;
    db.close().await.unwrap();
}

#[tokio::test]
async fn sqlite() {
    asked(Dialect::Sqlite).await;
}

#[tokio::test]
async fn postgres() {
    asked(Dialect::Postgres).await;
}

#[tokio::test]
async fn mariadb() {
    asked(Dialect::MySql).await;
}
