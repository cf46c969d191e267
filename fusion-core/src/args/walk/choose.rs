//! A value that may be one of several: the branch that it means, and what the validator says.

use serde_json::Value;

use super::{ArgumentWalk, NullHandling};
use crate::{
    args::{
        expected::keyed,
        plan::{Broken, By, Choice, PlanNode, Rest},
    },
    error::{ProblemKind, cut, echo, nearest},
};

impl ArgumentWalk<'_> {
    /// Reads `value` as the first branch of `node` that takes it; else tells what is wrong with it as the
    /// branch that it means.
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
            return self.ambiguous(value, node);
        }
        for branch in &choice.branches {
            if let Some(read) = self.attempt(value, branch, place) {
                *value = read;
                return;
            }
        }
        match choice.meant(value) {
            Some(branch) => self.visit(value, branch, place),
            None => self.undecided(value, choice, node),
        }
    }

    /// The value as a branch would read it, if without a problem.
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

    fn undecided(&mut self, value: &Value, choice: &Choice, node: &PlanNode) {
        if let (By::Tag(tag), Value::Object(map)) = (&choice.by, value) {
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
            return self.inside(format_args!(".{tag}"), |walk| walk.note(kind));
        }
        let (got, nearest) = match choice.by {
            By::Key => variant(value, choice),
            By::Tag(_) | By::Kind => (echo(value), None),
        };
        self.note(ProblemKind::Unexpected {
            expected: node.expected.to_string(),
            got: (!self.secret).then_some(got),
            nearest: nearest.filter(|_| !self.secret),
            advice: None,
        });
    }

    fn ambiguous(&mut self, value: &Value, node: &PlanNode) {
        self.note(ProblemKind::Unexpected {
            expected: format!("only one of {}", node.expected),
            got: (!self.secret).then(|| echo(value)),
            nearest: None,
            advice: None,
        });
    }

    /// What the validator found: at this place in the words of its own schema, deeper by the rule.
    pub(super) fn broken(
        &mut self,
        value: &Value,
        node: &PlanNode,
        rest: &Rest,
        place: NullHandling,
    ) {
        for Broken {
            path,
            missing,
            keyword,
        } in rest.broken(value)
        {
            if let Some(name) = missing {
                self.inside(format_args!("{path}.{name}"), |walk| {
                    walk.note(ProblemKind::Missing);
                });
            } else if path.is_empty()
                && matches!(
                    &*keyword,
                    "pattern" | "format" | "uniqueItems" | "multipleOf"
                )
            {
                self.unexpected(value, node, place);
            } else {
                let reason = Some(format!("breaks the schema's rule `{keyword}`"));
                self.inside(format_args!("{path}"), |walk| {
                    walk.note(ProblemKind::Rejected { reason });
                });
            }
        }
    }
}

/// What was sent as a variant, and the variant that may have been meant.
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
