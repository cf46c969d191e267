//! Inspects the syntax of types and expressions, never the names of types: `Option` may be an alias
//! of anything, so that the runtime crate probes the type itself.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{
    BoundLifetimes, Expr, ExprPath, GenericArgument, GenericParam, Generics, Lifetime, Macro,
    ParenthesizedGenericArguments, Path, PathArguments, Token, TraitBound, Type, TypeFnPtr,
    TypeImplTrait, TypeReference,
    spanned::Spanned as _,
    visit_mut::{self, VisitMut},
};

/// Returns the reference in a type, if the type is one, also inside parentheses and invisible
/// groups.
pub(crate) fn reference(ty: &Type) -> Option<&TypeReference> {
    match ty {
        Type::Reference(reference) => Some(reference),
        Type::Group(group) => reference(&group.elem),
        Type::Paren(paren) => reference(&paren.elem),
        _ => None,
    }
}

/// Returns the path of a type, unless it is a qualified path such as `<T as Trait>::Type`.
pub(crate) fn path(ty: &Type) -> Option<&Path> {
    match ty {
        Type::Path(path) if path.qself.is_none() => Some(&path.path),
        Type::Group(group) => path(&group.elem),
        Type::Paren(paren) => path(&paren.elem),
        _ => None,
    }
}

/// Returns the type inside of a type that is written as `Option<…>`. The number of parameters of a client's method
/// cannot depend on a type, so that the name decides here, and a planted bound asks the type.
pub(crate) fn written_option(ty: &Type) -> Option<&Type> {
    let last = path(ty)?.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    let mut arguments = arguments.args.iter();
    match (arguments.next(), arguments.next()) {
        (Some(GenericArgument::Type(inner)), None) if last.ident == "Option" => Some(inner),
        _ => None,
    }
}

/// Finds the first borrow in a type that is not `'static`: a lifetime, or a reference without one.
pub(crate) fn borrow(ty: &Type) -> Option<Span> {
    let mut find = TypeSearch::default();
    find.visit_type_mut(&mut ty.clone());
    find.borrow
}

/// Returns true if there are generic parameters, and all are lifetimes.
pub(crate) fn has_lifetimes_only(generics: &Generics) -> bool {
    let mut params = generics.params.iter();
    !generics.params.is_empty() && params.all(|param| matches!(param, GenericParam::Lifetime(_)))
}

/// Finds the first `impl Trait` in a type.
pub(crate) fn impl_trait(ty: &Type) -> Option<TypeImplTrait> {
    let mut find = TypeSearch::default();
    find.visit_type_mut(&mut ty.clone());
    find.unnamed
}

/// Finds the first `self` in an expression. Macros are searched as well, because schemas are
/// written in `json!`.
pub(crate) fn receiver(value: &Expr) -> Option<Span> {
    let mut find = TypeSearch::default();
    find.visit_expr_mut(&mut value.clone());
    find.receiver
}

/// Finds the first `self` among tokens that does not begin a module path.
fn receiver_in(tokens: TokenStream) -> Option<Span> {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let colon = |next: &TokenTree| matches!(next, TokenTree::Punct(p) if p.as_char() == ':');
        match token {
            TokenTree::Ident(ident) if ident == "self" && !tokens.peek().is_some_and(colon) => {
                return Some(ident.span());
            }
            TokenTree::Group(group) => {
                if let Some(at) = receiver_in(group.stream()) {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

#[derive(Default)]
struct TypeSearch {
    receiver: Option<Span>,
    borrow: Option<Span>,
    unnamed: Option<TypeImplTrait>,
}

impl VisitMut for TypeSearch {
    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if lifetime.ident != "static" {
            self.borrow.get_or_insert(lifetime.span());
        }
    }

    fn visit_expr_path_mut(&mut self, path: &mut ExprPath) {
        if path.path.is_ident("self") {
            self.receiver.get_or_insert_with(|| path.span());
        }
    }

    fn visit_macro_mut(&mut self, call: &mut Macro) {
        if let Some(at) = receiver_in(call.tokens.clone()) {
            self.receiver.get_or_insert(at);
        }
    }

    fn visit_type_reference_mut(&mut self, reference: &mut TypeReference) {
        if reference.lifetime.is_none() {
            self.borrow.get_or_insert(reference.and_token.span);
        }
        visit_mut::visit_type_reference_mut(self, reference);
    }

    fn visit_type_impl_trait_mut(&mut self, unnamed: &mut TypeImplTrait) {
        self.unnamed.get_or_insert_with(|| unnamed.clone());
    }

    // These types declare their own lifetimes.
    fn visit_type_fn_ptr_mut(&mut self, _: &mut TypeFnPtr) {}
    fn visit_parenthesized_generic_arguments_mut(&mut self, _: &mut ParenthesizedGenericArguments) {
    }
    fn visit_bound_lifetimes_mut(&mut self, _: &mut BoundLifetimes) {}
    fn visit_trait_bound_mut(&mut self, bound: &mut TraitBound) {
        if bound.lifetimes.is_none() {
            visit_mut::visit_trait_bound_mut(self, bound);
        }
    }
}

/// Returns the block's type as tokens that can replace `Self` anywhere: with a turbofish, which is
/// legal in types, expressions and struct literals.
pub(crate) fn concrete_path(path: &Path) -> TokenStream {
    let mut path = path.clone();
    for segment in &mut path.segments {
        if let PathArguments::AngleBracketed(arguments) = &mut segment.arguments {
            arguments
                .colon2_token
                .get_or_insert_with(<Token![::]>::default);
        }
    }
    path.into_token_stream()
}

/// Replaces `Self`, which means another type, or none, where the tokens are printed.
pub(crate) fn replace_self(tokens: TokenStream, this: &TokenStream) -> TokenStream {
    tokens
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Ident(ident) if ident == "Self" => relocate(this.clone(), ident.span()),
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), replace_self(group.stream(), this));
                inner.set_span(group.span());
                TokenStream::from(TokenTree::Group(inner))
            }
            other => TokenStream::from(other),
        })
        .collect()
}

