//! The rules for what stands around handlers: on a block, on an action, on a struct. What is a
//! layer, rustc knows.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote_spanned};
use syn::{Expr, spanned::Spanned as _};

use crate::{diag::Diag, types};

/// The calls that make them. They stand in a method, and may use its `self`.
pub(super) fn check(layers: Option<&[Expr]>, this: &TokenStream) -> Vec<TokenStream> {
    let layers = layers.unwrap_or_default().iter();
    layers.map(|layer| one(layer, this)).collect()
}

fn one(layer: &Expr, this: &TokenStream) -> TokenStream {
    let at = layer.span().resolved_at(Span::mixed_site());
    let layer = types::without_self(layer.to_token_stream(), this);
    let layer = types::with_receiver(layer);
    // What is no layer is blamed on the expression.
    quote_spanned!(at=> __f::layer(#layer).made())
}

/// A cap is a constant of the rows, which are made without the tool.
///
/// `#[action(output_cap = self.cap)]`
pub(super) fn cap(cap: Option<&Expr>, this: &TokenStream, diag: &mut Diag) -> Option<TokenStream> {
    let cap = cap?;
    if let Some(at) = types::receiver(cap) {
        let text = "an output cap cannot use `self`: it is a constant; \
                    set one that is known at run time on the registry's builder";
        diag.error_at(at, text);
    }
    Some(types::without_self(cap.to_token_stream(), this))
}
