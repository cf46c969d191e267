//! The questions of actions: the sentence before an action runs, and the forms of its parameters.

use std::sync::Arc;

use super::{Compiler, leaves::compile_leaf};
use crate::{
    args::Plan,
    ctx::ask::AnswerForm,
    definition::{
        ActionDef, ToolDef,
        asking::{ActionAsking, CONFIRMATION, ConfirmPart, ConfirmText},
    },
    error::{AskError, BuildError},
    result::catch_call,
    spec::{ActionSpec, AskNeed, Confirm, Need, SchemaFn, ToolSpec},
};

impl Compiler {
    /// Compiles the questions of a row; `None` if it asks none.
    pub(super) fn asking(
        &mut self,
        tool: &ToolSpec,
        key: &str,
        spec: &'static ActionSpec,
    ) -> Option<Arc<ActionAsking>> {
        let needs = spec.needs.iter().filter_map(|need| need());
        let asks: Vec<(Need, AskNeed)> =
            needs.filter_map(|need| Some((need, need.asks?))).collect();
        if asks.is_empty() && spec.confirm.is_none() {
            return None;
        }
        let place = || (tool.name.to_owned(), key.to_owned());
        if !spec.kind.is_action() {
            let (tool, key) = place();
            self.errors.push(AskError::NoAction { tool, key }.into());
            return None;
        }
        let mut forms = Vec::new();
        for (need, asks) in asks {
            let AskNeed::Form(schema) = asks else {
                continue;
            };
            match self.form(schema) {
                Ok(form) => forms.push((need.id, Arc::new(form))),
                Err(reason) => {
                    let (tool, key) = place();
                    let type_name = need.name;
                    let error = AskError::NoForm {
                        tool,
                        key,
                        type_name,
                        reason,
                    };
                    self.errors.push(error.into());
                }
            }
        }
        let confirm = spec.confirm.map(|confirm| match confirm {
            Confirm::Function => ConfirmText::Function,
            Confirm::Text(text) => ConfirmText::Parts(self.confirm_parts(text, tool, key, spec)),
        });
        Some(Arc::new(ActionAsking {
            confirm,
            unasked: spec.unasked.unwrap_or(self.unasked),
            forms: forms.into(),
        }))
    }

    fn form(&mut self, schema: SchemaFn) -> Result<AnswerForm, String> {
        let made = catch_call(|| self.schemas.form(schema));
        let form = made.map_err(|_| "its `JsonSchema` panicked: fix it".to_owned())??;
        let (_, plan): (_, Plan) = compile_leaf(self.schemas.input(schema, false)?)?;
        Ok(AnswerForm::new(form, plan.for_argument(true, false)))
    }

    /// Compiles the sentence of a row. The macro has checked its syntax.
    fn confirm_parts(
        &mut self,
        text: &str,
        tool: &ToolSpec,
        key: &str,
        spec: &'static ActionSpec,
    ) -> Vec<ConfirmPart> {
        let mut parts = Vec::new();
        for piece in confirm_pieces(text) {
            let part = match piece {
                ConfirmPiece::Text(text) => ConfirmPart::Text(text),
                ConfirmPiece::Name(name) => match find_argument(&name, key, spec) {
                    Ok(part) => part,
                    Err(reason) => {
                        let (tool, key) = (tool.name.to_owned(), key.to_owned());
                        let error = AskError::Placeholder {
                            tool,
                            key,
                            name,
                            reason,
                        };
                        self.errors.push(error.into());
                        continue;
                    }
                },
            };
            parts.push(part);
        }
        parts
    }
}

/// The placeholder for the key of the action.
const ACTION_KEY: &str = "action";

fn find_argument(name: &str, key: &str, spec: &ActionSpec) -> Result<ConfirmPart, String> {
    let mut args = spec.all_args().enumerate();
    match args.find(|(_, arg)| arg.name == name) {
        Some(_) if name == ACTION_KEY => Err(
            "it is the key of the action, and an argument has that name too: give the argument another name"
                .to_owned(),
        ),
        Some((_, arg)) if arg.secret => {
            Err("the argument is secret, and a question shows its value: remove it".to_owned())
        }
        Some((slot, _)) => Ok(ConfirmPart::Argument(slot)),
        None if name == ACTION_KEY => Ok(ConfirmPart::Text(key.to_owned())),
        None => {
            let names: Vec<_> = spec
                .all_args()
                .map(|arg| format!("`{}`", arg.name))
                .collect();
            let known = match names.as_slice() {
                [] => "it has no arguments".to_owned(),
                names => format!("its arguments are {}", names.join(", ")),
            };
            Err(format!("the action has no such argument; {known}"))
        }
    }
}

/// A piece of a sentence with placeholders.
enum ConfirmPiece {
    Text(String),
    Name(String),
}

/// Takes a sentence apart: `{name}` is a placeholder, `{{` and `}}` are braces.
fn confirm_pieces(text: &str) -> Vec<ConfirmPiece> {
    let mut pieces = Vec::new();
    let mut plain = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '{' | '}' if letters.peek() == Some(&letter) => {
                letters.next();
                plain.push(letter);
            }
            '{' => {
                let name: String = letters
                    .by_ref()
                    .take_while(|letter| *letter != '}')
                    .collect();
                if !plain.is_empty() {
                    pieces.push(ConfirmPiece::Text(std::mem::take(&mut plain)));
                }
                pieces.push(ConfirmPiece::Name(name.trim().to_owned()));
            }
            letter => plain.push(letter),
        }
    }
    if !plain.is_empty() {
        pieces.push(ConfirmPiece::Text(plain));
    }
    pieces
}

/// Checks that nothing in a tool has the name of the argument that confirms a call.
pub(super) fn check_confirmation(tool: &ToolDef, errors: &mut Vec<BuildError>) {
    let Some(asking) = tool.actions.iter().find(|action| action.takes_token()) else {
        return;
    };
    let owns = |action: &&ActionDef| action.args.iter().any(|arg| arg.has_name(CONFIRMATION));
    let owner = tool.callable_actions().find(owns);
    if owner.is_none() && tool.spec.discriminator != CONFIRMATION {
        return;
    }
    errors.push(
        AskError::ConfirmationTaken {
            tool: tool.spec.name.to_owned(),
            key: asking.key.to_string(),
            owner: owner.map(|owner| owner.key.to_string()),
        }
        .into(),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::{ArgSpec, schema_of};

    const ARGS: &[ArgSpec] = &[
        ArgSpec::new("issue", "", true, schema_of::<u64>),
        ArgSpec::new("token", "", true, schema_of::<String>).secret(),
    ];
    const JOINED: &[&[ArgSpec]] = &[&[ArgSpec::new("action", "", true, schema_of::<String>)]];

    #[test]
    fn a_placeholder_has_one_meaning() {
        let spec = ActionSpec::new("run", "").args(ARGS);
        let find = |name| find_argument(name, "rules.run", &spec);
        assert_eq!(find("issue"), Ok(ConfirmPart::Argument(0)));
        assert_eq!(
            find("action"),
            Ok(ConfirmPart::Text("rules.run".to_owned()))
        );
        assert!(find("token").unwrap_err().contains("secret"));
        assert_eq!(
            find("isue").unwrap_err(),
            "the action has no such argument; its arguments are `issue`, `token`"
        );
        let joined = ActionSpec::new("run", "").args(ARGS).joined(JOINED);
        assert_eq!(
            find_argument("action", "rules.run", &joined).unwrap_err(),
            "it is the key of the action, and an argument has that name too: give the argument another name"
        );
    }
}
