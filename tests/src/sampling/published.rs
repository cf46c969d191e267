//! The published schemas of a registry, tested against its calls and against each other.

mod arguments;
mod filling;

use fusion_core::{
    CallError, Content, Ctx, Exposition, Registry, ToolResponse, View, error::ProblemKind,
};
use proptest::prelude::*;
use serde_json::{Map, Value};
use tokio::runtime::{Builder, Runtime};

use super::{Oracle, accepted, anything, cases, fault, meta_error, mixed};

use arguments::{extremes, or_empty_object, without_token};
pub use filling::Host;

/// The actions of a registry, each with its own schema and with the one that it is merged into.
#[derive(Debug)]
pub struct Published {
    flat: View,
    grouped: View,
    runtime: Runtime,
    actions: Vec<Action>,
}

/// One action, as it is listed in both expositions.
#[derive(Debug)]
pub struct Action {
    /// Its name where it is listed by itself.
    pub name: String,
    /// Its own schema.
    pub schema: Value,
    own: Oracle,
    merged: Oracle,
    /// The fields of the tool, those of `help` included.
    fields: Vec<String>,
    tool: String,
    key: String,
}

/// The outcome of a call with given arguments.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// They reached the handler, which answered this.
    Accepted(String),
    /// They were refused, with this text.
    Refused(String),
    /// The call broke.
    Broken(String),
}

impl Published {
    /// Collects the schemas that `registry` publishes.
    pub fn from_registry(registry: &Registry) -> Self {
        let view = |exposition| registry.view(exposition).expect("the exposition is right");
        let (flat, grouped) = (view(Exposition::Flat), view(Exposition::Grouped));
        let mut actions = Vec::new();
        for tool in grouped.tools() {
            let merged = Value::Object(Map::clone(&tool.input_schema));
            let keys = merged["properties"]["action"]["enum"].as_array();
            let fields = merged["properties"].as_object();
            let fields = fields.into_iter().flat_map(Map::keys);
            let fields: Vec<_> = fields.filter(|name| *name != "action").cloned().collect();
            for key in keys.into_iter().flatten().filter_map(Value::as_str) {
                let name = format!("{}_{}", tool.name, key.replace('.', "_"));
                let listed = flat.tools().iter().find(|listed| listed.name == name);
                let Some(listed) = listed else {
                    assert_eq!(key, "help", "every action of an author is listed flat");
                    continue;
                };
                let schema = without_token(&listed.input_schema);
                actions.push(Action {
                    own: Oracle::new(&schema),
                    merged: Oracle::new(&merged),
                    fields: fields.clone(),
                    tool: tool.name.clone(),
                    key: key.to_owned(),
                    name,
                    schema,
                });
            }
        }
        let runtime = Builder::new_current_thread().enable_all().build();
        Self {
            flat,
            grouped,
            runtime: runtime.expect("a runtime"),
            actions,
        }
    }

    /// All actions.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// Calls an action where it is listed by itself.
    pub fn call(&self, action: &Action, arguments: &Value) -> Answer {
        self.answer(&self.flat, &action.name, arguments.clone())
    }

    fn call_grouped(&self, action: &Action, arguments: &Value) -> Answer {
        self.answer(&self.grouped, &action.tool, action.with_key(arguments))
    }

    fn answer(&self, view: &View, tool: &str, arguments: Value) -> Answer {
        match self
            .runtime
            .block_on(view.call(tool, arguments, Ctx::new()))
        {
            Ok(response) => Answer::Accepted(text(&response)),
            // A rule that published schemas cannot express; the arguments themselves are valid.
            Err(CallError::Invalid { text, problems, .. }) => {
                let not_one = |kind: &ProblemKind| matches!(kind, ProblemKind::NotOne { .. });
                if problems.iter().all(|problem| not_one(&problem.kind)) {
                    Answer::Accepted(text)
                } else {
                    Answer::Refused(text)
                }
            }
            Err(CallError::NoObject { text } | CallError::NoAction { text, .. }) => {
                Answer::Refused(text)
            }
            // The arguments are valid, and the user is asked.
            Err(CallError::Asked { questions, .. }) => {
                let texts: Vec<_> = questions.into_iter().map(|one| one.message).collect();
                Answer::Accepted(texts.join("\n"))
            }
            // The words of a handler that was reached; a reference instead of words is a panic, or
            // an error that nobody foresaw.
            Err(CallError::Failed { text, error }) if error.reference().is_none() => {
                Answer::Accepted(text)
            }
            Err(other) => Answer::Broken(other.to_string()),
        }
    }

