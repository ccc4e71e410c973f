//! What is to be minted is not said, or not well.

mod ids {
    #[derive(snowflake_kit::SnowflakeId)]
    pub struct UserId(snowflake_kit::Snowflake);
}

mod two_columns {
    use sea_orm::entity::prelude::*;
    use snowflake_kit::MintedModel;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "two_columns")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub tenant_id: super::ids::UserId,
        #[sea_orm(primary_key)]
        pub id: super::ids::UserId,
    }
}

mod none_and_one {
    use sea_orm::entity::prelude::*;
    use snowflake_kit::MintedModel;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "none_and_one")]
    #[minted(keys = "none")]
    pub struct Model {
        #[minted]
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: super::ids::UserId,
    }
}

mod no_column {
    use sea_orm::entity::prelude::*;
    use snowflake_kit::MintedModel;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "no_column")]
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
    use snowflake_kit::MintedModel;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "no_id")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: i64,
    }
}

mod unknown {
    use sea_orm::entity::prelude::*;
    use snowflake_kit::MintedModel;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "unknown")]
    #[minted(hooks = "own")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: super::ids::UserId,
    }
}

mod own_and_hook {
    use sea_orm::entity::prelude::*;
    use snowflake_kit::MintedModel;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "own_and_hook")]
    #[minted(behavior = "own", before_save = "tidy")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: super::ids::UserId,
    }

    impl ActiveModelBehavior for ActiveModel {}
}

#[derive(snowflake_kit::MintedModel)]
enum NoModel {}

fn main() {}
