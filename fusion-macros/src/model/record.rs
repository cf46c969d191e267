//! Lowers a struct under `#[derive(Fields)]`. The attributes stay on the struct, because a derive
//! cannot change its item.

use syn::{Attribute, DeriveInput, Generics, Ident, Pat, Path, parse_quote};

use super::{Parameter, is_foreign};
use crate::{
    attr::{ArgAttr, FieldsAttr},
    diag::Diag,
    doc::Doc,
    symbol::DOC,
};

/// A struct under `#[derive(Fields)]`. Unchecked.
pub(crate) struct RecordItem {
    pub(crate) attr: FieldsAttr,
    pub(crate) krate: Path,
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) data: syn::Data,
    /// The named fields; empty for tuple and unit structs.
    /// They are lowered to parameters so that the rules for arguments apply to both.
    pub(crate) fields: Vec<Parameter>,
}

impl RecordItem {
    pub(crate) fn lower(input: DeriveInput, diag: &mut Diag) -> Self {
        let attr = FieldsAttr::read(&input.attrs, diag);
        let krate = attr
            .krate
            .clone()
            .unwrap_or_else(|| parse_quote!(::fusion_core));
        let fields = match &input.data {
            syn::Data::Struct(data) => data
                .fields
                .iter()
                .filter_map(|field| {
                    let ident: &Ident = field.ident.as_ref()?;
                    if let Some(at) = FieldsAttr::find_on_field(&field.attrs) {
                        let text = "`#[fields]` belongs on the struct; a field takes `#[arg(…)]`";
                        diag.error_at(at, text);
                    }
                    let docs = field.attrs.iter().find(|attr| attr.path().is_ident(DOC));
                    let foreign = field.attrs.iter().filter(|attr| is_foreign(attr));
                    let pat: Pat = parse_quote!(#ident);
                    Some(Parameter {
                        attr: ArgAttr::read(&field.attrs, diag),
                        docs: Doc::read(&field.attrs),
                        doc_span: docs.map(syn::spanned::Spanned::span),
                        cfg: None,
                        foreign: foreign.cloned().collect(),
                        pat,
                        ty: field.ty.clone(),
                    })
                })
                .collect(),
            _ => Vec::new(),
        };
        Self {
            attr,
            krate,
            attrs: input.attrs,
            ident: input.ident,
            generics: input.generics,
            data: input.data,
            fields,
        }
    }
}
