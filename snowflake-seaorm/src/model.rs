//! Rows whose keys are minted.

use sea_orm::{
    ActiveModelBehavior, ActiveModelTrait, ActiveValue, ConnectionTrait, DbErr, EntityName,
    EntityTrait, IdenStatic, IntoActiveModel, Iterable, PrimaryKeyToColumn, PrimaryKeyTrait,
};

use crate::mint::{Caller, MintedKey, no_key};

type Entity<A> = <A as ActiveModelTrait>::Entity;
type PrimaryKey<A> = <Entity<A> as EntityTrait>::PrimaryKey;

/// An active model with keys that are minted when they are not set.
///
/// `#[derive(MintedModel)]` on the model implements it, [`minted!`](crate::minted)
/// without a derive. Import it to have its methods.
///
/// What SeaORM inserts through `ActiveModelBehavior` needs none of them:
/// `.insert()`, `.save()` of a new row, and nested writes mint by themselves.
/// `Entity::insert` and `Entity::insert_many` do not ask that behaviour, so
/// they take rows that are [`minted`](Self::minted):
///
/// ```
/// # use sea_orm::entity::prelude::*;
/// # mod note {
/// #     use sea_orm::entity::prelude::*;
/// #     use snowflake_derive::{MintedModel, SnowflakeId};
/// #     #[derive(SnowflakeId)]
/// #     #[snowflake(crate = "snowflake_mint")]
/// #     pub struct NoteId(snowflake_core::Snowflake);
/// #     snowflake_seaorm::value!(NoteId);
/// #     #[sea_orm::model]
/// #     #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
/// #     #[sea_orm(table_name = "notes")]
/// #     #[minted(crate = "snowflake_seaorm")]
/// #     pub struct Model {
/// #         #[sea_orm(primary_key, auto_increment = false)]
/// #         pub id: NoteId,
/// #         pub text: String,
/// #     }
/// # }
/// use sea_orm::Set;
/// use snowflake_seaorm::{MintedModel as _, MintedRows as _};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # snowflake_mint::install(snowflake_mint::Node::fixed(7))?;
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

    /// The row, with all its keys set: for `Entity::insert` and statements of
    /// one's own. Keys that are set stay as they are.
    ///
    /// Where it has to wait for a free slot it blocks the thread, up to the
    /// installed `max_wait`.
    ///
    /// # Errors
    /// `DbErr::Custom`, which names table, column, type, and why no ID is to be
    /// had.
    fn minted(mut self) -> Result<Self, DbErr> {
        check::<Self>()?;
        for (column, key, caller) in self.keys() {
            key.mint(caller).map_err(|what| no_key(table::<Self>(), column, &what))?;
        }
        Ok(self)
    }

    /// What the derive does in `before_save`, for those who write
    /// `ActiveModelBehavior` themselves: mints the keys that are not set of a
    /// row that is inserted, and leaves one that is updated as it is.
    ///
    /// With the feature `tokio` it waits for a free slot on tokio's timer,
    /// without it by blocking the thread.
    ///
    /// ```
    /// mod note {
    ///     use sea_orm::ActiveValue::Set;
    ///     use sea_orm::entity::prelude::*;
    ///     use snowflake_derive::MintedModel;
    ///     use snowflake_seaorm::MintedModel as _;
    /// #   #[derive(snowflake_derive::SnowflakeId)]
    /// #   #[snowflake(crate = "snowflake_mint")]
    /// #   pub struct NoteId(snowflake_core::Snowflake);
    /// #   snowflake_seaorm::value!(NoteId);
    ///
    ///     #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
    ///     #[sea_orm(table_name = "notes")]
    ///     #[minted(behavior = "own")]
    /// #   #[minted(crate = "snowflake_seaorm")]
    ///     pub struct Model {
    ///         #[sea_orm(primary_key, auto_increment = false)]
    ///         pub id: NoteId,
    ///         pub text: String,
    ///     }
    /// #   #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    /// #   pub enum Relation {}
    ///
    ///     #[async_trait::async_trait]
    ///     impl ActiveModelBehavior for ActiveModel {
    ///         async fn before_save<C>(self, _: &C, insert: bool) -> Result<Self, DbErr>
    ///         where
    ///             C: ConnectionTrait,
    ///         {
    ///             let mut row = self.mint_on_insert(insert).await?;
    ///             if let Set(text) = &mut row.text {
    ///                 text.truncate(200);
    ///             }
    ///             Ok(row)
    ///         }
    ///     }
    /// }
    /// # fn main() {}
    /// ```
    ///
    /// # Errors
    /// As [`minted`](Self::minted).
    fn mint_on_insert(mut self, insert: bool) -> impl Future<Output = Result<Self, DbErr>> + Send {
        async move {
            if insert {
                check::<Self>()?;
                for (column, key, caller) in self.keys() {
                    let minted = key.mint_async(caller).await;
                    minted.map_err(|what| no_key(table::<Self>(), column, &what))?;
                }
            }
            Ok(self)
        }
    }

    /// Saves a row by where its primary key comes from: a key that was read
    /// from the database (`Unchanged`) is updated; one that was set here, or is
    /// not set, is inserted.
    ///
    /// SeaORM's `save` takes every key that is set for one of the database's:
    /// a row whose key was minted beforehand is an update of nothing there,
    /// which is `DbErr::RecordNotUpdated`.
    ///
    /// ```
    /// # use sea_orm::entity::prelude::*;
    /// # use snowflake_core::SnowflakeId as _;
    /// # mod note {
    /// #     use sea_orm::entity::prelude::*;
    /// #     use snowflake_derive::{MintedModel, SnowflakeId};
    /// #     #[derive(SnowflakeId)]
    /// #     #[snowflake(crate = "snowflake_mint")]
    /// #     pub struct NoteId(snowflake_core::Snowflake);
    /// #     snowflake_seaorm::value!(NoteId);
    /// #     #[sea_orm::model]
    /// #     #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
    /// #     #[sea_orm(table_name = "notes")]
    /// #     #[minted(crate = "snowflake_seaorm")]
    /// #     pub struct Model {
    /// #         #[sea_orm(primary_key, auto_increment = false)]
    /// #         pub id: NoteId,
    /// #         pub text: String,
    /// #     }
    /// # }
    /// # use note::NoteId;
    /// use sea_orm::Set;
    /// use snowflake_seaorm::MintedModel as _;
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # snowflake_mint::install(snowflake_mint::Node::fixed(7))?;
    /// # let db = &sea_orm::Database::connect("sqlite::memory:").await?;
    /// # let schema = sea_orm::Schema::new(db.get_database_backend());
    /// # db.execute(&schema.create_table_from_entity(note::Entity)).await?;
    /// let note = note::ActiveModel { id: Set(NoteId::mint()), text: Set("Hello".to_owned()) };
    /// assert_eq!(note.clone().save(db).await, Err(DbErr::RecordNotUpdated));
    ///
    /// let mut note = note.save_minted(db).await?; // inserted
    /// note.text = Set("Hello again".to_owned());
    /// note.save_minted(db).await?; // updated
    /// # assert_eq!(note::Entity::find().one(db).await?.unwrap().text, "Hello again");
    /// # Ok(())
    /// # }
    /// ```
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

