//! Messages about input that cannot be used, and their places.

use proc_macro2::{Delimiter, Group, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};

pub(crate) type Result<T> = std::result::Result<T, Error>;

pub(crate) struct Error {
    message: String,
    /// The places of the first token that is wrong, and of the last.
    first: Span,
    last: Span,
}

impl Error {
    pub(crate) fn new(place: Span, message: impl Into<String>) -> Self {
        Self::between(place, place, message)
    }

    /// At these tokens.
    pub(crate) fn new_spanned(tokens: impl ToTokens, message: impl Into<String>) -> Self {
        let mut places = tokens.into_token_stream().into_iter().map(|token| token.span());
        let first = places.next().unwrap_or_else(Span::call_site);
        Self::between(first, places.last().unwrap_or(first), message)
    }

    pub(crate) fn between(first: Span, last: Span, message: impl Into<String>) -> Self {
        Self { message: message.into(), first, last }
    }

    /// rustc shows the error from the place of the first of these tokens to that of the last.
    pub(crate) fn into_compile_error(self) -> TokenStream {
        let mut message = Literal::string(&self.message);
        message.set_span(self.last);
        let mut braces = Group::new(Delimiter::Brace, message.into_token_stream());
        braces.set_span(self.last);
        let mut error = quote_spanned!(self.first=> ::core::compile_error!);
        error.extend([TokenTree::Group(braces)]);
        error
    }
}
