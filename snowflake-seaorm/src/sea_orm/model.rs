//! Rows whose keys are minted.

use super::mint::{Caller, MintedKey, no_key};
use super::sea_orm::{
    ActiveModelBehavior, ActiveModelTrait, ActiveValue, ConnectionTrait, DbErr, EntityName,
    EntityTrait, IdenStatic, IntoActiveModel, Iterable, PrimaryKeyToColumn, PrimaryKeyTrait,
};

type Entity<A> = <A as ActiveModelTrait>::Entity;
type PrimaryKey<A> = <Entity<A> as EntityTrait>::PrimaryKey;

/// An active model with keys that are minted when they are not set.
///
/// `#[derive(MintedModel)]` on the model implements it. Import the trait to call its methods.
///
/// `.insert()`, `.save()` of a new row, and nested writes mint by themselves. `Entity::insert` and
/// `Entity::insert_many` bypass `ActiveModelBehavior`, so call [`minted`](Self::minted) first:
///
/// ```
/// # use sea_orm::entity::prelude::*;
/// # mod note {
/// #     use sea_orm::entity::prelude::*;
/// #     use snowflake_kit_derive::{MintedModel, SnowflakeId};
/// #     #[derive(SnowflakeId)]
/// #     #[snowflake(crate = "snowflake_kit_mint")]
/// #     pub struct NoteId(snowflake_kit_core::Snowflake);
/// #     snowflake_kit_seaorm::value!(sea_orm_2: NoteId);
/// #     #[sea_orm::model]
/// #     #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
/// #     #[sea_orm(table_name = "notes")]
/// #     #[minted(crate = "snowflake_kit_seaorm::sea_orm_2")]
/// #     pub struct Model {
/// #         #[sea_orm(primary_key, auto_increment = false)]
/// #         pub id: NoteId,
/// #         pub text: String,
/// #     }
/// # }
/// use sea_orm::Set;
/// use snowflake_kit_seaorm::sea_orm_2::{MintedModel as _, MintedRows as _};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # snowflake_kit_mint::install(snowflake_kit_mint::Node::fixed(7))?;
/// # let db = &sea_orm::Database::connect("sqlite::memory:").await?;
/// # let schema = sea_orm::Schema::new(db.get_database_backend());
/// # db.execute(&schema.create_table_from_entity(note::Entity)).await?;
/// let note = |text: &str| note::ActiveModel { text: Set(text.to_owned()), ..Default::default() };
///
/// note("one").insert(db).await?;
/// note::Entity::insert(note("two").minted()?).exec(db).await?;
/// note::Entity::insert_many([note("three"), note("four")].minted()?).exec(db).await?;
/// # assert_eq!(note::Entity::find().count(db).await?, 4);
/// # Ok(())
/// # }
/// ```
pub trait MintedModel: ActiveModelTrait + Send {
    /// The keys to mint, by the names of their fields.
    #[doc(hidden)]
    fn keys(&mut self) -> impl Iterator<Item = (&'static str, &mut dyn MintedKey, Caller)> + Send;

    /// The row, with all its keys set: for `Entity::insert` and your own statements. It does not
    /// change keys that are set.
    ///
    /// If no slot is free, it blocks the thread, up to the installed `max_wait`.
    ///
    /// # Errors
    /// `DbErr::Custom` with the table, the column, the type, and the reason why no ID could be
    /// minted.
    fn minted(mut self) -> Result<Self, DbErr> {
        check::<Self>()?;
        for (column, key, caller) in self.keys() {
            key.mint(caller).map_err(|what| no_key(&table::<Self>(), column, &what))?;
        }
        Ok(self)
    }

    /// Mints the keys of a row that are not set, if the row is inserted. The derive calls it in
    /// `before_save`; call it there if you write `ActiveModelBehavior` yourself.
    ///
    /// If no slot is free, it waits on tokio's timer with the feature `tokio`, and otherwise blocks
    /// the thread.
    ///
    /// # Errors
    /// As [`minted`](Self::minted).
    fn mint_on_insert(mut self, insert: bool) -> impl Future<Output = Result<Self, DbErr>> + Send {
        // Not in `ActiveModelBehavior::new`: with a key that is set there, `save` is an update.
        async move {
            if insert {
                check::<Self>()?;
                for (column, key, caller) in self.keys() {
                    let minted = key.mint_async(caller).await;
                    minted.map_err(|what| no_key(&table::<Self>(), column, &what))?;
                }
            }
            Ok(self)
        }
    }

    /// Updates the row if its primary key was read from the database (`Unchanged`), and otherwise
    /// inserts it.
    ///
    /// SeaORM's `save` assumes that a row is in the database if its key is set. So for a row whose
    /// key was minted before, it updates nothing, and returns `DbErr::RecordNotUpdated`.
    ///
    /// # Errors
    /// As `insert` and `update`.
    fn save_minted<C>(self, db: &C) -> impl Future<Output = Result<Self, DbErr>> + Send
    where
        C: ConnectionTrait,
        Self: ActiveModelBehavior,
        <Entity<Self> as EntityTrait>::Model: IntoActiveModel<Self>,
    {
        async move {
            let in_database = PrimaryKey::<Self>::iter()
                .all(|key| matches!(self.get(key.into_column()), ActiveValue::Unchanged(_)));
            let saved = if in_database { self.update(db).await } else { self.insert(db).await };
            saved.map(IntoActiveModel::into_active_model)
        }
    }
}

fn table<A: ActiveModelTrait>() -> String {
    EntityName::table_name(&Entity::<A>::default()).to_owned()
}

/// Whether SeaORM leaves the key to us. The derive has looked at this in the
/// model's attributes, if it saw them.
fn check<A: MintedModel>() -> Result<(), DbErr> {
    if <PrimaryKey<A> as PrimaryKeyTrait>::auto_increment() {
        return check_columns::<A>();
    }
    Ok(())
}

#[cold]
fn check_columns<A: MintedModel>() -> Result<(), DbErr> {
    let mut row = <A as ActiveModelTrait>::default();
    let minted = row.keys().find(|(column, ..)| {
        PrimaryKey::<A>::iter().any(|key| key.into_column().as_str() == *column)
    });
    match minted {
        None => Ok(()),
        Some((column, ..)) => {
            let what = "which is left to the database: its primary key is not declared with \
                        `auto_increment = false`";
            Err(no_key(&table::<A>(), column, what))
        }
    }
}

/// Rows whose keys are minted together: for `Entity::insert_many`.
///
/// See [`MintedModel`] for an example.
pub trait MintedRows: IntoIterator<Item: MintedModel> + Sized {
    /// The rows, with all their keys set. Minted keys ascend in the order of the rows. It does not
    /// change keys that are set.
    ///
    /// If no slot is free, it blocks the thread. The default layout has 4096 slots per millisecond.
    ///
    /// # Errors
    /// As [`MintedModel::minted`].
    fn minted(self) -> Result<Vec<Self::Item>, DbErr> {
        self.into_iter().map(MintedModel::minted).collect()
    }

    snowflake_kit_mint::__on_tokio! {
        /// The same, but it waits on tokio's timer: for many rows in a layout with few slots.
        ///
        /// # Errors
        /// As [`MintedModel::minted`].
        fn minted_async(self) -> impl Future<Output = Result<Vec<Self::Item>, DbErr>> + Send
        where
            Self: Send,
        {
            let rows: Vec<_> = self.into_iter().collect();
            async move {
                let mut minted = Vec::with_capacity(rows.len());
                for row in rows {
                    minted.push(row.mint_on_insert(true).await?);
                }
                Ok(minted)
            }
        }
    }
}

impl<I> MintedRows for I where I: IntoIterator<Item: MintedModel> {}
