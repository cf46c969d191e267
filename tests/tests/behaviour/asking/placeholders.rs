//! The values that placeholders show, and the actions that declare `unasked`.

use std::collections::BTreeMap;

use fusion_core::{BuildErrors, Fields};

use super::*;

/// Accepts any action with one placeholder.
macro_rules! group {
    ($name:ident, $ty:ty) => {
        struct $name;
        /// Show a value.
        #[tool_group(name = "shown")]
        impl $name {
            /// Show it.
            #[action(confirm("Show {value}?"))]
            fn show(&self, value: $ty) {
                let _ = value;
            }
        }
    };
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)] // only their schemas count
struct Point {
    x: u64,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
enum Shape {
    Dot,
    Circle { radius: u64 },
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Names(Vec<String>);

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Table(BTreeMap<String, String>);

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Name(String);

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
enum Colour {
    Red,
    /// Like the sea.
    Blue,
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code)]
enum IdOrName {
    Number(u64),
    Name(String),
}

group!(OfStruct, Point);
group!(OfEnum, Shape);
group!(OfNewtype, Names);
group!(OfMap, Table);
group!(OfOption, Option<Point>);
group!(OfName, Name);
group!(OfColour, Colour);
group!(OfId, IdOrName);
group!(OfOptionalColour, Option<Colour>);
group!(OfNumber, Option<f64>);
group!(OfLetter, char);
group!(OfAddress, std::net::IpAddr);

/// Fields of actions.
#[derive(Fields)]
#[allow(dead_code)]
struct Place {
    point: Point,
    name: Name,
}

struct OfField;

/// Show a value.
#[tool_group(name = "shown")]
impl OfField {
    /// Show it.
    #[action(confirm("Show {name} at {point}?"))]
    fn show(&self, #[arg(flatten)] place: Place) {
        let _ = place;
    }
}

fn error(built: Result<Registry, BuildErrors>) -> String {
    built.unwrap_err().to_string()
}

#[test]
fn a_placeholder_shows_a_short_value() {
    let refused = |name: &str, kind: &str| {
        format!(
            "the question of `shown/show` has the placeholder `{{{name}}}`: the argument may be {kind}, and a question shows texts, numbers, booleans and enums without values: show another argument, or write `confirm = Self::question`"
        )
    };
    let builder = Registry::builder;
    for (built, name, kind) in [
        (builder().tool(OfStruct).build(), "value", "an object"),
        (builder().tool(OfEnum).build(), "value", "an object"),
        (builder().tool(OfNewtype).build(), "value", "a list"),
        (builder().tool(OfMap).build(), "value", "an object"),
        (builder().tool(OfOption).build(), "value", "an object"),
        (builder().tool(OfField).build(), "point", "an object"),
    ] {
        assert_eq!(error(built), refused(name, kind));
    }
    for built in [
        builder().tool(OfName).build(),
        builder().tool(OfColour).build(),
        builder().tool(OfId).build(),
        builder().tool(OfOptionalColour).build(),
        builder().tool(OfNumber).build(),
        builder().tool(OfLetter).build(),
        builder().tool(OfAddress).build(),
    ] {
        built.unwrap();
    }
}

struct Mail;

/// Send mail.
#[tool_group(name = "mail")]
impl Mail {
    /// Send it, if the user agrees.
    #[action(unasked = "allow")]
    async fn send(&self, ask: &Ask) -> &'static str {
        if ask.confirmed("Send?").await.is_accepted() {
            "sent"
        } else {
            "kept"
        }
    }
}

struct Mute;

/// Ask nothing.
#[tool_group(name = "mute")]
impl Mute {
    /// Ask nothing.
    #[action(unasked = "allow")]
    async fn run(&self, ctx: &Ctx) {
        let _ = ctx;
    }
}

#[tokio::test]
async fn an_action_whose_handler_asks_declares_unasked() {
    let registry = Registry::builder().tool(Mail).build().unwrap();
    let mut wire = connected(server(registry, true), &json!({})).await;
    let sent = wire.answer(1, "mail", json!({"action": "send"})).await;
    assert_eq!(text_of(&sent), "sent");
    assert_eq!(
        error(Registry::builder().tool(Mute).build()),
        "`unasked` of `mute/run` is about the questions of an action, and this one asks none: write `confirm`, take an `&Ask`, or remove `unasked`"
    );
}
