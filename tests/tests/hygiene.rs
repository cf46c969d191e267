//! The expansion names only `__private` and `::core`: it works where nothing else can be named,
//! where everything has another meaning, and with arguments called like its own locals.
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

impl ::fusion_core::Middleware for L0 {
    async fn handle(
        &self,
        call: &mut ::fusion_core::Call<'_>,
        next: impl ::fusion_core::Next,
    ) -> ::fusion_core::ToolResult {
        next.run(call).await
    }
}

#[tool_group(
    name = "tool",
    discriminator = "op",
    with(L0, L0),
    timeout = "5s",
    output_cap = ::fusion_core::OutputCap::bytes(5_000),
    actions(pub ToolAction)
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
    #[action]
    fn resolve(
        ctx: &Ctx,
        #[arg(default = "x")] parse: ::std::string::String,
    ) -> ::std::string::String {
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
struct Shared {
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

#[tool_group(discriminator = "op", common = Shared)]
impl Joined {
    #[action]
    async fn slots(
        shared: &Shared,
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
    #[tool_error(code = "full", suggest("parse"), retry_after = "5s")]
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
        .tool(tree)
        .build();
    let error = registry.err().map(|error| ::std::format!("{error}"));
    ::core::assert_eq!(error, ::core::option::Option::None);
    ::core::assert_eq!(
        ToolAction::from_str("match"),
        ::core::result::Result::Ok(ToolAction::Match)
    );
}
