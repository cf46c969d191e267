//! The handling of a choice: the branch that a value is meant for, and the violations that the
//! validator found.

use serde_json::Value;

use super::{
    ArgumentWalk, NullHandling,
    shapes::{excluding_branches, nearest_name, object_shapes, sent_shape, shapes},
};
use crate::{
    args::plan::{BranchSelector, Choice, ChoiceFit, PlanNode, SchemaValidator, Violation},
    error::{ProblemKind, echo, nearest},
};

/// The way in which a value is read that no branch of a choice accepts.
enum Reading<'c> {
    /// As this branch, after repair or with its problems.
    As(&'c PlanNode),
    /// Not at all: the value has the fields of all these branches, which exclude each other.
    Excluding(Vec<&'c PlanNode>),
    /// Not at all: the value is meant for no branch.
    Nothing,
}

impl ArgumentWalk<'_> {
    /// Reads `value` as the branch of `node` that accepts it; otherwise records its problems as those
    /// of the branch that it is meant for.
    pub(super) fn choose(
        &mut self,
        value: &mut Value,
        choice: &Choice,
        node: &PlanNode,
        place: NullHandling,
    ) {
        match choice.fit(value) {
            ChoiceFit::Right => {}
            ChoiceFit::Several => self.note_several_branches(value, choice, node),
            ChoiceFit::None => match self.branch_to_read(value, choice) {
                Reading::As(branch) => {
                    let outer = self.nullable_at;
                    if node.takes_null() {
                        self.nullable_at = Some(self.path.len());
                    }
                    self.visit(value, branch, place);
                    self.nullable_at = outer;
                }
                Reading::Excluding(branches) => self.note_excluding_branches(value, &branches),
                Reading::Nothing => self.note_no_branch(value, choice, node),
            },
        }
    }

    /// Returns the branch that a value is read as: the first one that accepts it after repair, or else
    /// the one that it is meant for.
    fn branch_to_read<'c>(&mut self, value: &Value, choice: &'c Choice) -> Reading<'c> {
        if let (BranchSelector::Tag(_), Value::Object(map)) = (&choice.selector, value) {
            let mut tagged = choice.tagged(map);
            let branch = match (tagged.next(), tagged.next()) {
                (only, None) => only,
                _ => self
                    .nearest_branch(value, choice.tagged(map))
                    .map(|nearest| nearest.branch),
            };
            return branch.map_or(Reading::Nothing, Reading::As);
        }
        let nearest = self.nearest_branch(value, choice.branches.iter());
        if let Some(nearest) = &nearest
            && nearest.is_readable()
        {
            return Reading::As(nearest.branch);
        }
        if let Some(intended) = choice.intended_branch(value) {
            return Reading::As(intended);
        }
        if let Value::Object(map) = value
            && let Some(nearest) = nearest
                .as_ref()
                .filter(|nearest| nearest.has_other_fields())
            && let Some(branches) = excluding_branches(map, choice, nearest.branch)
        {
            return Reading::Excluding(branches);
        }
        let is_untagged = choice.selector == BranchSelector::Kind;
        match nearest.filter(|nearest| is_untagged && nearest.resembles(value)) {
            Some(nearest) => Reading::As(nearest.branch),
            None => Reading::Nothing,
        }
    }

    fn note_no_branch(&mut self, value: &Value, choice: &Choice, node: &PlanNode) {
        if self.omit_problem() {
            return;
        }
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
        let (got, nearest) = match (&choice.selector, value) {
            (_, Value::Object(map)) => {
                let near = nearest_name(map, choice).map(str::to_owned);
                (sent_shape(map), near)
            }
            (BranchSelector::Key, Value::String(text)) => {
                let near = nearest(text, choice.names()).filter(|near| near != text);
                (echo(value), near.map(str::to_owned))
            }
            _ => (echo(value), None),
        };
        let shapes = Some(value).filter(|value| value.is_object());
        let shapes = shapes.and_then(|_| object_shapes(choice));
        self.note(ProblemKind::Unexpected {
            expected: shapes.unwrap_or_else(|| node.expected.to_string()),
            got: (!self.secret).then_some(got),
            nearest: nearest.filter(|_| !self.secret),
            advice: None,
        });
    }

    /// Records that a value is valid for several branches, of which only one may be.
    fn note_several_branches(&mut self, value: &Value, choice: &Choice, node: &PlanNode) {
        if value.is_object() && object_shapes(choice).is_some() {
            let fitting = choice.branches.iter().filter(|branch| branch.fits(value));
            return self.note_excluding_branches(value, &fitting.collect::<Vec<_>>());
        }
        self.note_several(value, || node.expected.to_string());
    }

    /// Records that an object has the fields of several branches, which exclude each other.
    fn note_excluding_branches(&mut self, value: &Value, branches: &[&PlanNode]) {
        self.note_several(value, || shapes(branches.iter().copied()));
    }

    fn note_several(&mut self, value: &Value, expected: impl FnOnce() -> String) {
        if self.omit_problem() {
            return;
        }
        let got = match value {
            Value::Object(map) => sent_shape(map),
            other => echo(other),
        };
        self.note(ProblemKind::Unexpected {
            expected: format!("only one of {}", expected()),
            got: (!self.secret).then_some(got),
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
        if self.omit_problem() {
            return;
        }
        for violation in validator.violations(value) {
            let (path, kind) = match violation {
                Violation::Missing { path, name } => {
                    (format!("{path}.{name}"), ProblemKind::Missing)
                }
                Violation::Unmatched { reason } => {
                    let reason = Some(reason);
                    (String::new(), ProblemKind::Rejected { reason })
                }
                Violation::Keyword { path, keyword } => {
                    if path.is_empty() && describes_value(&keyword) {
                        self.note_unexpected_value(value, node, place);
                        continue;
                    }
                    let reason = Some(format!("breaks the schema's rule `{keyword}`"));
                    (path, ProblemKind::Rejected { reason })
                }
            };
            self.with_step(format_args!("{path}"), |walk| walk.note(kind));
        }
    }
}

/// Returns `true` for a keyword that the short text of a schema contains.
fn describes_value(keyword: &str) -> bool {
    matches!(keyword, "pattern" | "format" | "uniqueItems" | "multipleOf")
}
