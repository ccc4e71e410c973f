//! Columns that know which ID they hold.

use core::fmt;
use core::iter::Empty;
use core::marker::PhantomData;
use core::ops::RangeInclusive;
use core::str::FromStr;
use std::borrow::Cow;

use sea_orm::sea_query::{BinOper, DynIden, Expr, ExprTrait};
use sea_orm::{
    ColumnDef, ColumnFromStrErr, ColumnTrait, DbBackend, EntityTrait, Iden, IdenStatic, Iterable,
    Value,
};
use snowflake_core::Id;

use crate::to_value;

/// A column of the entity `E` that holds IDs of the type `T`.
///
/// `#[derive(MintedModel)]` makes one for each field, in the constant `IDS` beside the model. A
/// comparison with another ID type does not compile. (With SeaORM's own `Column::AuthorId` and
/// `COLUMN.author_id` it does.)
///
/// ```
/// # mod post {
/// #     use sea_orm::entity::prelude::*;
/// #     use snowflake_derive::{MintedModel, SnowflakeId};
/// #     #[derive(SnowflakeId)]
/// #     #[snowflake(crate = "snowflake_mint")]
/// #     pub struct PostId(snowflake_core::Snowflake);
/// #     #[derive(SnowflakeId)]
/// #     #[snowflake(crate = "snowflake_mint")]
/// #     pub struct UserId(snowflake_core::Snowflake);
/// #     snowflake_seaorm::value!(PostId, UserId);
/// #     #[sea_orm::model]
/// #     #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
/// #     #[sea_orm(table_name = "posts")]
/// #     #[minted(crate = "snowflake_seaorm")]
/// #     pub struct Model {
/// #         #[sea_orm(primary_key, auto_increment = false)]
/// #         pub id: PostId,
/// #         pub author_id: UserId,
/// #         pub editor_id: Option<UserId>,
/// #         pub title: String,
/// #     }
/// # }
/// use std::time::{Duration, SystemTime};
///
/// # use post::{PostId, UserId};
/// use sea_orm::{ColumnTrait, DbBackend, EntityTrait, QueryFilter, QueryOrder, QueryTrait};
/// use snowflake_core::{Id, SnowflakeId as _};
///
/// let ada = UserId::from_i64(7)?;
/// let now = SystemTime::now();
/// let last_hour = PostId::range(now - Duration::from_secs(3600)..now);
///
/// let find = post::Entity::find()
///     .filter(post::IDS.author_id.eq(ada))
///     .filter(post::IDS.editor_id.ne(post::IDS.author_id))
///     .filter(post::IDS.id.in_range(last_hour))
///     .order_by_desc(post::IDS.id);
/// # assert!(find.build(DbBackend::Sqlite).to_string().contains(r#""editor_id" <> "posts"."author_id""#));
/// # Ok::<(), snowflake_core::ValueError>(())
/// ```
///
/// It is a `ColumnTrait`, so you can use it wherever SeaORM takes a column: `order_by`, `column`,
/// `cursor_by`, `max`. Methods that take a value check its type, except `like` and similar ones,
/// and subqueries. [`into_column`](Self::into_column) returns the untyped column.
///
/// If a field is neither an ID nor an `Option` or [`OrZero`](crate::OrZero) of one, its column in
/// `IDS` has the untyped methods of SeaORM's `Column`.
pub struct IdColumn<E: EntityTrait, T> {
    column: E::Column,
    id: PhantomData<fn() -> T>,
}

impl<E: EntityTrait, T> IdColumn<E, T> {
    /// This column holds IDs of the type `T`.
    pub const fn new(column: E::Column) -> Self {
        Self { column, id: PhantomData }
    }

    /// SeaORM's column, which takes any value.
    pub const fn into_column(self) -> E::Column {
        self.column
    }
}

