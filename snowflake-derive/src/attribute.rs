//! An attribute, and what stands in its parentheses.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;

use crate::error::{Error, Result};
use crate::path::Path;
use crate::string::StringLiteral;
use crate::tokens::Tokens;

pub(crate) struct Attribute {
    /// `#`
    mark: TokenTree,
    /// `[…]`
    brackets: Group,
}

/// An option in the parentheses of an attribute, of which the name has been read.
pub(crate) struct Meta<'a> {
    /// The first part of its name.
    pub(crate) ident: Ident,
    /// Its name. No option has a name of several parts.
    pub(crate) name: String,
    /// What comes after the name.
    pub(crate) input: &'a mut Tokens,
}

impl Attribute {
    /// Those that stand here.
    pub(crate) fn read(input: &mut Tokens) -> Vec<Self> {
        let mut attributes = Vec::new();
        while let Some(mark) = input.mark('#') {
            if let Some(brackets) = input.group(Delimiter::Bracket) {
                attributes.push(Self { mark, brackets });
            }
        }
        attributes
    }

    /// What comes after its name, if this is it.
    fn after(&self, name: &str) -> Option<Tokens> {
        let mut tokens = Tokens::inside(&self.brackets);
        let is_it = tokens.ident().is_some_and(|ident| ident == name);
        (is_it && !tokens.is_at(':')).then_some(tokens)
    }

    pub(crate) fn is(&self, name: &str) -> bool {
        self.after(name).is_some()
    }

    /// Whether nothing comes after its name.
    pub(crate) fn is_bare(&self, name: &str) -> bool {
        self.after(name).is_some_and(|mut tokens| tokens.is_empty())
    }

    /// The string in `name = "…"`.
    pub(crate) fn string(&self, name: &str) -> Option<StringLiteral> {
        let mut tokens = self.after(name)?;
        tokens.mark('=')?;
        tokens.optional_string().filter(|_| tokens.is_empty())
    }

    /// Calls a function for each option, if the attribute has this name.
    pub(crate) fn options(
        &self,
        name: &str,
        read: &mut dyn FnMut(&mut Meta<'_>) -> Result<()>,
    ) -> Result<()> {
        let Some(mut tokens) = self.after(name) else { return Ok(()) };
        let place = if tokens.is_empty() { tokens.last_place() } else { tokens.place() };
        let Some(TokenTree::Group(group)) = tokens.next() else {
            let message = format!("write the options in parentheses: `#[{name}(…)]`");
            return Err(Error::new(place, message));
        };
        let mut options = Tokens::inside(&group);
        if options.is_empty() { Ok(()) } else { each_option(&mut options, read) }
    }
}

impl ToTokens for Attribute {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.mark.to_tokens(tokens);
        self.brackets.to_tokens(tokens);
    }
}

impl Meta<'_> {
    /// An error about the option as far as it has been read.
    pub(crate) fn error(&self, message: impl Into<String>) -> Error {
        Error::between(self.ident.span(), self.input.last_place(), message)
    }

    /// What comes after `=`.
    pub(crate) fn value(&mut self) -> Result<&mut Tokens> {
        if self.input.mark('=').is_none() {
            let message = format!("`{name}` needs a value: write `{name} = …`", name = self.name);
            return Err(Error::new(self.input.place(), message));
        }
        Ok(self.input)
    }

    pub(crate) fn string(&mut self) -> Result<StringLiteral> {
        self.value()?.string()
    }

    /// The path in a string.
    pub(crate) fn path(&mut self) -> Result<Path> {
        Path::in_string(&self.string()?)
    }

    pub(crate) fn has_parentheses(&mut self) -> bool {
        matches!(self.input.peek(), Some(TokenTree::Group(_)))
    }

    /// What stands in parentheses after the name.
    pub(crate) fn parentheses(&mut self) -> Result<Tokens> {
        self.input.group(Delimiter::Parenthesis).map(|group| Tokens::inside(&group)).ok_or_else(
            || {
                let message = format!(
                    "write the options of `{name}` in parentheses: `{name}(…)`",
                    name = self.name
                );
                Error::new(self.ident.span(), message)
            },
        )
    }

    /// Calls a function for each option in parentheses after the name.
    pub(crate) fn options(
        &mut self,
        read: &mut dyn FnMut(&mut Meta<'_>) -> Result<()>,
    ) -> Result<()> {
        each_option(&mut self.parentheses()?, read)
    }
}

