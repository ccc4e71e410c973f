//! The rows by SeaORM 1.

use ::{sea_orm_1 as sea_orm, snowflake_kit::sea_orm_1 as version};

#[path = "seaorm.rs"]
#[expect(unused_qualifications, reason = "SeaORM's derives name types by their paths")]
mod rows;
