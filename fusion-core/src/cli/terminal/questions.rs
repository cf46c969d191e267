//! Questions of an action to the person at the terminal: a confirmation, or a field of a form after the other.

use inquire::{Confirm, CustomUserError, InquireError, Select, Text, validator::Validation};
use serde_json::{Map, Number, Value, json};

use crate::{cli::shown_text::shown_text, error::on_one_line};

/// The choice that leaves an optional field out.
const NOTHING: &str = "(nothing)";

/// Asks the question in the parameters of `elicitation/create`, and returns its result; `None` after Ctrl-C, which
/// cancels the call and does not answer it.
pub(super) fn ask(params: &Value) -> Option<Value> {
    let message = shown_text(params["message"].as_str().unwrap_or_default());
    match answer(&message, &params["requestedSchema"]) {
        Ok(Some(content)) => Some(json!({"action": "accept", "content": content})),
        Ok(None) => Some(json!({"action": "decline"})),
        Err(InquireError::OperationInterrupted) => None,
        // Escape, or a terminal that is gone.
        Err(_) => Some(json!({"action": "cancel"})),
    }
}

/// Returns the content of a form; `None` if the person says no.
fn answer(message: &str, schema: &Value) -> Result<Option<Map<String, Value>>, InquireError> {
    let fields = schema["properties"].as_object();
    let fields: Vec<_> = fields.into_iter().flatten().collect();
    let question = Confirm::new(message).with_default(!fields.is_empty());
    if !question.prompt()? {
        return Ok(None);
    }
    let mut content = Map::new();
    for (name, field) in fields {
        let required = schema["required"].as_array();
        let required = required.is_some_and(|names| names.iter().any(|one| one == name));
        if let Some(value) = field_value(name, field, required)? {
            content.insert(name.clone(), value);
        }
    }
    Ok(Some(content))
}

/// Asks for one field of a form.
fn field_value(name: &str, field: &Value, required: bool) -> Result<Option<Value>, InquireError> {
    let title = field["title"].as_str().unwrap_or(name);
    let label = format!("{}:", on_one_line(title));
    let help = field["description"].as_str().map(on_one_line);
    let help = help.as_deref();
    let default = &field["default"];
    if let Some(choices) = choices(field) {
        let names = choices.iter().map(|(label, _)| on_one_line(label));
        let mut names: Vec<_> = names.collect();
        if !required {
            names.push(NOTHING.into());
        }
        let start = choices.iter().position(|(_, value)| value == default);
        let mut select = Select::new(&label, names).with_starting_cursor(start.unwrap_or(0));
        select.help_message = help.or(select.help_message);
        let chosen = select.raw_prompt()?.index;
        return Ok(choices.get(chosen).map(|(_, value)| value.clone()));
    }
    if field["type"] == "boolean" {
        let mut question = Confirm::new(&label).with_default(default == &Value::Bool(true));
        question.help_message = help;
        return Ok(Some(question.prompt()?.into()));
    }
    let is_numeric = field["type"] == "integer" || field["type"] == "number";
    let written = match default {
        Value::Null => String::new(),
        // An answer that repeats the escapes would be another text.
        Value::String(text) if on_one_line(text) != *text => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let check = move |text: &str| -> Result<Validation, CustomUserError> {
        Ok(match text {
            "" if required => Validation::Invalid("a value is required".into()),
            "" => Validation::Valid,
            text if is_numeric && text.parse::<Number>().is_err() => {
                Validation::Invalid("a number is required".into())
            }
            _ => Validation::Valid,
        })
    };
    let mut question = Text::new(&label)
        .with_initial_value(&written)
        .with_validator(check);
    question.help_message = help;
    let text = question.prompt()?;
    Ok(match text.parse::<Number>() {
        _ if text.is_empty() => None,
        Ok(number) if is_numeric => Some(number.into()),
        _ => Some(text.into()),
    })
}

/// Returns the choices of a field, as label and value: those of an enum, with the titles of its values if it has any.
fn choices(field: &Value) -> Option<Vec<(String, Value)>> {
    if let Some(branches) = field["oneOf"].as_array() {
        let choice = |branch: &Value| {
            let value = branch.get("const")?;
            let label = branch["title"].as_str().or_else(|| value.as_str())?;
            Some((label.to_owned(), value.clone()))
        };
        return branches.iter().map(choice).collect();
    }
    let values = field["enum"].as_array()?;
    let names = field["enumNames"].as_array();
    let choice = |(index, value): (usize, &Value)| {
        let name = names.and_then(|names| names.get(index)?.as_str());
        Some((name.or_else(|| value.as_str())?.to_owned(), value.clone()))
    };
    values.iter().enumerate().map(choice).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_choices_of_a_field_have_titles_or_their_values() {
        let choice = |label: &str, value: &str| (label.to_owned(), json!(value));
        let cases = [
            (
                json!({"type": "string", "enum": ["a", "b"]}),
                vec![choice("a", "a"), choice("b", "b")],
            ),
            (
                json!({"type": "string", "enum": ["a", "b"], "enumNames": ["First", "Second"]}),
                vec![choice("First", "a"), choice("Second", "b")],
            ),
            (
                json!({"oneOf": [{"const": "a", "title": "First"}, {"const": "b"}]}),
                vec![choice("First", "a"), choice("b", "b")],
            ),
        ];
        for (field, expected) in cases {
            assert_eq!(choices(&field), Some(expected), "{field}");
        }
        assert_eq!(choices(&json!({"type": "string"})), None);
    }
}
