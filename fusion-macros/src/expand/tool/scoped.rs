//! Prints the check of `scoped` on a struct of groups, whose rows stand in other expansions.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

use super::{ends, indexed_members};
use crate::{
    check::{Member, Tool},
    types::spell,
};

/// Prints a constant for each group that fails if a row of the group has no scope.
pub(super) fn checks(tool: &Tool) -> TokenStream {
    let members = indexed_members(tool).filter(|_| tool.demands_scope);
    let checks = members.map(|one| {
        let Member { cfg, ty, .. } = one.member;
        let (spec, group) = (one.group_item("SPEC"), spell(ty));
        let at = ends(ty).0.resolved_at(Span::mixed_site());
        quote_spanned! {at=>
            #(#cfg)*
            const _: () = __f::check_scoped(#spec, #group);
        }
    });
    checks.collect()
}
