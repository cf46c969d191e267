//! Expansions name only `__private` and `::core`: they compile where the names of the prelude are
//! missing or have another meaning, and with arguments named like their locals.
//!
//! A crate of its own: it has no prelude, and its root hides the names that `::`-less paths find.
#![no_implicit_prelude]
#![allow(
    dead_code,
    unused_macros,
    missing_docs,
    non_camel_case_types,
    clippy::similar_names,
    clippy::unused_async,
    clippy::unused_self
)]

use ::fusion_core::{Ctx, Fields, Registry, ToolError, tool_group};

// Each is a name that careless generated code would use.
struct Option;
struct String;
struct Result;
struct Vec;
struct Box;
struct Some;
struct None;
struct Ok;
struct Err;
struct Action;
struct Input;
struct Call;
struct Frame;
trait Clone {}
trait Copy {}
trait Send {}
trait Sync {}
trait Default {}
trait Into {}
type str = ();
type bool = ();
type usize = ();
mod core {}
mod std {}
mod fusion_core {}
mod serde {}
mod schemars {}

macro_rules! assert {
    () => {};
}
macro_rules! panic {
    () => {};
}

pub struct Tool;

/// A careless expansion would call a parameter of its own so.
struct L0;

impl ::fusion_core::middleware::Middleware for L0 {
    async fn handle(
        &self,
        call: &mut ::fusion_core::middleware::Call<'_>,
        next: impl ::fusion_core::middleware::Next,
    ) -> ::fusion_core::ToolResult {
        next.run(call).await
    }
}

#[tool_group(
    name = "tool",
    discriminator = "op",
    with(L0, L0),
    timeout = "5s",
    output_cap = ::fusion_core::spec::OutputCap::bytes(5_000),
    actions(pub ToolAction),
    client(ToolClient)
)]
impl Tool {
    /// Arguments that are called like locals of the expansion.
    #[action(read_only)]
    async fn locals(
        &self,
        args: u8,
        call: u8,
        group: u8,
        form: u8,
        common: u8,
        frame: u8,
        self_: u8,
        r#type: u8,
        action: u8,
        arg0: u8,
        held0: u8,
        run: u8,
        out: u8,
        key: u8,
        index: u8,
        input: u8,
    ) -> ::std::string::String {
        let all = [
            args, call, group, form, common, frame, self_, r#type, action, arg0, held0, run, out,
            key, index, input,
        ];
        ::std::format!("{all:?}")
    }

    /// Methods that are called like functions of the expansion.
    #[action(client = false)]
    fn at(ctx: &Ctx, #[arg(default = "x")] parse: ::std::string::String) -> ::std::string::String {
        let _ = ctx;
        parse
    }

    #[action]
    fn parse(
        &self,
        #[arg(default)] limit: u8,
        #[arg(default = u8::MAX)] most: u8,
        state: ::core::option::Option<::std::string::String>,
    ) -> ::core::result::Result<(), Error> {
        let _ = (limit, most, state);
        ::core::result::Result::Err(Error::Full)
    }

    #[action(with(L0), timeout = "1s")]
    fn invoke(&self) {}

    #[action]
    fn r#match() {}
}

/// Fields that are called like locals of the expansion.
#[derive(Fields)]
struct SharedArguments {
    slots: u8,
    slot: u8,
    value: u8,
    field0: u8,
    #[arg(default)]
    r#type: u8,
    common: u8,
    #[arg(default = "x")]
    text: ::std::string::String,
    args: ::core::option::Option<u8>,
}

#[derive(Fields)]
struct Flat {
    #[arg(range(min = 1))]
    values: u8,
}

pub struct Joined;

#[tool_group(discriminator = "op", common = SharedArguments)]
impl Joined {
    #[action]
    async fn slots(
        shared: &SharedArguments,
        #[arg(flatten)] flat0: Flat,
        joined: u8,
    ) -> ::std::string::String {
        ::std::format!("{} {} {}", shared.slots, flat0.values, joined)
    }

    #[action(omit_common)]
    fn common(&self, ctx: &Ctx) {
        let _ = ctx;
    }
}

