//! Lowers a block to an unchecked model. Attributes that rustc does not know are removed from the
//! item meanwhile, so that it can be printed whether or not it is valid.

mod misspelt_marks;
mod record;
mod shown_errors;
mod tool;

use std::rc::Rc;

use proc_macro2::{Span, TokenTree};
use syn::{
    Attribute, FnArg, Generics, Ident, ImplItem, ImplItemFn, ItemImpl, Meta, Pat, PatType, Path,
    Signature, Type, parse_quote,
};

use crate::{
    attr::{self, ArgAttr, GroupAttr, MethodAttr, MethodMark},
    diag::Diag,
    doc::Doc,
    recovery,
    symbol::{ARG, CFG, CFG_ATTR, DOC, FOREIGN_ATTRIBUTES, GROUP, TOOL_GROUP},
};

pub(crate) use self::{
    record::RecordItem,
    tool::{MemberField, ToolItem},
};

/// An impl block under `#[tool_group]`. Unchecked.
pub(crate) struct Block {
    pub(crate) attr: GroupAttr,
    pub(crate) krate: Path,
    pub(crate) docs: Doc,
    pub(crate) cfg: Vec<Attribute>,
    pub(crate) generics: Generics,
    pub(crate) trait_path: Option<Path>,
    pub(crate) self_ty: Type,
    pub(crate) methods: Vec<Method>,
    /// The signatures of the methods without a mark.
    pub(crate) helpers: Rc<[Signature]>,
    /// True if a marked method has no body, which rustc reports.
    pub(crate) unfinished: bool,
}

/// A method under `#[action]`, `#[prompt]` or `#[resource]`. Unchecked.
pub(crate) struct Method {
    pub(crate) attr: MethodAttr,
    pub(crate) docs: Doc,
    pub(crate) doc_attrs: Vec<Attribute>,
    pub(crate) cfg: Vec<Attribute>,
    pub(crate) sig: Signature,
    pub(crate) params: Vec<Parameter>,
    /// True if the body turns an error into a text for the model.
    pub(crate) shows_errors: bool,
}

/// A parameter of such a method, receivers excluded. Unchecked.
pub(crate) struct Parameter {
    pub(crate) attr: Option<(Span, ArgAttr)>,
    pub(crate) docs: Doc,
    pub(crate) doc_span: Option<Span>,
    pub(crate) cfg: Option<Attribute>,
    /// The attributes of serde and similar crates.
    pub(crate) foreign: Vec<Attribute>,
    pub(crate) pat: Pat,
    pub(crate) ty: Type,
}

impl Block {
    /// Lowers a block and removes this crate's attributes from it.
    pub(crate) fn lower(attr: GroupAttr, block: &mut ItemImpl, diag: &mut Diag) -> Self {
        let krate = attr
            .krate
            .clone()
            .unwrap_or_else(|| parse_quote!(::fusion_core));
        for again in block
            .attrs
            .extract_if(.., |attr| attr::is_attribute(attr, TOOL_GROUP, &krate))
        {
            let text = "`#[tool_group]` is given twice; write all keys into one";
            diag.error(again.path(), text);
        }
        let mut unfinished = false;
        let mut helpers = Vec::new();
        let methods = block
            .items
            .iter_mut()
            .filter_map(|item| match item {
                ImplItem::Fn(method) => {
                    let lowered = Method::lower(method, &krate, diag);
                    if lowered.is_none() {
                        helpers.push(method.sig.clone());
                    }
                    lowered
                }
                ImplItem::Verbatim(tokens) => {
                    unfinished |= recovery::clean(tokens);
                    None
                }
                other => {
                    misplaced_marks(other, &krate, diag);
                    None
                }
            })
            .collect();
        Self {
            attr,
            docs: Doc::read(&block.attrs),
            cfg: attributes_named(&block.attrs, CFG),
            generics: block.generics.clone(),
            trait_path: block.trait_.as_ref().map(|(path, _)| path.clone()),
            self_ty: (*block.self_ty).clone(),
            methods,
            helpers: helpers.into(),
            unfinished,
            krate,
        }
    }
}

