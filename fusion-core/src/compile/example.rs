//! The examples of actions, which the plans of their actions read.

use std::sync::Arc;

use super::Compiler;
use crate::{
    args::{ArgumentPlans, refusal_reasons},
    definition::{ArgDef, ExampleDef},
    error::ExampleError,
    result::catch_call,
    spec::{ActionSpec, ExampleSpec, Renames, ToolSpec},
};

/// The action that an example belongs to.
#[derive(Clone, Copy)]
pub(super) struct ExampleOwner<'a> {
    pub(super) tool: &'a ToolSpec,
    pub(super) key: &'a str,
    pub(super) args: &'a [ArgDef],
    pub(super) terms: &'a ArgumentPlans,
    /// The plans under the input schema that the author wrote.
    pub(super) given: Option<&'a Result<Arc<ArgumentPlans>, String>>,
    pub(super) renames: Renames,
}

impl Compiler {
    /// Returns the examples of an action. A wrong one is an error, and is left out.
    pub(super) fn examples(
        &mut self,
        spec: &ActionSpec,
        owner: ExampleOwner<'_>,
    ) -> Vec<ExampleDef> {
        let mut examples: Vec<ExampleDef> = Vec::new();
        for example in spec.examples {
            let is_repeated = examples.iter().any(|one| one.sentence == example.sentence);
            if is_repeated || !is_sentence(example.sentence) {
                let (tool, key, sentence) = owner.place(example);
                self.errors.push(
                    ExampleError::Sentence {
                        tool,
                        key,
                        sentence,
                    }
                    .into(),
                );
                continue;
            }
            match owner.read(example) {
                Ok(example) => examples.push(example),
                Err(error) => self.errors.push(error.into()),
            }
        }
        examples
    }
}

impl ExampleOwner<'_> {
    fn read(self, example: &ExampleSpec) -> Result<ExampleDef, ExampleError> {
        let mut arguments = Vec::with_capacity(example.arguments.len());
        for argument in example.arguments {
            let name = self.renames.published(argument.name);
            if self.args.iter().any(|arg| arg.secret && arg.has_name(name)) {
                let (tool, key, sentence) = self.place(example);
                let argument = name.to_owned();
                return Err(ExampleError::Secret {
                    tool,
                    key,
                    sentence,
                    argument,
                });
            }
            let Ok(mut value) = catch_call(argument.value) else {
                let (tool, key, sentence) = self.place(example);
                let argument = argument.name.to_owned();
                return Err(ExampleError::Panicked {
                    tool,
                    key,
                    sentence,
                    argument,
                });
            };
            // The order of members depends on the features of `serde_json`, and the texts do not.
            value.sort_all_objects();
            arguments.push((name, value));
        }
        let sentence = example.sentence;
        let read = ExampleDef {
            sentence,
            arguments,
        };
        let reasons = self.reasons(&read);
        if reasons.is_empty() {
            return Ok(read);
        }
        let (tool, key, sentence) = self.place(example);
        Err(ExampleError::Refused {
            tool,
            key,
            sentence,
            reasons,
        })
    }

    /// Returns the reasons for which the action would refuse the call. A required secret may be missing.
    fn reasons(self, example: &ExampleDef) -> Vec<String> {
        let is_secret = |slot: usize| self.args.get(slot).is_some_and(|arg| arg.secret);
        let names: Vec<_> = self.args.iter().map(|arg| arg.name).collect();
        let reasons = refusal_reasons(self.terms, &names, example.object(), &is_secret);
        let lacks_secret = self.args.iter().any(|arg| arg.secret);
        match self.given {
            // The whole schema would miss a secret in words of its own.
            Some(Ok(given)) if reasons.is_empty() && !lacks_secret => {
                refusal_reasons(given, &names, example.object(), &is_secret)
            }
            _ => reasons,
        }
    }

    fn place(self, example: &ExampleSpec) -> (String, String, String) {
        let (tool, key) = (self.tool.name.to_owned(), self.key.to_owned());
        (tool, key, example.sentence.to_owned())
    }
}

fn is_sentence(text: &str) -> bool {
    !text.trim().is_empty() && !text.contains(char::is_control)
}
