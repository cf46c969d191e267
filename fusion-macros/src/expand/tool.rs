//! Prints a struct of groups as a tool: enums with one variant for each group, and the dispatch to
//! the groups, which print everything else.

mod chains;
mod client;
mod rename;
mod scoped;

use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote_spanned};

pub(crate) use self::client::stub as stub_client;
use super::{ends, specs, table};
use crate::{
    attr::ArgumentRename,
    check::{Member, Tool, ValidModel},
};

/// Prints the items beside a struct of groups.
pub(crate) fn tool(tool: &ValidModel<Tool>) -> TokenStream {
    let site = Span::mixed_site();
    let Tool { krate, cfg, .. } = &**tool;
    let ident = at_mixed_site(&tool.ident);
    let aliases = aliases(tool);
    let enums = enums(tool);
    let modules = modules(tool);
    let chains = chains::item(tool);
    let spec = specs::tool(tool);
    let at = at_fn(tool);
    let calls = calls(tool);
    let held = chains::chains_body(tool);
    let checks = checks(tool);
    let client = client::item(tool);
    let client_functions = client::functions(tool);
    let body = quote_spanned! {site=>
        type Action = __Action;
        type Common = __Common;
        type Input = __Input;
        #spec
        #at
        #calls
        fn chains(&self) -> impl __f::Chains<Self, __Input, __Common> + use<> {
            #held
        }
    };
    // rustc reports a type with both forms as conflicting impls at this `impl`, from its first
    // token to its last.
    let tool = quote_spanned! {ident.span()=>
        #[automatically_derived]
        impl __f::Tool for #ident {
            const __EXPANDED: __f::Expanded<1> = __f::Expanded;
            #body
        }
    };
    quote_spanned! {site=>
        #client
        #(#cfg)*
        #[allow(private_interfaces, unreachable_pub, unreachable_patterns)]
        const _: () = {
            use #krate::__private as __f;
            #[allow(unused_imports)]
            use __f::NotGroup as _;
            #aliases
            #enums
            #modules
            #chains
            #tool
            #checks
            #client_functions
        };
    }
}

/// Prints aliases of the groups' types. Every use of a bound that does not hold would be an error,
/// so that a type that is no group is replaced by an empty group, and one planted bound reports it.
fn aliases(tool: &Tool) -> TokenStream {
    let site = Span::mixed_site();
    let alias = |one: IndexedMember<'_>| {
        let Member { cfg, ty, .. } = one.member;
        let (pick, group) = (one.pick(), one.group());
        let (first, last) = ends(ty);
        let function = quote_spanned!(first.resolved_at(site)=> __f::is_group::<#ty>);
        let mut nothing = Group::new(Delimiter::Parenthesis, TokenStream::new());
        nothing.set_span(last.resolved_at(site));
        quote_spanned! {site=>
            #(#cfg)*
            type #pick = __f::GroupProbe<#ty, { __f::IsGroup::<#ty>::VALUE }>;
            #(#cfg)*
            type #group = <#pick as __f::ProbedGroup>::Group;
            #(#cfg)*
            const _: () = #function #nothing;
        }
    };
    indexed_members(tool).map(alias).collect()
}

/// A group and its index among all groups of the tool.
#[derive(Clone, Copy)]
struct IndexedMember<'t> {
    member: &'t Member,
    index: usize,
}

fn indexed_members(tool: &Tool) -> impl Iterator<Item = IndexedMember<'_>> {
    let members = tool.members.iter().enumerate();
    members.map(|(index, member)| IndexedMember { member, index })
}

