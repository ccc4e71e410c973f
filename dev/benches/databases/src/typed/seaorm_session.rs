//! SeaORM.

use std::hint::black_box;
use std::ops::Range;

use sea_orm::{ConnectionTrait as _, DatabaseConnection, EntityTrait as _, Set};
use tokio::runtime::Runtime;

use super::rows::{PlainRow, TypedRow, rows};
use super::{KeyForm, Session};
use crate::Failure;
use crate::graphs::seaorm_ways;
use crate::store::Database;

mod typed {
    use sea_orm::entity::prelude::*;
    use snowflake_kit::MintedModel;

    use crate::typed::rows::{OwnerId, RowId};

    #[sea_orm::model]
    #[derive(Clone, Debug, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "typed")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: RowId,
        pub(crate) owner_id: OwnerId,
        pub(crate) editor_id: Option<OwnerId>,
        pub(crate) name: String,
    }
}

mod plain {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "plain")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: i64,
        pub(crate) owner_id: i64,
        pub(crate) editor_id: Option<i64>,
        pub(crate) name: String,
    }

    impl ActiveModelBehavior for ActiveModel {}
}

struct SeaOrmSession {
    runtime: Runtime,
    db: DatabaseConnection,
    typed: Vec<TypedRow>,
    plain: Vec<PlainRow>,
}

pub(super) fn open(
    database: Database,
    url: &str,
    count: usize,
) -> Result<Box<dyn Session>, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let db = runtime.block_on(seaorm_ways::open(database, url))?;
    let (typed, plain) = rows(count);
    Ok(Box::new(SeaOrmSession { runtime, db, typed, plain }))
}

impl Session for SeaOrmSession {
    fn insert(&mut self, form: KeyForm, rows: Range<usize>) -> Result<(), Failure> {
        self.runtime.block_on(async {
            match form {
                KeyForm::Typed => {
                    let rows = self.typed[rows].iter().cloned().map(|row| typed::ActiveModel {
                        id: Set(row.id),
                        owner_id: Set(row.owner_id),
                        editor_id: Set(row.editor_id),
                        name: Set(row.name),
                    });
                    let insert = typed::Entity::insert_many(rows);
                    insert.exec_without_returning(&self.db).await
                }
                KeyForm::Plain => {
                    let rows = self.plain[rows].iter().cloned().map(|row| plain::ActiveModel {
                        id: Set(row.id),
                        owner_id: Set(row.owner_id),
                        editor_id: Set(row.editor_id),
                        name: Set(row.name),
                    });
                    let insert = plain::Entity::insert_many(rows);
                    insert.exec_without_returning(&self.db).await
                }
            }
        })?;
        Ok(())
    }

    fn load(&mut self, form: KeyForm) -> Result<usize, Failure> {
        self.runtime.block_on(async {
            Ok(match form {
                KeyForm::Typed => black_box(typed::Entity::find().all(&self.db).await?).len(),
                KeyForm::Plain => black_box(plain::Entity::find().all(&self.db).await?).len(),
            })
        })
    }

    fn execute(&mut self, statement: &str) -> Result<(), Failure> {
        self.runtime.block_on(self.db.execute_unprepared(statement))?;
        Ok(())
    }
}
