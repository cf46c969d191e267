//! How many lines an expansion prints, apart from the author's own item. Measured, then frozen:
//! a line more for each argument is a line more for every argument of every user.

use proc_macro2::TokenStream;
use quote::quote;

fn lines(methods: &TokenStream) -> usize {
    let text = super::expand(quote!(), &quote!(impl T { #methods }));
    text.lines()
        .skip_while(|line| !line.starts_with("#[allow(private_interfaces"))
        .count()
}

#[test]
fn an_expansion_keeps_its_budget() {
    let one = lines(&quote!(
        #[action]
        async fn a(&self) {}
    ));
    let two = lines(&quote!(
        #[action]
        async fn a(&self) {}
        #[action]
        async fn b(&self) {}
    ));
    let first = lines(&quote!(
        #[action]
        async fn a(&self, x: String) {}
    ));
    let second = lines(&quote!(
        #[action]
        async fn a(&self, x: String, y: String) {}
    ));
    let default = lines(&quote!(
        #[action]
        async fn a(&self, #[arg(default = 1)] x: u32) {}
    ));
    let injected = lines(&quote!(
        #[action]
        async fn a(&self, ctx: &Ctx) {}
    ));
    let (action, argument) = (two - one, second - first);
    assert_eq!(
        [
            ("empty block", one - action),
            ("action", action),
            ("first argument", first - one),
            ("further argument", argument),
            ("default", default - first),
            ("injected parameter", injected - one),
        ],
        [
            ("empty block", 67),
            ("action", 15),
            ("first argument", 14),
            ("further argument", 13),
            ("default", 7),
            ("injected parameter", 6),
        ]
    );
}
