//! Keys that SeaORM or SQLite would number.

mod ids {
    #[derive(snowflake_kit::SnowflakeId)]
    pub struct UserId(snowflake_kit::Snowflake);
}

mod by_default {
    use sea_orm::entity::prelude::*;
    use snowflake_kit::MintedModel;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "by_default")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: super::ids::UserId,
    }
}

mod on_purpose {
    use sea_orm::entity::prelude::*;
    use snowflake_kit::MintedModel;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "on_purpose")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = true)]
        pub id: super::ids::UserId,
    }
}

mod row_number {
    use sea_orm::entity::prelude::*;
    use snowflake_kit::MintedModel;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "row_number")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false, column_type = "BigInteger")]
        pub id: super::ids::UserId,
    }
}

fn main() {}
