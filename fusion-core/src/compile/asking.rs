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

fn find_argument(name: &str, key: &str, spec: &ActionSpec) -> Result<ConfirmPart, String> {
    let mut args = spec.all_args().enumerate();
    match args.find(|(_, arg)| arg.name == name) {
        Some((_, arg)) if arg.secret => {
            Err("the argument is secret, and a question shows its value: remove it".to_owned())
        }
        Some((slot, _)) => Ok(ConfirmPart::Argument(slot)),
        None if name == "action" => Ok(ConfirmPart::Text(key.to_owned())),
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
    let owner = if tool.spec.discriminator == CONFIRMATION {
        "the discriminator".to_owned()
    } else if let Some(owner) = tool.callable_actions().find(owns) {
        format!("an argument of `{}`", owner.key)
    } else {
        return;
    };
    errors.push(
        AskError::ConfirmationTaken {
            tool: tool.spec.name.to_owned(),
            key: asking.key.to_string(),
            owner,
        }
        .into(),
    );
}
