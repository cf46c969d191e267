//! Looks at the form of a value before it is parsed.

use syn::{Ident, LitBool, Token, ext::IdentExt as _, token};

use super::Key;

impl Key<'_> {
    /// Returns true if `=` follows the key.
    pub(crate) fn has_value(&self) -> bool {
        self.input.peek(Token![=])
    }

    /// Returns true if `=` and a word follow the key.
    pub(crate) fn value_begins_path(&self) -> bool {
        self.has_value() && (self.input.peek2(Ident::peek_any) || self.input.peek2(Token![::]))
    }

    /// Returns true if parentheses follow the key.
    pub(crate) fn has_parentheses(&self) -> bool {
        self.input.peek(token::Paren)
    }

    /// Parses `= true` or `= false`; `None` if no such value follows.
    pub(crate) fn bool_value(&self) -> Option<syn::Result<LitBool>> {
        (self.has_value() && self.input.peek2(LitBool)).then(|| {
            self.input.parse::<Token![=]>()?;
            self.input.parse()
        })
    }
}
