//! Prints the typed client of a struct of groups: a method for each group, which returns its client.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

use super::{
    super::{client, ends},
    aliases, indexed_members,
};
use crate::{
    attr::ArgumentRename,
    check::{FaultyModel, Member, Tool},
};

/// Prints the struct of the client, if the tool has one.
pub(super) fn item(tool: &Tool) -> Option<TokenStream> {
    let named = tool.client.as_ref()?;
    let docs = client::docs(&tool.docs, " The client of the tool.");
    Some(client::item(named, &tool.krate, &tool.cfg, &docs))
}

/// Prints the client of a struct with mistakes, so that code with its methods still compiles.
pub(crate) fn stub(tool: &FaultyModel<Tool>) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let tool = tool.known();
    let item = item(tool)?;
    let aliases = aliases(tool);
    let functions = functions(tool);
    let Tool { krate, cfg, .. } = tool;
    Some(quote_spanned! {site=>
        #item
        #(#cfg)*
        const _: () = {
            use #krate::__private as __f;
            #[allow(unused_imports)]
            use __f::NotGroup as _;
            #aliases
            #functions
        };
    })
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
        let (first, _) = ends(&one.member.ty);
        let mut group = one.group();
        group.set_span(first.resolved_at(site));
        // rustc reports a group without a client at this type, which is that of the field.
        let returned = quote_spanned! {first.resolved_at(site)=>
            <#group as __f::GroupClient>::Client<'c>
        };
        let text = format!(" Returns the client of the group `{}`.", name.value());
        let pairs = renames
            .iter()
            .map(|ArgumentRename { own, published }| quote_spanned!(site=> (#own, #published)));
        quote_spanned! {site=>
            #(#cfg)*
            #[doc = #text]
            #[must_use]
            #vis fn #field(&self) -> #returned {
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
