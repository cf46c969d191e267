//! Tests of whole expansions. Golden files are printed by prettyplease: read their diff as you
//! would read code, and bless it with `INSTA_UPDATE=always`.

mod budget;
mod golden;
mod hygiene;
mod matrix;
mod mistakes;
mod ui_cases;

use proc_macro2::TokenStream;

/// Prints the expansion of a block.
fn expand(attr: TokenStream, item: &TokenStream) -> String {
    print(crate::group(attr, item))
}

fn print(tokens: TokenStream) -> String {
    let text = tokens.to_string();
    let file = syn::parse2(tokens).unwrap_or_else(|error| panic!("{error}: {text}"));
    prettyplease::unparse(&file)
}