fn table<A: ActiveModelTrait>() -> &'static str {
    EntityName::table_name(&Entity::<A>::default())
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
            Err(no_key(table::<A>(), column, what))
        }
    }
}

/// Rows whose keys are minted together: for `Entity::insert_many`.
///
/// See [`MintedModel`] for an example.
pub trait MintedRows: IntoIterator<Item: MintedModel> + Sized {
    /// The rows, with all their keys set, in ascending order of the rows where
    /// they were not. Keys that are set stay as they are.
    ///
    /// Where it has to wait for a free slot it blocks the thread. The default
    /// layout has 4096 of them for each millisecond.
    ///
    /// # Errors
    /// As [`MintedModel::minted`].
    fn minted(self) -> Result<Vec<Self::Item>, DbErr> {
        self.into_iter().map(MintedModel::minted).collect()
    }

    /// The same, waiting on tokio's timer: for many rows at once in a layout
    /// with few slots.
    ///
    /// # Errors
    /// As [`MintedModel::minted`].
    #[cfg(feature = "tokio")]
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

impl<I> MintedRows for I where I: IntoIterator<Item: MintedModel> {}

/// Says which keys of an active model are minted, where `#[derive(MintedModel)]`
/// does not: implements [`MintedModel`] for it.
///
/// `ActiveModelBehavior` stays the user's to write, see
/// [`mint_on_insert`](MintedModel::mint_on_insert). A key with a field of the caller's is
/// `id in |row| …`, with a function from the row to `Result<u32, String>`.
///
/// ```
/// # mod note {
/// #   use sea_orm::entity::prelude::*;
/// #   #[derive(snowflake_derive::SnowflakeId)]
/// #   #[snowflake(crate = "snowflake_mint")]
/// #   pub struct NoteId(snowflake_core::Snowflake);
/// #   snowflake_seaorm::value!(NoteId);
/// #   #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
/// #   #[sea_orm(table_name = "notes")]
/// #   pub struct Model {
/// #       #[sea_orm(primary_key, auto_increment = false)]
/// #       pub id: NoteId,
/// #       pub text: String,
/// #   }
/// #   #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
/// #   pub enum Relation {}
/// snowflake_seaorm::minted!(ActiveModel { id });
///
/// #[async_trait::async_trait]
/// impl ActiveModelBehavior for ActiveModel {
///     async fn before_save<C: ConnectionTrait>(
///         self,
///         _: &C,
///         insert: bool,
///     ) -> Result<Self, DbErr> {
///         snowflake_seaorm::MintedModel::mint_on_insert(self, insert).await
///     }
/// }
/// # }
/// # fn main() {}
/// ```
#[macro_export]
macro_rules! minted {
    ($row:ident { $($key:ident $(in $caller:expr)?),* $(,)? }) => {
        #[automatically_derived]
        impl $crate::MintedModel for $row {
            fn keys(
                &mut self,
            ) -> impl ::core::iter::Iterator<
                Item = (
                    &'static ::core::primitive::str,
                    &mut dyn $crate::__private::MintedKey,
                    $crate::__private::Caller,
                ),
            > + ::core::marker::Send {
                let callers: [$crate::__private::Caller; _] =
                    [$($crate::__caller!(&*self $(, $caller)?)),*];
                let keys: [(&'static ::core::primitive::str, &mut dyn $crate::__private::MintedKey); _] = [$((
                    ::core::stringify!($key),
                    $crate::__key!(&mut self.$key $(, $caller)?),
                )),*];
                $crate::__private::zip(keys, callers)
            }
        }
    };
}

