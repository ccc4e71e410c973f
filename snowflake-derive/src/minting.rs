//! `#[minted]` on a field: how the key in it is minted.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

use crate::attribute::Attribute;
use crate::declaration::Field;
use crate::error::{Error, Result};
use crate::ident::derived;

pub(crate) enum Minting {
    /// `#[minted]`.
    Mint,
    /// `#[minted(in = …)]`.
    Within(Caller),
}

/// The value of the caller's field, which comes from other fields of the row.
pub(crate) struct Caller {
    /// With `user_id` in place of `self.user_id`.
    pub(crate) expression: TokenStream,
    /// The fields in it.
    pub(crate) fields: Vec<Ident>,
}

impl Minting {
    /// How a field is minted, if it is.
    pub(crate) fn parse(field: &Field) -> Result<Option<Self>> {
        let mut minting = None;
        for attribute in field.attributes.iter().filter(|attribute| attribute.is("minted")) {
            if minting.is_some() {
                return Err(Error::new_spanned(attribute, "this field is `#[minted]` already"));
            }
            let is_bare = attribute.is_bare("minted");
            minting = Some(if is_bare { Self::Mint } else { Self::Within(caller(attribute)?) });
        }
        Ok(minting)
    }

    /// The value of the caller's field, if the key has one.
    pub(crate) fn caller(&self) -> Option<&Caller> {
        match self {
            Self::Mint => None,
            Self::Within(caller) => Some(caller),
        }
    }
}

/// The value that `in = ` gives.
fn caller(attribute: &Attribute) -> Result<Caller> {
    let mut caller = None;
    attribute.options("minted", &mut |meta| {
        if caller.is_some() || meta.name != "in" {
            return Err(meta.error("`#[minted]` has one option on a field: `in = …`"));
        }
        let value = meta.value()?;
        let place = value.place();
        let expression = value.before(',');
        if expression.is_empty() {
            let message = "expected an expression, such as `self.user_id`";
            return Err(Error::new(place, message));
        }
        caller = Some(Caller::new(expression)?);
        Ok(())
    })?;
    let message = "leave the parentheses out, or write `in = …`";
    caller.ok_or_else(|| Error::new_spanned(attribute, message))
}

impl Caller {
    fn new(expression: TokenStream) -> Result<Self> {
        let mut fields = Vec::new();
        let expression = without_self(expression, &mut fields)?;
        Ok(Self { expression, fields })
    }

    /// Refuses fields that are not among these, whose values are known before the key is minted.
    pub(crate) fn check(&self, row: &Ident, known: &[&Ident]) -> Result<()> {
        match self.fields.iter().find(|field| !known.contains(field)) {
            None => Ok(()),
            Some(field) => {
                let message = format!(
                    "`{row}` has no field `{field}` whose value is known before the key is minted: \
                     name a field that is not minted"
                );
                Err(Error::new(field.span(), message))
            }
        }
    }
}

/// `user_id` in place of `self.user_id`, and a list of these fields: there is no row yet.
fn without_self(tokens: TokenStream, fields: &mut Vec<Ident>) -> Result<TokenStream> {
    let mut rest = tokens.into_iter().peekable();
    let mut rewritten = TokenStream::new();
    while let Some(token) = rest.next() {
        match token {
            TokenTree::Ident(ident) if ident == "self" => {
                let dot = rest.next();
                let is_dot = matches!(&dot, Some(TokenTree::Punct(dot)) if dot.as_char() == '.');
                let field = match rest.next() {
                    Some(TokenTree::Ident(field)) if is_dot => field,
                    _ => return Err(not_there(ident.span())),
                };
                let is_call = matches!(
                    rest.peek(),
                    Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis
                );
                if is_call {
                    return Err(not_there(ident.span()));
                }
                rewritten.extend([TokenTree::Ident(derived(&field))]);
                if !fields.contains(&field) {
                    fields.push(field);
                }
            }
            TokenTree::Group(group) => {
                let inner = without_self(group.stream(), fields)?;
                let mut outer = Group::new(group.delimiter(), inner);
                outer.set_span(group.span());
                rewritten.extend([TokenTree::Group(outer)]);
            }
            other => rewritten.extend([other]),
        }
    }
    Ok(rewritten)
}

fn not_there(place: Span) -> Error {
    let message = "the row does not exist before its key is minted: write `self.` and a field, as \
                   in `self.user_id`";
    Error::new(place, message)
}
