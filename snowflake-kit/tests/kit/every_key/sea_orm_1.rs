//! The rows by SeaORM 1.

use ::{sea_orm_1 as sea_orm, snowflake_kit::sea_orm_1 as version};

#[path = "seaorm.rs"]
mod rows;
