//! Lowers a struct under `#[tool_group]` and removes the attributes that rustc does not know.

use syn::{Attribute, Fields, Generics, Ident, ItemStruct, Path, Type, parse_quote};

use super::{attributes_named, hidden_marks, misspelt_marks, take_marks};
use crate::{
    attr::{self, GroupAttr, GroupFieldAttr},
    diag::Diag,
    doc::Doc,
    symbol::{ARG, CFG, GROUP, TOOL_GROUP},
};

/// A struct under `#[tool_group]`. Unchecked.
pub(crate) struct ToolItem {
    pub(crate) attr: GroupAttr,
    pub(crate) krate: Path,
    pub(crate) docs: Doc,
    pub(crate) cfg: Vec<Attribute>,
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) fields: Fields,
    pub(crate) members: Vec<MemberField>,
}

/// A field under `#[group]`. Unchecked.
pub(crate) struct MemberField {
    pub(crate) attr: GroupFieldAttr,
    pub(crate) cfg: Vec<Attribute>,
    /// `None` for a field of a tuple struct.
    pub(crate) ident: Option<Ident>,
    pub(crate) ty: Type,
}

impl ToolItem {
    /// Lowers a struct and removes this crate's attributes from it.
    pub(crate) fn lower(attr: GroupAttr, item: &mut ItemStruct, diag: &mut Diag) -> Self {
        let krate = attr
            .krate
            .clone()
            .unwrap_or_else(|| parse_quote!(::fusion_core));
        for again in item
            .attrs
            .extract_if(.., |attr| attr::is_attribute(attr, TOOL_GROUP, &krate))
        {
            let text = "`#[tool_group]` is given twice; write all keys into one";
            diag.error(again.path(), text);
        }
        for mark in item
            .attrs
            .extract_if(.., |attr| attr::is_attribute(attr, GROUP, &krate))
        {
            let text = "`#[group]` belongs on a field of the struct";
            diag.error(mark.path(), text);
        }
        let fields = item.fields.iter_mut();
        let members = fields
            .filter_map(|field| {
                misspelt_marks::correct(&mut field.attrs, &[GROUP], diag);
                wrong_marks(&mut field.attrs, &krate, diag);
                Some(MemberField {
                    attr: GroupFieldAttr::take(&mut field.attrs, &krate, diag)?,
                    cfg: attributes_named(&field.attrs, CFG),
                    ident: field.ident.clone(),
                    ty: field.ty.clone(),
                })
            })
            .collect();
        Self {
            attr,
            docs: Doc::read(&item.attrs),
            cfg: attributes_named(&item.attrs, CFG),
            ident: item.ident.clone(),
            generics: item.generics.clone(),
            fields: item.fields.clone(),
            members,
            krate,
        }
    }
}

/// Removes marks that a field cannot have, and reports each.
fn wrong_marks(attrs: &mut Vec<Attribute>, krate: &Path, diag: &mut Diag) {
    hidden_marks(attrs, GROUP, "field", diag);
    for (mark, at) in take_marks(attrs, krate) {
        let text = format!(
            "`#[{}]` belongs on a method; a field that is a group is marked `#[group]`",
            mark.name()
        );
        diag.error(at.path(), text);
    }
    for mark in attrs.extract_if(.., |attr| attr::is_attribute(attr, ARG, krate)) {
        let text = "`#[arg]` belongs on a parameter of an action, \
                    or on a field under `#[derive(Fields)]`";
        diag.error(mark.path(), text);
    }
}