    /// Draws arguments for each action, and notes where a call and the action's own schema differ
    /// on them. Repair is to be off.
    pub fn disagreements(&self) -> Vec<String> {
        self.faults(mixed, |action, arguments| self.agreement(action, arguments))
    }

    /// Returns the difference between the action's own schema and a call with these arguments, if any.
    pub fn disagreement(&self, name: &str, arguments: &Value) -> Option<String> {
        let action = self.actions.iter().find(|action| action.name == name);
        let action = action.expect("there is such an action");
        self.agreement(action, arguments).err()
    }

    fn agreement(&self, action: &Action, arguments: &Value) -> Result<(), String> {
        action.agrees(arguments, &self.call(action, arguments))
    }

    /// Notes what an action takes, and its merged schema does not.
    pub fn faults_of_merging(&self) -> Vec<String> {
        self.faults(mixed, |action, arguments| {
            action.merged_agrees(arguments, &self.call(action, arguments))
        })
    }

    /// Notes disagreements and faults of merging for the same draws. Repair is to be off.
    pub fn faults_of_publishing(&self) -> Vec<String> {
        self.faults(mixed, |action, arguments| {
            let answer = self.call(action, arguments);
            action.agrees(arguments, &answer)?;
            action.merged_agrees(arguments, &answer)
        })
    }

    /// Notes what is read in another way where the action is one of several of a tool. Handlers
    /// are to answer with what they read.
    pub fn faults_of_exposition(&self) -> Vec<String> {
        self.faults(mixed, |action, arguments| {
            let alone = self.call(action, arguments);
            let grouped = self.call_grouped(action, arguments);
            match (&alone, &grouped) {
                (Answer::Accepted(alone), Answer::Accepted(grouped))
                    if is_same_response(grouped, alone) =>
                {
                    Ok(())
                }
                (Answer::Refused(_), Answer::Refused(_)) => Ok(()),
                _ => Err(format!("alone: {alone:?}; grouped: {grouped:?}")),
            }
        })
    }

    /// Notes where `null` in an argument that may be left out is not the same as leaving it out.
    /// Handlers are to answer with what they read.
    pub fn faults_of_absence(&self) -> Vec<String> {
        self.faults(accepted, |action, arguments| {
            let without = self.call(action, arguments);
            let (Answer::Accepted(_), Some(nulls)) = (&without, with_nulls(action, arguments))
            else {
                return Ok(());
            };
            match self.call(action, &nulls) {
                with if with == without => Ok(()),
                with => Err(format!("{without:?}; with {nulls}: {with:?}")),
            }
        })
    }

    /// Notes which calls break on arguments that are no arguments at all.
    pub fn breakages(&self) -> Vec<String> {
        let wild = |schema: &Value| prop_oneof![anything(), extremes(schema)].boxed();
        self.faults(wild, |action, arguments| {
            let alone = self.call(action, arguments);
            let grouped = self.call_grouped(action, arguments);
            match (&alone, &grouped) {
                (Answer::Broken(_), _) | (_, Answer::Broken(_)) => {
                    Err(format!("alone: {alone:?}; grouped: {grouped:?}"))
                }
                _ => Ok(()),
            }
        })
    }

    /// The smallest arguments of each action that fail a check, with the action's name.
    pub fn faults(
        &self,
        draw: impl Fn(&Value) -> BoxedStrategy<Value>,
        check: impl Fn(&Action, &Value) -> Result<(), String>,
    ) -> Vec<String> {
        self.each_fault(draw, check).collect()
    }

    /// Searches the actions one after the other, so that the first fault is found before the others.
    fn each_fault(
        &self,
        draw: impl Fn(&Value) -> BoxedStrategy<Value>,
        check: impl Fn(&Action, &Value) -> Result<(), String>,
    ) -> impl Iterator<Item = String> {
        let each = cases().div_ceil(u32::try_from(self.actions.len()).unwrap_or(1).max(1));
        self.actions.iter().filter_map(move |action| {
            let found = fault(each, &draw(&action.schema), |value| check(action, value));
            found.map(|fault| format!("{} {fault}\n{}", action.name, action.schema))
        })
    }
}

