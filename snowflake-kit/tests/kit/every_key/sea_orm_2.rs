//! The rows by SeaORM 2.

use ::{sea_orm, snowflake_kit::sea_orm_2 as version};

#[path = "seaorm.rs"]
#[expect(clippy::duplicate_mod, reason = "the same tables by each version")]
mod rows;
