//! The rules for structs whose fields are arguments. The fields themselves are constants of the
//! structs, which `expand` refers to.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens as _;
use syn::{LitStr, Type};

use super::{Action, CommonStruct, argument};
use crate::{
    attr::{ArgAttr, MethodAttr, MethodMark, OmitCommon},
    diag::Diag,
    model::Parameter,
    symbol::FLATTEN,
    types,
};

/// Checks the struct that all actions share.
pub(super) fn common_struct(
    ty: &Type,
    this: &TokenStream,
    actions: &[Action],
    diag: &mut Diag,
) -> CommonStruct {
    argument::owned_type("`common`", ty, diag);
    CommonStruct {
        ty: types::replace_self(ty.to_token_stream(), this),
        is_omitted: actions.iter().any(|action| action.omits_common),
    }
}

/// An action omits `common` only if the group has one. A resource always omits it, because all
/// arguments of a resource are in its URI.
///
/// `#[tool_group] impl Issues { #[action(omit_common)] fn list(&self) {} }`
pub(super) fn omits_common(attr: &MethodAttr, has_common: bool, diag: &mut Diag) -> bool {
    match &attr.omit_common {
        Some(OmitCommon::All(flag)) if flag.on => {
            if !has_common {
                nothing_to_omit(flag.span, diag);
            }
            true
        }
        _ => has_common && attr.mark == MethodMark::Resource,
    }
}

/// Single fields of `common` are omitted only if the group has one, and each is named once.
///
/// `#[action(omit_common("team", "team"))]`
pub(super) fn omitted_fields(attr: &MethodAttr, has_common: bool, diag: &mut Diag) -> Vec<LitStr> {
    let Some(OmitCommon::Fields { key, names }) = &attr.omit_common else {
        return Vec::new();
    };
    if !has_common {
        nothing_to_omit(*key, diag);
        return Vec::new();
    }
    for (index, name) in names.iter().enumerate() {
        let mut earlier = names.iter().take(index);
        if earlier.any(|other| other.value() == name.value()) {
            diag.error(
                name,
                format!("field `{}` is omitted twice: remove one", name.value()),
            );
        }
    }
    names.clone()
}

fn nothing_to_omit(span: Span, diag: &mut Diag) {
    let text = "there is nothing to omit: this block has no `common`; \
                write `common = …` there, or remove `omit_common`";
    diag.error_at(span, text);
}

/// Returns true if a parameter has `flatten`: the fields of its type are the arguments.
pub(super) fn is_flat(param: &Parameter) -> bool {
    let flatten = param.attr.as_ref().and_then(|(_, attr)| attr.flatten);
    flatten.is_some_and(|flag| flag.on)
}

/// A flattened parameter has no name, docs or constraints of its own.
///
/// `#[arg(flatten, name = "page")] page: Paging`, `/// The page. #[arg(flatten)] page: Paging`
pub(super) fn check(param: &Parameter, this: &TokenStream, diag: &mut Diag) -> TokenStream {
    let nothing = ArgAttr::default();
    let attr = param.attr.as_ref().map_or(&nothing, |(_, attr)| attr);
    for key in attr.keys.iter().filter(|key| key.value != FLATTEN) {
        let text = format!(
            "`{}` has no effect beside `flatten`: write it on a field of the struct",
            key.value
        );
        diag.error_at(key.key, text);
    }
    if let Some(at) = param.doc_span {
        let text = "the docs of a parameter with `flatten` have no effect: \
                    document the fields of its type, or write `//`";
        diag.error_at(at, text);
    }
    argument::owned_type("a parameter with `flatten`", &param.ty, diag);
    types::replace_self(param.ty.to_token_stream(), this)
}
