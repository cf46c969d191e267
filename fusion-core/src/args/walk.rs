//! The walk of a plan through an argument that is not valid as it is. It repairs values where that
//! is lossless, removes `null` from optional fields, and records problems with their paths.

mod advice;
mod choose;
mod names;
mod nearness;
mod references;
mod repair;
mod shapes;

use serde_json::{Map, Value};

use self::advice::{advice, describe_sent};
use super::{
    Plan,
    plan::{Definitions, Fields, KnownField, NodeRules, PlanNode, kind},
};
use crate::error::{BoundedList, Problem, ProblemKind, cut, nearest};

pub(super) use repair::to_integer;
pub(crate) use repair::{Repair, RepairNotes};

/// The number of branches that one walk compares in full, in values: beyond it, a comparison visits
/// only as many values as the compared one has, times a constant.
const COMPARISONS: usize = 65_536;

/// The length of the path of a problem or a repair, in characters. A path contains keys that were
/// sent, which may be as long as a request.
const MAX_PATH: usize = 256;

/// One walk through one argument.
pub(super) struct ArgumentWalk<'p> {
    slot: usize,
    secret: bool,
    repair: bool,
    path: String,
    /// The length of the path to the last value that may be `null` beside a branch that is read. The
    /// texts of the branch would not mention the `null`.
    nullable_at: Option<usize>,
    /// The plans of the definitions that the schema refers to.
    definitions: Option<&'p Definitions>,
    /// The number of references that were followed at this place. A definition may refer to itself.
    references: usize,
    /// The number of values that comparisons of branches may still visit.
    comparisons: usize,
    problems: &'p mut BoundedList<Problem>,
    repairs: &'p mut RepairNotes,
}

/// Defines if `null` at a place omits the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NullHandling {
    Required,
    Optional,
}

impl NullHandling {
    pub(super) fn for_field(required: bool) -> Self {
        if required {
            Self::Required
        } else {
            Self::Optional
        }
    }
}

impl<'p> ArgumentWalk<'p> {
    pub(super) fn new(
        slot: usize,
        secret: bool,
        repair: bool,
        problems: &'p mut BoundedList<Problem>,
        repairs: &'p mut RepairNotes,
    ) -> Self {
        problems.start_argument();
        repairs.list.start_argument();
        Self {
            slot,
            secret,
            repair,
            path: String::new(),
            nullable_at: None,
            definitions: None,
            references: 0,
            comparisons: COMPARISONS,
            problems,
            repairs,
        }
    }

    /// Reads values behind the references of a plan by its definitions.
    pub(super) fn with_definitions(mut self, plan: &'p Plan) -> Self {
        self.definitions = plan.definitions.as_deref();
        self
    }

    pub(super) fn visit(&mut self, value: &mut Value, node: &PlanNode, place: NullHandling) {
        #[cfg(test)]
        super::plan::visits::count();
        if kind(value) & node.kinds == 0 && !self.repair_in_place(value, node) {
            return self.note_unexpected_value(value, node, place);
        }
        let Some(rules) = &node.rules else { return };
        if !rules.admit(value) {
            if let Some(listed) = rules.listed_value(value) {
                *value = listed.clone();
                return;
            }
            self.note_unexpected_value(value, node, place);
            // An array with too many items may contain invalid ones as well. Enumerated values have
            // no inner rules.
            if rules.values.is_none() {
                self.visit_inside(value, rules);
            }
            return;
        }
        let before = self.problems.count();
        self.visit_inside(value, rules);
        for part in &rules.parts {
            self.visit(value, part, place);
        }
        for choice in &rules.choices {
            self.choose(value, choice, node, place);
        }
        if let Some(validator) = &rules.validator
            && self.problems.count() == before
        {
            let is_refused = !validator.fits(value);
            let is_read = (is_refused || rules.must_be_read_by_definition(value))
                && self.follow_reference(value, rules, validator, place);
            if is_refused && !is_read {
                self.note_violations(value, node, validator, place);
            }
        }
    }

    fn visit_inside(&mut self, value: &mut Value, rules: &NodeRules) {
        match value {
            Value::Array(values) => self.visit_items(values, rules),
            Value::Object(map) => {
                if let Some(fields) = &rules.fields {
                    self.visit_fields(map, fields);
                }
            }
            _ => {}
        }
    }

    fn visit_items(&mut self, values: &mut [Value], rules: &NodeRules) {
        for (index, value) in values.iter_mut().enumerate() {
            let Some(node) = rules.first.get(index).or(rules.items.as_ref()) else {
                return;
            };
            if must_visit(value, node) {
                self.with_step(format_args!("[{index}]"), |walk| {
                    walk.visit(value, node, NullHandling::Required);
                });
            }
        }
    }

