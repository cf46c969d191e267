//! Parses `#[group]` on fields and `#[fields]` on structs.

use proc_macro2::Span;
use syn::{Attribute, LitStr, Path, spanned::Spanned as _};

use super::{
    content, keys,
    rename::{ArgumentRename, renames},
    report_duplicate, set, take,
};
use crate::{
    diag::Diag,
    symbol::{CRATE, FIELDS, FIELDS_KEYS, GROUP_FIELD_KEYS, NAME, RENAME, RENAME_ALL},
};

/// The keys of `#[group(…)]`.
#[derive(Default)]
pub(crate) struct GroupFieldAttr {
    pub(crate) name: Option<LitStr>,
    pub(crate) rename: Option<Vec<ArgumentRename>>,
}

impl GroupFieldAttr {
    /// Removes `#[group]` from a field; `None` if there is none. A malformed attribute marks the
    /// field as well.
    pub(crate) fn take(attrs: &mut Vec<Attribute>, krate: &Path, diag: &mut Diag) -> Option<Self> {
        let (_, tokens) = take(attrs, GROUP_FIELD_KEYS, krate, diag)?;
        let mut out = Self::default();
        keys(tokens, GROUP_FIELD_KEYS, diag, |key, _| match key.name() {
            NAME => set(&mut out.name, key, key.text()?),
            RENAME => set(&mut out.rename, key, renames(key)?),
            _ => Err(key.unknown_key()),
        });
        Some(out)
    }
}

/// The keys of `#[fields(…)]`.
#[derive(Default)]
pub(crate) struct FieldsAttr {
    pub(crate) rename_all: Option<LitStr>,
    pub(crate) krate: Option<Path>,
}

impl FieldsAttr {
    /// Parses the attribute of a struct under `#[derive(Fields)]`.
    pub(crate) fn read(attrs: &[Attribute], diag: &mut Diag) -> Self {
        let mut out = Self::default();
        let mut found = attrs.iter().filter(|attr| attr.path().is_ident(FIELDS));
        let Some(first) = found.next() else {
            return out;
        };
        let tokens = content(first, FIELDS_KEYS, diag);
        keys(tokens, FIELDS_KEYS, diag, |key, _| match key.name() {
            RENAME_ALL => set(&mut out.rename_all, key, key.text()?),
            CRATE => set(&mut out.krate, key, key.path()?),
            _ => Err(key.unknown_key()),
        });
        for again in found {
            report_duplicate(again, FIELDS_KEYS, diag);
        }
        out
    }

    /// Returns the span of `#[fields]` on a field, where it does not belong.
    pub(crate) fn find_on_field(attrs: &[Attribute]) -> Option<Span> {
        let found = attrs.iter().find(|attr| attr.path().is_ident(FIELDS))?;
        Some(found.path().span())
    }
}
