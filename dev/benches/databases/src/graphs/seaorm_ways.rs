//! SeaORM's ways.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sea_orm::{
    ConnectOptions, ConnectionTrait, DatabaseConnection, DbErr, EntityTrait, Set, TransactionTrait,
};

use super::rows::{name, new_children, text};
use super::{CHILDREN, Inserter, Orm, Way};
use crate::Failure;
use crate::store::{Database, PRAGMAS};

/// Keys of the database.
mod counted {
    pub(super) mod parent {
        use sea_orm::entity::prelude::*;

        #[sea_orm::model]
        #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
        #[sea_orm(table_name = "counted_parents")]
        pub(crate) struct Model {
            #[sea_orm(primary_key)]
            pub(crate) id: i64,
            pub(crate) name: String,
            #[sea_orm(has_many)]
            pub(crate) children: HasMany<super::child::Entity>,
        }

        impl ActiveModelBehavior for ActiveModel {}
    }

    pub(super) mod child {
        use sea_orm::entity::prelude::*;

        #[sea_orm::model]
        #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
        #[sea_orm(table_name = "counted_children")]
        pub(crate) struct Model {
            #[sea_orm(primary_key)]
            pub(crate) id: i64,
            pub(crate) parent_id: i64,
            pub(crate) text: String,
            #[sea_orm(belongs_to, from = "parent_id", to = "id")]
            pub(crate) parent: BelongsTo<super::parent::Entity>,
        }

        impl ActiveModelBehavior for ActiveModel {}
    }
}

/// On each database. Keys that are minted, and rows inserted together, are as Diesel has them.
pub(crate) const WAYS: [(Orm, Way); 2] =
    [(Orm::SeaOrm, Way::Counted), (Orm::SeaOrm, Way::CountedSaved)];

/// One connection, and nothing that a pool does between.
async fn open(database: Database, url: &str) -> Result<DatabaseConnection, DbErr> {
    let url = match database {
        Database::Sqlite => format!("sqlite://{url}?mode=rwc"),
        Database::Postgres => url.to_owned(),
        // Newer servers have a certificate, and what is sent is read on its way.
        Database::MariaDb => format!("{url}&ssl-mode=DISABLED"),
    };
    let mut options = ConnectOptions::new(url);
    options.max_connections(1).test_before_acquire(false).sqlx_logging(false);
    let db = sea_orm::Database::connect(options).await?;
    if database == Database::Sqlite {
        db.execute_unprepared(PRAGMAS).await?;
    }
    Ok(db)
}

/// A way, connected.
pub(crate) fn connect(database: Database, url: &str, way: Way) -> Result<Inserter, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut db = runtime.block_on(open(database, url))?;
    let sent = Arc::<AtomicU64>::default();
    let counter = Arc::clone(&sent);
    // What begins and ends transactions is not among what it is told.
    db.set_metric_callback(move |_| {
        counter.fetch_add(1, Ordering::Relaxed);
    });
    Ok(Inserter {
        orm: Orm::SeaOrm,
        way,
        insert: Box::new(move |graphs| Ok(runtime.block_on(insert(&db, way, graphs))?)),
        sent: Box::new(move || sent.swap(0, Ordering::Relaxed)),
    })
}

async fn insert(db: &DatabaseConnection, way: Way, graphs: usize) -> Result<(), DbErr> {
    for number in 0..graphs {
        if way == Way::CountedSaved {
            save(db, number).await?;
        } else {
            insert_and_ask(db, number).await?;
        }
    }
    Ok(())
}

/// The parent, whose key the database tells, and its children.
async fn insert_and_ask(db: &DatabaseConnection, number: usize) -> Result<(), DbErr> {
    use counted::{child, parent};

    let transaction = db.begin().await?;
    let parent = parent::ActiveModel { name: Set(name(number)), ..Default::default() };
    let inserted = parent::Entity::insert(parent).exec(&transaction).await?;
    let children = new_children(inserted.last_insert_id).map(|child| child::ActiveModel {
        parent_id: Set(child.parent_id),
        text: Set(child.text),
        ..Default::default()
    });
    child::Entity::insert_many(children).exec_without_returning(&transaction).await?;
    transaction.commit().await
}

/// The graph, as SeaORM saves one.
async fn save(db: &DatabaseConnection, number: usize) -> Result<(), DbErr> {
    use counted::{child, parent};

    let mut parent = parent::ActiveModel::builder().set_name(name(number));
    for number in 0..CHILDREN {
        parent = parent.add_child(child::ActiveModel::builder().set_text(text(number)));
    }
    parent.save(db).await?;
    Ok(())
}
