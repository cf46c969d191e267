//! Parses `confirm("Delete {id}?")`, `confirm = Self::question` and `confirm = false`.

use syn::{LitBool, LitStr, Path};

use super::Key;

/// The value of `confirm` on an action.
pub(crate) enum ConfirmAttr {
    /// `confirm("Delete {id}?")`.
    Text(LitStr),
    /// `confirm = Self::question`.
    Method(Path),
    /// `confirm = false`, which removes the question of the block.
    Never,
}

/// Parses the value of `confirm` on an action.
pub(super) fn confirm(key: &Key<'_>) -> syn::Result<ConfirmAttr> {
    if let Some(flag) = key.bool_value() {
        return match flag? {
            LitBool { value: false, .. } => Ok(ConfirmAttr::Never),
            flag => Err(syn::Error::new(
                flag.span,
                "`confirm` takes the question: write `confirm(\"…\")`",
            )),
        };
    }
    if key.value_begins_path() {
        return key.path().map(ConfirmAttr::Method);
    }
    confirm_text(key).map(ConfirmAttr::Text)
}

/// Parses `confirm("Delete {id}?")`.
pub(super) fn confirm_text(key: &Key<'_>) -> syn::Result<LitStr> {
    let mut texts = key.texts("\"…\"")?.into_iter();
    let first = texts.next().ok_or_else(|| key.unknown_key())?;
    match texts.next() {
        None => Ok(first),
        Some(second) => Err(syn::Error::new(
            second.span(),
            "`confirm` takes one question: `confirm(\"…\")`",
        )),
    }
}
