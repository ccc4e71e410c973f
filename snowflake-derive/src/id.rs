//! `#[derive(SnowflakeId)]` and `#[derive(DecimalId)]`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

use crate::attribute::Attribute;
use crate::declaration::{Body, Declaration};
use crate::error::{Error, Result};
use crate::ident::unraw;
use crate::options::{ADAPTERS, LayoutOption, Options};
use crate::path::{Path, Type};
use crate::standard;
use crate::string::StringLiteral;

/// What the number of an ID is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scheme {
    /// The fields of a layout.
    Layout,
    /// Decimal digits.
    Decimal,
}

pub(crate) fn derive(input: &Declaration, scheme: Scheme) -> Result<TokenStream> {
    let options = Options::parse(&input.attributes)?;
    check_field(input, only_field(input)?)?;
    if let (Scheme::Decimal, Some(place)) = (scheme, options.layout_place) {
        let message = "a decimal ID has no layout: leave it out, or derive `SnowflakeId`";
        return Err(Error::new(place, message));
    }

    let id = &input.ident;
    let default = Path::default_facade();
    let facade = options.facade.as_ref().unwrap_or(&default);
    let own = implement_id(id, facade, scheme, &options, &doc(&input.attributes));
    let standard = standard::implement(id, facade, &options);
    if let Some(place) = options.caller
        && !matches!(options.layout, Some(LayoutOption::Path(_)))
    {
        let message = match scheme {
            Scheme::Layout => {
                "no preset has a field of the caller's: give a `layout` of your own that has"
            }
            Scheme::Decimal => "a decimal ID has no field of the caller's: leave `caller` out",
        };
        return Err(Error::new(place, message));
    }
    let minting = match scheme {
        Scheme::Layout if options.caller.is_some() => quote!(timed_in),
        Scheme::Layout => quote!(timed),
        Scheme::Decimal => quote!(counted),
    };
    let public = options.public.as_ref().map(|public| {
        let accepts_plain = public.accepts_plain;
        let label = public.label.as_ref().map(StringLiteral::value).unwrap_or_default();
        quote!(public(#accepts_plain, #label))
    });
    let adapters = ADAPTERS.iter().filter(|adapter| !options.skips(adapter)).map(|adapter| {
        let name = Ident::new(adapter, id.span());
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
fn only_field(input: &Declaration) -> Result<&Type> {
    let id = &input.ident;
    let shape = format!("declare it as `struct {id}(Snowflake);`");
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

/// Refuses what is not called `Snowflake`, so that an `i64` is one error and
/// not one for each impl.
fn check_field(input: &Declaration, field: &Type) -> Result<()> {
    if field.path().is_some_and(|path| path.last == "Snowflake") {
        return Ok(());
    }
    let id = &input.ident;
    let wrong = field.to_token_stream();
    let message = format!(
        "the field of `{id}` must be a `Snowflake`, not `{wrong}`: declare it as \
         `struct {id}(Snowflake);`"
    );
    Err(Error::new_spanned(field, message))
}

/// `Id`, the trait of the same name as the derive, and minting.
fn implement_id(
    id: &Ident,
    facade: &Path,
    scheme: Scheme,
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
    let (number, own_trait) = match scheme {
        Scheme::Layout => {
            (quote!(#private::Scheme::Layout(<Self as #private::SnowflakeId>::LAYOUT)), {
                let caller = caller(id, &private, options);
                quote! {
                    #[automatically_derived]
                    impl #private::SnowflakeId for #id {
                        const LAYOUT: #private::Layout = #layout;
                    }

                    #caller
                }
            })
        }
        Scheme::Decimal => (
            quote!(#private::Scheme::Decimal),
            quote! {
                #[automatically_derived]
                impl #private::DecimalId for #id {}
            },
        ),
    };
    let encoding = match &options.encoding {
        None => quote!(Decimal),
        Some(encoding) => encoding.to_token_stream(),
    };
    let text = quote!(#private::Text::new(#private::Encoding::#encoding));
    let text = match &options.prefix {
        None => text,
        Some(prefix) => at(prefix.span(), quote!(#text.with_prefix(#prefix))),
    };
    let json = options
        .json
        .as_ref()
        .map(|json| quote!(const JSON: #private::Json = #private::Json::#json;));
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
        let check = quote!(const _: #private::Text = <#id as #private::Id>::TEXT;);
        at(prefix.span(), check)
    });
    quote! {
        #check

        #[automatically_derived]
        impl #private::Id for #id {
            const NAME: &'static ::core::primitive::str = #name;
            const DOC: &'static ::core::primitive::str = #doc;
            #detail
            const SCHEME: #private::Scheme = #number;
            const TEXT: #private::Text = #text;
            #json
            type Codec = #codec;
            #own_generator

            #[inline]
            fn snowflake(self) -> #private::Snowflake {
                self.0
            }

            #[inline]
            fn as_snowflake(&self) -> &#private::Snowflake {
                &self.0
            }

            #[inline]
            fn from_snowflake(id: #private::Snowflake) -> Self {
                Self(id)
            }
        }

        #own_trait
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
