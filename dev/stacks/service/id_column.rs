use std::sync::Arc;

use sea_orm::sea_query::{Nullable, ValueType};
use sea_orm::{ColumnTrait, EntityTrait, Value};
use seaography::async_graphql::dynamic::{FieldValue, TypeRef, ValueAccessor};
use seaography::{BuilderContext, EntityColumnId, FilterType, SeaographyError};
use snowflake_kit::Id;

/// A column with IDs: a string in fields, filters and inputs.
pub fn id_column<E, T>(context: &mut BuilderContext, column: E::Column)
where
    E: EntityTrait,
    T: Id + ValueType + Nullable + Into<Value>,
{
    let is_null = column.def().is_null();
    let key = EntityColumnId::of::<E>(&column);
    let options = context.types.column_options.entry(key.clone()).or_default();
    // Can be left out: `before_save` mints the key of a new row.
    options.input_type = Some(TypeRef::named(TypeRef::ID));
    options.output_type =
        Some(if is_null { TypeRef::named(TypeRef::ID) } else { TypeRef::named_nn(TypeRef::ID) });
    options.input_conversion = Some(Arc::new(|value: &ValueAccessor| {
        if value.is_null() {
            return Ok(T::null());
        }
        T::from_text(value.string()?).map(Into::into).map_err(|error| {
            SeaographyError::TypeConversionError(error.to_string(), T::NAME.to_owned())
        })
    }));
    options.output_conversion = Some(Arc::new(|value: &Value| {
        let id = <Option<T> as ValueType>::try_from(value.clone())?;
        let text = id.map(Id::try_text).transpose()?;
        Ok(text.map(|text| FieldValue::value(text.as_str())))
    }));
    context.filter_types.overwrites.insert(key, Some(FilterType::Id));
    context.filter_types.id_filter_info.base_type = TypeRef::ID.to_owned();
}
