//! The rules for hints for hosts: icons, and entries of `_meta`.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens as _, quote_spanned};
use syn::{Expr, LitStr, spanned::Spanned as _};

use super::{meta_key, text};
use crate::{
    attr::{HostHintsAttr, MetaEntry},
    diag::Diag,
    types,
};

/// The hints of an action, a group or a tool for hosts.
pub(crate) struct CheckedHostHints {
    /// The call that returns the icons.
    pub(crate) icons: Option<TokenStream>,
    /// The entries of `_meta`: a key, and the call that returns its value. Invariant: no key twice, and none that
    /// MCP or this crate reserves.
    pub(crate) meta: Vec<(LitStr, TokenStream)>,
    pub(crate) always_load: Option<bool>,
    pub(crate) search_hint: Option<LitStr>,
}

/// Checks the hints of an item of the type `this`.
pub(super) fn check(attr: &HostHintsAttr, this: &TokenStream, diag: &mut Diag) -> CheckedHostHints {
    let words = attr.search_hint.as_ref().map(|words| &words.value);
    CheckedHostHints {
        icons: attr.icons.as_ref().map(|all| icons(all, this, diag)),
        meta: entries(attr.meta.as_deref().unwrap_or_default(), this, diag),
        always_load: attr.always_load.map(|flag| flag.on),
        search_hint: text(words, "search_hint", diag),
    }
}

/// Icons do not use the tool, because they are listed before any call, and hosts load them over `https:` or from the
/// URI itself. `build()` checks the URIs that no literal has.
///
/// `#[prompt(icons = self.icons())]`, `#[tool_group(icons = [Icon::new("http://example.com/a.png")])]`
fn icons(icons: &Expr, this: &TokenStream, diag: &mut Diag) -> TokenStream {
    if let Some(at) = types::receiver(icons) {
        let text = "icons cannot use `self`: they are listed, before any call; \
                    use a constant or a function";
        diag.error_at(at, text);
    }
    let at = icons.span().resolved_at(Span::mixed_site());
    let tokens = icons.to_token_stream();
    refused_sources(tokens.clone(), diag);
    let icons = types::replace_self(tokens, this);
    quote_spanned!(at=> __f::icons(#icons))
}

/// Reports each string literal that begins with the scheme of a URI that hosts refuse.
fn refused_sources(tokens: TokenStream, diag: &mut Diag) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => refused_sources(group.stream(), diag),
            TokenTree::Literal(literal) => {
                let Ok(text) = syn::parse2::<LitStr>(TokenTree::Literal(literal).into()) else {
                    continue;
                };
                let value = text.value();
                if let Some(scheme) = scheme(&value)
                    && !["https", "data"].contains(&scheme.to_ascii_lowercase().as_str())
                {
                    let wrong = format!(
                        "hosts refuse `{scheme}:` URIs of icons: serve the image over `https:`, or write it into a \
                         `data:` URI"
                    );
                    diag.error(&text, wrong);
                }
            }
            TokenTree::Ident(_) | TokenTree::Punct(_) => {}
        }
    }
}

/// Returns the scheme of a URI, by the syntax of RFC 3986.
fn scheme(text: &str) -> Option<&str> {
    let (scheme, _) = text.split_once(':')?;
    let legal = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    (scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && scheme.chars().all(legal))
        .then_some(scheme)
}

/// Values of `_meta` do not use the tool, because they are listed before any call, and no key is given twice.
///
/// `#[tool_group(meta("example.com/team" = self.team))]`
fn entries(
    entries: &[MetaEntry],
    this: &TokenStream,
    diag: &mut Diag,
) -> Vec<(LitStr, TokenStream)> {
    let mut checked: Vec<(LitStr, TokenStream)> = Vec::new();
    for MetaEntry { key, value } in entries {
        let name = key.value();
        if let Some(problem) = meta_key::problem(&name) {
            diag.error(key, problem);
        } else if checked.iter().any(|(earlier, _)| earlier.value() == name) {
            diag.error(key, format!("`meta` has `{name}` twice"));
        }
        if let Some(at) = types::receiver(value) {
            let text = "a value of `meta` cannot use `self`: it is listed, before any call; \
                        use a constant or a function";
            diag.error_at(at, text);
        }
        let at = value.span().resolved_at(Span::mixed_site());
        let value = types::replace_self(value.to_token_stream(), this);
        // rustc reports a value that is no JSON at the value.
        checked.push((key.clone(), quote_spanned!(at=> __f::meta_value(#value))));
    }
    checked
}
