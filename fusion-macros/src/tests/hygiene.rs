//! Asserts that generated code names `__private` and `::core`, and nothing that an author may have
//! shadowed.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

fn everything() -> TokenStream {
    crate::group(
        quote!(
            name = "t", title = "T", tags("a"), discriminator = "op", help = "manual", annotations(read_only),
            icons = [pictures()], meta("example.com/a" = A), always_load, search_hint = "a",
            repair = false, with(One, Two::new(self.x)), timeout = "5s", output_cap = CAP,
            actions(pub Names), client(pub Client), crate = crate::reexport::fusion
        ),
        &quote! {
            impl Tool {
                #[action(flat_name = "a", title = "A", read_only, tags("a"), alias("b"), deprecated = "c")]
                async fn a(
                    &self,
                    ctx: &Ctx,
                    #[arg(default)] x: Number,
                    #[arg(default = "y", secret, alias("z"))] y: Text,
                ) -> Answer {}

                #[action(with(Three), timeout = "5s", output_cap = CAP, meta("a" = A))]
                #[cfg(one)]
                fn c(x: Other) {}

                #[action(one_of("x", "y"), schema = whole())]
                fn d(
                    #[arg(range(min = 0.5), pattern = "a")] x: Maybe,
                    #[arg(length(max = 1), items(max = 1), format = "uri", any)] y: Maybe,
                    #[arg(schema = part())] z: Other,
                    #[arg(default, schema = part())] w: Other,
                ) {}

                #[action(confirm("e {x}"), unasked = "token")]
                fn e(x: Number) {}

                #[action(once, example("once", x = 5))]
                fn h(x: Number) {}

                #[action(confirm = Self::ask)]
                fn g(&self, x: Number) {}

                async fn ask(&self, x: &Number, ctx: &Ctx) -> Answer {}
            }
        },
    )
}

fn offers() -> TokenStream {
    crate::group(
        quote!(common = Scope, actions(pub Names), crate = crate::reexport::fusion),
        &quote! {
            impl Tool {
                #[action]
                fn a(&self) {}

                #[prompt(title = "B", icons = [pictures()], alias("x"), with(One), timeout = "5s")]
                #[cfg(one)]
                async fn b(
                    &self,
                    ctx: &Ctx,
                    #[arg(complete = Self::complete, default = "y")] x: Text,
                    #[arg(flatten)] y: Paging,
                ) -> Answer {}

                #[resource(
                    uri = "a://{x}", mime = "text/plain", audience("user"), priority = 1
                )]
                fn c(#[arg(complete = free)] x: Text) -> Answer {}

                #[resource(uri = "a://all", size = 7)]
                fn d() {}
            }
        },
    )
}

