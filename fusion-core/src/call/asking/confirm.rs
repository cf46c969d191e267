//! The question before an action runs.

use serde_json::Value;

use crate::{
    args::CallArguments,
    ctx::{Ctx, ask::Ask},
    definition::{
        ActionDef,
        asking::{ConfirmPart, ConfirmText},
    },
    error::{ECHO, ToolError, is_invisible},
    macro_support::QuestionFuture,
};

/// Asks the question of an action before its middleware and its handler run. `question` is that of its
/// author's method.
pub(in crate::call) async fn confirm(
    def: &ActionDef,
    question: Option<QuestionFuture<'_>>,
    ctx: &Ctx,
) -> Result<(), ToolError> {
    let confirm = def
        .asking
        .as_ref()
        .and_then(|asking| asking.confirm.as_ref());
    let Some(confirm) = confirm else {
        return Ok(());
    };
    // An action without its question must not run.
    let missing = || ToolError::internal("the question of an action is missing");
    let call = ctx.asking().ok_or_else(missing)?;
    let text = match confirm {
        ConfirmText::Parts(_) => call.confirm_text().ok_or_else(missing)?.to_owned(),
        ConfirmText::Function => match question.ok_or_else(missing)?.await? {
            Some(text) => text,
            None => return Ok(()),
        },
    };
    let ask = Ask::of_call(call.clone());
    if ask.confirmed(text).await.is_accepted() {
        Ok(())
    } else {
        Err(ToolError::new("the user declined")
            .code("declined")
            .nothing_ran())
    }
}

/// Writes a sentence with the values of arguments, which are the model's words.
pub(super) fn sentence(
    parts: &[ConfirmPart],
    def: &ActionDef,
    arguments: &CallArguments<'_>,
) -> String {
    let mut text = String::new();
    for part in parts {
        match part {
            ConfirmPart::Text(own) => text.push_str(own),
            ConfirmPart::Argument(slot) => {
                let default = || def.args.get(*slot)?.default.as_ref();
                let value = arguments.value(*slot).or_else(default);
                push_value(&mut text, value.unwrap_or(&Value::Null));
            }
        }
    }
    text
}

/// Appends a value so that it cannot be read as a part of the sentence: in quotes unless it is a number or a
/// boolean, cut, and without letters that change how the rest is shown.
fn push_value(text: &mut String, value: &Value) {
    let words = match value {
        Value::Null => return text.push_str("nothing"),
        Value::Bool(_) | Value::Number(_) => return text.push_str(&value.to_string()),
        Value::String(words) => words.clone(),
        Value::Array(_) | Value::Object(_) => value.to_string(),
    };
    let shown = words.chars().filter_map(shown_letter);
    let mut shown: Vec<char> = shown.take(ECHO + 1).collect();
    let is_cut = shown.len() > ECHO;
    shown.truncate(ECHO);
    text.push('"');
    for letter in shown {
        // The only quotes without a backslash are those around the value.
        if matches!(letter, '"' | '\\') && value.is_string() {
            text.push('\\');
        }
        text.push(letter);
    }
    text.push_str(if is_cut { "…\"" } else { "\"" });
}

/// Returns a letter as a question shows it; `None` for one that is invisible, or changes the direction of
/// others.
fn shown_letter(letter: char) -> Option<char> {
    match letter {
        '\n' | '\r' | '\t' | '\u{85}' | '\u{2028}' | '\u{2029}' => Some(' '),
        letter if letter.is_control() || is_invisible(letter) => None,
        letter => Some(letter),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_value_cannot_be_read_as_a_part_of_the_sentence() {
        for (value, expected) in [
            (json!(7), "7"),
            (json!(true), "true"),
            (json!(null), "nothing"),
            (json!("a"), r#""a""#),
            (json!("a\"? Yes, \\"), r#""a\"? Yes, \\""#),
            (json!("a\nb\u{7}\u{202e}c\u{200b}d\u{feff}"), r#""a bcd""#),
            (json!("a\u{85}b\u{3164}c\u{115f}d\u{e0100}e"), r#""a bcde""#),
            (json!(["x", 1]), r#""["x",1]""#),
        ] {
            let mut text = String::new();
            push_value(&mut text, &value);
            assert_eq!(text, expected);
        }
        let mut text = String::new();
        push_value(&mut text, &json!("é".repeat(60)));
        assert_eq!(text, format!("\"{}…\"", "é".repeat(50)));
    }
}
