//! The rule for schemas, which are expressions that are evaluated once, before any call.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote_spanned};
use syn::{Expr, spanned::Spanned as _};

use crate::{diag::Diag, types};

/// A schema does not use the tool: it is published before any call.
///
/// `#[arg(schema = self.schema())]`
pub(super) fn check(schema: &Expr, this: &TokenStream, diag: &mut Diag) -> TokenStream {
    if let Some(at) = types::receiver(schema) {
        let text = "a schema cannot use `self`: it is made once, before any call; \
                    use a constant or a function";
        diag.error_at(at, text);
    }
    let at = schema.span().resolved_at(Span::mixed_site());
    let schema = types::replace_self(schema.to_token_stream(), this);
    // rustc reports an expression of another type at the expression.
    quote_spanned!(at=> __f::given(#schema))
}
