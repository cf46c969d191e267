//! The rules for a struct under `#[derive(Fields)]`. The rules for parameters apply to its fields.

use std::rc::Rc;

use proc_macro2::Span;
use quote::ToTokens as _;
use syn::{Data, Fields, Ident, Path, ext::IdentExt as _};

use super::{Arg, ValidModel, action::GroupContext, argument, foreign_attributes, style};
use crate::{attr::HintFlags, diag::Diag, model, symbol::FLATTEN, types};

/// The error for `complete` on a field.
const NO_COMPLETION: &str = "a field cannot have `complete`: write the argument as a parameter of the \
                             prompt or resource that it is completed for";

/// A struct whose fields are arguments.
pub(crate) struct Record {
    pub(crate) krate: Path,
    pub(crate) ident: Ident,
    pub(crate) fields: Vec<RecordArg>,
}

/// One field of the struct, as an argument.
pub(crate) struct RecordArg {
    pub(crate) field: Ident,
    /// Invariant: the function of its default is named after the field.
    pub(crate) arg: Arg,
}

/// Checks a struct under `#[derive(Fields)]`. `None` if there is a mistake, here or before.
pub(crate) fn record(record: &model::RecordItem, diag: &mut Diag) -> Option<ValidModel<Record>> {
    shape(record, diag);
    foreign_attributes::on_fields(&record.attrs, "#[fields(rename_all = \"…\")]", diag);
    let group = GroupContext {
        this: record.ident.to_token_stream(),
        style: style(record.attr.rename_all.as_ref(), diag),
        hints: HintFlags::default(),
        has_common: false,
        demands_scope: false,
        timeout: None,
        confirm: None,
        helpers: Rc::default(),
        completes: Err(NO_COMPLETION),
    };
    let mut args: Vec<Arg> = Vec::new();
    let mut idents = Vec::new();
    for param in &record.fields {
        foreign_attributes::on_fields(&param.foreign, foreign_attributes::RENAME, diag);
        nested_flatten(param, diag);
        // rustc reports missing lifetimes and `impl Trait` in structs.
        let ty = &param.ty;
        if types::borrow(ty).is_some() || types::impl_trait(ty).is_some() {
            diag.leave_to_rustc();
        }
        if let Some(arg) = argument::check(param, &group, &args, diag)
            && let syn::Pat::Ident(pat) = &param.pat
        {
            args.push(arg);
            idents.push(pat.ident.clone());
        }
    }
    for (arg, ident) in args.iter_mut().zip(&idents) {
        if let Some(default) = &mut arg.default {
            default.name = Ident::new(&format!("{}_", ident.unraw()), Span::mixed_site());
        }
    }
    let record = Record {
        krate: record.krate.clone(),
        ident: record.ident.clone(),
        fields: idents
            .into_iter()
            .zip(args)
            .map(|(field, arg)| RecordArg { field, arg })
            .collect(),
    };
    (diag.count() == 0).then_some(ValidModel(record))
}

/// The item is a struct without generics whose fields have names.
///
/// `struct Page(u32, u32);`, `struct Page;`, `enum Page { All, Some(u32) }`, `struct Page<T> { … }`
fn shape(record: &model::RecordItem, diag: &mut Diag) {
    let name = &record.ident;
    let form = format!("write `struct {name} {{ … }}`");
    match &record.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) if fields.named.is_empty() => {
                diag.error(
                    name,
                    format!("`{name}` has no fields that could be arguments"),
                );
            }
            Fields::Named(_) => {}
            Fields::Unnamed(fields) => {
                let text = format!("an argument is named after its field: {form}");
                diag.error(fields, text);
            }
            Fields::Unit => {
                let text = format!("`{name}` has no fields that could be arguments: {form}");
                diag.error(name, text);
            }
        },
        Data::Enum(data) => {
            let text = format!(
                "`Fields` is derived for a struct: {form}; an `enum` is one argument, \
                 by `serde::Deserialize` and `schemars::JsonSchema`"
            );
            diag.error(data.enum_token, text);
        }
        Data::Union(data) => {
            diag.error(
                data.union_token,
                format!("`Fields` is derived for a struct: {form}"),
            );
        }
    }
    if !record.generics.params.is_empty() {
        let text = "`Fields` is derived for one concrete struct: name the types of its fields";
        diag.error(&record.generics.params, text);
    }
}

/// A field is one argument, and is not flattened.
///
/// `#[arg(flatten)] page: Paging`
fn nested_flatten(param: &model::Parameter, diag: &mut Diag) {
    let Some((_, attr)) = &param.attr else { return };
    if attr.flatten.is_some_and(|flag| flag.on)
        && let Some(key) = attr.keys.iter().find(|key| key.value == FLATTEN)
    {
        let text = "fields are one level deep: let the action take the other struct as well, \
                    by another parameter with `#[arg(flatten)]`";
        diag.error_at(key.key, text);
    }
}
