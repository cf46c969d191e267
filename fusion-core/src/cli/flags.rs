//! The arguments of an action on the command line. What follows the key of a call is read by the schema of the action:
//! texts become JSON of the argument's type. Nothing is checked here; the server checks the arguments as those of any
//! caller.

mod action_help;
mod text_value;

use std::ffi::OsString;

use serde_json::{Map, Value};

pub(super) use self::action_help::action_command;
use self::text_value::{SchemaView, text_value};

/// Returns true if `--help` asks for the help on an action, and is no argument of it.
pub(super) fn has_help(schema: &Map<String, Value>) -> bool {
    SchemaView::root(schema).property("help").is_none()
}

/// The words after the key of a call.
#[derive(Debug, PartialEq)]
pub(super) enum ActionWords {
    /// The caller asks for the help on the action.
    Help,
    Arguments(Map<String, Value>),
}

/// Reads the words after the key of a call. `is_option` knows the options that stand before the key, and `stdin` returns
/// the text of standard input.
///
/// # Errors
///
/// A text about a word that is no flag, an option in the wrong place, a flag without its value, or JSON that is none.
pub(super) fn read(
    schema: &Map<String, Value>,
    words: &[OsString],
    is_option: impl Fn(&str) -> bool,
    stdin: impl FnOnce() -> Result<String, String>,
) -> Result<ActionWords, String> {
    let root = SchemaView::root(schema);
    let (mut whole, mut given) = (Map::new(), Map::new());
    let mut stdin = Some(stdin);
    let mut words = words.iter();
    let mut switch = None;
    while let Some(word) = words.next() {
        let word = unicode(word)?;
        if word == "-" {
            let read = stdin.take().ok_or("`-` is given twice")?;
            whole.extend(object("standard input", &read()?)?);
            continue;
        }
        if (word == "-h" || word == "--help") && has_help(schema) {
            return Ok(ActionWords::Help);
        }
        let Some(flag) = word.strip_prefix("--").filter(|flag| !flag.is_empty()) else {
            return Err(unexpected(word, switch));
        };
        let (name, joined) = match flag.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (flag, None),
        };
        if name == "json" && root.property(name).is_none() {
            let text = value_of(word, joined, words.next())?;
            whole.extend(object("`--json`", text)?);
            continue;
        }
        let found = root.path(name);
        switch = None;
        if found.is_none() && is_option(name) {
            return Err(format!(
                "`--{name}` is no argument of the action, but an option of the command: put it before the key"
            ));
        }
        let value = match (&found, joined) {
            (_, Some(text)) => Some(text),
            (Some((_, schema)), None) if schema.is_switch() => {
                switch = Some(name);
                None
            }
            (Some(_), None) => Some(value_of(word, None, words.next())?),
            // Nothing is known of the flag, and the server refuses it: a following word is its value.
            (None, None) => {
                let is_value = |word: &&OsString| !word.to_string_lossy().starts_with("--");
                let next = words.as_slice().first().filter(is_value);
                next.and_then(|_| words.next()).map(unicode).transpose()?
            }
        };
        let (path, schema) = found.unwrap_or_else(|| (vec![name.to_owned()], root.unknown()));
        let value = match value {
            Some(text) => text_value(schema, text),
            None => Value::Bool(true),
        };
        insert(&mut given, &path, value, schema.is_list());
    }
    merge(&mut whole, given);
    Ok(ActionWords::Arguments(whole))
}

/// Returns the mistake of a word that is no flag. `switch` is the flag before it, if that takes no value.
fn unexpected(word: &str, switch: Option<&str>) -> String {
    let way = match switch {
        Some(switch) if word.parse::<bool>().is_ok() => {
            format!("`--{switch}` is a switch, whose value is given as `--{switch}={word}`")
        }
        Some(switch) => format!("`--{switch}` is a switch: `--{switch}` or `--{switch}=false`"),
        None => "an argument is given as `--name value`".to_owned(),
    };
    format!("unexpected `{word}`: {way}")
}

fn value_of<'w>(
    flag: &str,
    joined: Option<&'w str>,
    next: Option<&'w OsString>,
) -> Result<&'w str, String> {
    match (joined, next) {
        (Some(text), _) => Ok(text),
        (None, Some(word)) => unicode(word),
        (None, None) => Err(format!("`{flag}` needs a value")),
    }
}

fn unicode(word: &OsString) -> Result<&str, String> {
    word.to_str()
        .ok_or_else(|| format!("`{}` is not Unicode, which JSON requires", word.display()))
}

/// Reads the JSON object of all arguments.
fn object(source: &str, text: &str) -> Result<Map<String, Value>, String> {
    match serde_json::from_str(text) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err(format!("{source} is no JSON object")),
        Err(error) => Err(format!("{source} is no JSON: {error}")),
    }
}

/// Inserts a value at a path. A repeated flag of a list appends to it, one of an object adds its members, and any other
/// replaces the value before.
fn insert(arguments: &mut Map<String, Value>, path: &[String], value: Value, is_list: bool) {
    let Some((name, rest)) = path.split_first() else {
        return;
    };
    if !rest.is_empty() {
        let inner = arguments
            .entry(name.clone())
            .or_insert_with(|| Map::new().into());
        if !inner.is_object() {
            *inner = Map::new().into();
        }
        if let Some(inner) = inner.as_object_mut() {
            insert(inner, rest, value, is_list);
        }
        return;
    }
    match (arguments.get_mut(name), value) {
        (Some(Value::Array(before)), Value::Array(mut more)) if is_list => before.append(&mut more),
        (Some(Value::Object(before)), Value::Object(more)) => merge(before, more),
        (_, value) => {
            arguments.insert(name.clone(), value);
        }
    }
}

/// Puts flags over the members of the whole JSON.
fn merge(whole: &mut Map<String, Value>, given: Map<String, Value>) {
    for (name, value) in given {
        match (whole.get_mut(&name), value) {
            (Some(Value::Object(before)), Value::Object(more)) => merge(before, more),
            (_, value) => {
                whole.insert(name, value);
            }
        }
    }
}

#[cfg(test)]
mod tests;
