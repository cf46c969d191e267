//! Golden expansions: tokens in, a printed file out. Read the diff as you would read code; bless it
//! with `INSTA_UPDATE=always`.

mod budget;
mod golden;
mod hygiene;
mod matrix;
mod mistakes;

use proc_macro2::TokenStream;

/// The expansion of a block, as a person would print it.
fn expand(attr: TokenStream, item: &TokenStream) -> String {
    print(crate::group(attr, item))
}

fn print(tokens: TokenStream) -> String {
    let text = tokens.to_string();
    let file = syn::parse2(tokens).unwrap_or_else(|error| panic!("{error}: {text}"));
    prettyplease::unparse(&file)
}
