//! `#[derive(MintedModel)]`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use crate::declaration::{Body, Declaration};
use crate::error::{Error, Result};
use crate::ident::{derived, unraw};
use crate::minting::Minting;
use crate::model_field::{ModelField, column, columns, related_entity, snake, without_option};
use crate::model_options::ModelOptions;
use crate::path::{Path, Type};

pub(crate) fn derive(input: &Declaration) -> Result<TokenStream> {
    let fields = fields(input)?;
    let (options, understood) = ModelOptions::parse(&input.attributes);
    let default = Path::default_facade();
    let facade = options.facade.as_ref().unwrap_or(&default);
    let seaorm = quote!(#facade::__private::seaorm);
    let minted: Vec<_> = minted(&fields, &options).collect();
    // `#[sea_orm::model]` hands each derive to a second struct, which is the
    // one that has the relations, and the builder for its active model. What is
    // wrong elsewhere is said once.
    if input.ident == "ModelEx" {
        let links = links(&fields, &options, &seaorm)?;
        let keys = keys(&quote!(ActiveModelEx), &minted, &seaorm);
        return Ok(quote!(#keys #links));
    }

    let errors = understood
        .and_then(|()| check(input, &fields, &minted, &options))
        .map_err(Error::into_compile_error)
        .err();
    // Also after an error: without this code SeaORM's has dozens more.
    let ids = minted.iter().map(|field| {
        let ty = field.ty;
        // If the type is not an ID type, report the error at the type.
        let place = Span::call_site().located_at(ty.span());
        quote_spanned!(place=> const _: () = #seaorm::__private::id::<#ty>();)
    });
    let counted = fields.iter().filter(|field| field.is_counted()).map(|field| {
        let ty = field.ty;
        let place = Span::call_site().located_at(ty.span());
        quote_spanned!(place=> const _: () = #seaorm::__private::counted::<#ty>();)
    });
    let keys = keys(&quote!(ActiveModel), &minted, &seaorm);
    let behavior = (!options.own_behavior).then(|| behavior(options.before_save.as_ref(), &seaorm));
    let columns = typed_columns(input, &fields, &seaorm);
    Ok(quote! {
        #errors
        #(#ids)*
        #(#counted)*
        #keys
        #behavior
        #columns
    })
}

fn fields(input: &Declaration) -> Result<Vec<ModelField<'_>>> {
    let Body::Named(_, fields) = &input.body else { return Err(no_model(input)) };
    fields.iter().map(ModelField::parse).collect()
}

fn no_model(input: &Declaration) -> Error {
    let message = format!(
        "`{}` is not a SeaORM model: `MintedModel` belongs beside `DeriveEntityModel`, on a struct \
         with named fields",
        input.ident
    );
    Error::new_spanned(&input.ident, message)
}

/// `MintedModel` for an active model.
fn keys(row: &TokenStream, minted: &[&ModelField<'_>], seaorm: &TokenStream) -> TokenStream {
    let names = minted.iter().map(|field| field.name);
    let texts = minted.iter().map(|field| field.name.to_string());
    let callers = minted.iter().map(|field| caller(field, seaorm));
    let ways = minted.iter().map(|field| {
        let has_caller = field.minting.as_ref().and_then(Minting::caller).is_some();
        if has_caller { quote!(key_in) } else { quote!(key) }
    });
    quote! {
        #[automatically_derived]
        impl #seaorm::MintedModel for #row {
            fn keys(
                &mut self,
            ) -> impl ::core::iter::Iterator<
                Item = (
                    &'static ::core::primitive::str,
                    &mut dyn #seaorm::__private::MintedKey,
                    #seaorm::__private::Caller,
                ),
            > + ::core::marker::Send {
                #seaorm::__private::keys(
                    [#(#callers),*],
                    [#((#texts, #seaorm::__private::#ways(&mut self.#names))),*],
                )
            }
        }
    }
}

/// The value of the caller's field of a key.
fn caller(field: &ModelField<'_>, seaorm: &TokenStream) -> TokenStream {
    let Some(caller) = field.minting.as_ref().and_then(Minting::caller) else {
        return quote!(::core::result::Result::Ok(0));
    };
    let (expression, fields) = (&caller.expression, &caller.fields);
    let given = fields.iter().map(|field| {
        let (name, text) = (derived(field), unraw(field));
        quote!(let #name = #seaorm::__private::given(&row.#name, #text)?;)
    });
    quote! {
        #seaorm::__private::caller(&*self, |row| {
            #(#given)*
            ::core::result::Result::Ok(#expression)
        })
    }
}

/// The behaviour of active models: mints, and then calls a hook if there is one.
fn behavior(hook: Option<&Path>, seaorm: &TokenStream) -> TokenStream {
    let db = if hook.is_some() { quote!(db) } else { quote!(_) };
    let hook = hook.iter();
    quote! {
        #[automatically_derived]
        impl #seaorm::__private::ActiveModelBehavior for ActiveModel {
            // What `async_trait` makes of an `async fn`.
            fn before_save<'life0, 'async_trait, C>(
                self,
                #db: &'life0 C,
                insert: ::core::primitive::bool,
            ) -> #seaorm::__private::BoxFuture<
                'async_trait,
                ::core::result::Result<Self, #seaorm::__private::DbErr>,
            >
            where
                C: #seaorm::__private::ConnectionTrait + 'async_trait,
                'life0: 'async_trait,
                Self: 'async_trait,
            {
                let row = #seaorm::MintedModel::mint_on_insert(self, insert);
                #(let row = async move { #hook(row.await?, #db, insert).await };)*
                #seaorm::__private::boxed(row)
            }
        }
    }
}

/// The fields to mint: those that are marked, or the primary key, unless the database counts it.
fn minted<'a, 'b>(
    fields: &'b [ModelField<'a>],
    options: &ModelOptions,
) -> impl Iterator<Item = &'b ModelField<'a>> {
    let marked = fields.iter().any(|field| field.minting.is_some());
    let keys = !options.no_keys;
    fields.iter().filter(move |field| {
        let is_key = field.primary_key.is_some() && !field.is_counted();
        let minted = if marked { field.minting.is_some() } else { is_key };
        keys && minted && !field.ignored
    })
}

/// Whether these are the fields that the user means.
fn check(
    input: &Declaration,
    fields: &[ModelField<'_>],
    minted: &[&ModelField<'_>],
    options: &ModelOptions,
) -> Result<()> {
    let model = &input.ident;
    for field in fields.iter().filter(|field| field.minting.is_some()) {
        if field.ignored {
            let message = format!("`{}` is not a column, so it cannot be minted", field.name);
            return Err(Error::new_spanned(field.name, message));
        }
        if options.no_keys {
            let message = "the struct has `keys = \"none\"`, so none of its fields can be `#[minted]`: remove one of \
                 the two";
            return Err(Error::new_spanned(field.name, message));
        }
        if let Some(caller) = field.minting.as_ref().and_then(Minting::caller) {
            let others = fields.iter().filter(|field| field.minting.is_none() && !field.ignored);
            caller.check(model, &others.map(|field| field.name).collect::<Vec<_>>())?;
        }
    }
    if options.no_keys {
        return Ok(());
    }
    let keys = fields.iter().filter(|field| field.primary_key.is_some()).count();
    match minted {
        [] if fields.iter().any(ModelField::is_counted) => Ok(()),
        [] => {
            let message = format!(
                "`{model}` has no key: none of its fields is `#[sea_orm(primary_key)]`, and none \
                 `#[minted]`"
            );
            Err(Error::new_spanned(model, message))
        }
        [_, second, ..] if second.minting.is_none() => {
            let message = format!(
                "the key of `{model}` has several columns: mark the one to mint with \
                 `#[minted]`, or say `#[minted(keys = \"none\")]` on the struct if all of them \
                 are foreign keys"
            );
            Err(Error::new_spanned(second.name, message))
        }
        minted => minted.iter().try_for_each(|field| check_key(field, keys)),
    }
}

/// Refuses what would leave a key to the database.
fn check_key(key: &ModelField<'_>, columns: usize) -> Result<()> {
    let name = key.name;
    let Some(place) = key.primary_key else { return Ok(()) };
    if columns > 1 {
        // SeaORM leaves none of several columns to the database.
        return Ok(());
    }
    match &key.auto_increment {
        Some((false, _)) => {}
        Some((true, place)) => {
            let message = format!(
                "`{name}` is minted, but `auto_increment = true` leaves it to the database: write \
                 `auto_increment = false`"
            );
            return Err(Error::new(*place, message));
        }
        None => {
            let message = format!(
                "`{name}` is minted, but SeaORM leaves a primary key to the database by default: \
                 write `#[sea_orm(primary_key, auto_increment = false)]`, or `auto_increment = true` \
                 for a `CountedId`, which the database counts"
            );
            return Err(Error::new(place, message));
        }
    }
    match &key.column_type {
        Some(ty) if ["Integer", "Unsigned"].iter().any(|name| ty.value().contains(name)) => {
            let message = format!(
                "`{ty}` is `integer` in SQLite, which numbers a primary key of that type by \
                 itself: leave `column_type` out, and `{name}` is a `bigint` in every database",
                ty = ty.value()
            );
            Err(Error::new(ty.span(), message))
        }
        _ => Ok(()),
    }
}

/// The constant `IDS`.
fn typed_columns(
    input: &Declaration,
    fields: &[ModelField<'_>],
    seaorm: &TokenStream,
) -> TokenStream {
    let visibility = &input.visibility;
    let columns: Vec<_> = fields.iter().filter(|field| !field.ignored).collect();
    let names: Vec<_> = columns.iter().map(|field| derived(field.name)).collect();
    let variants = columns.iter().map(|field| derived(&field.column));
    let types = columns.iter().map(|field| without_option(field.ty));
    quote! {
        /// The columns, each with the type of its field.
        #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
        #visibility struct IdColumns {
            #(
                /// This column, with the type of its field.
                pub #names: #seaorm::IdColumn<Entity, #types>,
            )*
        }

        /// The columns, each with the type of its field: one that holds IDs is
        /// only compared with IDs of its type.
        #visibility const IDS: IdColumns = IdColumns {
            #(#names: #seaorm::IdColumn::new(Column::#variants),)*
        };

        // Models whose keys are minted need not be asked for by their columns:
        // here is a use of each, so that none is dead code.
        const _: () = {
            #(let _ = IDS.#names;)*
        };
    }
}

/// That relations lead from a column to a key of the same type.
fn links(
    fields: &[ModelField<'_>],
    options: &ModelOptions,
    seaorm: &TokenStream,
) -> Result<TokenStream> {
    let mut links = Vec::new();
    for relation in fields {
        let (Some(from), Some(to)) = (&relation.from, &relation.to) else { continue };
        let Some(entity) = related_entity(relation.ty) else { continue };
        let names = columns(from)?;
        for (from, to) in names.iter().zip(columns(to)?) {
            let Some(field) = fields.iter().find(|field| field.column == column(from)) else {
                // SeaORM says so.
                continue;
            };
            check_not_minted(field, relation, fields, options)?;
            if !is_plain(field.ty) {
                links.push(link(field, relation, &entity, &to, seaorm));
            }
        }
    }
    Ok(quote!(#(#links)*))
}

fn link(
    field: &ModelField<'_>,
    relation: &ModelField<'_>,
    entity: &Type,
    to: &Ident,
    seaorm: &TokenStream,
) -> TokenStream {
    let from = derived(field.name);
    let to = snake(to);
    let place = Span::call_site().located_at(relation.name.span());
    quote_spanned! {place=>
        const _: fn(
            &ActiveModel,
            &<#entity as #seaorm::__private::EntityTrait>::ActiveModel,
        ) = |from, to| #seaorm::__private::link(&from.#from, &to.#to);
    }
}

/// A row that has another row's key for its own must not be given a new one.
fn check_not_minted(
    field: &ModelField<'_>,
    relation: &ModelField<'_>,
    fields: &[ModelField<'_>],
    options: &ModelOptions,
) -> Result<()> {
    let by_default = !options.no_keys
        && field.primary_key.is_some()
        && fields.iter().all(|field| field.minting.is_none());
    if by_default {
        let message = format!(
            "`{key}` refers to the key of `{relation}`, so it must not be minted: add \
             `#[minted(keys = \"none\")]` to the struct",
            key = field.name,
            relation = relation.name
        );
        return Err(Error::new_spanned(field.name, message));
    }
    Ok(())
}

/// Types that cannot be ID types: numbers and text convert into each other in the database, and
/// SeaORM lets them.
fn is_plain(ty: &Type) -> bool {
    const PLAIN: &[&str] =
        &["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "String", "Uuid", "Vec"];
    let path = without_option(ty).path();
    path.is_none_or(|path| PLAIN.iter().any(|plain| path.last == plain))
}
