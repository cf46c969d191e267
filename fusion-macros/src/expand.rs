//! Prints a valid model: rows, arms and planted bounds. Printing cannot fail and checks nothing.
//!
//! Quotes are spanned at `mixed_site`, so that their locals never collide with an author's name.
//! Items are not hygienic, so that the names of generated items begin with `__`.

mod actions;
mod actions_enum;
mod client;
mod confirm;
mod dispatch;
mod example;
mod host_hints;
mod middleware;
mod once;
mod prompts_and_resources;
mod record;
mod specs;
mod struct_args;
mod sync;
mod table;
mod tool;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote_spanned};
use syn::{Attribute, Meta};

use crate::check::{Action, FlatGroup, ValidModel};

pub(crate) use self::{
    actions_enum::{ActionsEnum, EnumVariant},
    client::stub as stub_client,
    record::record,
    tool::{stub_client as stub_tool_client, tool},
};

/// Prints the items beside a flat group.
pub(crate) fn flat_group(group: &ValidModel<FlatGroup>) -> TokenStream {
    let site = Span::mixed_site();
    let FlatGroup {
        krate, cfg, this, ..
    } = &**group;
    let outside = actions::actions_enum(group);
    let client = client::items(group);
    let inside = actions::item(group);
    let rows = table::actions(group);
    let input = dispatch::input(group);
    let common = struct_args::common_item(group);
    let common_type = struct_args::common_type(group);
    let common_fn = struct_args::common_fn(group);
    let defaults = dispatch::defaults(group);
    let chains = dispatch::chains(group);
    let middleware = middleware::item(group);
    let held = middleware::chains_body(group);
    let spec = specs::group(group);
    let at = actions::at_fn(group);
    let parse = dispatch::parse(group);
    let complete = prompts_and_resources::complete(group);
    let question = confirm::question(group);
    let checks = table::checks(group);
    let confirm_checks = confirm::checks(group);
    let once_checks = once::checks(group);
    let example_checks = example::checks(group);
    // If a planted constant fails, rustc would also warn about unreachable code.
    let depends =
        !group.shared_keys.is_empty() || group.actions.iter().all(|action| !action.cfg.is_empty());
    let no_rows = struct_args::has_struct_args(group).then(|| {
        quote_spanned! {site=>
            #[allow(unused_imports)]
            use __f::NoRows as _;
        }
    });
    let no_mime = prompts_and_resources::asks_mime(group).then(|| {
        quote_spanned! {site=>
            #[allow(unused_imports)]
            use __f::NoMime as _;
        }
    });
    let refused =
        depends.then(|| quote_spanned!(site=> #[allow(unreachable_code, unreachable_patterns)]));
    quote_spanned! {site=>
        #outside
        #client
        #(#cfg)*
        #[allow(private_interfaces, unreachable_pub, clippy::unnecessary_wraps)]
        #refused
        const _: () = {
            // The path of the crate is used once, so that a wrong one is reported once.
            use #krate::__private as __f;
            #[allow(unused_imports)]
            use __f::{
                KeepError as _, MapOwnError as _, NoAdvice as _, NoNeed as _, NoOutput as _, NoSchema as _,
                NoWireType as _, NotOption as _, PublishDefault as _, HideDefault as _,
            };
            #no_rows
            #no_mime
            #inside
            #rows
            #input
            #common
            #defaults
            #chains
            #middleware
            // Rustc's error for two blocks of one type contains these names.
            #[automatically_derived]
            impl __f::OneBlockForEachType<__f::SplitALargeGroupIntoAStructOfGroups> for #this {}
            #[automatically_derived]
            impl __f::ActionGroup for #this {
                const __EXPANDED: __f::Expanded<1> = __f::Expanded;
                type Action = __Action;
                type Common = #common_type;
                type Input = __Input;
                #spec
                #at
                #parse
                #common_fn
                #complete
                #question
                fn chains(&self) -> impl __f::Chains<Self, __Input, #common_type> + use<> {
                    #held
                }
            }
            #checks
            #confirm_checks
            #once_checks
            #example_checks
        };
    }
}

/// The locals that hold the arguments of an action.
fn slots(action: &Action) -> Vec<Ident> {
    (0..action.args.len())
        .map(|slot| format_ident!("arg{slot}", span = Span::mixed_site()))
        .collect()
}

/// Returns the spans of the first and the last token.
fn ends(tokens: &TokenStream) -> (Span, Span) {
    let mut spans = tokens.clone().into_iter().map(|token| token.span());
    let first = spans.next().unwrap_or_else(Span::call_site);
    (first, spans.last().unwrap_or(first))
}

/// Returns the `cfg` that holds exactly if one of `cfgs` does not; `None` for an empty list.
fn cfg_not(cfgs: &[Attribute]) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let predicates = cfgs.iter().filter_map(|cfg| match &cfg.meta {
        Meta::List(list) => Some(&list.tokens),
        _ => None,
    });
    (!cfgs.is_empty()).then(|| quote_spanned!(site=> #[cfg(not(all(#(#predicates),*)))]))
}
