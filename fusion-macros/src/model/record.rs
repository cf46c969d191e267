//! A struct under `#[derive(Fields)]`, read where it stands: a derive changes nothing.

use syn::{Attribute, DeriveInput, Generics, Ident, Pat, Path, parse_quote};

use super::Parameter;
use crate::{
    attr::{ArgAttr, FieldsAttr},
    diag::Diag,
    doc::Doc,
    symbol::DOC,
};

/// Such a struct. Unchecked.
pub(crate) struct RecordItem {
    pub(crate) attr: FieldsAttr,
    pub(crate) krate: Path,
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) data: syn::Data,
    /// Those that have names.
    pub(crate) fields: Vec<RecordField>,
}

/// A field, in the shape of a parameter: both are read alike.
pub(crate) struct RecordField {
    pub(crate) param: Parameter,
    pub(crate) attrs: Vec<Attribute>,
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
                    let pat: Pat = parse_quote!(#ident);
                    let param = Parameter {
                        attr: ArgAttr::read(&field.attrs, diag),
                        docs: Doc::read(&field.attrs),
                        doc_span: docs.map(syn::spanned::Spanned::span),
                        cfg: None,
                        pat,
                        ty: field.ty.clone(),
                    };
                    let attrs = field.attrs.clone();
                    Some(RecordField { param, attrs })
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
