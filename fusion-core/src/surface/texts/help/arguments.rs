//! The arguments of a contract: one line for each, with the contents of nested values below it.

use serde_json::Value;

use super::nested::{Nested, words};
use crate::{
    definition::{ActionDef, ArgDef},
    spec::sentence::{append_sentence, one_line},
    surface::texts::fields::type_words,
};

/// Returns the heading and the lines of all arguments, in source order.
pub(super) fn lines(action: &ActionDef) -> Vec<String> {
    if action.args.is_empty() {
        return vec!["No arguments.".to_owned()];
    }
    let mut lines = vec!["Arguments:".to_owned()];
    for (slot, arg) in action.args.iter().enumerate() {
        argument(action, slot, arg, &mut lines);
    }
    lines
}

fn argument(action: &ActionDef, slot: usize, arg: &ArgDef, lines: &mut Vec<String>) {
    if arg.secret {
        // The contents of a secret may be its allowed values, one of which is the secret.
        let words = type_words(&action.terms, slot, arg);
        let required = if arg.required { "required, " } else { "" };
        let head = format!("- {}: {words} ({required}secret)", arg.name);
        return push_documented(lines, &head, &arg.docs, 0);
    }
    let words = words(&arg.leaf.schema);
    let head = described(arg.name, &words, arg.required, arg.default.as_ref());
    push_documented(lines, &head, &arg.docs, 0);
    for (value, docs) in &arg.leaf.values {
        lines.push(format!("  {value}: {}", one_line(docs)));
    }
    Nested::new(&arg.leaf.definitions).contents(&arg.leaf.schema, 1, lines);
}

/// `- limit: integer 1..100; default 20`
pub(super) fn described(
    name: &str,
    words: &str,
    required: bool,
    default: Option<&Value>,
) -> String {
    let required = if required { " (required)" } else { "" };
    let default = default.map_or_else(String::new, |value| format!("; default {value}"));
    format!("- {name}: {words}{required}{default}")
}

/// Adds a line and its docs: a single line follows on the same line, further lines are indented
/// below it.
pub(super) fn push_documented(lines: &mut Vec<String>, head: &str, docs: &str, depth: usize) {
    let indent = "  ".repeat(depth);
    let mut docs = docs.trim().lines();
    let mut first = format!("{indent}{head}");
    append_sentence(&mut first, docs.next().unwrap_or_default().trim_end());
    lines.push(first);
    lines.extend(docs.map(|line| match line.trim_end() {
        "" => String::new(),
        line => format!("{indent}  {line}"),
    }));
}
