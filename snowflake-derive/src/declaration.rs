//! The declaration of a type, as a derive is given it.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;

use crate::attribute::Attribute;
use crate::error::{Error, Result};
use crate::path::Type;
use crate::tokens::Tokens;

pub(crate) struct Declaration {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) visibility: TokenStream,
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) body: Body,
}

#[derive(Default)]
pub(crate) struct Generics {
    /// `<T: Clone = u8>`
    pub(crate) tokens: TokenStream,
    /// `<T: Clone>`, as an `impl` has them.
    pub(crate) parameters: TokenStream,
    /// `<T>`, as the type has them.
    pub(crate) arguments: TokenStream,
    /// `where …`
    pub(crate) bounds: TokenStream,
}

pub(crate) enum Body {
    /// Of an enum or a union.
    Other,
    Unit,
    Tuple(Vec<Type>),
    /// With the braces.
    Named(Group, Vec<Field>),
}

/// A field with a name.
pub(crate) struct Field {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
}

impl Declaration {
    pub(crate) fn read(tokens: TokenStream) -> Result<Self> {
        let mut input = Tokens::new(tokens, Span::call_site());
        let attributes = Attribute::read(&mut input);
        let visibility = visibility(&mut input);
        let (Some(keyword), Some(ident)) = (input.ident(), input.ident()) else {
            return Err(Error::new(input.place(), "expected the declaration of a struct"));
        };
        let mut generics = Generics::read(&mut input)?;
        let body = if keyword != "struct" {
            Body::Other
        } else if let Some(group) = input.group(Delimiter::Parenthesis) {
            Body::Tuple(types(&mut Tokens::inside(&group)))
        } else {
            let mut rest: Vec<_> = input.into_rest().into_iter().collect();
            let last = rest.pop();
            generics.bounds = rest.into_iter().collect();
            match last {
                Some(TokenTree::Group(braces)) => {
                    let fields = fields(&mut Tokens::inside(&braces))?;
                    Body::Named(braces, fields)
                }
                _ => Body::Unit,
            }
        };
        Ok(Self { attributes, visibility, ident, generics, body })
    }
}

impl Generics {
    /// All but the bounds.
    fn read(input: &mut Tokens) -> Result<Self> {
        let Some(open) = input.mark('<') else { return Ok(Self::default()) };
        let inside = input.before('>');
        let Some(close) = input.mark('>') else {
            return Err(Error::new(input.place(), "expected `>` after the parameters of the type"));
        };
        if inside.is_empty() {
            return Ok(Self::default());
        }
        let (mut parameters, mut arguments) = (TokenStream::new(), TokenStream::new());
        let mut rest = Tokens::new(inside.clone(), close.span());
        while !rest.is_empty() {
            let mut parameter = Tokens::new(rest.before(','), close.span());
            let comma = rest.mark(',');
            for attribute in Attribute::read(&mut parameter) {
                attribute.to_tokens(&mut parameters);
            }
            // Without the default.
            let declared = parameter.before('=');
            let mut name = Tokens::new(declared.clone(), close.span());
            arguments.extend(name.mark('\''));
            let first = name.ident();
            let is_constant = first.as_ref().is_some_and(|first| first == "const");
            if is_constant { name.ident() } else { first }.to_tokens(&mut arguments);
            comma.to_tokens(&mut arguments);
            declared.to_tokens(&mut parameters);
            comma.to_tokens(&mut parameters);
        }
        let brackets = |inside: &TokenStream| {
            let mut tokens = open.to_token_stream();
            inside.to_tokens(&mut tokens);
            close.to_tokens(&mut tokens);
            tokens
        };
        Ok(Self {
            tokens: brackets(&inside),
            parameters: brackets(&parameters),
            arguments: brackets(&arguments),
            bounds: TokenStream::new(),
        })
    }
}

/// `pub`, `pub(crate)` and the like.
fn visibility(input: &mut Tokens) -> TokenStream {
    let mut visibility = TokenStream::new();
    if !matches!(input.peek(), Some(TokenTree::Ident(keyword)) if keyword == "pub") {
        return visibility;
    }
    visibility.extend(input.next());
    // And not the type `(A, B)` of a field.
    if let Some(TokenTree::Group(group)) = input.peek() {
        let mut inside = Tokens::inside(group);
        let first = inside.ident().map(|first| first.to_string()).unwrap_or_default();
        let is_place = ["crate", "self", "super"].contains(&first.as_str()) && inside.is_empty();
        if group.delimiter() == Delimiter::Parenthesis && (first == "in" || is_place) {
            visibility.extend(input.next());
        }
    }
    visibility
}

