//! Arguments of each kind, and calls that take their time, ask and fail.

use std::{
    collections::BTreeMap,
    future::{Ready, ready},
    time::Duration,
};

use fusion_core::{Answer, Ask, Fields, Json, Progress, ToolError, tool_group};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub(super) struct Kinds;

/// A shape to draw.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(tag = "shape", rename_all = "lowercase")]
enum Shape {
    /// A circle.
    Circle {
        /// The radius in metres.
        radius: f64,
    },
    /// A box.
    Box {
        /// The width in metres.
        width: f64,
        /// The height in metres.
        height: f64,
    },
}

/// The urgency of a thing.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Urgency {
    /// It can wait.
    Low,
    /// It cannot.
    High,
}

/// A place.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
struct Place {
    /// The city.
    #[schemars(length(min = 2))]
    city: String,
    /// The floors, from the lowest.
    #[serde(default)]
    floors: Vec<i8>,
}

/// Arguments that are one word each.
#[derive(Fields)]
struct Words {
    urgency: Option<Urgency>,
    /// A day.
    #[arg(format = "date")]
    until: Option<String>,
    /// Repeated nowhere.
    #[arg(secret)]
    password: Option<String>,
}

/// Arguments that have members.
#[derive(Fields)]
struct Structures {
    /// The place.
    place: Option<Place>,
    #[arg(items(max = 3))]
    labels: Option<Vec<String>>,
    weights: Option<BTreeMap<String, f64>>,
    shape: Option<Shape>,
}

/// The arguments that an action got.
#[derive(Debug, Serialize, JsonSchema)]
struct Echo {
    text: String,
    size: u64,
    ratio: Option<f64>,
    is_open: Option<bool>,
    urgency: Option<Urgency>,
    place: Option<Place>,
    labels: Option<Vec<String>>,
    weights: Option<BTreeMap<String, f64>>,
    shape: Option<Shape>,
    until: Option<String>,
    /// The length of the secret.
    password: Option<usize>,
}

/// The reason for an end.
#[derive(Deserialize, JsonSchema)]
struct Reason {
    /// In a few words.
    #[schemars(length(min = 3))]
    why: String,
    /// True if everyone is told.
    #[serde(default)]
    tell: bool,
}

/// Try every kind of argument, and calls of every end.
#[tool_group(name = "kinds")]
impl Kinds {
    /// Return what was sent.
    #[action(read_only)]
    fn echo(
        /// Any text.
        text: String,
        /// A number of items.
        #[arg(range(min = 1))]
        size: u64,
        /// A part of the whole.
        ratio: Option<f64>,
        is_open: Option<bool>,
        #[arg(flatten)] words: Words,
        #[arg(flatten)] structures: Structures,
    ) -> Json<Echo> {
        Json(Echo {
            text,
            size,
            ratio,
            is_open,
            urgency: words.urgency,
            place: structures.place,
            labels: structures.labels,
            weights: structures.weights,
            shape: structures.shape,
            until: words.until,
            password: words.password.map(|password| password.len()),
        })
    }

    /// Take any JSON.
    #[action(read_only)]
    fn any(#[arg(any)] value: Value) -> String {
        value.to_string()
    }

    /// Count, and report progress.
    #[action(read_only)]
    async fn count(
        /// How far.
        #[arg(default = 5, range(min = 1, max = 1000))]
        steps: u32,
        progress: &Progress,
    ) -> String {
        for step in 1..=steps {
            tokio::time::sleep(Duration::from_millis(60)).await;
            progress
                .report_with(step, steps, format!("step <i>{step}</i>"))
                .await;
        }
        format!("counted to {steps}")
    }

    /// Delete a thing, after a question.
    #[action(
        destructive,
        confirm("Delete {thing} for good?"),
        invalidates("self.*")
    )]
    fn delete(thing: String) -> String {
        format!("deleted {thing}")
    }

    /// Close a thing, for a reason that its user gives.
    #[action]
    async fn close(ask: &Ask<Reason>) -> String {
        match ask.form("Why is it closed?").await {
            Answer::Accepted(Reason { why, tell }) => format!("closed: {why}, {tell}"),
            Answer::Declined => "declined".to_owned(),
            Answer::Cancelled => "cancelled".to_owned(),
        }
    }

    /// Fail with an advice.
    #[action(read_only)]
    fn fail() -> Result<(), ToolError> {
        Err(ToolError::new("the store is <closed>")
            .code("closed")
            .hint("try again tomorrow"))
    }

    /// Purge everything.
    #[action(destructive, tags("admin"))]
    fn purge() -> &'static str {
        "purged"
    }

    /// A note on a day.
    #[resource(uri = "kinds://notes/{day}")]
    fn note(#[arg(complete = Self::days)] day: String) -> String {
        format!("nothing on {day}")
    }
}

impl Kinds {
    fn days(value: &str, _: &fusion_core::Ctx) -> Ready<Vec<String>> {
        let days = ["monday", "tuesday", "sunday"];
        let days = days.into_iter().filter(|day| day.starts_with(value));
        ready(days.map(str::to_owned).collect())
    }
}
