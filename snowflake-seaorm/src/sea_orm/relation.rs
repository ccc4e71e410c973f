//! Relations that lead to a key of their own type.

use super::sea_orm::{ActiveValue, Value};

/// A foreign key of this type can hold the key `K`.
#[diagnostic::on_unimplemented(
    message = "a column of `{Self}` does not refer to a key of `{K}`",
    label = "this relation leads from `{Self}` to `{K}`",
    note = "look at `from` and `to` of the relation, and at the types of the two fields"
)]
pub trait LinksTo<K> {}

impl<K> LinksTo<K> for K {}

#[diagnostic::do_not_recommend]
impl<K> LinksTo<K> for Option<K> {}

#[diagnostic::do_not_recommend]
impl<K> LinksTo<Option<K>> for K {}

/// Compiles if the first column can refer to the second.
pub const fn link<F, K>(_: &ActiveValue<F>, _: &ActiveValue<K>)
where
    F: LinksTo<K> + Into<Value>,
    K: Into<Value>,
{
}
