//! The rows.

use diesel::{Insertable, Queryable};
use snowflake_kit::{Id, Snowflake, SnowflakeId};

/// Identifies a row.
#[derive(SnowflakeId)]
pub struct RowId(Snowflake);

/// Identifies who owns or edits a row.
#[derive(SnowflakeId)]
pub struct OwnerId(Snowflake);

diesel::table! {
    use diesel::sql_types::{Nullable, Text};
    use snowflake_kit::Key;
    use super::{OwnerId, RowId};

    typed (id) {
        id -> Key<RowId>,
        owner_id -> Key<OwnerId>,
        editor_id -> Nullable<Key<OwnerId>>,
        name -> Text,
    }
}

diesel::table! {
    plain (id) {
        id -> BigInt,
        owner_id -> BigInt,
        editor_id -> Nullable<BigInt>,
        name -> Text,
    }
}

#[derive(Clone, Insertable, Queryable)]
#[diesel(table_name = typed, treat_none_as_default_value = false)]
pub(super) struct TypedRow {
    pub(super) id: RowId,
    pub(super) owner_id: OwnerId,
    pub(super) editor_id: Option<OwnerId>,
    pub(super) name: String,
}

#[derive(Clone, Insertable, Queryable)]
#[diesel(table_name = plain, treat_none_as_default_value = false)]
pub(super) struct PlainRow {
    pub(super) id: i64,
    pub(super) owner_id: i64,
    pub(super) editor_id: Option<i64>,
    pub(super) name: String,
}

/// The same rows in both forms. One of three has an editor.
pub(super) fn rows(count: usize) -> (Vec<TypedRow>, Vec<PlainRow>) {
    let typed: Vec<_> = (0..count)
        .map(|number| TypedRow {
            id: RowId::mint(),
            owner_id: OwnerId::mint(),
            editor_id: number.is_multiple_of(3).then(OwnerId::mint),
            name: format!("Row {number}"),
        })
        .collect();
    let plain = typed.iter().map(|row| PlainRow {
        id: row.id.get(),
        owner_id: row.owner_id.get(),
        editor_id: row.editor_id.map(OwnerId::get),
        name: row.name.clone(),
    });
    let plain = plain.collect();
    (typed, plain)
}
