//! Prints checks of renamed arguments, which only rustc can match with the group's block.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

use super::IndexedMember;
use crate::{attr::ArgumentRename, check::Member, types::spell};

/// Prints constants that fail if the group has no argument of an old name, or has another one of a new
/// name.
pub(super) fn checks(one: IndexedMember<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let Member {
        cfg, ty, renames, ..
    } = one.member;
    let (spec, group) = (one.group_item("SPEC"), spell(ty));
    let checks = renames.iter().map(|ArgumentRename { own, published }| {
        let at = own.span().resolved_at(site);
        let known = quote_spanned! {at=>
            #(#cfg)*
            const _: () = __f::check_rename(#spec, #group, #own);
        };
        let is_renamed = |name: &str| renames.iter().any(|other| other.own.value() == name);
        let free = (!is_renamed(&published.value())).then(|| {
            let at = published.span().resolved_at(site);
            let text = format!(
                "`{group}` has an argument `{}` already: choose another name, or rename that one \
                 as well",
                published.value()
            );
            quote_spanned! {at=>
                #(#cfg)*
                const _: () = ::core::assert!(__f::lacks_argument(#spec, #published), #text);
            }
        });
        quote_spanned!(site=> #known #free)
    });
    checks.collect()
}
