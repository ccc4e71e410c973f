//! Tokens, read one after the other.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

use crate::error::{Error, Result};
use crate::string::StringLiteral;

pub(crate) struct Tokens {
    /// The next one is the last.
    rest: Vec<TokenTree>,
    /// The place of the token that was read last.
    read: Span,
    /// The place that stands for the end: a closing delimiter.
    end: Span,
}

impl Tokens {
    pub(crate) fn new(tokens: TokenStream, end: Span) -> Self {
        let mut rest: Vec<_> = tokens.into_iter().collect();
        rest.reverse();
        Self { rest, read: end, end }
    }

    /// Those in a group.
    pub(crate) fn inside(group: &Group) -> Self {
        Self::new(group.stream(), group.span_close())
    }

    /// The next token. What a macro of the user's puts into its output, such as a `$name:path`, is
    /// in a group without delimiters: this looks into it.
    pub(crate) fn peek(&mut self) -> Option<&TokenTree> {
        while let Some(TokenTree::Group(group)) = self.rest.last()
            && group.delimiter() == Delimiter::None
        {
            let inside = group.stream();
            self.rest.pop();
            let outside = self.rest.len();
            self.rest.extend(inside);
            self.rest[outside..].reverse();
        }
        self.rest.last()
    }

    pub(crate) fn next(&mut self) -> Option<TokenTree> {
        self.peek()?;
        let token = self.rest.pop()?;
        self.read = token.span();
        Some(token)
    }

    pub(crate) fn is_empty(&mut self) -> bool {
        self.peek().is_none()
    }

    /// The place of the next token.
    pub(crate) fn place(&mut self) -> Span {
        let end = self.end;
        match self.peek() {
            None => end,
            Some(TokenTree::Group(group)) => group.span_open(),
            Some(token) => token.span(),
        }
    }

    /// The place of the token that was read last.
    pub(crate) fn last_place(&self) -> Span {
        self.read
    }

    pub(crate) fn is_at(&mut self, mark: char) -> bool {
        matches!(self.peek(), Some(TokenTree::Punct(next)) if next.as_char() == mark)
    }

    /// The next token, if it is this mark.
    pub(crate) fn mark(&mut self, mark: char) -> Option<TokenTree> {
        if self.is_at(mark) { self.next() } else { None }
    }

    pub(crate) fn ident(&mut self) -> Option<Ident> {
        match self.next_if(|token| matches!(token, TokenTree::Ident(_)))? {
            TokenTree::Ident(ident) => Some(ident),
            _ => None,
        }
    }

    pub(crate) fn group(&mut self, delimiter: Delimiter) -> Option<Group> {
        let is_group = |token: &TokenTree| matches!(token, TokenTree::Group(next) if next.delimiter() == delimiter);
        match self.next_if(is_group)? {
            TokenTree::Group(group) => Some(group),
            _ => None,
        }
    }

    pub(crate) fn string(&mut self) -> Result<StringLiteral> {
        self.optional_string()
            .ok_or_else(|| Error::new(self.place(), "expected a string: write it in double quotes"))
    }

    pub(crate) fn optional_string(&mut self) -> Option<StringLiteral> {
        let Some(TokenTree::Literal(literal)) = self.peek() else { return None };
        let string = StringLiteral::read(literal)?;
        self.next();
        Some(string)
    }

    /// The tokens before a mark, or all. A mark between `<` and `>` does not count. Groups without
    /// delimiters stay, so that what was one type or one expression still is.
    pub(crate) fn before(&mut self, mark: char) -> TokenStream {
        let mut tokens = TokenStream::new();
        let (mut depth, mut in_arrow) = (0_usize, false);
        while let Some(token) = self.rest.pop() {
            let next = match &token {
                TokenTree::Punct(punct) => punct.as_char(),
                _ => ' ',
            };
            if next == mark && depth == 0 && !in_arrow {
                self.rest.push(token);
                break;
            }
            match next {
                '<' => depth += 1,
                '>' if !in_arrow => depth = depth.saturating_sub(1),
                _ => {}
            }
            // `->`
            in_arrow = next == '-';
            self.read = token.span();
            tokens.extend([token]);
        }
        tokens
    }

    /// All that are left.
    pub(crate) fn into_rest(mut self) -> TokenStream {
        self.rest.reverse();
        self.rest.into_iter().collect()
    }

    fn next_if(&mut self, is_it: impl FnOnce(&TokenTree) -> bool) -> Option<TokenTree> {
        if is_it(self.peek()?) { self.next() } else { None }
    }
}
