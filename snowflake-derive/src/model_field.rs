//! The fields of a SeaORM model, read as SeaORM's derives read them.

use heck::ToUpperCamelCase;
use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::meta::ParseNestedMeta;
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{
    Field, GenericArgument, Ident, LitBool, LitStr, Path, PathArguments, Result, Token, Type,
};

use crate::attribute::parse_nested;
use crate::minting::Minting;

pub(crate) struct ModelField<'a> {
    pub(crate) name: &'a Ident,
    pub(crate) ty: &'a Type,
    /// The variant of `Column`.
    pub(crate) column: Ident,
    /// Where `primary_key` stands.
    pub(crate) primary_key: Option<Span>,
    pub(crate) auto_increment: Option<LitBool>,
    pub(crate) column_type: Option<LitStr>,
    /// `#[minted]`.
    pub(crate) minting: Option<Minting>,
    /// No column.
    pub(crate) ignored: bool,
    /// `from` and `to` of a relation.
    pub(crate) from: Option<LitStr>,
    pub(crate) to: Option<LitStr>,
}

impl<'a> ModelField<'a> {
    pub(crate) fn parse(field: &'a Field, name: &'a Ident) -> Result<Self> {
        let mut parsed = Self {
            name,
            ty: &field.ty,
            column: column(&name.unraw().to_string(), name.span()),
            primary_key: None,
            auto_increment: None,
            column_type: None,
            minting: Minting::parse(field)?,
            ignored: false,
            from: None,
            to: None,
        };
        for attribute in &field.attrs {
            if attribute.path().is_ident("sea_orm") {
                parse_nested(attribute, &mut |meta| parsed.parse_one(&meta))?;
            }
        }
        Ok(parsed)
    }

    fn parse_one(&mut self, meta: &ParseNestedMeta<'_>) -> Result<()> {
        let key = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
        match key.as_str() {
            "primary_key" => self.primary_key = meta.path.get_ident().map(Ident::span),
            "auto_increment" => self.auto_increment = Some(meta.value()?.parse()?),
            "column_type" => self.column_type = Some(meta.value()?.parse()?),
            "enum_name" => self.column = meta.value()?.parse::<LitStr>()?.parse()?,
            "ignore" => self.ignored = true,
            "from" => self.from = Some(meta.value()?.parse()?),
            "to" => self.to = Some(meta.value()?.parse()?),
            // Other options are for SeaORM.
            _ => skip(meta.input)?,
        }
        Ok(())
    }
}

/// The tokens after an option's name.
fn skip(input: ParseStream<'_>) -> Result<()> {
    while !input.is_empty() && !input.peek(Token![,]) {
        input.step(|cursor| {
            cursor.token_tree().map_or_else(
                || Err(cursor.error("unexpected end of the attribute")),
                |(_, rest)| Ok(((), rest)),
            )
        })?;
    }
    Ok(())
}

/// A field's variant of `Column`.
pub(crate) fn column(field: &str, span: Span) -> Ident {
    let name = field.to_upper_camel_case();
    // The one keyword in this case.
    let name = if name == "Self" { "Self_".to_owned() } else { name };
    Ident::new(&name, span)
}

/// The columns in `from` or `to`: `author_id`, `Column::AuthorId` or
/// `(room_id, user_id)`.
pub(crate) fn columns(text: &LitStr) -> Result<Vec<Ident>> {
    let paths: Vec<Path> = if text.value().starts_with('(') {
        text.parse_with(|input: ParseStream<'_>| {
            let content;
            syn::parenthesized!(content in input);
            let paths = Punctuated::<Path, Token![,]>::parse_terminated(&content)?;
            Ok(paths.into_iter().collect())
        })?
    } else {
        vec![text.parse()?]
    };
    let last = |path: &Path| path.segments.last().map(|segment| segment.ident.clone());
    Ok(paths.iter().filter_map(last).collect())
}

/// `T` of `Option<T>`, and of `OrZero<T>`, which is one in a column that holds 0 in place of
/// `NULL`; any other type as it is.
pub(crate) fn without_option(ty: &Type) -> &Type {
    argument(ty, &["Option", "OrZero"]).unwrap_or(ty)
}

/// The entity that a relation leads to, in SeaORM's types for that.
pub(crate) fn related_entity(ty: &Type) -> Option<&Type> {
    argument(ty, &["BelongsTo", "HasOne", "HasMany"]).map(without_option)
}

/// `T` of `Name<T>`, whatever path leads there.
fn argument<'a>(ty: &'a Type, names: &[&str]) -> Option<&'a Type> {
    let path = match ty {
        Type::Path(path) => path,
        // A macro's `$ty`.
        Type::Group(group) => return argument(&group.elem, names),
        _ => return None,
    };
    let last = path.path.segments.last()?;
    if !names.iter().any(|name| last.ident == name) {
        return None;
    }
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first()? {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    }
}

/// The same identifier, as the derive's own: lints of the user's do not look
/// at it. Errors still are shown at its place.
pub(crate) fn derived(name: &Ident) -> Ident {
    let mut name = name.clone();
    name.set_span(Span::call_site().located_at(name.span()));
    name
}

/// A name that may be a keyword.
pub(crate) fn ident(name: &str, span: Span) -> Ident {
    let mut ident = syn::parse_str(name).unwrap_or_else(|_| Ident::new_raw(name, span));
    ident.set_span(span);
    ident
}
