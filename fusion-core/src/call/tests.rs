//! Tests that a call has one meaning, whether its arguments arrive as a list or as a map.

#![allow(
    clippy::option_option,
    clippy::unused_async,
    reason = "arguments have types of every kind, and actions of both kinds"
)]

mod argument_texts;
mod plain_functions;

use std::future::Future;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use self::argument_texts::{cases, texts};
use crate::{
    Ctx, Exposition, Registry, RegistryBuilder, ToolResult, View,
    args::{SentArguments, forms, forms::Forms},
    middleware::{Call, Middleware, Next},
    observe::{CallRecord, Observer, Outcome},
    tool_group,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase", crate = "serde")]
enum Order {
    Newest,
    Oldest,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "the fields are read by `Debug`")]
struct Range {
    from: u32,
    to: Option<u32>,
}

struct Work;

#[tool_group(name = "work", crate = crate)]
impl Work {
    /// Takes scalars, enums and lists.
    #[action]
    async fn mixed(
        email: String,
        order: Option<Order>,
        #[arg(default = 7, range(min = 1, max = 365))] days: u32,
        #[arg(items(max = 2))] tags: Option<Vec<String>>,
        age: Option<u8>,
        large: Option<u64>,
        signed: Option<i64>,
        ratio: Option<f64>,
        urgent: Option<bool>,
    ) -> String {
        format!(
            "{:?}",
            (email, order, days, tags, age, large, signed, ratio, urgent)
        )
    }

    /// Takes what is nested, secret or renamed.
    #[action]
    fn nested(
        range: Range,
        #[arg(alias("sorts"))] orders: Option<Vec<Order>>,
        #[arg(secret)] code: Option<Vec<u8>>,
        #[arg(length(min = 1, max = 3))] email: Option<String>,
        #[arg(any)] note: Value,
        label: Option<Option<String>>,
    ) -> String {
        format!("{:?}", (range, orders, code, email, note, label))
    }

    /// Takes exactly one.
    #[action(one_of("age", "days"))]
    fn either(age: Option<u8>, days: Option<u32>) -> String {
        format!("{:?}", (age, days))
    }

    /// Takes a text with a pattern.
    #[cfg(feature = "validate")]
    #[action]
    fn matched(#[arg(pattern = "^[a-z]+$")] name: String) -> String {
        name
    }
}

/// A middleware that reads the arguments.
struct Reader;

impl Middleware for Reader {
    const READS_ARGUMENTS: bool = true;

    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        assert!(call.arguments().is_some());
        next.run(call).await
    }
}

/// An observer that reads the arguments, if it is told to.
struct Watcher<const READS: bool>;

impl<const READS: bool> Observer for Watcher<READS> {
    const READS_ARGUMENTS: bool = READS;

    fn observe(&self, call: &CallRecord<'_>, _: &Outcome<'_>) {
        assert_eq!(call.arguments().is_some(), READS);
    }
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    runtime.block_on(future)
}

/// Calls a tool with the arguments of a text as a list, and returns the answer and the form in which they
/// were read.
fn call_list(view: &View, tool: &str, text: &str) -> (String, Forms) {
    let arguments: SentArguments = serde_json::from_str(text).unwrap();
    forms::take();
    let result = block_on(view.call_sent(tool, arguments, Ctx::new()));
    (format!("{result:?}"), forms::take())
}

/// Calls a tool with the arguments of a text as a map.
fn call_map(view: &View, tool: &str, text: &str) -> String {
    let arguments: Map<String, Value> = serde_json::from_str(text).unwrap();
    format!("{:?}", block_on(view.call(tool, arguments, Ctx::new())))
}

fn views() -> [View; 2] {
    let registry = Registry::builder().tool(Work).build().unwrap();
    [Exposition::Grouped, Exposition::Flat].map(|exposition| registry.view(exposition).unwrap())
}

#[test]
fn a_list_and_a_map_of_one_text_have_one_answer() {
    let [grouped, flat] = views();
    let mut read = Forms::default();
    let mut answered = 0;
    for (action, text) in texts(cases()) {
        for (view, tool) in [(&grouped, "work"), (&flat, &*format!("work_{action}"))] {
            let (answer, forms) = call_list(view, tool, &text);
            assert_eq!(answer, call_map(view, tool, &text), "{tool} {text}");
            read.lists += forms.lists;
            read.maps += forms.maps;
            answered += usize::from(answer.starts_with("Ok"));
        }
    }
    // The texts are neither all right nor all wrong.
    let all = 2 * cases();
    assert!(
        read.lists > all / 20 && read.maps > all / 20,
        "{read:?} of {all}"
    );
    assert!(answered > all / 20 && answered < all, "{answered} of {all}");
}