impl Method {
    fn lower(method: &mut ImplItemFn, krate: &Path, diag: &mut Diag) -> Option<Self> {
        let marks = MethodMark::ALL.map(MethodMark::name);
        misspelt_marks::correct(&mut method.attrs, &marks, diag);
        let meant = wrong_marks(&mut method.attrs, krate, diag);
        let attr = MethodAttr::take(&mut method.attrs, krate, diag);
        let meant = meant.map(|mark| MethodAttr {
            mark,
            is_broken: true,
            ..MethodAttr::default()
        });
        let Some(attr) = attr.or(meant) else {
            stray_args(method, krate, diag);
            return None;
        };
        let mut params = Vec::new();
        for input in &mut method.sig.inputs {
            match input {
                FnArg::Receiver(receiver) => {
                    if let Some((at, _)) = ArgAttr::take(&mut receiver.attrs, krate, diag) {
                        diag.error_at(at, "`#[arg]` belongs on a parameter that is read from JSON");
                    }
                    if let Some(at) = take_docs(&mut receiver.attrs) {
                        diag.error_at(at, "the docs of `self` have no effect; write `//`");
                    }
                }
                FnArg::Typed(param) => params.push(Parameter::lower(param, krate, diag)),
            }
        }
        let out = Self {
            attr,
            docs: Doc::read(&method.attrs),
            doc_attrs: attributes_named(&method.attrs, DOC),
            cfg: attributes_named(&method.attrs, CFG),
            sig: method.sig.clone(),
            params,
            shows_errors: shown_errors::find(&mut method.block),
        };
        // Each argument is a parameter, and parsed arguments are passed by value.
        method.attrs.push(
            parse_quote!(#[allow(clippy::needless_pass_by_value, clippy::too_many_arguments)]),
        );
        Some(out)
    }
}

impl Parameter {
    fn lower(param: &mut PatType, krate: &Path, diag: &mut Diag) -> Self {
        misspelt_marks::correct(&mut param.attrs, &[ARG], diag);
        Self {
            attr: ArgAttr::take(&mut param.attrs, krate, diag),
            docs: Doc::read(&param.attrs),
            doc_span: take_docs(&mut param.attrs),
            cfg: take_cfg(&mut param.attrs),
            foreign: take_foreign(&mut param.attrs),
            pat: (*param.pat).clone(),
            ty: (*param.ty).clone(),
        }
    }
}

/// Removes attributes that rustc refuses from the parameters of a method that is not an action.
fn stray_args(method: &mut ImplItemFn, krate: &Path, diag: &mut Diag) {
    let name = &method.sig.ident;
    for input in &mut method.sig.inputs {
        let attrs = match input {
            FnArg::Receiver(receiver) => &mut receiver.attrs,
            FnArg::Typed(param) => &mut param.attrs,
        };
        if let Some((at, _)) = ArgAttr::take(attrs, krate, diag) {
            let text =
                format!("`{name}` is not an action: mark it `#[action]`, or remove `#[arg]`");
            diag.error_at(at, text);
            take_docs(attrs);
        }
    }
}

/// Removes marks from an item of the block that is not a method, and reports them.
fn misplaced_marks(item: &mut ImplItem, krate: &Path, diag: &mut Diag) {
    let attrs = match item {
        ImplItem::Const(item) => &mut item.attrs,
        ImplItem::Type(item) => &mut item.attrs,
        ImplItem::Macro(item) => &mut item.attrs,
        _ => return,
    };
    for (mark, at) in take_marks(attrs, krate) {
        let text = format!("`#[{}]` belongs on a method", mark.name());
        diag.error(at.path(), text);
    }
    for mark in attrs.extract_if(.., |attr| attr::is_attribute(attr, GROUP, krate)) {
        diag.error(mark.path(), "`#[group]` belongs on a field of a struct");
    }
}

/// Removes the marks of methods from `attrs` and returns them.
fn take_marks(attrs: &mut Vec<Attribute>, krate: &Path) -> Vec<(MethodMark, Attribute)> {
    let mut found = Vec::new();
    for mark in MethodMark::ALL {
        let marked = attrs.extract_if(.., |attr| attr::is_attribute(attr, mark.name(), krate));
        found.extend(marked.map(|attr| (mark, attr)));
    }
    found
}

/// Removes marks that a method cannot have, reports them, and returns the mark that was probably
/// meant.
fn wrong_marks(attrs: &mut Vec<Attribute>, krate: &Path, diag: &mut Diag) -> Option<MethodMark> {
    let mut meant = None;
    for mark in MethodMark::ALL {
        if hidden_marks(attrs, mark.name(), "method", diag) {
            meant.get_or_insert(mark);
        }
    }
    for group in attrs.extract_if(.., |attr| attr::is_attribute(attr, GROUP, krate)) {
        let text = "`#[group]` belongs on a field of a struct; a method is marked `#[action]`";
        diag.error(group.path(), text);
        meant.get_or_insert(MethodMark::Action);
    }
    for arg in attrs.extract_if(.., |attr| attr::is_attribute(attr, ARG, krate)) {
        diag.error(arg.path(), "`#[arg]` belongs on a parameter");
    }
    meant
}

/// Removes and reports marks inside `#[cfg_attr]`, which rustc evaluates only after this macro ran.
/// Returns true if there is one.
fn hidden_marks(attrs: &mut Vec<Attribute>, mark: &str, item: &str, diag: &mut Diag) -> bool {
    let count = diag.count();
    let hides_mark = |attr: &mut Attribute| match &attr.meta {
        Meta::List(list) if list.path.is_ident(CFG_ATTR) => list
            .tokens
            .clone()
            .into_iter()
            .any(|token| matches!(token, TokenTree::Ident(name) if name == mark)),
        _ => false,
    };
    for attr in attrs.extract_if(.., hides_mark) {
        let text =
            format!("`#[{mark}]` cannot stand in `#[cfg_attr]`; put `#[cfg(…)]` on the {item}");
        diag.error(&attr, text);
    }
    diag.count() > count
}

fn take_docs(attrs: &mut Vec<Attribute>) -> Option<Span> {
    let docs: Vec<Attribute> = attrs
        .extract_if(.., |attr| attr.path().is_ident(DOC))
        .collect();
    docs.first().map(syn::spanned::Spanned::span)
}

fn take_cfg(attrs: &mut Vec<Attribute>) -> Option<Attribute> {
    let is_cfg = |attr: &mut Attribute| attr.path().is_ident(CFG) || attr.path().is_ident(CFG_ATTR);
    attrs.extract_if(.., is_cfg).next()
}

/// Removes attributes of other crates, which rustc does not know on parameters.
fn take_foreign(attrs: &mut Vec<Attribute>) -> Vec<Attribute> {
    attrs.extract_if(.., |attr| is_foreign(attr)).collect()
}

fn is_foreign(attr: &Attribute) -> bool {
    let mut names = FOREIGN_ATTRIBUTES.iter();
    names.any(|name| attr.path().is_ident(name))
}

fn attributes_named(attrs: &[Attribute], name: &str) -> Vec<Attribute> {
    let found = attrs.iter().filter(|attr| attr.path().is_ident(name));
    found.cloned().collect()
}

/// Removes `#[arg]` and doc comments, which rustc refuses on parameters, from a marked method
/// outside of a block.
pub(crate) fn clean(method: &mut ImplItemFn) {
    for input in &mut method.sig.inputs {
        if let FnArg::Typed(param) = input {
            param
                .attrs
                .retain(|attr| !attr.path().is_ident(ARG) && !attr.path().is_ident(DOC));
        }
    }
}

impl Method {
    pub(crate) fn name(&self) -> &Ident {
        &self.sig.ident
    }
}