/// Resolves every `self` at the mixed site, so that it means the receiver of the printed method.
pub(crate) fn bind_receiver(tokens: TokenStream) -> TokenStream {
    tokens
        .into_iter()
        .map(|token| match token {
            TokenTree::Ident(mut ident) if ident == "self" => {
                ident.set_span(ident.span().resolved_at(Span::mixed_site()));
                TokenTree::Ident(ident)
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), bind_receiver(group.stream()));
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            other => other,
        })
        .collect()
}

/// Moves the location of tokens to `at`, without changing how names resolve.
pub(crate) fn relocate(tokens: TokenStream, at: Span) -> TokenStream {
    tokens
        .into_iter()
        .map(|token| match token {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), relocate(group.stream(), at));
                inner.set_span(group.span().located_at(at));
                TokenTree::Group(inner)
            }
            mut other => {
                other.set_span(other.span().located_at(at));
                other
            }
        })
        .collect()
}

/// Prints a type as people write it. `TokenStream` prints a space between any two tokens.
pub(crate) fn spell(ty: &TokenStream) -> String {
    let mut out = String::new();
    let mut after_word = false;
    for token in ty.clone() {
        let text = match &token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::None => ("", ""),
                };
                format!("{open}{}{close}", spell(&group.stream()))
            }
            TokenTree::Punct(punct) => match punct.as_char() {
                ',' => ", ".to_owned(),
                ';' => "; ".to_owned(),
                '+' => " + ".to_owned(),
                '-' => " -".to_owned(),
                '\'' if after_word => " '".to_owned(),
                other => other.to_string(),
            },
            word if after_word => format!(" {word}"),
            word => word.to_string(),
        };
        after_word = matches!(token, TokenTree::Ident(_) | TokenTree::Literal(_));
        out.push_str(&text);
    }
    out
}

#[cfg(test)]
mod tests {
    use quote::quote;
    use syn::parse_quote;

    use super::*;

    #[test]
    fn borrows_are_found_and_static_ones_are_none() {
        let found = |ty: Type| borrow(&ty).is_some();
        assert!(found(parse_quote!(Cow<'_, str>)));
        assert!(found(parse_quote!(Vec<&str>)));
        assert!(found(parse_quote!(Option<Cow<'a, str>>)));
        assert!(!found(parse_quote!(Cow<'static, str>)));
        assert!(!found(parse_quote!(&'static str)));
        assert!(!found(parse_quote!(Box<dyn for<'a> Visit<'a>>)));
        assert!(!found(parse_quote!(Arc<dyn Fn(&str) -> u8>)));
        assert!(!found(parse_quote!(fn(&str) -> u8)));
    }

    #[test]
    fn unnamed_types_are_found_at_any_depth() {
        assert!(impl_trait(&parse_quote!(Result<impl Serialize, Error>)).is_some());
        assert!(impl_trait(&parse_quote!(Result<(), Error>)).is_none());
    }

    #[test]
    fn references_are_seen_through_parentheses() {
        assert!(reference(&parse_quote!((&Ctx))).is_some());
        assert!(reference(&parse_quote!(Ref<Ctx>)).is_none());
    }

    #[test]
    fn the_receiver_is_found_inside_macros_and_a_module_path_is_none() {
        let found = |value: Expr| receiver(&value).is_some();
        assert!(found(parse_quote!(f(self.limit))));
        assert!(found(parse_quote!(json!({ "maximum": self.limit }))));
        assert!(!found(parse_quote!(json!({ "maximum": self::LIMIT }))));
        assert!(!found(parse_quote!(json!({ "maximum": Self::LIMIT }))));
    }

    #[test]
    fn self_is_written_out_also_inside_macros() {
        let this = concrete_path(&parse_quote!(store::Issues<Pg>));
        let tokens = replace_self(quote!(vec![Self::LIMIT, Self { a: 1 }.a]), &this);
        assert_eq!(
            tokens.to_string(),
            quote!(vec![
                store::Issues::<Pg>::LIMIT,
                store::Issues::<Pg> { a: 1 }.a
            ])
            .to_string()
        );
    }

    #[test]
    fn types_are_spelled_as_people_write_them() {
        for text in [
            "String",
            "Option<Vec<u32>>",
            "HashMap<String, u8>",
            "[u8; 4]",
            "(u8, a::B)",
            "Box<dyn Read + Send>",
            "Cow<'static, str>",
        ] {
            let tokens: TokenStream = syn::parse_str(text).unwrap();
            assert_eq!(spell(&tokens), text);
        }
    }
}
