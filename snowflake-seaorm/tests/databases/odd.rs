//! Entities that are not like the others.

pub mod ids {
    use snowflake_kit_core::{Layout, Snowflake};
    use snowflake_kit_derive::SnowflakeId;

    /// Names in which SeaORM finds a type of its own.
    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_mint")]
    pub struct TimeEntryId(Snowflake);

    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_mint")]
    pub struct UpdateId(Snowflake);

    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_mint")]
    pub struct DateTimeId(Snowflake);

    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_mint")]
    pub struct UnixTimestampUuid(Snowflake);

    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_mint")]
    pub struct UserId(Snowflake);

    /// Two IDs for each 10 ms.
    const SLOW: Layout = Layout::builder("slow")
        .epoch_date(2026, 1, 1)
        .tick_millis(10)
        .time_bits(40)
        .node_bits(10)
        .sequence_bits(1)
        .build();

    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_mint", layout = SLOW)]
    pub struct SlowId(Snowflake);

    /// The node of these tests, 7, does not fit.
    const LONELY: Layout = Layout::builder("lonely").time_bits(41).node_bits(2).build();

    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_mint", layout = LONELY)]
    pub struct LonelyId(Snowflake);

    snowflake_kit_seaorm::value!(
        sea_orm_2:
        TimeEntryId,
        UpdateId,
        DateTimeId,
        UnixTimestampUuid,
        UserId,
        SlowId,
        LonelyId
    );
}

/// Fields, columns and types by other names.
pub mod entry {
    use sea_orm::entity::prelude::*;
    use snowflake_kit_derive::MintedModel;

    use super::ids::{self, DateTimeId, TimeEntryId, UnixTimestampUuid, UpdateId};

    #[derive(Clone, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
    #[sea_orm(rs_type = "String", db_type = "String(StringLen::N(8))")]
    pub enum State {
        #[sea_orm(string_value = "open")]
        Open,
        #[sea_orm(string_value = "closed")]
        Closed,
    }

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "time_entries", rename_all = "camelCase")]
    #[minted(crate = "::snowflake_kit_seaorm::sea_orm_2")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false, column_name = "the_key", comment = "a, b")]
        pub entry_id: TimeEntryId,
        #[sea_orm(unique, indexed)]
        pub last_update: Option<UpdateId>,
        #[sea_orm(enum_name = "Moment", nullable)]
        pub r#type: Option<DateTimeId>,
        #[sea_orm(default_value = 5, extra = "CHECK (id_2 > 0)", column_name = "id_2")]
        pub id_2: UnixTimestampUuid,
        #[sea_orm(column_type = "BigInteger")]
        pub user_id_: ids::UserId,
        pub state: State,
        #[sea_orm(ignore)]
        pub note: Option<ids::UserId>,
    }
}

/// A composite key, of which one column is minted.
pub mod document {
    use sea_orm::entity::prelude::*;
    use snowflake_kit_derive::MintedModel;

    use super::ids::{UpdateId, UserId};

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "documents")]
    #[minted(crate = "snowflake_kit_seaorm::sea_orm_2")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub owner_id: UserId,
        #[minted]
        #[sea_orm(primary_key)]
        pub version: UpdateId,
        pub text: String,
    }
}

/// A relation by two columns, in each of the ways to write them.
pub mod page {
    use sea_orm::entity::prelude::*;
    use snowflake_kit_derive::MintedModel;

    use super::ids::{DateTimeId, UpdateId, UserId};

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "pages")]
    #[minted(crate = "snowflake_kit_seaorm::sea_orm_2")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: DateTimeId,
        pub owner_id: UserId,
        #[sea_orm(enum_name = "InVersion")]
        pub version: UpdateId,
        #[sea_orm(belongs_to, from = "(owner_id, in_version)", to = "(owner_id, Column::Version)")]
        pub document: BelongsTo<super::document::Entity>,
    }
}

/// Relations in the enum, as older entities have them.
pub mod compact {
    use sea_orm::entity::prelude::*;
    use snowflake_kit_derive::MintedModel;

