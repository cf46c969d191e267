//! The flags of an action as a command of clap, for its help and for the completion of shells.

use std::fmt::Write as _;

use clap::{Arg, ArgAction, Command, builder::PossibleValuesParser};
use serde_json::{Map, Value};

use super::text_value::{SchemaView, text_of};

/// The depth up to which the members of objects have flags, however few.
const MAX_DEPTH: usize = 8;
/// The number of flags up to which a further level of members has flags as well. The first two levels always have.
const MAX_FLAGS: usize = 80;

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
    let mut depth = 2;
    let mut listed = listed_flags(root, depth);
    while depth < MAX_DEPTH {
        depth += 1;
        let deeper = listed_flags(root, depth);
        if deeper.len() > MAX_FLAGS {
            break;
        }
        listed = deeper;
    }
    for flag in listed {
        command = command.arg(flag_arg(&flag));
    }
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

/// A flag of an argument, or of a member of it.
struct ListedFlag<'s> {
    name: String,
    schema: SchemaView<'s>,
    /// The values that it may have; empty if there are others.
    values: Vec<String>,
    is_required: bool,
}

/// Returns the flags of the arguments, the required ones first, each before those of its members. Members of a type
/// inside of itself have none.
fn listed_flags(root: SchemaView<'_>, depth: usize) -> Vec<ListedFlag<'_>> {
    let mut flags = Vec::new();
    add_flags(&[root], "", depth, &mut flags);
    flags
}

/// Adds the flags of an object, which is the last of `outer`.
fn add_flags<'s>(
    outer: &[SchemaView<'s>],
    prefix: &str,
    depth: usize,
    flags: &mut Vec<ListedFlag<'s>>,
) {
    let Some(object) = outer.last() else {
        return;
    };
    let required = object.keyword("required").and_then(Value::as_array);
    let required = required.map(Vec::as_slice).unwrap_or_default();
    let is_required = |name: &str| prefix.is_empty() && required.iter().any(|one| one == name);
    let mut properties = object.properties();
    properties.sort_by_key(|(name, _)| !is_required(name));
    for (name, schema) in properties {
        let full = format!("{prefix}{name}");
        // `a.b` may be the name of an argument, and a member of `a`.
        if flags.iter().any(|flag| flag.name == full) {
            continue;
        }
        flags.push(ListedFlag {
            name: full.clone(),
            schema,
            values: object.values_of(name),
            is_required: is_required(name),
        });
        let is_recursive = outer.iter().any(|outer| schema.shares_object(*outer));
        if depth > 1 && !schema.is_list() && !is_recursive {
            let inner = [outer, &[schema]].concat();
            add_flags(&inner, &format!("{full}."), depth - 1, flags);
        }
    }
}

fn flag_arg(flag: &ListedFlag<'_>) -> Arg {
    let ListedFlag {
        name,
        schema,
        values,
        is_required,
    } = flag;
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
        .required(*is_required)
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
    if values.is_empty() {
        flag
    } else {
        flag.value_parser(PossibleValuesParser::new(values))
    }
}
