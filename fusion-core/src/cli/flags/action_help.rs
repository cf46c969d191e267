//! The flags of an action as a command of clap, for its help and for the completion of shells.

use std::fmt::Write as _;

use clap::{Arg, ArgAction, Command, builder::PossibleValuesParser};
use serde_json::{Map, Value};

use super::text_value::{SchemaView, text_of};

/// The depth up to which the properties of an object have flags in the help.
const DEPTH: usize = 2;

/// Returns an action as a command: its docs, and a flag for each argument, the required ones first. `name` is the text behind `Usage:`.
pub(in crate::cli) fn action_command(
    name: &str,
    docs: &str,
    schema: &Map<String, Value>,
) -> Command {
    let root = SchemaView::root(schema);
    let mut command = Command::new(name.to_owned())
        .about(docs.to_owned())
        .disable_help_flag(true)
        .disable_version_flag(true);
    command = add_properties(command, root, "", DEPTH);
    if root.property("json").is_none() {
        let whole = Arg::new("fusion.json").long("json").value_name("JSON");
        command =
            command.arg(whole.help("All arguments as a JSON object; flags replace its members"));
    }
    if root.property("help").is_none() {
        let help = Arg::new("fusion.help")
            .short('h')
            .long("help")
            .action(ArgAction::SetTrue);
        command = command.arg(help.help("Print this help"));
    }
    let stdin = Arg::new("fusion.stdin").value_name("-");
    command.arg(stdin.help("Read all arguments as JSON from standard input"))
}

fn add_properties(
    mut command: Command,
    schema: SchemaView<'_>,
    prefix: &str,
    depth: usize,
) -> Command {
    let required = schema.keyword("required").and_then(Value::as_array);
    let required: Vec<_> = required
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let is_required = |name: &str| prefix.is_empty() && required.contains(&name);
    let mut properties: Vec<_> = schema.properties().collect();
    properties.sort_by_key(|(name, _)| !is_required(name));
    for (name, property) in properties {
        let full = format!("{prefix}{name}");
        let is_required = is_required(name);
        command = command.arg(flag(&full, property, is_required));
        if depth > 1 && !property.is_list() {
            command = add_properties(command, property, &format!("{full}."), depth - 1);
        }
    }
    command
}

fn flag(name: &str, schema: SchemaView<'_>, is_required: bool) -> Arg {
    let help = schema.keyword("description").and_then(Value::as_str);
    let mut help = help.unwrap_or_default().to_owned();
    if let Some(default) = schema
        .keyword("default")
        .filter(|default| !default.is_null())
    {
        let _ = write!(help, " [default: {}]", text_of(default));
    }
    let flag = Arg::new(format!("argument.{name}"))
        .long(name.to_owned())
        .required(is_required)
        .help(help.trim_start().to_owned());
    if schema.is_switch() {
        return flag.action(ArgAction::SetTrue);
    }
    let action = if schema.is_list() {
        ArgAction::Append
    } else {
        ArgAction::Set
    };
    let flag = flag.action(action).value_name(schema.value_word());
    match schema.values() {
        values if values.is_empty() => flag,
        values => flag.value_parser(PossibleValuesParser::new(values)),
    }
}
