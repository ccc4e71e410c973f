//! The rows of a parent and its children.

use std::array;

use diesel::Insertable;
use snowflake_kit::{Snowflake, SnowflakeId};

use super::CHILDREN;

/// Identifies a parent.
#[derive(SnowflakeId)]
pub struct ParentId(Snowflake);

/// Identifies a child.
#[derive(SnowflakeId)]
pub struct ChildId(Snowflake);

diesel::table! {
    use diesel::sql_types::Text;
    use snowflake_kit::Key;
    use super::ParentId;

    minted_parents (id) { id -> Key<ParentId>, name -> Text }
}

diesel::table! {
    use diesel::sql_types::Text;
    use snowflake_kit::Key;
    use super::{ChildId, ParentId};

    minted_children (id) { id -> Key<ChildId>, parent_id -> Key<ParentId>, text -> Text }
}

diesel::table! {
    counted_parents (id) { id -> BigInt, name -> Text }
}

diesel::table! {
    counted_children (id) { id -> BigInt, parent_id -> BigInt, text -> Text }
}

#[derive(Insertable)]
#[diesel(table_name = minted_parents, treat_none_as_default_value = false)]
pub(crate) struct Parent {
    pub(crate) id: ParentId,
    pub(crate) name: String,
}

#[derive(Insertable)]
#[diesel(table_name = minted_children, treat_none_as_default_value = false)]
pub(crate) struct Child {
    pub(crate) id: ChildId,
    pub(crate) parent_id: ParentId,
    pub(crate) text: String,
}

#[derive(Insertable)]
#[diesel(table_name = counted_parents, treat_none_as_default_value = false)]
pub(crate) struct NewParent {
    pub(crate) name: String,
}

#[derive(Insertable)]
#[diesel(table_name = counted_children, treat_none_as_default_value = false)]
pub(crate) struct NewChild {
    pub(crate) parent_id: i64,
    pub(crate) text: String,
}

pub(crate) fn name(number: usize) -> String {
    format!("Parent {number}")
}

pub(crate) fn text(number: usize) -> String {
    format!("Child {number}")
}

impl Parent {
    pub(crate) fn mint(number: usize) -> Self {
        Self { id: ParentId::mint(), name: name(number) }
    }

    pub(crate) fn mint_children(&self) -> [Child; CHILDREN] {
        let parent_id = self.id;
        array::from_fn(|n| Child { id: ChildId::mint(), parent_id, text: text(n) })
    }
}

/// The children of a parent whose key the database has told.
pub(crate) fn new_children(parent_id: i64) -> [NewChild; CHILDREN] {
    array::from_fn(|n| NewChild { parent_id, text: text(n) })
}
