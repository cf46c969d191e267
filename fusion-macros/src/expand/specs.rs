//! Prints the rows of a group and of a struct of groups, without those of their actions.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

use super::{
    host_hints, struct_args,
    table::{texts, variant},
};
use crate::check::{FlatGroup, HelpNames, Tool};

pub(super) fn group(group: &FlatGroup) -> TokenStream {
    let site = Span::mixed_site();
    let FlatGroup { name, docs, .. } = group;
    let title = group.title.iter();
    let host = host_hints::call(&group.host);
    let tags = texts("tags", &group.tags);
    let scopes = texts("scopes", &group.scopes);
    let discriminator = group.discriminator.iter();
    let annotations = group.annotations.map(annotations);
    let output_cap = group.output_cap.iter();
    let describe = group.describe.iter().map(|word| variant("Describe", word));
    let help = group.help.as_ref().map(help);
    let format = group.format.iter().map(|word| variant("Format", word));
    let repair = (!group.repair).then(|| quote_spanned!(site=> .without_repair()));
    let common = struct_args::rows_of_common(group);
    quote_spanned! {site=>
        const SPEC: &'static __f::GroupSpec = &__f::GroupSpec::new(#name, #docs, __ACTIONS)
            #(.title(#title))*
            #host
            #tags
            #scopes
            #(.discriminator(#discriminator))*
            #annotations
            #(.describe(#describe))*
            #help
            #(.format(#format))*
            #repair
            #(.output_cap(#output_cap))*
            #common;
    }
}

pub(super) fn tool(tool: &Tool) -> TokenStream {
    let site = Span::mixed_site();
    let Tool { name, docs, .. } = tool;
    let title = tool.title.iter();
    let host = host_hints::call(&tool.host);
    let tags = texts("tags", &tool.tags);
    let scopes = texts("scopes", &tool.scopes);
    let discriminator = tool.discriminator.iter();
    let annotations = tool.annotations.map(annotations);
    let describe = tool.describe.iter().map(|word| variant("Describe", word));
    let help = tool.help.as_ref().map(help);
    quote_spanned! {site=>
        const SPEC: &'static __f::ToolSpec = &__f::ToolSpec::hierarchical(#name, #docs, __MODULES)
            #(.title(#title))*
            #host
            #tags
            #scopes
            #(.discriminator(#discriminator))*
            #annotations
            #(.describe(#describe))*
            #help;
    }
}

/// Prints the names of `help`.
fn help(HelpNames { key, topic }: &HelpNames) -> TokenStream {
    quote_spanned!(Span::mixed_site()=> .help(#key, #topic))
}

/// Prints the hints that are declared for the tool as a whole.
fn annotations(stated: [Option<bool>; 4]) -> TokenStream {
    let site = Span::mixed_site();
    let [read_only, destructive, idempotent, open_world] = stated.map(|hint| {
        hint.map_or_else(
            || quote_spanned!(site=> ::core::option::Option::None),
            |on| quote_spanned!(site=> ::core::option::Option::Some(#on)),
        )
    });
    quote_spanned! {site=>
        .annotations(__f::HintOverrides {
            read_only: #read_only,
            destructive: #destructive,
            idempotent: #idempotent,
            open_world: #open_world,
        })
    }
}
