//! Values of columns, as far as the drivers let them be made without a server.
//!
//! Those of sqlx cannot be; `snowflake-sqlx/tests` has servers for them.

use std::num::NonZeroU32;

use diesel::mysql::{Mysql, MysqlType, MysqlValue};
use diesel::pg::{Pg, PgValue, TypeOidLookup};
use diesel::sql_types::BigInt;
use postgres_types::private::BytesMut;
use postgres_types::{FromSql as _, ToSql as _, Type};
use rusqlite::types::{FromSql as _, ToSqlOutput, ValueRef};
use sea_orm::Value;
use sea_orm::sea_query::ValueType;
use snowflake_kit_lease::__private::table::registry;
use snowflake_kit_lease::table::TextRow;

use crate::ids::UserId;
use crate::input::Input;
use crate::refusal;

pub(crate) fn check(data: &[u8]) {
    let mut input = Input(data);
    let check = input.pick([postgres, mysql, sqlite, seaorm, lease_rows]);
    check(input);
}

/// Whether these are the eight bytes of an ID, high byte first.
fn of_bytes(bytes: &[u8]) -> Option<UserId> {
    UserId::from_i64(i64::from_be_bytes(bytes.try_into().ok()?)).ok()
}

fn postgres(mut input: Input<'_>) {
    let types = [Type::INT8, Type::INT4, Type::INT2, Type::TEXT, Type::NUMERIC, Type::UUID];
    let at = usize::from(input.bytes::<1>()[0]) % types.len();
    let (ty, bytes) = (&types[at], input.0);
    if <UserId as postgres_types::FromSql>::accepts(ty) {
        match UserId::from_sql(ty, bytes) {
            Ok(id) => {
                assert_eq!(of_bytes(bytes), Some(id));
                let mut written = BytesMut::new();
                id.to_sql(ty, &mut written).expect("an ID is written");
                assert_eq!(&written[..], bytes);
            }
            Err(error) => {
                assert_eq!(of_bytes(bytes), None);
                refusal::check(&error);
            }
        }
    }
    let value = PgValue::new(bytes, &Oid);
    let read = <UserId as diesel::deserialize::FromSql<BigInt, Pg>>::from_sql(value);
    assert_eq!(read.ok(), of_bytes(bytes));
}

struct Oid;

impl TypeOidLookup for Oid {
    /// That of `bigint`.
    fn lookup(&self) -> NonZeroU32 {
        NonZeroU32::new(20).expect("not 0")
    }
}

fn mysql(mut input: Input<'_>) {
    let ty = input.pick([MysqlType::LongLong, MysqlType::Long, MysqlType::Short, MysqlType::Tiny]);
    let value = MysqlValue::new(input.0, ty);
    match <UserId as diesel::deserialize::FromSql<BigInt, Mysql>>::from_sql(value) {
        Ok(id) => assert!(id.get() > 0),
        Err(error) => refusal::check(&error),
    }
}

fn sqlite(mut input: Input<'_>) {
    let kind = input.bytes::<1>()[0] % 5;
    let bytes = input.0;
    let number = input.number();
    let value = match kind {
        0 => ValueRef::Null,
        1 => ValueRef::Integer(number),
        2 => ValueRef::Real(f64::from_bits(number as u64)),
        3 => ValueRef::Text(bytes),
        _ => ValueRef::Blob(bytes),
    };
    match UserId::column_result(value) {
        Ok(id) => {
            assert_eq!(value, ValueRef::Integer(id.get()));
            let written = rusqlite::ToSql::to_sql(&id).expect("an ID is written");
            assert_eq!(written, ToSqlOutput::from(number));
        }
        Err(error) => {
            assert!(kind != 1 || number < 1);
            refusal::check(&error);
        }
    }
}

fn seaorm(mut input: Input<'_>) {
    let kind = input.bytes::<1>()[0] % 6;
    let text = input.text().map(str::to_owned);
    let number = input.number();
    let value = match kind {
        0 => Value::BigInt(Some(number)),
        1 => Value::BigInt(None),
        2 => Value::BigUnsigned(Some(number as u64)),
        3 => Value::Int(Some(number as i32)),
        4 => Value::Double(Some(f64::from_bits(number as u64))),
        _ => Value::from(text.unwrap_or_default()),
    };
    let read = <UserId as ValueType>::try_from(value.clone());
    assert_eq!(read.is_ok(), kind == 0 && number > 0, "{value:?}");
    if let Ok(id) = read {
        assert_eq!(Value::from(id), value);
    }
}

/// Rows of the table of leases, whoever wrote them.
fn lease_rows(mut input: Input<'_>) {
    let count = input.bytes::<1>()[0] % 4;
    let rows: Vec<[Option<i64>; 3]> = (0..count)
        .map(|_| {
            let [kinds] = input.bytes();
            let mut column = |at: u8| (kinds >> at & 1 == 0).then(|| input.number());
            [column(0), column(1), column(2)]
        })
        .collect();
    let clock = Some(input.number().to_string());
    let text = |row: &[Option<i64>; 3]| -> TextRow {
        let columns = row.map(|column| column.map(|number| number.to_string()));
        [clock.clone()].into_iter().chain(columns).collect()
    };
    match registry("shop", rows.iter().map(text)) {
        Ok(read) => {
            let leases: Vec<_> = rows.iter().filter(|row| **row != [None; 3]).collect();
            assert_eq!(read.rows.len(), leases.len());
            for (lease, row) in read.rows.iter().zip(leases) {
                assert_eq!(*row, [lease.node.into(), lease.token, lease.until].map(Some));
                assert!(lease.token >= 1 && lease.until >= 0);
            }
        }
        Err(error) => refusal::check(&error),
    }
}
