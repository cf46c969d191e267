//! Keys that authors write by the habit of another framework, and what this crate has instead.

use crate::symbol::{
    ACTION, ANNOTATIONS, ARG, DESTRUCTIVE, IDEMPOTENT, MAX, MIN, OPEN_WORLD, PROMPT, READ_ONLY,
    RESOURCE, TOOL_GROUP,
};

/// Returns what to write instead of a text in the place of a key.
pub(super) fn instead_of_text(attribute: &str) -> Option<&'static str> {
    match attribute {
        ARG => Some("write `description = \"…\"`, or a doc comment"),
        TOOL_GROUP => Some("write `name = \"…\"`, or `description = \"…\"`"),
        ACTION | PROMPT => Some("write `name = \"…\"`, or a doc comment for a description"),
        RESOURCE => Some("write `uri = \"…\"`, or a doc comment for a description"),
        _ => None,
    }
}

/// Returns what to write instead of a key that belongs to another framework.
pub(super) fn instead_of_key(attribute: &str, key: &str) -> Option<String> {
    if matches!(key, "desc" | "doc" | "docs" | "about" | "summary") {
        let way = match attribute {
            ARG | TOOL_GROUP => "write `description = \"…\"`, or a doc comment",
            ACTION | PROMPT | RESOURCE => "write a doc comment, `/// …`",
            _ => return None,
        };
        return Some(way.to_owned());
    }
    match attribute {
        ARG if [MIN, MAX].contains(&key) => Some(format!(
            "write `range({key} = …)` for a number, `length({key} = …)` for a string, \
             `items({key} = …)` for a list"
        )),
        ARG => argument(key).map(str::to_owned),
        ACTION | TOOL_GROUP if CONFIRMATIONS.contains(&key) => {
            Some("write `confirm(\"…?\")`".to_owned())
        }
        ACTION | TOOL_GROUP | ANNOTATIONS => hint(attribute, key),
        _ => None,
    }
}

/// Keys of other frameworks for a confirmation by the user.
const CONFIRMATIONS: &[&str] = &[
    "approval",
    "ask",
    "confirmation",
    "confirm_message",
    "elicit",
    "needs_approval",
    "require_approval",
    "require_confirmation",
    "requires_approval",
    "requires_confirmation",
];

fn argument(key: &str) -> Option<&'static str> {
    Some(match key {
        "required" | "optional" | "nullable" => {
            "an argument is required unless its type is an `Option` or it has a `default`"
        }
        "minimum" | "ge" | "gte" => "write `range(min = …)`",
        "maximum" | "le" | "lte" => "write `range(max = …)`",
        "gt" | "lt" | "exclusive_minimum" | "exclusive_maximum" | "multiple_of" => {
            "write `range(min = …, max = …)`, or the keyword in `schema = …`"
        }
        "min_length" | "minLength" | "min_len" => "write `length(min = …)`",
        "max_length" | "maxLength" | "max_len" => "write `length(max = …)`",
        "min_items" | "minItems" => "write `items(min = …)`",
        "max_items" | "maxItems" => "write `items(max = …)`",
        "regex" => "write `pattern = \"…\"`",
        "values" | "choices" | "possible_values" | "value_enum" | "enum" => {
            "take an `enum` that derives `serde::Deserialize` and `schemars::JsonSchema`"
        }
        "type" | "ty" => "the type of the parameter decides what is read",
        "example" | "examples" => "write it into the docs of the argument",
        "skip" | "hidden" => {
            "every parameter by value is an argument; a parameter behind `&` is injected"
        }
        _ => return None,
    })
}

fn hint(attribute: &str, key: &str) -> Option<String> {
    let hints = [READ_ONLY, DESTRUCTIVE, IDEMPOTENT, OPEN_WORLD];
    if attribute == ACTION && key == ANNOTATIONS {
        return Some(format!(
            "write the hints themselves: `{}`",
            hints.join("`, `")
        ));
    }
    let folded = key.replace('_', "").to_lowercase();
    let hint = folded.strip_suffix("hint")?;
    let hint = hints.iter().find(|known| known.replace('_', "") == hint)?;
    Some(match attribute {
        TOOL_GROUP => format!("write `{hint}`, or `annotations({hint})` for the tool as a whole"),
        _ => format!("write `{hint}`"),
    })
}
