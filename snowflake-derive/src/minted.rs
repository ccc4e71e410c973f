//! `#[derive(Minted)]`.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use crate::attribute::Attribute;
use crate::declaration::{Body, Declaration, Field, Generics};
use crate::error::{Error, Result};
use crate::ident::{derived, unraw};
use crate::minting::Minting;
use crate::path::{Path, Type};

pub(crate) fn derive(input: &Declaration) -> Result<TokenStream> {
    let fields = named_fields(input)?;
    let facade = facade(&input.attributes)?.unwrap_or_else(Path::default_facade);
    let mut keys = Vec::new();
    let mut others = Vec::new();
    for field in fields {
        match Minting::parse(field)? {
            Some(minting) => keys.push((field, minting)),
            None => others.push(field),
        }
    }
    let known: Vec<_> = others.iter().map(|field| &field.ident).collect();
    for caller in keys.iter().filter_map(|(_, minting)| minting.caller()) {
        caller.check(&input.ident, &known)?;
    }
    if keys.is_empty() {
        let row = &input.ident;
        let mut message =
            format!("`{row}` has no key to mint: put `#[minted]` on the field that is its key");
        if input.attributes.iter().any(|attribute| attribute.is("sea_orm")) {
            message += "; for a model of SeaORM, derive `MintedModel` in place of `Minted`";
        }
        return Err(Error::new_spanned(row, message));
    }
    let mint = Constructor::MINT.write(input, &facade, &keys, &others);
    let try_mint = Constructor::TRY_MINT.write(input, &facade, &keys, &others);
    let mint_async = Constructor::MINT_ASYNC.write(input, &facade, &keys, &others);

    let row = derived(&input.ident);
    let Generics { parameters, arguments, bounds, .. } = &input.generics;
    Ok(quote! {
        #[automatically_derived]
        impl #parameters #row #arguments #bounds {
            #mint
            #try_mint
        }

        #facade::__private::on_tokio! {
            #[automatically_derived]
            impl #parameters #row #arguments #bounds {
                #mint_async
            }
        }
    })
}

/// A function that mints the keys and takes the rest.
struct Constructor {
    name: &'static str,
    docs: [&'static str; 3],
    fallible: bool,
    waits: bool,
}

impl Constructor {
    const MINT: Self = Self {
        name: "mint",
        docs: [
            "A new row, under a key that is minted for it.",
            "# Panics",
            "Where `mint` of the key's type does.",
        ],
        fallible: false,
        waits: false,
    };

    const TRY_MINT: Self = Self {
        name: "try_mint",
        docs: [
            "A new row, under a key that is minted for it without waiting.",
            "# Errors",
            "Those of `try_mint` of the key's type.",
        ],
        fallible: true,
        waits: false,
    };

    const MINT_ASYNC: Self = Self {
        name: "mint_async",
        docs: [
            "A new row, under a key that is minted for it, which may wait without blocking the thread.",
            "# Errors",
            "Those of `mint_async` of the key's type.",
        ],
        fallible: true,
        waits: true,
    };

    fn write(
        &self,
        input: &Declaration,
        facade: &Path,
        keys: &[(&Field, Minting)],
        others: &[&Field],
    ) -> TokenStream {
        let name =
            format_ident!("{}", self.name, span = Span::call_site().located_at(input.ident.span()));
        let visibility = &input.visibility;
        let private = quote!(#facade::__private);
        let [what, section, when] = self.docs;
        let docs = quote!(#[doc = #what] #[doc = ""] #[doc = #section] #[doc = #when]);

        let (mut parameters, mut texts, mut values) =
            (TokenStream::new(), TokenStream::new(), TokenStream::new());
        for field in others {
            let (name, ty) = (derived(&field.ident), &field.ty);
            if is_text(ty) {
                parameters.extend(quote!(#name: impl ::core::convert::Into<#ty>,));
                texts.extend(quote!(let #name: #ty = ::core::convert::Into::into(#name);));
            } else {
                parameters.extend(quote!(#name: #ty,));
            }
            values.extend(quote!(#name,));
        }
        let end = match self {
            Self { waits: true, .. } => quote!(.await?),
            Self { fallible: true, .. } => quote!(?),
            _ => quote!(),
        };
        let mut minted = TokenStream::new();
        for (field, minting) in keys {
            let (key, ty) = (derived(&field.ident), &field.ty);
            // If the type is not an ID type, report the error at the type.
            let place = ty.span();
            minted.extend(match minting.caller() {
                None => quote_spanned! {place=>
                    #key: #private::Minter::#name(<#ty as #private::Mint>::minter())#end,
                },
                Some(caller) => {
                    let expression = &caller.expression;
                    quote_spanned! {place=>
                        #key: #private::Minter::#name(
                            &#private::within::<#ty>(#expression)
                        )#end,
                    }
                }
            });
        }
        let row = quote!(Self { #minted #values });
        let (returned, row) = if self.fallible {
            (
                quote!(::core::result::Result<Self, #private::MintError>),
                quote!(::core::result::Result::Ok(#row)),
            )
        } else {
            (quote!(Self), row)
        };
        let must_use = (!self.fallible).then(|| quote!(#[must_use]));
        let (track_caller, waiting) = if self.waits {
            (None, Some(quote!(async)))
        } else {
            (Some(quote!(#[track_caller])), None)
        };
        // Whether clippy would object is up to its settings in the user's crate.
        // Where it would not, no lint is shown: this one leaves out what a
        // derive has written.
        quote! {
            #docs
            #must_use
            #[expect(clippy::too_many_arguments, reason = "a parameter for each column")]
            #track_caller
            #visibility #waiting fn #name(#parameters) -> #returned {
                // Before the keys: a key may have a value in it that comes from one of these.
                #texts
                #row
            }
        }
    }
}

fn named_fields(input: &Declaration) -> Result<&[Field]> {
    let row = &input.ident;
    match &input.body {
        Body::Named(_, fields) => Ok(fields),
        _ => Err(Error::new_spanned(
            row,
            format!("`{row}` is not a struct with named fields: `Minted` needs one"),
        )),
    }
}

/// `#[minted(crate = "…")]` on the struct.
fn facade(attributes: &[Attribute]) -> Result<Option<Path>> {
    let mut facade = None;
    for attribute in attributes {
        attribute.options("minted", &mut |meta| {
            if meta.name != "crate" {
                return Err(meta.error("unknown option: use `crate`"));
            }
            match facade.replace(meta.path()?) {
                None => Ok(()),
                Some(_) => Err(meta.error("this option is given twice")),
            }
        })?;
    }
    Ok(facade)
}

/// Text is made of literals and borrowed text more often than of its own type.
fn is_text(ty: &Type) -> bool {
    ty.path().is_some_and(|path| ["String", "Cow"].contains(&unraw(&path.last).as_str()))
}
