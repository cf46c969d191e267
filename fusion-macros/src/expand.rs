//! Prints a valid model: rows, arms and planted bounds. It cannot fail, and decides nothing.
//!
//! Quotes are spanned at `mixed_site`, so that their locals never meet an author's name. Items are
//! not hygienic; those of ours begin with `__`.

mod actions;
mod dispatch;
mod joined;
mod layers;
mod offers;
mod published;
mod record;
mod sync;
mod table;
mod tool;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote_spanned};
use syn::{Attribute, Meta};

use crate::check::{Action, Leaf, Valid};

pub(crate) use self::{
    published::{Published, Variant},
    record::record,
    tool::tool,
};

/// The items beside a flat group.
pub(crate) fn leaf(leaf: &Valid<Leaf>) -> TokenStream {
    let site = Span::mixed_site();
    let Leaf {
        krate, cfg, this, ..
    } = &**leaf;
    let outside = actions::named(leaf);
    let inside = actions::item(leaf);
    let rows = table::actions(leaf);
    let input = dispatch::input(leaf);
    let common = joined::common_item(leaf);
    let common_type = joined::common_type(leaf);
    let common_fn = joined::common_fn(leaf);
    let defaults = dispatch::defaults(leaf);
    let chains = dispatch::chains(leaf);
    let layers = layers::item(leaf);
    let held = layers::held(leaf);
    let spec = table::group(leaf);
    let at = actions::at(leaf);
    let parse = dispatch::parse(leaf);
    let complete = offers::complete(leaf);
    let checks = table::checks(leaf);
    // Where a constant may refuse the block, rustc would add what is dead in it.
    let depends =
        !leaf.twins.is_empty() || leaf.actions.iter().all(|action| !action.cfg.is_empty());
    let no_rows = joined::any(leaf).then(|| {
        quote_spanned! {site=>
            #[allow(unused_imports)]
            use __f::NoRows as _;
        }
    });
    let no_mime = offers::asks_mime(leaf).then(|| {
        quote_spanned! {site=>
            #[allow(unused_imports)]
            use __f::NoMime as _;
        }
    });
    let refused =
        depends.then(|| quote_spanned!(site=> #[allow(unreachable_code, unreachable_patterns)]));
    quote_spanned! {site=>
        #outside
        #(#cfg)*
        #[allow(private_interfaces, unreachable_pub, clippy::unnecessary_wraps)]
        #refused
        const _: () = {
            // One mention of the crate, or a wrong path is reported twice.
            use #krate::__private as __f;
            #[allow(unused_imports)]
            use __f::{
                KeepError as _, MapOwnError as _, NoNeed as _, NoOutput as _, NoSchema as _,
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
            #layers
            #[automatically_derived]
            impl __f::ActionGroup for #this {
                type Action = __Action;
                type Common = #common_type;
                type Input = __Input;
                #spec
                #at
                #parse
                #common_fn
                #complete
                fn chains(&self) -> impl __f::Chains<Self, __Input, #common_type> + use<> {
                    #held
                }
            }
            #checks
        };
    }
}

/// The locals that hold the arguments of an action.
fn slots(action: &Action) -> Vec<Ident> {
    (0..action.args.len())
        .map(|slot| format_ident!("arg{slot}", span = Span::mixed_site()))
        .collect()
}

/// Where tokens begin and end.
fn ends(tokens: &TokenStream) -> (Span, Span) {
    let mut spans = tokens.clone().into_iter().map(|token| token.span());
    let first = spans.next().unwrap_or_else(Span::call_site);
    (first, spans.last().unwrap_or(first))
}

/// The `cfg` that holds where one of these does not; `None` where there is none.
fn without(cfgs: &[Attribute]) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let predicates = cfgs.iter().filter_map(|cfg| match &cfg.meta {
        Meta::List(list) => Some(&list.tokens),
        _ => None,
    });
    (!cfgs.is_empty()).then(|| quote_spanned!(site=> #[cfg(not(all(#(#predicates),*)))]))
}