/// The value of the caller's field of a key.
#[doc(hidden)]
#[macro_export]
macro_rules! __caller {
    ($row:expr) => {
        ::core::result::Result::Ok(0)
    };
    ($row:expr, $caller:expr) => {
        $crate::__private::caller($row, $caller)
    };
}

/// A key, by the way in which it is minted.
#[doc(hidden)]
#[macro_export]
macro_rules! __key {
    ($key:expr) => {
        $crate::__private::key($key)
    };
    ($key:expr, $caller:expr) => {
        $crate::__private::key_in($key)
    };
}

/// The behaviour of active models: mints, and then calls a hook if there is one.
#[doc(hidden)]
#[macro_export]
macro_rules! __behavior {
    ($row:ident $(, $before_save:path)?) => {
        #[automatically_derived]
        impl $crate::__private::ActiveModelBehavior for $row {
            // What `async_trait` makes of an `async fn`.
            fn before_save<'life0, 'async_trait, C>(
                self,
                _db: &'life0 C,
                insert: ::core::primitive::bool,
            ) -> $crate::__private::BoxFuture<
                'async_trait,
                ::core::result::Result<Self, $crate::__private::DbErr>,
            >
            where
                C: $crate::__private::ConnectionTrait + 'async_trait,
                'life0: 'async_trait,
                Self: 'async_trait,
            {
                let row = $crate::MintedModel::mint_on_insert(self, insert);
                $(let row = async move { $before_save(row.await?, _db, insert).await };)?
                $crate::__private::boxed(row)
            }
        }
    };
}
