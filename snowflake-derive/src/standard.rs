//! The impls of the standard library's traits, and `get`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Ident, Path};

use crate::options::Options;

/// What a derived type has of these, but for what is skipped.
pub(crate) fn implement(id: &Ident, facade: &Path, options: &Options) -> TokenStream {
    let mut traits = Traits { options, tokens: TokenStream::new() };
    value_traits(id, &mut traits);
    text_traits(id, facade, &mut traits);
    conversions(id, facade, &mut traits);
    if !options.skips("get") {
        traits.tokens.extend(get(id));
    }
    traits.tokens
}

/// The impls that are not skipped.
struct Traits<'a> {
    options: &'a Options,
    tokens: TokenStream,
}

impl Traits<'_> {
    fn add(&mut self, name: &str, implementation: TokenStream) {
        if !self.options.skips(name) {
            self.tokens.extend(quote!(#[automatically_derived]));
            self.tokens.extend(implementation);
        }
    }
}

/// What makes it a value.
fn value_traits(id: &Ident, traits: &mut Traits<'_>) {
    let ordering = quote!(::core::cmp::Ordering);
    traits.add(
        "Clone",
        quote! {
            impl ::core::clone::Clone for #id {
                #[inline]
                fn clone(&self) -> Self {
                    *self
                }
            }
        },
    );
    traits.add(
        "Copy",
        quote! {
            impl ::core::marker::Copy for #id {}
        },
    );
    traits.add(
        "PartialEq",
        quote! {
            impl ::core::cmp::PartialEq for #id {
                #[inline]
                fn eq(&self, other: &Self) -> ::core::primitive::bool {
                    self.0 == other.0
                }
            }
        },
    );
    traits.add(
        "Eq",
        quote! {
            impl ::core::cmp::Eq for #id {}
        },
    );
    traits.add(
        "PartialOrd",
        quote! {
            impl ::core::cmp::PartialOrd for #id {
                #[inline]
                fn partial_cmp(&self, other: &Self) -> ::core::option::Option<#ordering> {
                    ::core::option::Option::Some(::core::cmp::Ord::cmp(self, other))
                }
            }
        },
    );
    traits.add(
        "Ord",
        quote! {
            impl ::core::cmp::Ord for #id {
                #[inline]
                fn cmp(&self, other: &Self) -> #ordering {
                    ::core::cmp::Ord::cmp(&self.0, &other.0)
                }
            }
        },
    );
    traits.add(
        "Hash",
        quote! {
            impl ::core::hash::Hash for #id {
                #[inline]
                fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
                    ::core::hash::Hash::hash(&self.0, state);
                }
            }
        },
    );
}

/// How it is written and read.
fn text_traits(id: &Ident, facade: &Path, traits: &mut Traits<'_>) {
    let private = quote!(#facade::__private);
    traits.add(
        "Debug",
        quote! {
            impl ::core::fmt::Debug for #id {
                #[inline]
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    #private::debug(*self, f)
                }
            }
        },
    );
    traits.add(
        "Display",
        quote! {
            impl ::core::fmt::Display for #id {
                #[inline]
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    #private::display(*self, f)
                }
            }
        },
    );
    traits.add(
        "FromStr",
        quote! {
            impl ::core::str::FromStr for #id {
                type Err = #private::ParseError;

                #[inline]
                fn from_str(
                    text: &::core::primitive::str,
                ) -> ::core::result::Result<Self, #private::ParseError> {
                    #private::Id::from_text(text)
                }
            }
        },
    );
}

/// The value as a function of the type, so that a module that reads it need not import `Id`.
fn get(id: &Ident) -> TokenStream {
    quote! {
        impl #id {
            /// Returns the value, 1 ..= 2^63 - 1.
            #[doc(alias = "as_i64", alias = "into_inner", alias = "to_i64", alias = "value")]
            #[inline]
            pub const fn get(self) -> ::core::primitive::i64 {
                self.0.get()
            }
        }
    }
}

/// To and from integers, and to the ID without its type.
fn conversions(id: &Ident, facade: &Path, traits: &mut Traits<'_>) {
    let private = quote!(#facade::__private);
    let result = quote!(::core::result::Result);
    traits.add(
        "From",
        quote! {
            impl ::core::convert::From<#id> for #private::Snowflake {
                #[inline]
                fn from(id: #id) -> Self {
                    id.0
                }
            }
        },
    );
    traits.add(
        "From",
        quote! {
            impl ::core::convert::From<#id> for ::core::primitive::i64 {
                #[inline]
                fn from(id: #id) -> Self {
                    id.0.get()
                }
            }
        },
    );
    traits.add(
        "TryFrom",
        quote! {
            impl ::core::convert::TryFrom<::core::primitive::i64> for #id {
                type Error = #private::ValueError;

                #[inline]
                fn try_from(
                    value: ::core::primitive::i64,
                ) -> #result<Self, #private::ValueError> {
                    #private::from_integer(value)
                }
            }
        },
    );
    traits.add(
        "TryFrom",
        quote! {
            impl ::core::convert::TryFrom<::core::primitive::u64> for #id {
                type Error = #private::ValueError;

                #[inline]
                fn try_from(
                    value: ::core::primitive::u64,
                ) -> #result<Self, #private::ValueError> {
                    #private::from_integer(value)
                }
            }
        },
    );
}
