//! The rules for middleware and output caps of blocks, actions and structs. rustc checks that an
//! expression is a middleware.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote_spanned};
use syn::{Expr, spanned::Spanned as _};

use crate::{diag::Diag, types};

/// Returns the calls that construct the middleware. They are printed in a method and may use its
/// `self`.
pub(super) fn check(middleware: Option<&[Expr]>, this: &TokenStream) -> Vec<TokenStream> {
    let middleware = middleware.unwrap_or_default().iter();
    middleware
        .map(|middleware| middleware_call(middleware, this))
        .collect()
}

fn middleware_call(middleware: &Expr, this: &TokenStream) -> TokenStream {
    let at = middleware.span().resolved_at(Span::mixed_site());
    let middleware = types::replace_self(middleware.to_token_stream(), this);
    let middleware = types::bind_receiver(middleware);
    // rustc reports an expression of another type at the expression.
    quote_spanned!(at=> __f::check_middleware(#middleware).into_middleware())
}

/// A cap is part of a `static`, so that it cannot use the tool.
///
/// `#[action(output_cap = self.cap)]`
pub(super) fn output_cap(
    cap: Option<&Expr>,
    this: &TokenStream,
    diag: &mut Diag,
) -> Option<TokenStream> {
    let cap = cap?;
    if let Some(at) = types::receiver(cap) {
        let text = "an output cap cannot use `self`: it is a constant; \
                    set one that is known at run time on the registry's builder";
        diag.error_at(at, text);
    }
    Some(types::replace_self(cap.to_token_stream(), this))
}
