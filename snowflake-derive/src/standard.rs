//! The impls of the standard library's traits, and `get`.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use crate::options::{Kind, Options, Value};
use crate::path::Path;

/// What a derived type has, each by its name in `skip(…)`. `$id` is the type, `$value` is what it wraps,
/// and `$private` is the module of what derived code calls.
///
/// Text, which takes a tenth of the time to compile that `quote!` takes for it.
const PARTS: &[(&str, &str)] = &[
    (
        "Clone",
        stringify! {
            impl ::core::clone::Clone for $id {
                #[inline]
                fn clone(&self) -> Self {
                    *self
                }
            }
        },
    ),
    (
        "Copy",
        stringify! {
            impl ::core::marker::Copy for $id {}
        },
    ),
    (
        "PartialEq",
        stringify! {
            impl ::core::cmp::PartialEq for $id {
                #[inline]
                fn eq(&self, other: &Self) -> ::core::primitive::bool {
                    self.0 == other.0
                }
            }
        },
    ),
    (
        "Eq",
        stringify! {
            impl ::core::cmp::Eq for $id {}
        },
    ),
    (
        "PartialOrd",
        stringify! {
            impl ::core::cmp::PartialOrd for $id {
                #[inline]
                fn partial_cmp(
                    &self,
                    other: &Self,
                ) -> ::core::option::Option<::core::cmp::Ordering> {
                    ::core::option::Option::Some(::core::cmp::Ord::cmp(self, other))
                }
            }
        },
    ),
    (
        "Ord",
        stringify! {
            impl ::core::cmp::Ord for $id {
                #[inline]
                fn cmp(&self, other: &Self) -> ::core::cmp::Ordering {
                    ::core::cmp::Ord::cmp(&self.0, &other.0)
                }
            }
        },
    ),
    (
        "Hash",
        stringify! {
            impl ::core::hash::Hash for $id {
                fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
                    ::core::hash::Hash::hash(&self.0, state);
                }
            }
        },
    ),
    (
        "Debug",
        stringify! {
            impl ::core::fmt::Debug for $id {
                #[inline]
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    $private::debug(*self, f)
                }
            }
        },
    ),
    (
        "Display",
        stringify! {
            impl ::core::fmt::Display for $id {
                #[inline]
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    $private::display(*self, f)
                }
            }
        },
    ),
    (
        "FromStr",
        stringify! {
            impl ::core::str::FromStr for $id {
                type Err = $private::ParseError;

                #[inline]
                fn from_str(
                    text: &::core::primitive::str,
                ) -> ::core::result::Result<Self, $private::ParseError> {
                    $private::Id::from_text(text)
                }
            }
        },
    ),
];

/// What a type over a `Snowflake` has besides.
const OF_SNOWFLAKES: &[(&str, &str)] = &[
    (
        "From",
        stringify! {
            impl ::core::convert::From<$id> for $private::Snowflake {
                #[inline]
                fn from(id: $id) -> Self {
                    id.0
                }
            }
        },
    ),
    (
        "From",
        stringify! {
            impl ::core::convert::From<$id> for ::core::primitive::i64 {
                #[inline]
                fn from(id: $id) -> Self {
                    id.0.get()
                }
            }
        },
    ),
    (
        "TryFrom",
        stringify! {
            impl ::core::convert::TryFrom<::core::primitive::i64> for $id {
                type Error = $private::ValueError;

                #[inline]
                fn try_from(
                    value: ::core::primitive::i64,
                ) -> ::core::result::Result<Self, $private::ValueError> {
                    $private::from_integer(value)
                }
            }
        },
    ),
    (
        "TryFrom",
        stringify! {
            impl ::core::convert::TryFrom<::core::primitive::u64> for $id {
                type Error = $private::ValueError;

                #[inline]
                fn try_from(
                    value: ::core::primitive::u64,
                ) -> ::core::result::Result<Self, $private::ValueError> {
                    $private::from_integer(value)
                }
            }
        },
    ),
    (
        // The value as a function of the type, so that a module that reads it need not import `Id`.
        "get",
        stringify! {
            impl $id {
                #[doc = " Returns the value, 1 ..= 2^63 - 1."]
                #[doc(alias = "as_i64", alias = "into_inner", alias = "to_i64", alias = "value")]
                #[inline]
                pub const fn get(self) -> ::core::primitive::i64 {
                    self.0.get()
                }
            }
        },
    ),
];

/// What a type over another value has besides.
const OF_OTHERS: &[(&str, &str)] = &[
    (
        "From",
        stringify! {
            impl ::core::convert::From<$id> for $value {
                #[inline]
                fn from(id: $id) -> Self {
                    id.0
                }
            }
        },
    ),
    (
        "TryFrom",
        stringify! {
            impl ::core::convert::TryFrom<$value> for $id {
                type Error = $private::ValueError;

                #[inline]
                fn try_from(
                    value: $value,
                ) -> ::core::result::Result<Self, $private::ValueError> {
                    $private::Id::from_value(value)
                }
            }
        },
    ),
    (
        "get",
        stringify! {
            impl $id {
                #[doc = " Returns the value."]
                #[doc(alias = "into_inner", alias = "value")]
                #[inline]
                pub const fn get(self) -> $value {
                    self.0
                }
            }
        },
    ),
];

/// What a derived type has of these, but for what is skipped.
pub(crate) fn implement(
    id: &Ident,
    facade: &Path,
    value: &Value,
    options: &Options,
) -> TokenStream {
    let private = quote!(#facade::__private);
    let mut tokens = TokenStream::new();
    let others = match options.kind {
        Kind::Layout | Kind::Decimal => OF_SNOWFLAKES,
        Kind::Counted | Kind::Uuid => OF_OTHERS,
    };
    for (name, text) in PARTS.iter().chain(others).filter(|(name, _)| !options.skips(name)) {
        if *name != "get" {
            tokens.extend(quote!(#[automatically_derived]));
        }
        let template = text.parse().expect("`stringify!` writes tokens");
        tokens.extend(filled(template, id, &value.inner, &private));
    }
    tokens
}

/// A template with its values.
fn filled(
    template: TokenStream,
    id: &Ident,
    value: &TokenStream,
    private: &TokenStream,
) -> TokenStream {
    let mut tokens = TokenStream::new();
    let mut rest = template.into_iter();
    while let Some(token) = rest.next() {
        match token {
            TokenTree::Punct(mark) if mark.as_char() == '$' => match rest.next() {
                Some(TokenTree::Ident(name)) if name == "id" => id.to_tokens(&mut tokens),
                Some(TokenTree::Ident(name)) if name == "value" => value.to_tokens(&mut tokens),
                _ => private.to_tokens(&mut tokens),
            },
            TokenTree::Group(group) => {
                let inside = filled(group.stream(), id, value, private);
                let mut outside = Group::new(group.delimiter(), inside);
                outside.set_span(group.span());
                tokens.extend([TokenTree::Group(outside)]);
            }
            token => tokens.extend([token]),
        }
    }
    tokens
}
