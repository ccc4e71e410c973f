//! Paths and types.

use std::iter;

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use crate::error::{Error, Result};
use crate::string::StringLiteral;
use crate::tokens::Tokens;

/// A path to an item, or to a type.
pub(crate) struct Path {
    tokens: TokenStream,
    /// The last name in it.
    pub(crate) last: Ident,
}

/// The type of a field.
#[derive(Clone)]
pub(crate) struct Type(pub(crate) TokenStream);

impl Path {
    /// None if something else comes next.
    pub(crate) fn read(input: &mut Tokens) -> Option<Self> {
        let mut tokens = TokenStream::new();
        // `<T as Trait>::Type`
        arguments(input, &mut tokens);
        colons(input, &mut tokens);
        loop {
            let last =
                input.ident().filter(|name| *name != "true" && *name != "false" && *name != "_")?;
            last.to_tokens(&mut tokens);
            let mut goes_on = colons(input, &mut tokens);
            if arguments(input, &mut tokens) {
                goes_on = colons(input, &mut tokens);
            }
            if !goes_on {
                return Some(Self { tokens, last });
            }
        }
    }

    /// The path in a string, as of `crate = "…"`.
    pub(crate) fn in_string(string: &StringLiteral) -> Result<Self> {
        let mut tokens = tokens_in(string);
        Self::read(&mut tokens).filter(|_| tokens.is_empty()).ok_or_else(|| not_a_path(string))
    }

    /// A path to the facade, where none is given.
    pub(crate) fn default_facade() -> Self {
        let last = Ident::new("snowflake_kit", Span::call_site());
        Self { tokens: quote!(::#last), last }
    }

    pub(crate) fn span(&self) -> Span {
        first_place(&self.tokens)
    }
}

impl ToTokens for Path {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.tokens.to_tokens(tokens);
    }
}

impl Type {
    /// None for types that are not named, such as references and tuples.
    pub(crate) fn path(&self) -> Option<Path> {
        let mut tokens = Tokens::new(self.0.clone(), Span::call_site());
        Path::read(&mut tokens).filter(|_| tokens.is_empty())
    }

    pub(crate) fn span(&self) -> Span {
        first_place(&self.0)
    }
}

impl ToTokens for Type {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.0.to_tokens(tokens);
    }
}

/// The tokens in a string, at its place.
pub(crate) fn tokens_in(string: &StringLiteral) -> Tokens {
    let tokens: TokenStream = string.value().parse().unwrap_or_default();
    Tokens::new(placed(tokens, string.span()), string.span())
}

pub(crate) fn not_a_path(string: &StringLiteral) -> Error {
    let message = format!("`{}` is not a path, such as `name` or `module::name`", string.value());
    Error::new(string.span(), message)
}

fn placed(tokens: TokenStream, place: Span) -> TokenStream {
    let place_one = |mut token: TokenTree| {
        if let TokenTree::Group(group) = &token {
            token = Group::new(group.delimiter(), placed(group.stream(), place)).into();
        }
        token.set_span(place);
        token
    };
    tokens.into_iter().map(place_one).collect()
}

fn first_place(tokens: &TokenStream) -> Span {
    tokens.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span())
}

/// Whether `::` comes next.
fn colons(input: &mut Tokens, tokens: &mut TokenStream) -> bool {
    let colons: Vec<_> = iter::from_fn(|| input.mark(':')).take(2).collect();
    let are_there = colons.len() == 2;
    tokens.extend(colons);
    are_there
}

/// Whether arguments come next: `<…>`.
fn arguments(input: &mut Tokens, tokens: &mut TokenStream) -> bool {
    let Some(open) = input.mark('<') else { return false };
    tokens.extend([open]);
    tokens.extend(input.before('>'));
    tokens.extend(input.mark('>'));
    true
}