impl Action {
    /// Returns `true` if the action's own schema accepts `arguments`; missing ones are an empty object.
    pub fn publishes(&self, arguments: &Value) -> bool {
        self.own.accepts(&or_empty_object(arguments))
    }

    /// Compares the action's own schema with the answer of a call.
    fn agrees(&self, arguments: &Value, answer: &Answer) -> Result<(), String> {
        match (self.publishes(arguments), answer) {
            (true, Answer::Accepted(_)) | (false, Answer::Refused(_)) => Ok(()),
            (true, Answer::Refused(text)) if has_only_key_problems(text) => Ok(()),
            (published, answer) => Err(format!("published: {published}; {answer:?}")),
        }
    }

    /// Compares the merged schema with the answer of a call: it accepts what the action accepts.
    fn merged_agrees(&self, arguments: &Value, answer: &Answer) -> Result<(), String> {
        match answer {
            Answer::Accepted(_) if !self.merged.accepts(&self.with_key(arguments)) => {
                Err("its merged schema refuses it".to_owned())
            }
            _ => Ok(()),
        }
    }

    fn with_key(&self, arguments: &Value) -> Value {
        let mut arguments = or_empty_object(arguments).into_owned();
        if let Value::Object(map) = &mut arguments {
            map.insert("action".to_owned(), self.key.as_str().into());
        }
        arguments
    }
}

/// The arguments with `null` in every field that they leave out, and that takes no `null` of its own.
fn with_nulls(action: &Action, arguments: &Value) -> Option<Value> {
    let mut all = arguments.as_object()?.clone();
    let required = action.schema.get("required").and_then(Value::as_array);
    for name in action.schema.get("properties")?.as_object()?.keys() {
        let free = !required.is_some_and(|names| names.iter().any(|one| one == name));
        if free && !all.contains_key(name) {
            let mut with = arguments.clone();
            with[name] = Value::Null;
            if !action.own.is_valid(&with) {
                all.insert(name.clone(), Value::Null);
            }
        }
    }
    Some(Value::Object(all))
}

/// Every schema of a registry that is none by JSON Schema 2020-12.
pub fn no_schemas(registry: &Registry) -> Vec<String> {
    let mut wrong = Vec::new();
    for exposition in [Exposition::Grouped, Exposition::Flat] {
        let view = registry.view(exposition).expect("the exposition is right");
        for tool in view.tools() {
            let output = tool.output_schema.as_ref();
            for schema in std::iter::once(&tool.input_schema).chain(output) {
                let error = meta_error(&Value::Object(Map::clone(schema)));
                wrong.extend(error.map(|error| format!("{exposition:?} {}: {error}", tool.name)));
            }
        }
    }
    wrong
}

/// The texts of an answer.
fn text(response: &ToolResponse) -> String {
    let texts = response.content().iter().map(|content| match content {
        Content::Text(text) => text.as_str(),
        _ => "",
    });
    texts.collect()
}

/// Returns `true` if two responses are equal apart from the name under which the action was called.
fn is_same_response(grouped: &str, alone: &str) -> bool {
    grouped == alone || (grouped.contains("exactly one of") && alone.contains("exactly one of"))
}

/// Returns `true` if all problems are keys of maps, such as `a` where keys are numbers. Clients refuse the
/// keywords for this rule, so that it is not published. The plan checks that a key is an integer, and serde
/// its range. Generated keys are usually numbers, but not always.
fn has_only_key_problems(text: &str) -> bool {
    let of_key = [
        "a name in this object is an integer",
        "expected key to be a number in quotes",
        ": number out of range",
    ];
    // The number is the last part of the path.
    let is_out_of_range = |line: &str| {
        let parts = line.split_once(": invalid value: integer `");
        parts.is_some_and(|(path, reason)| {
            let number = reason.split('`').next().unwrap_or_default();
            path.ends_with(&format!(".{number}"))
        })
    };
    let mut problems = text.lines().filter(|line| line.starts_with("- "));
    problems.all(|line| of_key.iter().any(|words| line.contains(words)) || is_out_of_range(line))
}