// By value, to be found before the methods of `ExprTrait`, which has them by
// value too.
impl<E: EntityTrait, T: Id> IdColumn<E, T> {
    /// `=`, and `IS NULL` for `None`.
    pub fn eq(self, id: impl IdOperand<T>) -> Expr {
        match id.into_operand() {
            Some(id) => self.compare(BinOper::Equal, id),
            None => self.is_null(),
        }
    }

    /// `<>`, and `IS NOT NULL` for `None`.
    pub fn ne(self, id: impl IdOperand<T>) -> Expr {
        match id.into_operand() {
            Some(id) => self.compare(BinOper::NotEqual, id),
            None => self.is_not_null(),
        }
    }

    /// `>`: minted after.
    pub fn gt(self, id: impl IdOperand<T>) -> Expr {
        self.compare(BinOper::GreaterThan, operand(id))
    }

    /// `>=`.
    pub fn gte(self, id: impl IdOperand<T>) -> Expr {
        self.compare(BinOper::GreaterThanOrEqual, operand(id))
    }

    /// `<`: minted before.
    pub fn lt(self, id: impl IdOperand<T>) -> Expr {
        self.compare(BinOper::SmallerThan, operand(id))
    }

    /// `<=`.
    pub fn lte(self, id: impl IdOperand<T>) -> Expr {
        self.compare(BinOper::SmallerThanOrEqual, operand(id))
    }

    /// `BETWEEN`; both ends are in it.
    pub fn between(self, first: impl IdOperand<T>, last: impl IdOperand<T>) -> Expr {
        self.expr().between(self.saved(operand(first)), self.saved(operand(last)))
    }

    /// `NOT BETWEEN`.
    pub fn not_between(self, first: impl IdOperand<T>, last: impl IdOperand<T>) -> Expr {
        self.expr().not_between(self.saved(operand(first)), self.saved(operand(last)))
    }

    /// `BETWEEN` the ends of a range: that of an interval of time by
    /// [`SnowflakeId::range`](snowflake_core::SnowflakeId::range).
    pub fn in_range(self, ids: RangeInclusive<T>) -> Expr {
        let (first, last) = ids.into_inner();
        self.between(first, last)
    }

    /// `IN`.
    pub fn is_in<I: IdOperand<T>>(self, ids: impl IntoIterator<Item = I>) -> Expr {
        self.expr().is_in(ids.into_iter().map(|id| self.saved(operand(id))))
    }

    /// `NOT IN`.
    pub fn is_not_in<I: IdOperand<T>>(self, ids: impl IntoIterator<Item = I>) -> Expr {
        self.expr().is_not_in(ids.into_iter().map(|id| self.saved(operand(id))))
    }

    /// `COALESCE`: the column, or this where it is null.
    pub fn if_null(self, id: impl IdOperand<T>) -> Expr {
        self.expr().if_null(self.saved(operand(id)))
    }

    /// `= ANY (…)`: all IDs in one parameter. PostgreSQL only.
    #[cfg(feature = "postgres-array")]
    pub fn eq_any(self, ids: impl IntoIterator<Item = T>) -> Expr {
        use sea_orm::sea_query::extension::postgres::PgFunc;

        let ids = self.column.save_array_as(Expr::val(array(ids)));
        self.expr().eq(PgFunc::any(ids))
    }

    /// `<> ALL (…)`: all IDs in one parameter. PostgreSQL only.
    #[cfg(feature = "postgres-array")]
    pub fn ne_all(self, ids: impl IntoIterator<Item = T>) -> Expr {
        use sea_orm::sea_query::extension::postgres::PgFunc;

        let ids = self.column.save_array_as(Expr::val(array(ids)));
        self.expr().ne(PgFunc::all(ids))
    }

    fn compare(self, operator: BinOper, operand: Expr) -> Expr {
        self.expr().binary(operator, self.saved(operand))
    }

    fn expr(self) -> Expr {
        Expr::col(self.as_column_ref())
    }

    /// A value as the column's `save_as` wants it; other columns are so
    /// already.
    fn saved(self, operand: Expr) -> Expr {
        if matches!(operand, Expr::Value(_)) { self.column.save_as(operand) } else { operand }
    }
}

