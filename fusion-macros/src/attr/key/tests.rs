use quote::quote;
use syn::Attribute;

use super::*;
use crate::attr::{ArgAttr, GroupAttr, MethodAttr};

fn texts(tokens: TokenStream) -> (GroupAttr, Vec<String>) {
    let mut diag = Diag::default();
    let attr = GroupAttr::parse(tokens, &mut diag);
    let errors = diag.finish().unwrap_or_default();
    let file: syn::File = syn::parse2(errors).unwrap();
    let texts = file.items.into_iter().map(|item| match item {
        syn::Item::Macro(item) => item.mac.parse_body::<LitStr>().unwrap().value(),
        _ => panic!("not a `compile_error!`"),
    });
    (attr, texts.collect())
}

#[test]
fn one_mistake_hides_no_other_and_no_good_key() {
    let (attr, errors) = texts(quote!(
        nmae = "a", name = "b", name = "c", title, tags("d" "e"), secret, 5, read_only = 1,
        open_world = false, crate = "f", discriminator("g"), alias, mime, colours = x(1, 2)
    ));
    assert_eq!(attr.name.map(|name| name.value()).as_deref(), Some("b"));
    assert!(attr.hints.open_world.is_some_and(|flag| !flag.on));
    let all = "`name`, `title`, `description`, `icons`, `meta`, `always_load`, `search_hint`, `tags`, `scoped`, `scope`, \
               `discriminator`, `common`, `rename_all`, \
               `read_only`, `destructive`, `idempotent`, `open_world`, `annotations`, \
               `describe`, `help`, `format`, `repair`, `confirm`, `with`, `timeout`, `output_cap`, \
               `actions`, `client`, `crate`";
    assert_eq!(
        errors,
        [
            "unknown key `nmae`; did you mean `name`?",
            "key `name` is given twice",
            "`title` takes a value: `title = \"…\"`",
            "expected `,`",
            "unknown key `secret`; it belongs into `#[arg(…)]`",
            &format!("expected a key; `tool_group` takes {all}"),
            "`read_only` is a flag: write `read_only` or `read_only = false`",
            "`crate` takes a path without quotes: `crate = path`",
            "`discriminator` takes a value: `discriminator = \"…\"`",
            "unknown key `alias`; it belongs into `#[action(…)]`",
            "unknown key `mime`; it belongs into `#[resource(…)]`",
            &format!("unknown key `colours`; `tool_group` takes {all}"),
        ]
    );
}

/// The lists of keys and the `match`es that parse them agree.
#[test]
fn every_key_that_is_listed_is_read() {
    let krate: Path = syn::parse_quote!(::fusion_core);
    for key in ALL.iter().flat_map(|keys| keys.known) {
        let key: TokenStream = key.parse().unwrap();
        let mut diag = Diag::default();
        GroupAttr::parse(key.clone(), &mut diag);
        let marks: [Attribute; 3] = [
            syn::parse_quote!(#[action(#key)]),
            syn::parse_quote!(#[prompt(#key)]),
            syn::parse_quote!(#[resource(#key)]),
        ];
        for mark in marks {
            MethodAttr::take(&mut vec![mark], &krate, &mut diag);
        }
        let mut attrs = vec![syn::parse_quote!(#[arg(#key)])];
        ArgAttr::take(&mut attrs, &krate, &mut diag);
        let errors = diag.finish().map(|errors| errors.to_string());
        let unknown = errors.unwrap_or_default().matches("unknown key").count();
        let known = ALL
            .iter()
            .filter(|keys| keys.known.contains(&key.to_string().as_str()))
            .count();
        assert_eq!(unknown, ALL.len() - known, "{key}");
    }
}