/// Groups that are called like locals and items of the expansion.
#[tool_group(discriminator = "which")]
pub struct Tree {
    #[group]
    r#type: Tool,
    #[group]
    action: Joined,
    #[group]
    #[cfg(test)]
    chains: Joined,
    #[group(name = "in")]
    input: ::std::sync::Arc<Joined>,
    plain: u8,
}

#[derive(ToolError)]
enum Error {
    #[tool_error(code = "full", suggest("parse"), unchanged, retry_after = "5s")]
    Full,
    Broken {
        text: u8,
    },
}

impl ::core::fmt::Display for Error {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        f.write_str("full")
    }
}

pub struct Offers;

async fn complete(
    value: &::core::primitive::str,
    ctx: &Ctx,
) -> ::std::vec::Vec<::std::string::String> {
    let _ = ctx;
    ::std::vec![::std::string::ToString::to_string(value)]
}

/// Prompts and resources that are called like locals and functions of the expansion.
#[tool_group(common = SharedArguments, discriminator = "op")]
impl Offers {
    #[prompt(
        title = "X",
        alias("asked"),
        icons = [::fusion_core::spec::Icon::new("https://a.example")],
        with(L0),
        timeout = "1s"
    )]
    async fn complete(
        &self,
        ctx: &Ctx,
        shared: &SharedArguments,
        #[arg(complete = complete)] asked: ::std::string::String,
        #[arg(complete = Self::of_group, default = "x")] r#match: ::std::string::String,
        #[arg(flatten)] flat0: Flat,
    ) -> ::core::result::Result<::std::vec::Vec<::fusion_core::prompt::PromptMessage>, Error> {
        let _ = (ctx, shared.slots, asked, r#match, flat0.values);
        ::core::result::Result::Err(Error::Full)
    }

    async fn of_group(
        &self,
        value: &::core::primitive::str,
        _: &Ctx,
    ) -> ::std::vec::Vec<::std::string::String> {
        ::std::vec![::std::string::ToString::to_string(value)]
    }

    #[cfg(test)]
    #[prompt(omit_common)]
    fn here() -> &'static ::core::primitive::str {
        "here"
    }

    #[cfg(not(test))]
    #[prompt]
    fn gone(#[arg(complete = complete)] asked: Nowhere) -> Nowhere {
        asked
    }

    #[resource(uri = "a://{asked}", audience("user"), priority = 0)]
    async fn answer(
        &self,
        #[arg(complete = complete)] asked: ::std::string::String,
    ) -> ::core::option::Option<::fusion_core::Json<::std::string::String>> {
        ::core::option::Option::Some(::fusion_core::Json(asked))
    }

    #[cfg(not(test))]
    #[resource(uri = "a://gone")]
    fn nowhere(&self) -> Nowhere {}

    #[resource(uri = "a://all", mime = "text/plain", size = 3)]
    fn r#type() -> ::std::string::String {
        ::std::string::String::new()
    }
}

#[test]
fn it_builds() {
    use ::core::str::FromStr;

    let tree = Tree {
        r#type: Tool,
        action: Joined,
        chains: Joined,
        input: ::std::sync::Arc::new(Joined),
        plain: 0,
    };
    let registry = Registry::builder()
        .tool(Tool)
        .tool(Joined)
        .tool(Offers)
        .tool(tree)
        .build();
    let error = registry.err().map(|error| ::std::format!("{error}"));
    ::core::assert_eq!(error, ::core::option::Option::None);
    ::core::assert_eq!(
        ToolAction::from_str("match"),
        ::core::result::Result::Ok(ToolAction::Match)
    );
    let registry = Registry::builder().tool(Offers).build();
    let registry = ::core::result::Result::ok(registry);
    let counts = registry.map(|registry| {
        let (prompts, resources) = (registry.prompts().len(), registry.resources().len());
        (
            registry.tools().len(),
            prompts,
            resources,
            registry.templates().len(),
        )
    });
    ::core::assert_eq!(counts, ::core::option::Option::Some((0, 2, 1, 1)));
}