fn operand<T>(id: impl IdOperand<T>) -> Expr {
    id.into_operand().unwrap_or_else(|| Expr::val(Value::BigInt(None)))
}

#[cfg(feature = "postgres-array")]
fn array<T: Id>(ids: impl IntoIterator<Item = T>) -> Value {
    let ids = ids.into_iter().map(to_value).collect();
    Value::Array(sea_orm::sea_query::ArrayType::BigInt, Some(Box::new(ids)))
}

/// A value that a column of `T` can be compared with: a `T`, an `Option<T>`, an
/// [`OrZero<T>`](crate::OrZero), or another column of `T`.
#[diagnostic::on_unimplemented(
    message = "a column of `{T}` is not compared with `{Self}`",
    label = "expected `{T}`",
    note = "if it is meant, `.into_column()` is the column that takes any value"
)]
pub trait IdOperand<T> {
    /// The expression; `None` for null.
    #[doc(hidden)]
    fn into_operand(self) -> Option<Expr>;
}

impl<T: Id> IdOperand<T> for T {
    fn into_operand(self) -> Option<Expr> {
        Some(Expr::val(to_value(self)))
    }
}

#[diagnostic::do_not_recommend]
impl<T: Id> IdOperand<T> for &T {
    fn into_operand(self) -> Option<Expr> {
        Some(Expr::val(to_value(*self)))
    }
}

#[diagnostic::do_not_recommend]
impl<T: Id> IdOperand<T> for Option<T> {
    fn into_operand(self) -> Option<Expr> {
        self.and_then(IdOperand::into_operand)
    }
}

#[diagnostic::do_not_recommend]
impl<E: EntityTrait, T: Id> IdOperand<T> for IdColumn<E, T> {
    fn into_operand(self) -> Option<Expr> {
        Some(self.expr())
    }
}

impl<E: EntityTrait, T> Clone for IdColumn<E, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E: EntityTrait, T> Copy for IdColumn<E, T> {}

impl<E: EntityTrait, T> fmt::Debug for IdColumn<E, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.column.fmt(f)
    }
}

impl<E: EntityTrait, T> Iden for IdColumn<E, T> {
    fn quoted(&self) -> Cow<'static, str> {
        self.column.quoted()
    }

    fn unquoted(&self) -> &str {
        self.column.unquoted()
    }
}

impl<E: EntityTrait, T: 'static> IdenStatic for IdColumn<E, T> {
    fn as_str(&self) -> &'static str {
        self.column.as_str()
    }
}

/// None: all columns of an entity are `E::Column`'s.
impl<E: EntityTrait, T> Iterable for IdColumn<E, T> {
    type Iterator = Empty<Self>;

    fn iter() -> Self::Iterator {
        core::iter::empty()
    }
}

/// None, likewise.
impl<E: EntityTrait, T> FromStr for IdColumn<E, T> {
    type Err = ColumnFromStrErr;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Err(ColumnFromStrErr(name.to_owned()))
    }
}

impl<E: EntityTrait, T: 'static> ColumnTrait for IdColumn<E, T> {
    type EntityName = <E::Column as ColumnTrait>::EntityName;

    fn def(&self) -> ColumnDef {
        self.column.def()
    }

    fn enum_type_name(&self) -> Option<&'static str> {
        self.column.enum_type_name()
    }

    fn entity_name(&self) -> DynIden {
        self.column.entity_name()
    }

    fn as_column_ref(&self) -> (DynIden, DynIden) {
        self.column.as_column_ref()
    }

    fn into_returning_expr(self, backend: DbBackend) -> Expr {
        self.column.into_returning_expr(backend)
    }

    fn select_as(&self, expr: Expr) -> Expr {
        self.column.select_as(expr)
    }

    fn save_as(&self, value: Expr) -> Expr {
        self.column.save_as(value)
    }

    fn save_array_as(&self, value: Expr) -> Expr {
        self.column.save_array_as(value)
    }
}