    use super::ids::{TimeEntryId, UserId};

    #[sea_orm::compact_model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "compact_rows")]
    #[minted(crate = "snowflake_kit_seaorm::sea_orm_2")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: TimeEntryId,
        pub account: UserId,
        pub of: HasOne<super::account::Entity>,
    }

    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {
        #[sea_orm(
            belongs_to = "super::account::Entity",
            from = "Column::Account",
            to = "super::account::Column::PublicId"
        )]
        Account,
    }

    impl Related<super::account::Entity> for Entity {
        fn to() -> RelationDef {
            Relation::Account.def()
        }
    }
}

/// An entity that is written out, as `sea-orm-cli` does it on request.
pub mod expanded {
    use sea_orm::entity::prelude::*;
    use snowflake_kit_derive::MintedModel;

    use super::ids::UserId;

    #[derive(Clone, Copy, Debug, Default, DeriveEntity)]
    pub struct Entity;

    impl EntityName for Entity {
        fn table_name(&self) -> &'static str {
            "expanded_rows"
        }
    }

    #[derive(Clone, Debug, PartialEq, Eq, DeriveModel, DeriveActiveModel, MintedModel)]
    #[minted(crate = "snowflake_kit_seaorm::sea_orm_2")]
    pub struct Model {
        #[minted]
        pub id: UserId,
        pub text: String,
    }

    #[derive(Clone, Copy, Debug, EnumIter, DeriveColumn)]
    pub enum Column {
        Id,
        Text,
    }

    #[derive(Clone, Copy, Debug, EnumIter, DerivePrimaryKey)]
    pub enum PrimaryKey {
        Id,
    }

    impl PrimaryKeyTrait for PrimaryKey {
        type ValueType = UserId;

        fn auto_increment() -> bool {
            false
        }
    }

    #[derive(Clone, Copy, Debug, EnumIter)]
    pub enum Relation {}

    impl ColumnTrait for Column {
        type EntityName = Entity;

        fn def(&self) -> ColumnDef {
            match self {
                Self::Id => ColumnType::BigInteger.def(),
                Self::Text => ColumnType::Text.def(),
            }
        }
    }

    impl RelationTrait for Relation {
        fn def(&self) -> RelationDef {
            match *self {}
        }
    }
}

/// A key of the database's, and beside it one that is minted.
pub mod account {
    use sea_orm::entity::prelude::*;
    use snowflake_kit_derive::MintedModel;

    use super::ids::UserId;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "accounts")]
    #[minted(crate = "snowflake_kit_seaorm::sea_orm_2")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i32,
        #[minted]
        #[sea_orm(unique)]
        pub public_id: UserId,
        pub name: String,
    }
}

/// Entities that macros write.
macro_rules! entity {
    ($name:ident, $table:literal, $id:ty, $other:ty) => {
        pub mod $name {
            use sea_orm::entity::prelude::*;
            use snowflake_kit_derive::MintedModel;

            use super::ids::*;

            #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
            #[sea_orm(table_name = $table)]
            #[minted(crate = "snowflake_kit_seaorm::sea_orm_2")]
            pub struct Model {
                #[sea_orm(primary_key, auto_increment = false)]
                pub id: $id,
                pub other: $other,
            }

            #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
            pub enum Relation {}
        }
    };
}

entity!(slow, "slow_rows", SlowId, Option<UserId>);
entity!(lonely, "lonely_rows", LonelyId, Option<UserId>);

/// A primary key that is left to the database, and minted all the same.
pub mod torn {
    use sea_orm::entity::prelude::*;
    use snowflake_kit_seaorm::sea_orm_2::__private::{Caller, MintedKey, key, keys};
    use snowflake_kit_seaorm::sea_orm_2::MintedModel;

    use super::ids::UserId;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "torn_rows")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: UserId,
    }

    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}

    impl MintedModel for ActiveModel {
        fn keys(
            &mut self,
        ) -> impl Iterator<Item = (&'static str, &mut dyn MintedKey, Caller)> + Send {
            keys([Ok(0)], [("id", key(&mut self.id))])
        }
    }
}
