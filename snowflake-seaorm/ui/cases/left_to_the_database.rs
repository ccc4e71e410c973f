//! Keys that SeaORM or SQLite would number.

mod ids {
    #[derive(snowflake_derive::SnowflakeId)]
    #[snowflake(crate = "snowflake_core")]
    pub struct UserId(snowflake_core::Snowflake);

    snowflake_seaorm::value!(UserId);
}

mod by_default {
    use sea_orm::entity::prelude::*;
    use snowflake_derive::MintedModel;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "by_default")]
    #[minted(crate = "snowflake_seaorm")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: super::ids::UserId,
    }
}

mod on_purpose {
    use sea_orm::entity::prelude::*;
    use snowflake_derive::MintedModel;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "on_purpose")]
    #[minted(crate = "snowflake_seaorm")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = true)]
        pub id: super::ids::UserId,
    }
}

mod row_number {
    use sea_orm::entity::prelude::*;
    use snowflake_derive::MintedModel;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "row_number")]
    #[minted(crate = "snowflake_seaorm")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false, column_type = "BigInteger")]
        pub id: super::ids::UserId,
    }
}

fn main() {}
