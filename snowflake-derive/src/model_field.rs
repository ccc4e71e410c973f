//! The fields of a SeaORM model, read as SeaORM's derives read them.

use heck::{ToSnakeCase, ToUpperCamelCase};
use proc_macro2::{Delimiter, Ident, Span};

use crate::attribute::Meta;
use crate::declaration::Field;
use crate::error::{Error, Result};
use crate::ident::unraw;
use crate::minting::Minting;
use crate::path::{Path, Type, not_a_path, tokens_in};
use crate::string::StringLiteral;
use crate::tokens::Tokens;

pub(crate) struct ModelField<'a> {
    pub(crate) name: &'a Ident,
    pub(crate) ty: &'a Type,
    /// The variant of `Column`.
    pub(crate) column: Ident,
    /// Where `primary_key` stands.
    pub(crate) primary_key: Option<Span>,
    pub(crate) auto_increment: Option<(bool, Span)>,
    pub(crate) column_type: Option<StringLiteral>,
    /// `#[minted]`.
    pub(crate) minting: Option<Minting>,
    /// No column.
    pub(crate) ignored: bool,
    /// `from` and `to` of a relation.
    pub(crate) from: Option<StringLiteral>,
    pub(crate) to: Option<StringLiteral>,
}

impl<'a> ModelField<'a> {
    pub(crate) fn parse(field: &'a Field) -> Result<Self> {
        let name = &field.ident;
        let mut parsed = Self {
            name,
            ty: &field.ty,
            column: column(name),
            primary_key: None,
            auto_increment: None,
            column_type: None,
            minting: Minting::parse(field)?,
            ignored: false,
            from: None,
            to: None,
        };
        for attribute in &field.attributes {
            attribute.options("sea_orm", &mut |meta| parsed.parse_one(meta))?;
        }
        Ok(parsed)
    }

    /// Whether it is a key that the database counts, as the model says.
    pub(crate) fn is_counted(&self) -> bool {
        let counts = matches!(self.auto_increment, Some((true, _)));
        counts && self.primary_key.is_some() && self.minting.is_none() && !self.ignored
    }

    fn parse_one(&mut self, meta: &mut Meta<'_>) -> Result<()> {
        match meta.name.as_str() {
            "primary_key" => self.primary_key = Some(meta.ident.span()),
            "auto_increment" => self.auto_increment = Some(boolean(meta.value()?)?),
            "column_type" => self.column_type = Some(meta.string()?),
            "enum_name" => self.column = name_in(&meta.string()?)?,
            "ignore" => self.ignored = true,
            "from" => self.from = Some(meta.string()?),
            "to" => self.to = Some(meta.string()?),
            // Other options are for SeaORM.
            _ => skip(meta.input),
        }
        Ok(())
    }
}

/// The tokens after an option's name.
fn skip(input: &mut Tokens) {
    while !input.is_empty() && !input.is_at(',') {
        input.next();
    }
}

/// A value and its place.
fn boolean(input: &mut Tokens) -> Result<(bool, Span)> {
    let place = input.place();
    match input.ident() {
        Some(value) if value == "true" => Ok((true, place)),
        Some(value) if value == "false" => Ok((false, place)),
        _ => Err(Error::new(place, "expected `true` or `false`")),
    }
}

fn name_in(string: &StringLiteral) -> Result<Ident> {
    let mut tokens = tokens_in(string);
    tokens.ident().filter(|_| tokens.is_empty()).ok_or_else(|| {
        Error::new(string.span(), format!("`{}` is not the name of a variant", string.value()))
    })
}

/// A field's variant of `Column`.
pub(crate) fn column(field: &Ident) -> Ident {
    let name = unraw(field).to_upper_camel_case();
    // The one keyword in this case.
    let name = if name == "Self" { "Self_".to_owned() } else { name };
    named(&name, field)
}

/// A field of a name in this case, which may be a keyword.
pub(crate) fn snake(name: &Ident) -> Ident {
    let snake = unraw(name).to_snake_case();
    if ["self", "super", "crate"].contains(&snake.as_str()) || !is_name(&snake) {
        return named(&snake, name);
    }
    // It is the same name without `r#`.
    Ident::new_raw(&snake, name.span())
}

/// The name in another case, which has none of its digits and underscores at the beginning.
fn named(changed: &str, name: &Ident) -> Ident {
    if is_name(changed) { Ident::new(changed, name.span()) } else { name.clone() }
}

fn is_name(name: &str) -> bool {
    name.starts_with(char::is_alphabetic)
}

/// The columns in `from` or `to`: `author_id`, `Column::AuthorId` or
/// `(room_id, user_id)`.
pub(crate) fn columns(text: &StringLiteral) -> Result<Vec<Ident>> {
    let mut tokens = tokens_in(text);
    let Some(group) = tokens.group(Delimiter::Parenthesis).filter(|_| tokens.is_empty()) else {
        return Ok(vec![Path::in_string(text)?.last]);
    };
    let mut names = Tokens::inside(&group);
    let mut columns = Vec::new();
    while !names.is_empty() {
        columns.push(Path::read(&mut names).ok_or_else(|| not_a_path(text))?.last);
        if names.mark(',').is_none() && !names.is_empty() {
            return Err(not_a_path(text));
        }
    }
    Ok(columns)
}

/// `T` of `Option<T>`, and of `OrZero<T>`, which is one in a column that holds 0 in place of
/// `NULL`; any other type as it is.
pub(crate) fn without_option(ty: &Type) -> Type {
    argument(ty, &["Option", "OrZero"]).unwrap_or_else(|| ty.clone())
}

/// The entity that a relation leads to, in SeaORM's types for that.
pub(crate) fn related_entity(ty: &Type) -> Option<Type> {
    argument(ty, &["BelongsTo", "HasOne", "HasMany"]).map(|ty| without_option(&ty))
}

/// `T` of `Name<T>`, whatever path leads there.
fn argument(ty: &Type, names: &[&str]) -> Option<Type> {
    ty.path().filter(|path| names.iter().any(|name| path.last == name))?;
    let mut tokens = Tokens::new(ty.0.clone(), ty.span());
    // The last `<…>` that is not in another.
    while !tokens.is_empty() {
        tokens.before('<');
        tokens.mark('<')?;
        let inside = tokens.before('>');
        tokens.mark('>');
        if tokens.is_empty() {
            return Some(Type(Tokens::new(inside, ty.span()).before(',')));
        }
    }
    None
}
