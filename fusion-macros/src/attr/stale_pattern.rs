//! Parses the patterns of `invalidates("self.*", foreign("…"))`.

use syn::{Ident, LitStr, Token, ext::IdentExt as _, parenthesized, parse::ParseStream, token};

use super::Key;
use crate::symbol::FOREIGN;

/// One pattern of `invalidates`.
#[derive(Clone)]
pub(crate) struct StalePattern {
    pub(crate) glob: LitStr,
    /// True if the pattern matches tools of another server.
    pub(crate) foreign: bool,
}

/// Parses `invalidates("self.*", foreign("…"))`. `invalidates()` declares that nothing becomes
/// stale.
pub(super) fn patterns(key: &Key<'_>) -> syn::Result<Vec<StalePattern>> {
    const FORM: &str = "\"self.*\"";

    key.parentheses(FORM, |content| {
        let mut out = Vec::new();
        while !content.is_empty() {
            if content.peek(LitStr) {
                let glob = content.parse()?;
                let foreign = false;
                out.push(StalePattern { glob, foreign });
            } else {
                parse_foreign(content, &mut out)?;
            }
            if !content.is_empty() {
                content.parse::<Token![,]>()?;
            }
        }
        Ok(out)
    })
}

/// Parses `foreign("a", "b")`.
fn parse_foreign(content: ParseStream<'_>, out: &mut Vec<StalePattern>) -> syn::Result<()> {
    const TEXT: &str = "`invalidates` takes globs: `invalidates(\"self.*\", foreign(\"…\"))`";

    let ahead = content.fork();
    let named = Ident::parse_any(&ahead).is_ok_and(|name| name == FOREIGN);
    if !named || !ahead.peek(token::Paren) {
        return Err(content.error(TEXT));
    }
    let name = Ident::parse_any(content)?;
    let globs;
    parenthesized!(globs in content);
    loop {
        if !globs.peek(LitStr) {
            // The parentheses are empty, so that the only token for the error is the name.
            let error = if globs.is_empty() {
                syn::Error::new(name.span(), TEXT)
            } else {
                globs.error(TEXT)
            };
            globs.parse::<proc_macro2::TokenStream>()?;
            return Err(error);
        }
        let glob = globs.parse()?;
        let foreign = true;
        out.push(StalePattern { glob, foreign });
        if globs.is_empty() {
            return Ok(());
        }
        globs.parse::<Token![,]>()?;
        if globs.is_empty() {
            return Ok(());
        }
    }
}
