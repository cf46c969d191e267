//! Asserts how many lines an expansion prints beside the author's item, because every line that is
//! printed for an argument is compiled for every argument of every user.

use proc_macro2::TokenStream;
use quote::quote;

fn lines(methods: &TokenStream) -> usize {
    lines_with(quote!(), methods)
}

fn lines_with(attr: TokenStream, methods: &TokenStream) -> usize {
    let text = super::expand(attr, &quote!(impl T { #methods }));
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
    let plain = lines(&quote!(
        #[action]
        async fn a(&self) {}
        #[action]
        fn b(&self) {}
    ));
    let (action, argument) = (two - one, second - first);
    assert_eq!(
        [
            ("empty block", one - action),
            ("action", action),
            ("action of a plain function", plain - one),
            ("first argument", first - one),
            ("further argument", argument),
            ("default", default - first),
            ("injected parameter", injected - one),
        ],
        [
            ("empty block", 56),
            ("action", 14),
            ("action of a plain function", 13),
            ("first argument", 13),
            ("further argument", 7),
            ("default", 7),
            ("injected parameter", 6),
        ]
    );
}

/// Returns how many lines a client adds to what is printed beside an item.
fn client_lines(item: &TokenStream) -> usize {
    let count = |attr| super::expand(attr, item).lines().count();
    count(quote!(client(pub C))) - count(quote!())
}

#[test]
fn a_client_keeps_its_budget() {
    let client = |methods: TokenStream| client_lines(&quote!(impl T { #methods }));
    let one = client(quote!(
        #[action]
        fn a(&self) {}
    ));
    let two = client(quote!(
        #[action]
        fn a(&self) {}
        #[action]
        fn b(&self) {}
    ));
    let required = client(quote!(
        #[action]
        fn a(&self, x: String) {}
    ));
    let first = client(quote!(
        #[action]
        fn a(&self, x: Option<String>) {}
    ));
    let second = client(quote!(
        #[action]
        fn a(&self, x: Option<String>, #[arg(default)] y: String) {}
    ));
    assert_eq!(
        [
            ("empty client", one - (two - one)),
            ("action", two - one),
            ("required argument", required - one),
            ("first optional argument", first - one),
            ("further optional argument", second - first),
        ],
        [
            ("empty client", 32),
            ("action", 5),
            ("required argument", 0),
            ("first optional argument", 24),
            ("further optional argument", 4),
        ]
    );
}

#[test]
fn the_client_of_a_struct_keeps_its_budget() {
    let client = |fields: TokenStream| client_lines(&quote!(struct T { #fields }));
    let one = client(quote!(
        #[group]
        a: A,
    ));
    let two = client(quote!(
        #[group]
        a: A,
        #[group]
        b: B,
    ));
    assert_eq!(
        [("empty client", one - (two - one)), ("group", two - one)],
        [("empty client", 16), ("group", 5)]
    );
}

fn lines_after_rows(text: &str) -> usize {
    text.lines()
        .skip_while(|line| !line.starts_with("#[allow("))
        .count()
}

#[test]
fn structs_and_joined_arguments_keep_theirs() {
    let tool = |fields: &TokenStream| {
        let text = super::expand(quote!(), &quote!(struct T { #fields }));
        lines_after_rows(&text)
    };
    let one = tool(&quote!(
        #[group]
        a: A,
    ));
    let two = tool(&quote!(
        #[group]
        a: A,
        #[group]
        b: B,
    ));
    let rename = |pairs: &TokenStream| {
        tool(&quote!(
            #[group(rename(#pairs))]
            a: A,
        ))
    };
    let (renamed, again) = (rename(&quote!(x = "y")), rename(&quote!(x = "y", z = "w")));
    let plain = lines(&quote!(
        #[action]
        async fn a(&self, x: String) {}
    ));
    let flattened = lines(&quote!(
        #[action]
        async fn a(&self, x: String, #[arg(flatten)] y: Y) {}
    ));
    let twice = lines(&quote!(
        #[action]
        async fn a(&self, x: String, #[arg(flatten)] y: Y, #[arg(flatten)] z: Z) {}
    ));
    let fields = |fields: &TokenStream| {
        lines_after_rows(&super::print(crate::fields(quote!(struct T { #fields }))))
    };
    let (first, second) = (fields(&quote!(a: A)), fields(&quote!(a: A, b: B)));
    let (module, field) = (two - one, second - first);
    assert_eq!(
        [
            ("empty struct", one - module),
            ("module", module),
            ("first rename", renamed - one),
            ("further rename", again - renamed),
            ("first flattened struct", flattened - plain),
            ("further flattened struct", twice - flattened),
            ("empty fields", first - field),
            ("field", field),
        ],
        [
            ("empty struct", 93),
            ("module", 62),
            ("first rename", 6),
            ("further rename", 5),
            ("first flattened struct", 11),
            ("further flattened struct", 12),
            ("empty fields", 27),
            ("field", 8),
        ]
    );
}

#[test]
fn the_aliases_of_an_argument_are_a_line() {
    let bare = quote!(
        #[action]
        async fn a(&self, x: String) {}
    );
    let aliased = quote!(
        #[action]
        async fn a(&self, #[arg(alias("y", "z"))] x: String) {}
    );
    assert_eq!(lines(&aliased) - lines(&bare), 1);
}

#[test]
fn middleware_keeps_its_budget_and_none_prints_nothing() {
    let bare = quote!(
        #[action]
        async fn a(&self) {}
    );
    let none = lines(&bare);
    let action = |attr: &TokenStream| {
        lines(&quote!(
            #[action(#attr)]
            async fn a(&self) {}
        ))
    };
    let first = action(&quote!(with(A)));
    assert_eq!(
        [
            ("block", lines_with(quote!(with(A)), &bare) - none),
            ("first action", first - none),
            ("further middleware", action(&quote!(with(A, B))) - first),
            ("timeout", action(&quote!(timeout = "5s")) - none),
            ("cap", action(&quote!(output_cap = CAP)) - none),
            ("help", lines_with(quote!(help = "manual"), &bare) - none),
        ],
        [
            ("block", 5),
            ("first action", 32),
            ("further middleware", 5),
            ("timeout", 2),
            ("cap", 2),
            ("help", 1),
        ]
    );
}

#[test]
fn a_confirmation_keeps_its_budget_and_none_prints_nothing() {
    let action = |attr: &TokenStream| {
        lines(&quote!(
            #[action(#attr)]
            async fn a(&self, x: String) {}

            async fn ask(&self, x: &String, ctx: &Ctx) -> String {}
        ))
    };
    let none = action(&quote!());
    let text = action(&quote!(confirm("Really?")));
    assert_eq!(
        [
            ("text", text - none),
            (
                "placeholder",
                action(&quote!(confirm("Really {x}?"))) - text
            ),
            (
                "unasked",
                action(&quote!(confirm("Really?"), unasked = "allow")) - text
            ),
            ("method", action(&quote!(confirm = Self::ask)) - none),
        ],
        [
            ("text", 1),
            ("placeholder", 4),
            ("unasked", 1),
            ("method", 27),
        ]
    );
}
