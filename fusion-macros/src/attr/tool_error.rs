//! Parses `#[tool_error(…)]`, which describes a variant of an error to the model.

use std::time::Duration;

use syn::{Attribute, LitStr, Member, Path};

use super::{Flag, content, keys, set};
use crate::{
    diag::Diag,
    symbol::{
        CODE, CRATE, ERROR_KEYS, HINT, Keys, NOTHING_RAN, RETRY_AFTER, SUGGEST, TOOL_ERROR,
        UNCHANGED,
    },
};

/// The value of `retry_after`.
pub(crate) enum RetryAfter {
    Fixed(Duration),
    /// A field of the variant, a `Duration` or an `Option` of one.
    Field(Member),
}

/// The keys of `#[tool_error(…)]`.
#[derive(Default)]
pub(crate) struct ErrorAttr {
    pub(crate) code: Option<LitStr>,
    pub(crate) hint: Option<LitStr>,
    pub(crate) suggest: Option<Vec<LitStr>>,
    pub(crate) unchanged: Option<Flag>,
    pub(crate) nothing_ran: Option<Flag>,
    pub(crate) retry_after: Option<RetryAfter>,
    pub(crate) krate: Option<Path>,
}

impl ErrorAttr {
    /// Parses the attribute with the keys that are `known` at its place; `None` if there is none.
    pub(crate) fn read(attrs: &[Attribute], known: Keys, diag: &mut Diag) -> Option<Self> {
        let mut found = attrs.iter().filter(|attr| attr.path().is_ident(TOOL_ERROR));
        let first = found.next()?;
        let mut out = Self::default();
        keys(content(first, known, diag), known, diag, |key, _| {
            if !known.known.contains(&key.name()) {
                return Err(match key.name() {
                    CRATE => key.error("key `crate` belongs on the type".to_owned()),
                    name if ERROR_KEYS.known.contains(&name) => {
                        key.error(format!("key `{name}` belongs on a variant"))
                    }
                    _ => key.unknown_key(),
                });
            }
            match key.name() {
                CODE => set(&mut out.code, key, key.text()?),
                HINT => set(&mut out.hint, key, key.text()?),
                SUGGEST => set(&mut out.suggest, key, key.texts("\"…\"")?),
                UNCHANGED => set(&mut out.unchanged, key, key.flag()?),
                NOTHING_RAN => set(&mut out.nothing_ran, key, key.flag()?),
                RETRY_AFTER => set(&mut out.retry_after, key, key.delay()?),
                CRATE => set(&mut out.krate, key, key.path()?),
                _ => Err(key.unknown_key()),
            }
        });
        for again in found {
            let text = "`#[tool_error]` is given twice; write all keys into one";
            diag.error(again.path(), text);
        }
        Some(out)
    }
}
