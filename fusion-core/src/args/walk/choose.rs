//! The handling of a choice: the branch that a value is meant for, and the violations that the
//! validator found.

use serde_json::Value;

use super::{ArgumentWalk, NullHandling};
use crate::{
    args::{
        expected::keyed,
        plan::{BranchSelector, Choice, ChoiceFit, PlanNode, SchemaValidator, Violation},
    },
    error::{ProblemKind, cut, echo, nearest},
};

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
            ChoiceFit::Several => self.note_several_branches(value, node),
            ChoiceFit::None => match self.branch_to_read(value, choice) {
                Some(branch) => self.visit(value, branch, place),
                None => self.note_no_branch(value, choice, node),
            },
        }
    }

    /// Returns the branch that a value is read as: the first one that accepts it after repair, or else
    /// the one that it is meant for.
    fn branch_to_read<'c>(&mut self, value: &Value, choice: &'c Choice) -> Option<&'c PlanNode> {
        if let (BranchSelector::Tag(_), Value::Object(map)) = (&choice.selector, value) {
            let mut tagged = choice.tagged(map);
            return match (tagged.next(), tagged.next()) {
                (only, None) => only,
                _ => self
                    .nearest_branch(value, choice.tagged(map))
                    .map(|nearest| nearest.branch),
            };
        }
        let nearest = self.nearest_branch(value, choice.branches.iter());
        if let Some(nearest) = &nearest
            && nearest.is_readable()
        {
            return Some(nearest.branch);
        }
        if let Some(intended) = choice.intended_branch(value) {
            return Some(intended);
        }
        let is_untagged = choice.selector == BranchSelector::Kind;
        let nearest = nearest.filter(|nearest| is_untagged && nearest.resembles(value))?;
        Some(nearest.branch)
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
        let (got, nearest) = match choice.selector {
            BranchSelector::Key => variant(value, choice),
            BranchSelector::Tag(_) | BranchSelector::Kind => (echo(value), None),
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

    fn note_several_branches(&mut self, value: &Value, node: &PlanNode) {
        if self.omit_problem() {
            return;
        }
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
        if self.omit_problem() {
            return;
        }
        for violation in validator.violations(value) {
            let (path, kind) = match violation {
                Violation::Missing { path } => (path, ProblemKind::Missing),
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

/// Returns the required properties of each branch, `{x: …, y: …} or {q: …}`, if several branches are
/// objects: the types of such branches do not tell them apart.
fn object_shapes(choice: &Choice) -> Option<String> {
    let mut shapes: Vec<String> = Vec::new();
    for branch in &choice.branches {
        let fields = branch.fields().into_iter().flat_map(|fields| &fields.known);
        let required: Vec<_> = fields.filter(|field| field.required).collect();
        let names: Vec<_> = required.iter().map(|field| field.name.as_str()).collect();
        let shape = if names.is_empty() {
            branch.expected.to_string()
        } else {
            keyed(&names.join(": …, "))
        };
        if !shapes.contains(&shape) {
            shapes.push(shape);
        }
    }
    let objects = choice
        .branches
        .iter()
        .filter(|branch| branch.fields().is_some());
    (objects.count() > 1).then(|| shapes.join(" or "))
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
