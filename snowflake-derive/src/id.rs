//! `#[derive(SnowflakeId)]`, `#[derive(DecimalId)]`, `#[derive(UuidId)]` and `#[derive(CountedId)]`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

use crate::attribute::Attribute;
use crate::declaration::{Body, Declaration};
use crate::error::{Error, Result};
use crate::ident::unraw;
use crate::options::{ADAPTERS, Kind, LayoutOption, Options, Value};
use crate::path::{Path, Type};
use crate::standard;
use crate::string::StringLiteral;

pub(crate) fn derive(input: &Declaration, kind: Kind) -> Result<TokenStream> {
    let options = Options::parse(&input.attributes, kind)?;
    let value = value(input, kind, only_field(input, kind)?)?;
    if let (Kind::Decimal, Some(place)) = (kind, options.layout_place) {
        let message = "a decimal ID has no layout: leave it out, or derive `SnowflakeId`";
        return Err(Error::new(place, message));
    }

    let id = &input.ident;
    let default = Path::default_facade();
    let facade = options.facade.as_ref().unwrap_or(&default);
    let own = implement_id(id, facade, &value, &options, &doc(&input.attributes));
    let standard = standard::implement(id, facade, &value, &options);
    if let Some(place) = options.caller
        && !matches!(options.layout, Some(LayoutOption::Path(_)))
    {
        let message = match kind {
            Kind::Decimal => "a decimal ID has no field of the caller's: leave `caller` out",
            _ => "no preset has a field of the caller's: give a `layout` of your own that has",
        };
        return Err(Error::new(place, message));
    }
    let minting = match kind {
        Kind::Layout if options.caller.is_some() => quote!(timed_in),
        Kind::Layout => quote!(timed),
        Kind::Decimal => quote!(counted),
        Kind::Uuid => quote!(versioned),
        Kind::Counted => quote!(unminted),
    };
    let public = options.public.as_ref().map(|public| {
        let accepts_plain = public.accepts_plain;
        let label = public.label.as_ref().map(StringLiteral::value).unwrap_or_default();
        quote!(public(#accepts_plain, #label))
    });
    let adapters = ADAPTERS.iter().filter(|adapter| !options.skips(adapter)).map(|adapter| {
        let column = if *adapter == "diesel" { value.column } else { "" };
        let name = Ident::new(&format!("{adapter}{column}"), id.span());
        let options = options.adapter(adapter).map(|options| quote!((#options)));
        quote!(#name #options)
    });
    Ok(quote! {
        #own
        #standard
        #facade::__adapters!(#id #minting #public #(#adapters)*);
    })
}

/// The one field of a tuple struct without parameters.
fn only_field(input: &Declaration, kind: Kind) -> Result<&Type> {
    let id = &input.ident;
    let shape = format!("declare it as `struct {id}({});`", kind.field());
    if !input.generics.tokens.is_empty() {
        return Err(Error::new_spanned(
            &input.generics.tokens,
            format!("`{id}` has parameters, but an ID type stands for one kind of row: {shape}"),
        ));
    }
    let (place, what) = match &input.body {
        Body::Other => (id.span(), format!("`{id}` is not a struct")),
        Body::Tuple(types) => match types.as_slice() {
            [field] => return Ok(field),
            [_, second, ..] => {
                let message = format!("`{id}` has more than one field: {shape}");
                return Err(Error::new_spanned(second, message));
            }
            [] => (id.span(), format!("`{id}` has no field")),
        },
        Body::Named(braces, _) => (braces.span(), format!("the field of `{id}` has a name")),
        Body::Unit => (id.span(), format!("`{id}` has no field")),
    };
    Err(Error::new(place, format!("{what}: {shape}")))
}

/// Refuses a field of a type that this kind does not have, so that it is one error and not one for
/// each impl.
fn value(input: &Declaration, kind: Kind, field: &Type) -> Result<Value> {
    let last = field.path().map(|path| path.last.to_string()).unwrap_or_default();
    let (is_known, known) = match kind {
        Kind::Counted => (["i16", "i32", "i64"].contains(&&*last), "an `i16`, `i32` or `i64`"),
        Kind::Uuid => (last == "Uuid", "a `Uuid`"),
        Kind::Layout | Kind::Decimal => (last == "Snowflake", "a `Snowflake`"),
    };
    if is_known {
        let column = match &*last {
            "i16" => "_small_int",
            "i32" => "_integer",
            "Uuid" => "_uuid",
            _ => "",
        };
        return Ok(Value { inner: field.to_token_stream(), column });
    }
    let id = &input.ident;
    let wrong = field.to_token_stream();
    // The kind that this field is of, if the derive is that of another.
    let other = match &*last {
        "i16" | "i32" | "i64" if kind != Kind::Counted => {
            ", or derive `CountedId` for keys that a database counts"
        }
        "Uuid" if kind != Kind::Uuid => ", or derive `UuidId`",
        "Snowflake" => ", or derive `SnowflakeId`",
        _ => "",
    };
    let message = format!(
        "the field of `{id}` must be {known}, not `{wrong}`: declare it as `struct {id}({});`{other}",
        kind.field(),
    );
    Err(Error::new_spanned(field, message))
}

/// `Id`, the trait of the same name as the derive, and minting.
fn implement_id(
    id: &Ident,
    facade: &Path,
    value: &Value,
    options: &Options,
    doc: &str,
) -> TokenStream {
    let private = quote!(#facade::__private);
    let name = match &options.name {
        Some(name) => name.to_token_stream(),
        None => StringLiteral::new(&unraw(id), id.span()).to_token_stream(),
    };
    let layout = match &options.layout {
        None => quote!(#private::Layout::DEFAULT),
        Some(LayoutOption::Preset(preset)) => quote!(#private::Layout::#preset),
        Some(LayoutOption::Path(path)) => path.to_token_stream(),
    };
    let (number, own_trait) = match options.kind {
        Kind::Layout => {
            let caller = caller(id, &private, options);
            let own_trait = quote! {
                #[automatically_derived]
                impl #private::SnowflakeId for #id {
                    const LAYOUT: #private::Layout = #layout;
                }

                #caller
            };
            (Some(quote!(Layout(<Self as #private::SnowflakeId>::LAYOUT))), own_trait)
        }
        kind => {
            let name = Ident::new(kind.derive(), Span::call_site());
            let own_trait = quote! {
                #[automatically_derived]
                impl #private::#name for #id {}
            };
            ((kind == Kind::Decimal).then(|| quote!(Decimal)), own_trait)
        }
    };
    let number = number.map(|number| {
        quote! {
            const SCHEME: ::core::option::Option<#private::Scheme> =
                ::core::option::Option::Some(#private::Scheme::#number);
        }
    });
    let nil = options.nil.map(|nil| quote!(const NIL: ::core::primitive::bool = #nil;));
    let text = text(&private, options);
    let json = match &options.json {
        Some(json) => Some(json.to_token_stream()),
        // A number, if all JSON forms of it are: as the key of a map it is its decimal digits.
        None if value.is_short() && options.is_plain_decimal() => Some(quote!(Number)),
        None => None,
    };
    let json = json.map(|json| quote!(const JSON: #private::Json = #private::Json::#json;));
    let codec = match &options.public {
        None => quote!(#private::Plain),
        Some(public) => {
            let codec = &public.codec;
            quote!(#private::#codec)
        }
    };
    let detail = options.detail.as_ref().map(|detail| {
        quote! {
            const DETAIL: ::core::option::Option<#private::Detail> =
                ::core::option::Option::Some(#private::Detail::#detail);
        }
    });
    let own_generator = options
        .own_generator
        .filter(|own| *own)
        .map(|own| quote!(const OWN_GENERATOR: ::core::primitive::bool = #own;));
    // A constant that is never used is not evaluated: this one makes a prefix
    // that is not valid an error in any case, and at the prefix.
    let check = options.prefix.as_ref().map(|prefix| {
        let text = quote!(<#id as #private::Id>::TEXT);
        let check = if options.kind == Kind::Uuid {
            quote!(const _: () = #private::check_uuid_text(#text);)
        } else {
            quote!(const _: #private::Text = #text;)
        };
        at(prefix.span(), check)
    });
    let inner = &value.inner;
    quote! {
        #check

        #[automatically_derived]
        impl #private::Id for #id {
            const NAME: &'static ::core::primitive::str = #name;
            const DOC: &'static ::core::primitive::str = #doc;
            #detail
            type Value = #inner;
            #number
            #nil
            const TEXT: #private::Text = #text;
            #json
            type Codec = #codec;
            #own_generator

            #[inline]
            fn as_inner(&self) -> &#inner {
                &self.0
            }

            #[inline]
            fn from_inner(value: #inner) -> Self {
                Self(value)
            }
        }

        #own_trait
    }
}

/// The encoding and the prefix.
fn text(private: &TokenStream, options: &Options) -> TokenStream {
    let encoding = match &options.encoding {
        None if options.kind == Kind::Uuid => quote!(Hex),
        None => quote!(Decimal),
        Some(encoding) => encoding.to_token_stream(),
    };
    let text = quote!(#private::Text::new(#private::Encoding::#encoding));
    match &options.prefix {
        None => text,
        Some(prefix) => at(prefix.span(), quote!(#text.with_prefix(#prefix))),
    }
}

/// The trait of IDs with a field of the caller's, and a check that the layout has what is
/// declared. A preset has no such field.
fn caller(id: &Ident, private: &TokenStream, options: &Options) -> Option<TokenStream> {
    let Some(LayoutOption::Path(path)) = &options.layout else { return None };
    let is_declared = options.caller.is_some();
    let place = options.caller.unwrap_or_else(|| path.span());
    let check = at(
        place,
        quote! {
            const _: () = #private::check_caller(
                &<#id as #private::SnowflakeId>::LAYOUT,
                #is_declared,
            );
        },
    );
    let implementation = is_declared.then(|| {
        quote! {
            #[automatically_derived]
            impl #private::CallerId for #id {}
        }
    });
    Some(quote!(#check #implementation))
}

/// The doc comment, as its reader sees it.
fn doc(attributes: &[Attribute]) -> String {
    let mut doc = String::new();
    for text in attributes.iter().filter_map(|attribute| attribute.string("doc")) {
        // Not `str::lines`, which leaves out an empty last line.
        for line in text.value().split('\n') {
            // The space after `///`.
            doc.push_str(line.strip_prefix(' ').unwrap_or(line));
            doc.push('\n');
        }
    }
    doc.trim().to_owned()
}

/// The same code, for which errors are shown at this place. It still is
/// derived code: lints of the user's do not look at it.
fn at(place: Span, code: TokenStream) -> TokenStream {
    let span = Span::call_site().located_at(place);
    let mut placed = TokenStream::new();
    for mut token in code {
        token.set_span(span);
        placed.extend([token]);
    }
    placed
}
