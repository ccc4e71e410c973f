//! The impls of the standard library's traits, and functions that need no import.

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
    (
        "constant",
        stringify! {
            impl $id {
                #[doc = " Returns the ID with this value, for constants: `const OWNER: OwnerId = OwnerId::constant(7);`"]
                #[doc = ""]
                #[doc = " # Panics"]
                #[doc = " If the value is not in 1 ..= 2^63 - 1; in a constant, it does not compile."]
                #[must_use]
                pub const fn constant(value: ::core::primitive::i64) -> Self {
                    Self($private::constant(value))
                }
            }
        },
    ),
    (
        "from_i64",
        stringify! {
            impl $id {
                #[doc = " Returns the ID with this value."]
                #[doc = ""]
                #[doc = " # Errors"]
                #[doc = " If the value is not in 1 ..= 2^63 - 1."]
                #[inline]
                pub fn from_i64(
                    value: ::core::primitive::i64,
                ) -> ::core::result::Result<Self, $private::ValueError> {
                    $private::Id::from_i64(value)
                }
            }
        },
    ),
];

/// What a type has whose text needs no key.
const PLAIN: &[(&str, &str)] = &[(
    "text",
    stringify! {
        impl $id {
            #[doc = " Returns the text form, without allocation. `Display` writes the same."]
            #[must_use]
            #[inline]
            pub fn text(self) -> $private::Encoded {
                $private::Id::text(self)
            }
        }
    },
)];

/// What a type with a layout has besides.
const OF_LAYOUTS: &[(&str, &str)] = &[
    (
        "parts",
        stringify! {
            impl $id {
                #[doc = " Returns timestamp, node, sequence and the caller's field."]
                #[must_use]
                #[inline]
                pub fn parts(self) -> $private::Parts {
                    $private::SnowflakeId::parts(self)
                }
            }
        },
    ),
    (
        "unix_millis",
        stringify! {
            impl $id {
                #[doc = " Returns when the ID was minted, in Unix ms: the beginning of its tick."]
                #[must_use]
                #[inline]
                pub fn unix_millis(self) -> ::core::primitive::i64 {
                    $private::SnowflakeId::unix_millis(self)
                }
            }
        },
    ),
    (
        "time",
        stringify! {
            $private::on_std! {
                impl $id {
                    #[doc = " Returns when the ID was minted: the beginning of its tick. `into()` makes it a time"]
                    #[doc = " of chrono or time, and `try_into()` one of jiff."]
                    #[must_use]
                    #[inline]
                    pub fn time(self) -> ::std::time::SystemTime {
                        $private::SnowflakeId::time(self)
                    }
                }
            }
        },
    ),
    (
        "range",
        stringify! {
            impl $id {
                #[doc = " Returns the first and the last ID that any node can have minted in an interval of time."]
                #[must_use]
                #[inline]
                pub fn range<T: $private::PointInTime<K>, K>(
                    interval: impl ::core::ops::RangeBounds<T>,
                ) -> ::core::ops::RangeInclusive<Self> {
                    $private::SnowflakeId::range(interval)
                }
            }
        },
    ),
];

/// What a type that the database counts has besides.
const OF_COUNTED: &[(&str, &str)] = &[
    (
        "constant",
        stringify! {
            impl $id {
                #[doc = " Returns the ID with this value, for constants."]
                #[doc = ""]
                #[doc = " # Panics"]
                #[doc = " If the value is not at least 1; in a constant, it does not compile."]
                #[must_use]
                pub const fn constant(value: $value) -> Self {
                    ::core::assert!(value > 0, "this constant is not an ID: IDs are from 1");
                    Self(value)
                }
            }
        },
    ),
    (
        // For the message of the bound, which is looked at where this is called: it has a lifetime.
        "mint",
        stringify! {
            impl $id {
                #[doc(hidden)]
                #[must_use]
                pub fn mint() -> Self
                where
                    for<'a> Self: $private::MintedHere<'a>,
                {
                    $private::MintedHere::made()
                }
            }
        },
    ),
];

/// What a type over UUIDs has besides.
const OF_UUIDS: &[(&str, &str)] = &[
    (
        "constant",
        stringify! {
            impl $id {
                #[doc = " Returns the ID with this value, for constants: `OrderId::constant(uuid!(\"…\"))`."]
                #[doc = ""]
                #[doc = " # Panics"]
                #[doc = " If it is the nil or the max UUID and these are not IDs of the type; in a constant, it"]
                #[doc = " does not compile."]
                #[must_use]
                pub const fn constant(value: $value) -> Self {
                    ::core::assert!(
                        <Self as $private::Id>::NIL || !value.is_nil() && !value.is_max(),
                        "this constant is not an ID: the nil and the max UUID identify nothing",
                    );
                    Self(value)
                }
            }
        },
    ),
    (
        "unix_millis",
        stringify! {
            impl $id {
                #[doc = " Returns when the ID was minted, in Unix ms."]
                #[doc = ""]
                #[doc = " # Errors"]
                #[doc = " If it is not of version 7."]
                #[inline]
                pub fn unix_millis(
                    self,
                ) -> ::core::result::Result<::core::primitive::i64, $private::NoTimeError> {
                    $private::UuidId::unix_millis(self)
                }
            }
        },
    ),
    (
        "time",
        stringify! {
            $private::on_std! {
                impl $id {
                    #[doc = " Returns when the ID was minted. `into()` makes it a time of chrono or time, and"]
                    #[doc = " `try_into()` one of jiff."]
                    #[doc = ""]
                    #[doc = " # Errors"]
                    #[doc = " If it is not of version 7."]
                    #[inline]
                    pub fn time(
                        self,
                    ) -> ::core::result::Result<::std::time::SystemTime, $private::NoTimeError> {
                        $private::UuidId::time(self)
                    }
                }
            }
        },
    ),
    (
        "range",
        stringify! {
            impl $id {
                #[doc = " Returns the first and the last version 7 UUID of an interval of time."]
                #[must_use]
                #[inline]
                pub fn range<T: $private::PointInTime<K>, K>(
                    interval: impl ::core::ops::RangeBounds<T>,
                ) -> ::core::ops::RangeInclusive<Self> {
                    $private::UuidId::range(interval)
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
    let (values, times): (_, &[_]) = match options.kind {
        Kind::Layout => (OF_SNOWFLAKES, OF_LAYOUTS),
        Kind::Decimal => (OF_SNOWFLAKES, &[]),
        Kind::Uuid => (OF_OTHERS, OF_UUIDS),
        Kind::Counted => (OF_OTHERS, OF_COUNTED),
    };
    let plain = if options.public.is_none() { PLAIN } else { &[] };
    let parts = PARTS.iter().chain(values).chain(times).chain(plain);
    for (name, text) in parts.filter(|(name, _)| !options.skips(name)) {
        // A trait; the others are functions.
        if name.starts_with(|first: char| first.is_ascii_uppercase()) {
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
