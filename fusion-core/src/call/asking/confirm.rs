//! The question before an action runs.

use serde_json::Value;

use super::quote::push_value;
use crate::{
    args::CallArguments,
    ctx::{
        Ctx,
        ask::{Answer, Ask, codes},
    },
    definition::{
        ActionDef,
        asking::{ConfirmPart, ConfirmText},
    },
    error::ToolError,
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
    let (words, code) = match ask.confirmed(text).await {
        Answer::Accepted(()) => return Ok(()),
        Answer::Declined => ("the user declined", codes::DECLINED),
        Answer::Cancelled => (
            "the user dismissed the question without an answer",
            codes::DISMISSED,
        ),
    };
    Err(ToolError::new(words).code(code).nothing_ran())
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
