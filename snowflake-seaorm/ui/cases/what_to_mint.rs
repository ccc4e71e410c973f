//! What is to be minted is not said, or not well.

mod ids {
    #[derive(snowflake_derive::SnowflakeId)]
    #[snowflake(crate = "snowflake_core")]
    pub struct UserId(snowflake_core::Snowflake);

    snowflake_seaorm::value!(UserId);
}

mod two_columns {
    use sea_orm::entity::prelude::*;
    use snowflake_derive::MintedModel;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "two_columns")]
    #[minted(crate = "snowflake_seaorm")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub tenant_id: super::ids::UserId,
        #[sea_orm(primary_key)]
        pub id: super::ids::UserId,
    }
}

mod none_and_one {
    use sea_orm::entity::prelude::*;
    use snowflake_derive::MintedModel;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "none_and_one")]
    #[minted(crate = "snowflake_seaorm", keys = "none")]
    pub struct Model {
        #[minted]
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: super::ids::UserId,
    }
}

mod no_column {
    use sea_orm::entity::prelude::*;
    use snowflake_derive::MintedModel;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "no_column")]
    #[minted(crate = "snowflake_seaorm")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: super::ids::UserId,
        #[minted]
        #[sea_orm(ignore)]
        pub note: Option<super::ids::UserId>,
    }
}

mod no_id {
    use sea_orm::entity::prelude::*;
    use snowflake_derive::MintedModel;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "no_id")]
    #[minted(crate = "snowflake_seaorm")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: i64,
    }
}

mod unknown {
    use sea_orm::entity::prelude::*;
    use snowflake_derive::MintedModel;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "unknown")]
    #[minted(crate = "snowflake_seaorm", hooks = "own")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: super::ids::UserId,
    }
}

#[derive(snowflake_derive::MintedModel)]
enum NoModel {}

fn main() {}