/// Calls a function for each option after one that has been read.
pub(crate) fn next_options(
    input: &mut Tokens,
    read: &mut dyn FnMut(&mut Meta<'_>) -> Result<()>,
) -> Result<()> {
    if input.is_empty() {
        return Ok(());
    }
    if input.mark(',').is_none() {
        let message = "expected `,` and the next option, or the end of the options";
        return Err(Error::new(input.place(), message));
    }
    if input.is_empty() { Ok(()) } else { each_option(input, read) }
}

fn each_option(
    input: &mut Tokens,
    read: &mut dyn FnMut(&mut Meta<'_>) -> Result<()>,
) -> Result<()> {
    let place = input.place();
    let ident = input
        .ident()
        .ok_or_else(|| Error::new(place, "expected the name of an option, as in `name = …`"))?;
    let mut name = ident.to_string();
    while input.mark(':').is_some() {
        if let Some(part) = input.ident() {
            name = format!("{name}::{part}");
        }
    }
    read(&mut Meta { ident, name, input })?;
    next_options(input, read)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use proc_macro2::{Delimiter, Group, Span, TokenStream};
    use quote::quote;

    use super::Attribute;
    use crate::error::Result;
    use crate::tokens::Tokens;

    /// The options of an attribute as they are read, or the error.
    fn read(attribute: TokenStream) -> String {
        let attributes = Attribute::read(&mut Tokens::new(attribute, Span::call_site()));
        let mut read = String::new();
        let options = attributes[0].options("kit", &mut |meta| -> Result<()> {
            let value = match meta.name.as_str() {
                "text" => meta.string()?.value().to_owned(),
                "crate" => meta.path()?.last.to_string(),
                "list" => meta.parentheses()?.into_rest().to_string(),
                _ => String::new(),
            };
            let _ = write!(read, "{}={value};", meta.name);
            Ok(())
        });
        options.map_or_else(|error| error.into_compile_error().to_string(), |()| read)
    }

    #[test]
    fn options_are_read_in_order() {
        assert_eq!(read(quote!(#[kit(text = "a\tb", flag, list(x, y = 1),)])), {
            "text=a\tb;flag=;list=x , y = 1;"
        });
        assert_eq!(read(quote!(#[kit(crate = "::a::b", r#type)])), "crate=b;r#type=;");
        assert_eq!(read(quote!(#[kit()])), "");
        assert_eq!(read(quote!(#[other(text)])), "");
        assert_eq!(read(quote!(#[kit::other(text)])), "");
    }

    #[test]
    fn what_a_macro_puts_in_is_read_as_if_it_were_written() {
        let hidden = |tokens| Group::new(Delimiter::None, tokens);
        let text = hidden(quote!("a"));
        let text = hidden(quote!(#text));
        let option = hidden(quote!(text = #text));
        let (nothing, list) = (hidden(quote!()), hidden(quote!(list(#text))));
        assert_eq!(read(quote!(#[kit(#nothing #option, #list #nothing)])), "text=a;list=\"a\";");
        let attribute = hidden(quote!(kit(#option)));
        assert_eq!(read(quote!(#[#attribute])), "text=a;");
    }

    #[test]
    fn errors_say_what_is_expected() {
        let cases = [
            (quote!(#[kit]), "write the options in parentheses: `#[kit(…)]`"),
            (quote!(#[kit = "a"]), "write the options in parentheses: `#[kit(…)]`"),
            (quote!(#[kit("a")]), "expected the name of an option, as in `name = …`"),
            (quote!(#[kit(, flag)]), "expected the name of an option, as in `name = …`"),
            (quote!(#[kit(text)]), "`text` needs a value: write `text = …`"),
            (quote!(#[kit(text = 1)]), "expected a string: write it in double quotes"),
            (quote!(#[kit(text = b"a")]), "expected a string: write it in double quotes"),
            (quote!(#[kit(text = )]), "expected a string: write it in double quotes"),
            (quote!(#[kit(flag = "a")]), "expected `,` and the next option"),
            (quote!(#[kit(flag flag)]), "expected `,` and the next option"),
            (quote!(#[kit(crate = "a b")]), "`a b` is not a path"),
            (quote!(#[kit(crate = "a::")]), "`a::` is not a path"),
            (quote!(#[kit(crate = "a:b")]), "`a:b` is not a path"),
            (quote!(#[kit(crate = "'")]), "`'` is not a path"),
            (quote!(#[kit(list = "a")]), "write the options of `list` in parentheses"),
        ];
        for (attribute, message) in cases {
            let error = read(attribute);
            assert!(error.starts_with(":: core :: compile_error !"), "{error}");
            assert!(error.contains(message), "{error} in place of {message}");
        }
    }
}