#[test]
fn valid_arguments_are_read_as_a_list_and_all_others_as_a_map() {
    const LIST: Forms = Forms { lists: 1, maps: 0 };
    const MAP: Forms = Forms { lists: 0, maps: 1 };
    const NONE: Forms = Forms { lists: 0, maps: 0 };
    let [grouped, _] = views();
    for (text, form) in [
        (r#"{"action": "mixed", "email": "a"}"#, LIST),
        (
            r#"{"days": 365, "order": "newest", "tags": ["a", "b"], "\u0065mail": "\n", "action": "mixed"}"#,
            LIST,
        ),
        (
            r#"{"action": "mixed", "email": "a", "order": null, "days": null, "ratio": 1}"#,
            LIST,
        ),
        (
            r#"{"action": "nested", "range": {"from": 1}, "note": [{}]}"#,
            LIST,
        ),
        (r#"{"action": "either", "age": 1}"#, LIST),
        // The rules for the set of arguments are checked after each by itself.
        (r#"{"action": "mixed"}"#, LIST),
        (r#"{"action": "either"}"#, LIST),
        (r#"{"action": "mixed", "email": null}"#, MAP),
        (r#"{"action": "mixed", "email": "a", "days": "5"}"#, MAP),
        (r#"{"action": "mixed", "email": "a", "days": 5.0}"#, MAP),
        (r#"{"action": "mixed", "email": "a", "days": 366}"#, MAP),
        (
            r#"{"action": "mixed", "email": "a", "tags": ["a", 1]}"#,
            MAP,
        ),
        (
            r#"{"action": "mixed", "email": "a", "order": "Newest"}"#,
            MAP,
        ),
        (
            r#"{"action": "mixed", "email": "a", "sessionId": "x"}"#,
            MAP,
        ),
        (r#"{"action": "mixed", "email": "a", "range": null}"#, MAP),
        (r#"{"action": "mixed", "email": "a", "email": "b"}"#, MAP),
        (
            r#"{"action": "nested", "range": {"from": "1"}, "note": 1}"#,
            MAP,
        ),
        (
            r#"{"action": "nested", "range": {"from": 1}, "note": 1, "email": ""}"#,
            MAP,
        ),
        // The map has the name of the argument in place of its alias.
        (
            r#"{"action": "nested", "range": {"from": 1}, "note": 1, "sorts": ["oldest"]}"#,
            MAP,
        ),
        (r#"{"action": "nothing"}"#, NONE),
        ("{}", NONE),
    ] {
        assert_eq!(call_list(&grouped, "work", text).1, form, "{text}");
        assert_eq!(
            call_list(&grouped, "work", text).0,
            call_map(&grouped, "work", text)
        );
    }
}

#[test]
fn arguments_are_a_map_where_other_code_reads_them() {
    const TEXT: &str = r#"{"action": "mixed", "email": "a"}"#;
    fn form<M: Middleware>(builder: RegistryBuilder<M>) -> Forms {
        let view = builder.tool(Work).build().unwrap().grouped();
        let (answer, form) = call_list(&view, "work", TEXT);
        assert_eq!(answer, call_map(&view, "work", TEXT));
        assert!(answer.starts_with("Ok"), "{answer}");
        form
    }
    let new = Registry::builder;
    for (lists, form) in [
        (1, form(new())),
        (1, form(new().observe(Watcher::<false>))),
        (0, form(new().observe(Watcher::<true>))),
        (0, form(new().middleware(Reader))),
        (
            0,
            form(new().guard(|call| {
                assert_eq!(call.arguments().len(), 2);
                Ok(())
            })),
        ),
    ] {
        let maps = 1 - lists;
        assert_eq!(form, Forms { lists, maps });
    }
}

#[cfg(feature = "validate")]
#[test]
fn arguments_with_a_pattern_are_read_as_a_map() {
    let [grouped, _] = views();
    let (answer, forms) = call_list(&grouped, "work", r#"{"action": "matched", "name": "a"}"#);
    assert!(answer.starts_with("Ok"), "{answer}");
    assert_eq!(forms.lists, 0);
}