impl IndexedMember<'_> {
    fn pick(self) -> Ident {
        format_ident!("__Pick{}", self.index, span = Span::mixed_site())
    }

    fn group(self) -> Ident {
        format_ident!("__Group{}", self.index, span = Span::mixed_site())
    }

    /// The type parameter for the chains of the group.
    fn chains(self) -> Ident {
        format_ident!("__Chains{}", self.index, span = Span::mixed_site())
    }

    /// The tuple index of the group in the struct of chains.
    fn tuple_index(self) -> Literal {
        Literal::usize_unsuffixed(self.index)
    }

    /// Prints the path of an associated item of the group.
    fn group_item(self, name: &str) -> TokenStream {
        let site = Span::mixed_site();
        let (group, name) = (self.group(), Ident::new(name, site));
        quote_spanned!(site=> <#group as __f::ActionGroup>::#name)
    }

    /// Prints the access to the group in a value of the struct.
    fn group_value(self, tool: &TokenStream) -> TokenStream {
        let site = Span::mixed_site();
        let (pick, field) = (self.pick(), &self.member.field);
        quote_spanned!(site=> <#pick as __f::ProbedGroup>::of(&#tool.#field))
    }
}

fn enums(tool: &Tool) -> TokenStream {
    let site = Span::mixed_site();
    let variants = |ty: &str| -> Vec<TokenStream> {
        let variant = |one: IndexedMember<'_>| {
            let Member { cfg, variant, .. } = one.member;
            let ty = one.group_item(ty);
            quote_spanned!(site=> #(#cfg)* #variant(#ty),)
        };
        indexed_members(tool).map(variant).collect()
    };
    let (actions, inputs, commons) = (variants("Action"), variants("Input"), variants("Common"));
    quote_spanned! {site=>
        #[derive(::core::clone::Clone, ::core::marker::Copy)]
        pub enum __Action { #(#actions)* }
        pub enum __Input { #(#inputs)* }
        pub enum __Common { #(#commons)* }
    }
}

fn modules(tool: &Tool) -> TokenStream {
    let site = Span::mixed_site();
    let rows = indexed_members(tool).map(|one| {
        let Member {
            cfg, name, renames, ..
        } = one.member;
        let spec = one.group_item("SPEC");
        let pairs = renames
            .iter()
            .map(|ArgumentRename { own, published }| quote_spanned!(site=> (#own, #published)));
        let renames =
            (!renames.is_empty()).then(|| quote_spanned!(site=> .renames(&[#(#pairs),*])));
        quote_spanned!(site=> #(#cfg)* __f::Module::named(#name, #spec)#renames,)
    });
    quote_spanned! {site=>
        const __MODULES: &[__f::Module] = &[#(#rows)*];
    }
}

/// Prints the lookup from the index of a row to its action.
fn at_fn(tool: &Tool) -> TokenStream {
    let site = Span::mixed_site();
    let steps = indexed_members(tool).map(|one| {
        let Member { cfg, variant, .. } = one.member;
        let (at, spec) = (one.group_item("at"), one.group_item("SPEC"));
        quote_spanned! {site=>
            #(#cfg)*
            let index = match index.checked_sub(#spec.actions.len()) {
                ::core::option::Option::None => return #at(index).map(__Action::#variant),
                ::core::option::Option::Some(index) => index,
            };
        }
    });
    quote_spanned! {site=>
        fn at(index: ::core::primitive::usize) -> ::core::option::Option<__Action> {
            #(#steps)*
            let _ = index;
            ::core::option::Option::None
        }
    }
}

fn calls(tool: &Tool) -> TokenStream {
    let site = Span::mixed_site();
    let parses = indexed_members(tool).map(|one| {
        let Member { cfg, variant, .. } = one.member;
        let parse = one.group_item("parse");
        quote_spanned! {site=>
            #(#cfg)*
            __Action::#variant(action) => #parse(action, args)
                .map(|(common, input)| (__Common::#variant(common), __Input::#variant(input))),
        }
    });
    let commons = indexed_members(tool).map(|one| {
        let Member { cfg, variant, .. } = one.member;
        let common = one.group_item("common");
        quote_spanned!(site=> #(#cfg)* __Common::#variant(ref common) => #common(common),)
    });
    let completes = indexed_members(tool).map(|one| {
        let Member { cfg, variant, .. } = one.member;
        let complete = one.group_item("complete");
        let group = one.group_value(&quote_spanned!(site=> self));
        quote_spanned! {site=>
            #(#cfg)*
            __Action::#variant(action) => #complete(#group, action, asked),
        }
    });
    let questions = indexed_members(tool).map(|one| {
        let Member { cfg, variant, .. } = one.member;
        let question = one.group_item("question");
        let group = one.group_value(&quote_spanned!(site=> self));
        quote_spanned! {site=>
            #(#cfg)*
            (__Input::#variant(input), __Common::#variant(common)) => {
                #question(#group, input, common, ctx)
            }
        }
    });
    quote_spanned! {site=>
        fn parse(
            action: __Action,
            args: &mut __f::Args<'_>,
        ) -> ::core::option::Option<(__Common, __Input)> {
            match action { #(#parses)* }
        }
        fn complete<'a>(
            &'a self,
            action: __Action,
            asked: __f::CompletionRequest<'a>,
        ) -> ::core::option::Option<__f::CompletionFuture<'a>> {
            match action { #(#completes)* }
        }
        fn question<'a>(
            &'a self,
            input: &'a __Input,
            common: &'a __Common,
            ctx: &'a __f::Ctx,
        ) -> ::core::option::Option<__f::QuestionFuture<'a>> {
            match (input, common) {
                #(#questions)*
                _ => ::core::option::Option::None,
            }
        }
        fn common(
            common: &__Common,
        ) -> ::core::option::Option<&(dyn ::core::any::Any + ::core::marker::Send + ::core::marker::Sync)> {
            match *common { #(#commons)* }
        }
    }
}

/// Prints checks for facts that only rustc knows: which `cfg`s hold, and how long the keys of a
/// group are.
fn checks(tool: &Tool) -> TokenStream {
    let site = Span::mixed_site();
    let shared_keys = tool.shared_keys.iter().map(|shared_keys| {
        let name = shared_keys.key.value();
        let text = format!(
            "two groups are named `{name}`: choose another, or `cfg`s that exclude each other"
        );
        table::assert_at_most_one(shared_keys, &text)
    });
    let cfgs = || tool.members.iter().map(|member| member.cfg.as_slice());
    let empty = cfgs().all(|cfg| !cfg.is_empty()).then(|| {
        let at = tool.ident.span().resolved_at(site);
        let text = "every group of this tool is compiled out; put the `#[cfg(…)]` on the struct";
        table::assert_at_least_one(at, cfgs(), text)
    });
    let lengths = indexed_members(tool).map(|one| {
        let Member { cfg, name, .. } = one.member;
        let (spec, at) = (one.group_item("SPEC"), name.span().resolved_at(site));
        let text = format!(
            "a key of group `{0}` has more than 64 characters as `{0}.<action>`: \
             shorten the group's name, by `#[group(name = \"…\")]`, or the action's",
            name.value()
        );
        quote_spanned! {at=>
            #(#cfg)*
            const _: () = ::core::assert!(__f::keys_fit(#name, #spec), #text);
        }
    });
    shared_keys
        .chain(empty)
        .chain(lengths)
        .chain(indexed_members(tool).map(rename::checks))
        .chain([scoped::checks(tool)])
        .collect()
}

/// Resolves the author's name at the mixed site. rustc joins the spans of an `impl` only if all
/// have one hygiene context.
fn at_mixed_site(ident: &Ident) -> Ident {
    let mut ident = ident.clone();
    ident.set_span(ident.span().resolved_at(Span::mixed_site()));
    ident
}