fn stub() -> TokenStream {
    crate::group(
        quote!(bad, actions(pub Names), crate = crate::reexport::fusion),
        &quote!(impl Tool { #[action] fn a(&self, x: Number) {} }),
    )
}

fn derive_expansion() -> TokenStream {
    crate::tool_error::derive(quote! {
        #[tool_error(crate = crate::reexport::fusion)]
        enum Error {
            #[tool_error(code = "a", hint = "b", suggest("c"), retry_after = "5s")]
            A,
            B,
        }
    })
}

fn structure() -> TokenStream {
    crate::group(
        quote!(
            name = "t",
            title = "T",
            icons = [pictures()],
            meta("example.com/a" = A),
            tags("a"),
            discriminator = "op",
            help = "manual(subject)",
            annotations(read_only),
            with(One, Two::new(self.x)),
            client(pub Client),
            crate = crate::reexport::fusion
        ),
        &quote! {
            struct Tool {
                #[group]
                a: Issues,
                #[group(name = "c", rename(id = "x"))]
                #[cfg(one)]
                b: Labels,
            }
        },
    )
}

fn structure_stub() -> TokenStream {
    crate::group(
        quote!(bad, crate = crate::reexport::fusion),
        &quote!(
            struct Tool {
                #[group]
                a: Issues,
            }
        ),
    )
}

fn group_with_common() -> TokenStream {
    crate::group(
        quote!(common = Scope, client(pub Client), crate = crate::reexport::fusion),
        &quote! {
            impl Tool {
                #[action]
                async fn a(&self, scope: &Scope, x: Number, #[arg(flatten)] y: Paging) {}

                #[action(omit_common)]
                fn b(ctx: &Ctx, #[arg(default)] x: Number) {}

                #[action(omit_common("z"), confirm("c {y}"), unasked = "token")]
                fn c(scope: &Scope) {}

                #[action(once)]
                fn e(scope: &Scope, #[arg(flatten)] y: Paging) {}

                #[action(confirm = Self::ask)]
                fn d(&self, #[arg(flatten)] y: Paging) {}

                fn ask(scope: &Scope, y: &Paging) -> Answer {}
            }
        },
    )
}

fn fields() -> TokenStream {
    crate::fields(quote! {
        #[fields(crate = crate::reexport::fusion)]
        struct Paging {
            #[arg(default = "x", secret, any, length(max = 1))]
            a: Text,
            b: Number,
        }
    })
}

fn fields_stub() -> TokenStream {
    crate::fields(quote! {
        #[fields(crate = crate::reexport::fusion)]
        struct Paging;
    })
}

fn all() -> [TokenStream; 9] {
    [
        everything(),
        offers(),
        stub(),
        derive_expansion(),
        structure(),
        structure_stub(),
        group_with_common(),
        fields(),
        fields_stub(),
    ]
}

/// Collects every identifier that no path qualifies.
fn unqualified_identifiers(tokens: TokenStream, out: &mut Vec<String>) {
    let mut last = String::new();
    let mut before = String::new();
    for token in tokens {
        if let TokenTree::Group(group) = &token {
            unqualified_identifiers(group.stream(), out);
        }
        if let TokenTree::Ident(ident) = &token
            && !(last == ":" && before == ":")
            && last != "."
            && last != "type"
        {
            out.push(ident.to_string());
        }
        before = std::mem::replace(&mut last, token.to_string());
    }
}

#[test]
fn a_crate_path_leaves_no_default_path_behind() {
    for tokens in all() {
        let text = tokens.to_string();
        assert!(text.contains("reexport"), "{text}");
        assert!(!text.contains("fusion_core"), "{text}");
    }
}

#[test]
fn nothing_relies_on_the_prelude() {
    let banned = [
        "Option",
        "Some",
        "None",
        "Result",
        "Ok",
        "Err",
        "String",
        "Vec",
        "Box",
        "Default",
        "From",
        "Into",
        "Iterator",
        "Clone",
        "Copy",
        "Send",
        "Sync",
        "Sized",
        "Fn",
        "FnOnce",
        "ToString",
        "str",
        "bool",
        "usize",
        "u8",
        "u32",
        "u64",
        "assert",
        "panic",
        "std",
        "alloc",
        "core",
        "PartialEq",
        "Eq",
        "Hash",
        "Debug",
        "Display",
    ];
    for tokens in all() {
        let mut found = Vec::new();
        unqualified_identifiers(tokens, &mut found);
        found.retain(|name| banned.contains(&name.as_str()));
        assert_eq!(found, Vec::<String>::new());
    }
}

#[test]
fn hidden_items_have_names_that_nobody_writes() {
    let tokens = crate::group(
        quote!(),
        &quote!(impl Tool { #[action] fn a(&self, x: Number, #[arg(default)] y: Number) {} }),
    );
    let mut names = Vec::new();
    items(tokens, &mut names);
    assert_eq!(names, ["__Action", "__ACTIONS", "__Input", "__Chains"]);
    let mut names = Vec::new();
    for tokens in all() {
        items(tokens, &mut names);
    }
    names.retain(|name| !name.starts_with("__"));
    assert_eq!(names, Vec::<String>::new());
}

/// Collects the names of the items inside `const _`.
fn items(tokens: TokenStream, out: &mut Vec<String>) {
    let file: syn::File = syn::parse2(tokens).unwrap();
    for item in file.items {
        let syn::Item::Const(hidden) = item else {
            continue;
        };
        let syn::Expr::Block(block) = *hidden.expr else {
            panic!("not a block")
        };
        for statement in block.block.stmts {
            match statement {
                syn::Stmt::Item(syn::Item::Enum(item)) => out.push(item.ident.to_string()),
                syn::Stmt::Item(syn::Item::Struct(item)) => {
                    out.push(item.ident.to_string());
                    parameters(&item.generics, out);
                }
                // A parameter would shadow an author's type of its name in the whole `impl`.
                syn::Stmt::Item(syn::Item::Impl(item)) => parameters(&item.generics, out),
                syn::Stmt::Item(syn::Item::Static(item)) => out.push(item.ident.to_string()),
                syn::Stmt::Item(syn::Item::Type(item)) => out.push(item.ident.to_string()),
                syn::Stmt::Item(syn::Item::Const(item)) if item.ident != "_" => {
                    out.push(item.ident.to_string());
                }
                _ => {}
            }
        }
    }
}

fn parameters(generics: &syn::Generics, out: &mut Vec<String>) {
    out.extend(generics.type_params().map(|param| param.ident.to_string()));
}
