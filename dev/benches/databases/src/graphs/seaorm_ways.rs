//! SeaORM's ways.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sea_orm::{
    ConnectOptions, ConnectionTrait, DatabaseConnection, DbErr, EntityTrait, Set, TransactionTrait,
};

use super::rows::{Child, Parent, name, new_children, text};
use super::{CHILDREN, Inserter, Orm, Way};
use crate::Failure;
use crate::store::{Database, PRAGMAS};

/// Keys that are minted.
mod minted {
    pub(super) mod parent {
        use sea_orm::entity::prelude::*;
        use snowflake_kit::MintedModel;

        #[sea_orm::model]
        #[derive(Clone, Debug, DeriveEntityModel, MintedModel)]
        #[sea_orm(table_name = "minted_parents")]
        pub(crate) struct Model {
            #[sea_orm(primary_key, auto_increment = false)]
            pub(crate) id: crate::graphs::rows::ParentId,
            pub(crate) name: String,
        }
    }

    pub(super) mod child {
        use sea_orm::entity::prelude::*;
        use snowflake_kit::MintedModel;

        #[sea_orm::model]
        #[derive(Clone, Debug, DeriveEntityModel, MintedModel)]
        #[sea_orm(table_name = "minted_children")]
        pub(crate) struct Model {
            #[sea_orm(primary_key, auto_increment = false)]
            pub(crate) id: crate::graphs::rows::ChildId,
            pub(crate) parent_id: crate::graphs::rows::ParentId,
            pub(crate) text: String,
        }
    }
}

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

/// Those that a database can be gone with.
pub(crate) const fn ways(database: Database) -> &'static [(Orm, Way)] {
    match database {
        Database::Postgres => &[
            (Orm::SeaOrm, Way::Minted),
            (Orm::SeaOrm, Way::Counted),
            (Orm::SeaOrm, Way::CountedSaved),
            (Orm::SeaOrm, Way::MintedTogether),
            (Orm::SeaOrm, Way::CountedTogether),
        ],
        // SeaORM has `RETURNING` for these behind features that are off, so keys
        // of many rows cannot be had.
        Database::Sqlite | Database::MariaDb => &[
            (Orm::SeaOrm, Way::Minted),
            (Orm::SeaOrm, Way::Counted),
            (Orm::SeaOrm, Way::CountedSaved),
            (Orm::SeaOrm, Way::MintedTogether),
        ],
    }
}

/// One connection, and nothing that a pool does between.
pub(crate) async fn open(database: Database, url: &str) -> Result<DatabaseConnection, DbErr> {
    let url = match database {
        Database::Sqlite if url == ":memory:" => "sqlite::memory:".to_owned(),
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
    match way {
        Way::MintedTogether => return insert_minted(db, (0..graphs).map(Parent::mint)).await,
        Way::CountedTogether => return insert_counted(db, graphs).await,
        _ => {}
    }
    for number in 0..graphs {
        match way {
            Way::CountedSaved => save(db, number).await?,
            Way::Counted => insert_and_ask(db, number).await?,
            _ => insert_minted(db, std::iter::once(Parent::mint(number))).await?,
        }
    }
    Ok(())
}

/// A statement for each table.
async fn insert_minted(
    db: &DatabaseConnection,
    parents: impl Iterator<Item = Parent>,
) -> Result<(), DbErr> {
    use minted::{child, parent};

    let parents: Vec<_> = parents.collect();
    let children: Vec<_> = parents.iter().flat_map(Parent::mint_children).collect();
    let parents = parents
        .into_iter()
        .map(|Parent { id, name }| parent::ActiveModel { id: Set(id), name: Set(name) });
    let children = children.into_iter().map(|Child { id, parent_id, text }| child::ActiveModel {
        id: Set(id),
        parent_id: Set(parent_id),
        text: Set(text),
    });
    let transaction = db.begin().await?;
    parent::Entity::insert_many(parents).exec_without_returning(&transaction).await?;
    child::Entity::insert_many(children).exec_without_returning(&transaction).await?;
    transaction.commit().await
}

/// The parent, whose key the database tells, and its children.
async fn insert_and_ask(db: &DatabaseConnection, number: usize) -> Result<(), DbErr> {
    use counted::{child, parent};

    let transaction = db.begin().await?;
    let parent = parent::ActiveModel { name: Set(name(number)), ..Default::default() };
    let inserted = parent::Entity::insert(parent).exec(&transaction).await?;
    let children = active(std::iter::once(inserted.last_insert_id));
    child::Entity::insert_many(children).exec_without_returning(&transaction).await?;
    transaction.commit().await
}

/// All parents, whose keys the database tells, and all children.
async fn insert_counted(db: &DatabaseConnection, graphs: usize) -> Result<(), DbErr> {
    use counted::{child, parent};

    let transaction = db.begin().await?;
    let parents = (0..graphs)
        .map(|number| parent::ActiveModel { name: Set(name(number)), ..Default::default() });
    let keys = parent::Entity::insert_many(parents).exec_with_returning_keys(&transaction).await?;
    child::Entity::insert_many(active(keys)).exec_without_returning(&transaction).await?;
    transaction.commit().await
}

/// The children of parents whose keys are known.
fn active(
    keys: impl IntoIterator<Item = i64>,
) -> impl Iterator<Item = counted::child::ActiveModel> {
    keys.into_iter().flat_map(new_children).map(|child| counted::child::ActiveModel {
        parent_id: Set(child.parent_id),
        text: Set(child.text),
        ..Default::default()
    })
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
