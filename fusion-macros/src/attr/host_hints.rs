//! Parses the hints for hosts: `icons`, `meta`, `always_load` and `search_hint`.

use syn::{Expr, LitStr, Token, parse::ParseStream};

use super::{Flag, ICONS_FORM, Key, KeyedValue, set};
use crate::symbol::{ALWAYS_LOAD, ICONS, META, SEARCH_HINT};

/// The content of `meta`, as errors show it.
const META_FORM: &str = "\"example.com/key\" = …";

/// An entry of `meta`: its key and its value.
pub(crate) struct MetaEntry {
    pub(crate) key: LitStr,
    pub(crate) value: Expr,
}

/// The hints of a method, a block or a struct for hosts.
#[derive(Default)]
pub(crate) struct HostHintsAttr {
    pub(crate) icons: Option<Expr>,
    pub(crate) meta: Option<Vec<MetaEntry>>,
    pub(crate) always_load: Option<Flag>,
    pub(crate) search_hint: Option<KeyedValue<LitStr>>,
}

impl HostHintsAttr {
    /// Parses the value of a key, which is one of [`ICONS`], [`META`], [`ALWAYS_LOAD`] and [`SEARCH_HINT`].
    pub(super) fn read_key(&mut self, key: &Key<'_>) -> syn::Result<()> {
        match key.name() {
            ICONS => set(&mut self.icons, key, key.constructor_expr(ICONS_FORM)?),
            META => set(&mut self.meta, key, entries(key)?),
            ALWAYS_LOAD => set(&mut self.always_load, key, key.flag()?),
            SEARCH_HINT => {
                let words = key.text()?;
                set(&mut self.search_hint, key, KeyedValue::new(key, words))
            }
            _ => Err(key.unknown_key()),
        }
    }
}

/// Parses `meta("example.com/key" = value, …)`.
fn entries(key: &Key<'_>) -> syn::Result<Vec<MetaEntry>> {
    let entries = key.parentheses(META_FORM, |content| {
        let mut entries = Vec::new();
        while !content.is_empty() {
            entries.push(entry(content)?);
            if !content.is_empty() {
                content.parse::<Token![,]>()?;
            }
        }
        Ok(entries)
    })?;
    if entries.is_empty() {
        let text = format!("`{META}` is empty: write `{META}({META_FORM})`");
        return Err(key.error(text));
    }
    Ok(entries)
}

fn entry(content: ParseStream<'_>) -> syn::Result<MetaEntry> {
    if !content.peek(LitStr) || !content.peek2(Token![=]) {
        let text =
            format!("`{META}` takes keys of `_meta` with their values: `{META}({META_FORM})`");
        // The name without its value is at fault, or else what stands in its place.
        if content.peek(LitStr) {
            return Err(syn::Error::new(content.parse::<LitStr>()?.span(), text));
        }
        return Err(content.error(text));
    }
    let key = content.parse()?;
    content.parse::<Token![=]>()?;
    let value = content.parse()?;
    Ok(MetaEntry { key, value })
}
