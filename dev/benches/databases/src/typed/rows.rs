//! The rows.

use diesel::{Insertable, Queryable};
use snowflake_kit::{Id, Snowflake, SnowflakeId};
use sqlx::FromRow;

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

#[derive(Clone, FromRow, Insertable, Queryable)]
#[diesel(table_name = typed, treat_none_as_default_value = false)]
pub(super) struct TypedRow {
    pub(super) id: RowId,
    pub(super) owner_id: OwnerId,
    pub(super) editor_id: Option<OwnerId>,
    pub(super) name: String,
}

#[derive(Clone, FromRow, Insertable, Queryable)]
#[diesel(table_name = plain, treat_none_as_default_value = false)]
pub(super) struct PlainRow {
    pub(super) id: i64,
    pub(super) owner_id: i64,
    pub(super) editor_id: Option<i64>,
    pub(super) name: String,
}

/// IDs without gaps, from a minted one on. Minting reads the clock, whose instructions
/// differ from run to run, and would be counted with those of the database.
fn ids<T: Id>(first: T) -> impl Iterator<Item = T> {
    (first.get()..).map_while(|value| T::from_i64(value).ok())
}

/// The same rows in both forms. One of three has an editor.
pub(super) fn rows(count: usize) -> (Vec<TypedRow>, Vec<PlainRow>) {
    let keys = ids(RowId::mint()).zip(ids(OwnerId::mint())).zip(ids(OwnerId::mint()));
    let typed: Vec<_> = (0..count)
        .zip(keys)
        .map(|(number, ((id, owner_id), editor_id))| TypedRow {
            id,
            owner_id,
            editor_id: number.is_multiple_of(3).then_some(editor_id),
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
