//! The procedural macros of fusion-core.
//!
//! Use them through fusion-core, which documents them, because their examples need it. An expansion
//! has four stages: `attr` parses the attributes, `model` lowers the item, `check` validates the
//! model, `expand` prints it. `fallback` prints an item with mistakes.

mod attr;
mod check;
mod diag;
mod doc;
mod expand;
mod fallback;
mod model;
mod names;
mod recovery;
mod symbol;
mod tool_error;
mod types;

#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{ImplItemFn, Item, ItemImpl, ItemStruct};

use crate::{
    attr::{GroupAttr, MethodMark},
    diag::Diag,
    model::{Block, RecordItem, ToolItem},
};

#[allow(missing_docs)] // documented at the re-export
#[proc_macro_attribute]
pub fn tool_group(
    attr: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    group(attr.into(), &item.into()).into()
}

#[allow(missing_docs)] // documented at the re-export
#[proc_macro_attribute]
pub fn action(
    _: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    stray_mark(MethodMark::Action, &item.into()).into()
}

#[allow(missing_docs)] // documented at the re-export
#[proc_macro_attribute]
pub fn prompt(
    _: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    stray_mark(MethodMark::Prompt, &item.into()).into()
}

#[allow(missing_docs)] // documented at the re-export
#[proc_macro_attribute]
pub fn resource(
    _: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    stray_mark(MethodMark::Resource, &item.into()).into()
}

#[allow(missing_docs)] // documented at the re-export
#[proc_macro_derive(ToolError, attributes(tool_error))]
pub fn derive_tool_error(item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    tool_error::derive(item.into()).into()
}

#[allow(missing_docs)] // documented at the re-export
#[proc_macro_derive(Fields, attributes(fields, arg, serde, schemars))]
pub fn derive_fields(item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    fields(item.into()).into()
}

fn group(attr: TokenStream, tokens: &TokenStream) -> TokenStream {
    match syn::parse2::<Item>(tokens.clone()) {
        Ok(Item::Impl(block)) => flat_group(attr, block),
        Ok(Item::Struct(item)) => tool_struct(attr, item),
        Ok(other) => reject_item(&other),
        Err(error) => recovery::item(attr, tokens.clone(), error),
    }
}

fn flat_group(attr: TokenStream, mut item: ItemImpl) -> TokenStream {
    let mut diag = Diag::default();
    let attr = GroupAttr::parse(attr, &mut diag);
    let block = Block::lower(attr, &mut item, &mut diag);
    let group = check::flat_group(&block, &mut diag);
    let errors = diag.finish();
    let beside = match &group {
        Ok(group) => expand::flat_group(group),
        Err(group) => fallback::flat_group(&block, Some(group)),
    };
    quote!(#errors #item #beside)
}

fn tool_struct(attr: TokenStream, mut item: ItemStruct) -> TokenStream {
    let mut diag = Diag::default();
    let attr = GroupAttr::parse_for_struct(attr, &mut diag);
    let tool = ToolItem::lower(attr, &mut item, &mut diag);
    let valid = check::tool(&tool, &mut diag);
    let errors = diag.finish();
    let beside = match &valid {
        Ok(valid) => expand::tool(valid),
        Err(faulty) => fallback::tool(&tool, Some(faulty)),
    };
    quote!(#errors #item #beside)
}

fn fields(tokens: TokenStream) -> TokenStream {
    let input = match syn::parse2(tokens.clone()) {
        Ok(input) => input,
        Err(error) => return recovery::record(tokens, error),
    };
    let mut diag = Diag::default();
    let record = RecordItem::lower(input, &mut diag);
    let valid = check::record(&record, &mut diag);
    let errors = diag.finish();
    let beside = match &valid {
        Some(valid) => expand::record(valid),
        None => fallback::record(&record),
    };
    quote!(#errors #beside)
}

fn reject_item(item: &Item) -> TokenStream {
    let mut diag = Diag::default();
    let text = "`#[tool_group]` stands on an `impl` block whose methods are marked `#[action]`, \
                or on a struct with fields marked `#[group]`";
    match item {
        Item::Enum(item) => diag.error(&item.ident, text),
        Item::Trait(item) => diag.error(&item.ident, text),
        Item::Fn(item) => diag.error(&item.sig.ident, text),
        Item::Mod(item) => diag.error(&item.ident, text),
        other => diag.error(other, text),
    }
    let errors = diag.finish();
    quote!(#errors #item)
}

/// Reports a mark outside of a `#[tool_group]` block. The outer macro expands first and removes the
/// marks of its methods, so that this macro runs for the others only.
fn stray_mark(mark: MethodMark, tokens: &TokenStream) -> TokenStream {
    let text = format!(
        "`#[{}]` belongs on a method of an `impl` block marked `#[tool_group]`, which cannot read macro calls: a macro \
         must write the whole block",
        mark.name()
    );
    let error = quote!(::core::compile_error! { #text });
    if let Ok(mut method) = syn::parse2::<ImplItemFn>(tokens.clone()) {
        model::clean(&mut method);
        quote!(#error #method)
    } else {
        quote!(#error #tokens)
    }
}