    fn visit_fields(&mut self, map: &mut Map<String, Value>, fields: &Fields) {
        if fields.has_other_names() {
            self.replace_names(map, fields);
        }
        let mut seen = 0;
        let mut absent = false;
        for (name, value) in map.iter_mut() {
            match (fields.find(name), &fields.further) {
                (Some(field), _) if !field.required && value.is_null() => {
                    absent |= !field.node.takes_null();
                }
                (Some(field), _) => {
                    seen += usize::from(field.required);
                    let place = NullHandling::for_field(field.required);
                    self.field(name, value, &field.node, place);
                }
                (None, Some(further)) => self.field(name, value, further, NullHandling::Required),
                (None, None) if fields.closed => self.note_unknown_field(name, fields),
                (None, None) => {}
            }
        }
        if seen < fields.required {
            for field in fields.known.iter().filter(|field| field.required) {
                if !map.contains_key(&field.name) {
                    self.with_step(format_args!(".{}", field.name), |walk| {
                        walk.note(ProblemKind::Missing);
                    });
                }
            }
        }
        if absent {
            // `null` of an optional field omits it, because a type without `Option` has no other
            // representation.
            map.retain(|name, value| {
                let field = fields.find(name);
                !value.is_null() || field.is_none_or(|field| field.node.takes_null())
            });
        }
    }

    fn field(&mut self, name: &str, value: &mut Value, node: &PlanNode, place: NullHandling) {
        if must_visit(value, node) {
            self.with_step(format_args!(".{name}"), |walk| {
                walk.visit(value, node, place);
            });
        }
    }

    fn note_unknown_field(&mut self, name: &str, fields: &Fields) {
        if self.omit_problem() {
            return;
        }
        let known = fields.known.iter().flat_map(KnownField::names);
        let nearest = nearest(name, known.map(String::as_str));
        let field = |name| fields.find(name).or_else(|| fields.find_alias(name));
        let nearest = nearest.and_then(field).map(|field| field.name.clone());
        let name = cut(name).into_owned();
        self.with_step(format_args!(".{name}"), |walk| {
            walk.note(ProblemKind::Unknown {
                name: name.clone(),
                nearest,
            });
        });
    }

    fn note_unexpected_value(&mut self, value: &Value, node: &PlanNode, place: NullHandling) {
        if self.omit_problem() {
            return;
        }
        let nearest = match (value, node.values()) {
            (Value::String(text), Some(values)) if !self.secret => {
                nearest(text, values.iter().filter_map(Value::as_str)).map(str::to_owned)
            }
            _ => None,
        };
        let may_be_null = self.nullable_at == Some(self.path.len()) && !node.takes_null();
        let (expected, place) = if may_be_null {
            let expected = format!("{} or null", node.expected);
            (expected, NullHandling::Required)
        } else {
            (node.expected.to_string(), place)
        };
        self.note(ProblemKind::Unexpected {
            expected,
            got: (!self.secret).then(|| describe_sent(value, node)),
            advice: match nearest {
                Some(_) => None,
                None => advice(value, node, place),
            },
            nearest,
        });
    }

    fn note(&mut self, kind: ProblemKind) {
        if self.omit_problem() {
            return;
        }
        if !self.secret || self.path.is_empty() {
            self.problems.push(Problem {
                slot: Some(self.slot),
                path: self.bounded_path(),
                kind,
            });
            return;
        }
        // The path inside of a secret is never shown, so one problem is recorded once.
        let hidden = Problem::inside_secret(self.slot);
        if !self.problems.entries().contains(&hidden) {
            self.problems.push(hidden);
        }
    }

    /// Counts a problem without computing its text, if the argument has enough of them. The problems
    /// inside of a secret are one.
    fn omit_problem(&mut self) -> bool {
        let omitted = self.problems.is_full() && !self.secret;
        if omitted {
            self.problems.omit();
        }
        omitted
    }

    /// Returns the path, cut.
    fn bounded_path(&self) -> String {
        match self.path.char_indices().nth(MAX_PATH) {
            None => self.path.clone(),
            Some((end, _)) => format!("{}…", &self.path[..end]),
        }
    }

    /// Runs `visit` with `step` appended to the path.
    fn with_step(&mut self, step: std::fmt::Arguments<'_>, visit: impl FnOnce(&mut Self)) {
        use std::fmt::Write as _;

        let length = self.path.len();
        let _ = write!(self.path, "{step}");
        let references = std::mem::take(&mut self.references);
        visit(self);
        self.references = references;
        self.path.truncate(length);
    }
}

/// Returns `true` unless a scalar is valid as it is. Arrays and objects are visited in any case,
/// because a check before each visit would read a value as often as it is nested.
fn must_visit(value: &Value, node: &PlanNode) -> bool {
    value.is_array() || value.is_object() || !node.fits(value)
}
