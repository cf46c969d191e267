//! The handling of a choice: the branch that a value is meant for, and the violations that the
//! validator found.

use serde_json::Value;

use super::{ArgumentWalk, NullHandling};
use crate::{
    args::{
        expected::keyed,
        plan::{BranchSelector, Choice, PlanNode, SchemaValidator, Violation},
    },
    error::{ProblemKind, cut, echo, nearest},
};

impl ArgumentWalk<'_> {
    /// Reads `value` as the first branch of `node` that accepts it; otherwise records its problems
    /// as those of the branch that it is meant for.
    pub(super) fn choose(
        &mut self,
        value: &mut Value,
        choice: &Choice,
        node: &PlanNode,
        place: NullHandling,
    ) {
        if choice.fits(value) {
            return;
        }
        let fitting = choice.branches.iter().filter(|branch| branch.fits(value));
        if fitting.count() > 1 {
            return self.note_several_branches(value, node);
        }
        for branch in &choice.branches {
            if let Some(read) = self.attempt(value, branch, place) {
                *value = read;
                return;
            }
        }
        match choice.intended_branch(value) {
            Some(branch) => self.visit(value, branch, place),
            None => self.note_no_branch(value, choice, node),
        }
    }

    /// Returns the value as a branch would read it, if that causes no problem.
    fn attempt(&mut self, value: &Value, branch: &PlanNode, place: NullHandling) -> Option<Value> {
        let mut read = value.clone();
        let mut problems = Vec::new();
        let mut repairs = Vec::new();
        let mut trial = ArgumentWalk {
            path: self.path.clone(),
            problems: &mut problems,
            repairs: &mut repairs,
            ..*self
        };
        trial.visit(&mut read, branch, place);
        if !problems.is_empty() {
            return None;
        }
        self.repairs.append(&mut repairs);
        Some(read)
    }

    fn note_no_branch(&mut self, value: &Value, choice: &Choice, node: &PlanNode) {
        if let (BranchSelector::Tag(tag), Value::Object(map)) = (&choice.selector, value) {
            let tags = choice.tags(tag);
            let kind = match map.get(tag) {
                None => ProblemKind::Missing,
                Some(sent) => ProblemKind::Unexpected {
                    expected: tags.join("|"),
                    got: (!self.secret).then(|| echo(sent)),
                    nearest: match sent {
                        Value::String(text) if !self.secret => {
                            nearest(text, tags.iter().copied()).map(str::to_owned)
                        }
                        _ => None,
                    },
                    advice: None,
                },
            };
            return self.with_step(format_args!(".{tag}"), |walk| walk.note(kind));
        }
        let (got, nearest) = match choice.selector {
            BranchSelector::Key => variant(value, choice),
            BranchSelector::Tag(_) | BranchSelector::Kind => (echo(value), None),
        };
        self.note(ProblemKind::Unexpected {
            expected: node.expected.to_string(),
            got: (!self.secret).then_some(got),
            nearest: nearest.filter(|_| !self.secret),
            advice: None,
        });
    }

    fn note_several_branches(&mut self, value: &Value, node: &PlanNode) {
        self.note(ProblemKind::Unexpected {
            expected: format!("only one of {}", node.expected),
            got: (!self.secret).then(|| echo(value)),
            nearest: None,
            advice: None,
        });
    }

    /// Records the violations of the validator: at this place with the text of its own schema,
    /// deeper by keyword.
    pub(super) fn note_violations(
        &mut self,
        value: &Value,
        node: &PlanNode,
        validator: &SchemaValidator,
        place: NullHandling,
    ) {
        for Violation {
            path,
            missing,
            keyword,
        } in validator.violations(value)
        {
            if let Some(name) = missing {
                self.with_step(format_args!("{path}.{name}"), |walk| {
                    walk.note(ProblemKind::Missing);
                });
            } else if path.is_empty()
                && matches!(
                    &*keyword,
                    "pattern" | "format" | "uniqueItems" | "multipleOf"
                )
            {
                self.note_unexpected_value(value, node, place);
            } else {
                let reason = Some(format!("breaks the schema's rule `{keyword}`"));
                self.with_step(format_args!("{path}"), |walk| {
                    walk.note(ProblemKind::Rejected { reason });
                });
            }
        }
    }
}

/// Returns the sent variant, and the known variant nearest to it.
fn variant(value: &Value, choice: &Choice) -> (String, Option<String>) {
    let sent = match value {
        Value::String(text) => text.as_str(),
        Value::Object(map) if map.len() == 1 => map.keys().next().map_or("", String::as_str),
        _ => return (echo(value), None),
    };
    let got = match value {
        Value::Object(_) => keyed(&cut(sent)),
        other => echo(other),
    };
    let near = nearest(sent, choice.variants()).filter(|near| *near != sent);
    (got, near.map(str::to_owned))
}