/// The types of fields without names.
fn types(input: &mut Tokens) -> Vec<Type> {
    let mut types = Vec::new();
    while !input.is_empty() {
        Attribute::read(input);
        visibility(input);
        types.push(Type(input.before(',')));
        input.mark(',');
    }
    types
}

fn fields(input: &mut Tokens) -> Result<Vec<Field>> {
    let mut fields = Vec::new();
    while !input.is_empty() {
        let attributes = Attribute::read(input);
        visibility(input);
        let (Some(ident), Some(_)) = (input.ident(), input.mark(':')) else {
            return Err(Error::new(input.place(), "expected the name and the type of a field"));
        };
        fields.push(Field { attributes, ident, ty: Type(input.before(',')) });
        input.mark(',');
    }
    Ok(fields)
}

#[cfg(test)]
mod tests {
    use quote::{ToTokens, quote};

    use super::{Body, Declaration, TokenStream};

    fn read(tokens: TokenStream) -> Declaration {
        Declaration::read(tokens).ok().unwrap()
    }

    #[test]
    fn an_impl_has_the_parameters_without_their_defaults() {
        let row = read(quote! {
            /// Text.
            pub(in crate::a) struct Row<'a, #[cfg(all())] T: Fn(u8) -> Vec<u8> + 'a = F, const N: usize = 3,>
            where
                T: Iterator<Item = [u8; { N }]>,
            {
                id: ::kit::Id<T, N>,
            }
        });
        assert_eq!(row.visibility.to_string(), quote!(pub(in crate::a)).to_string());
        let generics = row.generics;
        let parameters = quote!(<'a, #[cfg(all())] T: Fn(u8) -> Vec<u8> + 'a, const N: usize,>);
        assert_eq!(generics.parameters.to_string(), parameters.to_string());
        assert_eq!(generics.arguments.to_string(), quote!(<'a, T, N,>).to_string());
        let bounds = quote!(where T: Iterator<Item = [u8; { N }]>,);
        assert_eq!(generics.bounds.to_string(), bounds.to_string());
    }

    #[test]
    fn fields_are_apart_at_commas_that_are_not_in_a_type() {
        let row = read(quote! {
            struct Row {
                #[minted]
                pub id: Id,
                pub(crate) r#type: Map<A, fn(B, C) -> D<E>>,
                last: (F, G)
            }
        });
        let Body::Named(_, fields) = row.body else { panic!() };
        let names: Vec<_> = fields.iter().map(|field| field.ident.to_string()).collect();
        assert_eq!(names, ["id", "r#type", "last"]);
        assert!(fields[0].attributes[0].is_bare("minted") && fields[1].attributes.is_empty());
        let types: Vec<_> =
            fields.iter().map(|field| field.ty.to_token_stream().to_string()).collect();
        assert_eq!(types[1], quote!(Map<A, fn(B, C) -> D<E>>).to_string());
        assert_eq!(types[2], quote!((F, G)).to_string());
    }

    #[test]
    fn types_of_fields_without_names_may_begin_with_parentheses() {
        let Body::Tuple(types) = read(quote!(
            struct A(pub (B, C), pub(crate) D);
        ))
        .body
        else {
            panic!()
        };
        let types: Vec<_> = types.iter().map(|ty| ty.to_token_stream().to_string()).collect();
        assert_eq!(types, ["(B , C)", "D"]);
    }

    #[test]
    fn other_declarations_are_told_from_structs() {
        assert!(matches!(
            read(quote!(
                struct A;
            ))
            .body,
            Body::Unit
        ));
        assert!(matches!(
            read(quote!(
                enum A<T>
                where
                    T: B,
                {
                    C(T) = 1 + 1,
                }
            ))
            .body,
            Body::Other
        ));
        assert!(matches!(read(quote!(union A { b: u8 })).body, Body::Other));
        assert!(Declaration::read(quote!(fn)).is_err());
    }
}
