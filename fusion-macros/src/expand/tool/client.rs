//! Prints the typed client of a struct of groups: a method for each group, which returns its client.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

use super::{
    super::{client, ends},
    IndexedMember, indexed_members,
};
use crate::{
    attr::ArgumentRename,
    check::{Member, Tool},
};

/// Prints the struct of the client, if the tool has one.
pub(super) fn item(tool: &Tool) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let named = tool.client.as_ref()?;
    let docs = if tool.docs.is_empty() {
        quote_spanned!(site=> " The client of the tool.")
    } else {
        let docs = &tool.docs;
        quote_spanned!(site=> #docs)
    };
    Some(client::item(named, &tool.krate, &tool.cfg, &docs))
}

/// Prints the functions of the client, beside the aliases of the groups.
pub(super) fn functions(tool: &Tool) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let named = tool.client.as_ref()?;
    let (vis, ident) = (&named.vis, &named.ident);
    let at = client::at_fn(vis);
    let functions = indexed_members(tool).map(|one| {
        let Member {
            cfg,
            field,
            name,
            renames,
            ..
        } = one.member;
        let group = group(one);
        let text = format!(" Returns the client of the group `{}`.", name.value());
        let pairs = renames
            .iter()
            .map(|ArgumentRename { own, published }| quote_spanned!(site=> (#own, #published)));
        quote_spanned! {site=>
            #(#cfg)*
            #[doc = #text]
            #[must_use]
            #vis fn #field(&self) -> <#group as __f::GroupClient>::Client<'c> {
                <#group as __f::GroupClient>::client(self.0.group(#name, &[#(#pairs),*]))
            }
        }
    });
    Some(quote_spanned! {site=>
        #[automatically_derived]
        #[allow(dead_code)]
        impl<'c> #ident<'c> {
            #at
            #(#functions)*
        }
    })
}

/// Prints the alias of the group, with the place of its type.
fn group(member: IndexedMember<'_>) -> TokenStream {
    let mut group = member.group();
    let (first, _) = ends(&member.member.ty);
    group.set_span(first.resolved_at(Span::mixed_site()));
    quote_spanned!(Span::mixed_site()=> #group)
}
