//! The branch of a choice that is nearest to a value: the one that would record the fewest problems.
//! A comparison visits a bounded number of values, because nested choices have as many combinations as
//! the product of their branches.

use serde_json::{Map, Value};

use super::{ArgumentWalk, names::ReadName};
use crate::args::plan::{Fields, NodeRules, PlanNode, kind};

/// The number of values that one comparison may visit at the expense of the whole walk.
const EXTRA_VISITS: usize = 1_024;

/// The number of values that one comparison may visit for each value that is compared.
const VISITS: usize = 8;

/// A branch, and its distance from a value.
pub(super) struct NearestBranch<'c> {
    pub(super) branch: &'c PlanNode,
    distance: Distance,
}

/// The distance of a branch from a value. The order is that of the fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Distance {
    is_other_kind: bool,
    /// The number of fields of an object that the branch does not have, or requires in vain.
    other_fields: usize,
    problems: usize,
}

impl NearestBranch<'_> {
    /// Returns `true` if the branch reads the value without a problem, perhaps after repair.
    pub(super) fn is_readable(&self) -> bool {
        self.distance.problems == 0
    }

    /// Returns `true` if the value resembles the branch: a list, or an object that has one of its
    /// properties. The problems of another branch would mislead.
    pub(super) fn resembles(&self, value: &Value) -> bool {
        if self.distance.is_other_kind {
            return false;
        }
        match (value, self.branch.fields()) {
            (Value::Array(values), _) => !values.is_empty(),
            (Value::Object(map), Some(fields)) => fields
                .known
                .iter()
                .any(|field| field.names().any(|name| map.contains_key(name))),
            _ => false,
        }
    }
}

impl ArgumentWalk<'_> {
    /// Returns the branch that is nearest to a value; of equal ones, the first.
    pub(super) fn nearest_branch<'c>(
        &mut self,
        value: &Value,
        branches: impl Iterator<Item = &'c PlanNode>,
    ) -> Option<NearestBranch<'c>> {
        let extra = self.comparisons.min(EXTRA_VISITS);
        let own = VISITS * count_values(value);
        let mut comparison = Comparison {
            visits: own + extra,
            is_repaired: false,
            walk: self,
        };
        let distances = branches.map(|branch| NearestBranch {
            branch,
            distance: comparison.distance(value, branch),
        });
        let nearest = distances.min_by_key(|nearest| nearest.distance);
        let left = comparison.visits;
        self.comparisons -= extra.saturating_sub(left);
        nearest
    }
}

fn count_values(value: &Value) -> usize {
    match value {
        Value::Array(values) => 1 + values.iter().map(count_values).sum::<usize>(),
        Value::Object(map) => 1 + map.values().map(count_values).sum::<usize>(),
        _ => 1,
    }
}

fn other_fields(value: &Value, branch: &PlanNode) -> usize {
    let (Value::Object(map), Some(fields)) = (value, branch.fields()) else {
        return 0;
    };
    let find = |name: &String| fields.find(name).or_else(|| fields.find_alias(name));
    let known = || map.keys().filter_map(find);
    let required = known().filter(|field| field.required).count();
    let missing = fields.required.saturating_sub(required);
    let unknown = if fields.closed {
        map.len() - known().count()
    } else {
        0
    };
    missing + unknown
}

/// The comparison of a value with the branches of a choice.
struct Comparison<'w, 'p> {
    walk: &'w mut ArgumentWalk<'p>,
    /// The number of values that may still be visited.
    visits: usize,
    /// `true` if the branch reads any value as another one.
    is_repaired: bool,
}

impl Comparison<'_, '_> {
    fn distance(&mut self, value: &Value, branch: &PlanNode) -> Distance {
        let is_kind = kind(value) & branch.kinds != 0;
        self.is_repaired = false;
        let problems = self.problems(value, branch);
        Distance {
            is_other_kind: !is_kind && problems > 0,
            other_fields: other_fields(value, branch),
            problems,
        }
    }

    /// Counts the problems of a value as [`ArgumentWalk::visit`] would record them. Values beyond the
    /// budget count as valid.
    fn problems(&mut self, value: &Value, node: &PlanNode) -> usize {
        #[cfg(test)]
        crate::args::plan::visits::count();
        let Some(visits) = self.visits.checked_sub(1) else {
            return usize::from(kind(value) & node.kinds == 0);
        };
        self.visits = visits;
        if kind(value) & node.kinds != 0 {
            return self.problems_of_kind(value, node);
        }
        match self.walk.read_as(value, node) {
            Some(read) => {
                self.is_repaired = true;
                self.problems_of_kind(&read, node)
            }
            None => 1,
        }
    }

    fn problems_of_kind(&mut self, value: &Value, node: &PlanNode) -> usize {
        let Some(rules) = &node.rules else { return 0 };
        if rules.aliased_value(value).is_some() {
            self.is_repaired = true;
            return 0;
        }
        let mut found = usize::from(!rules.admit(value));
        if found > 0 && rules.values.is_some() {
            return found;
        }
        found += self.problems_inside(value, rules);
        for part in &rules.parts {
            found += self.problems(value, part);
        }
        for choice in &rules.choices {
            let branches = choice.branches.iter();
            let nearest = branches.map(|branch| self.problems(value, branch)).min();
            found += nearest.unwrap_or_default();
        }
        // The repaired values of a container are not in place.
        let is_whole = !self.is_repaired || !(value.is_array() || value.is_object());
        let validator = rules.validator.as_ref().filter(|_| found == 0 && is_whole);
        found + usize::from(validator.is_some_and(|validator| !validator.fits(value)))
    }

    fn problems_inside(&mut self, value: &Value, rules: &NodeRules) -> usize {
        match value {
            Value::Array(values) => {
                let mut found = 0;
                for (index, value) in values.iter().enumerate() {
                    let Some(node) = rules.first.get(index).or(rules.items.as_ref()) else {
                        break;
                    };
                    if self.visits == 0 {
                        break;
                    }
                    found += self.problems(value, node);
                }
                found
            }
            Value::Object(map) => match &rules.fields {
                Some(fields) => self.problems_of_fields(map, fields),
                None => 0,
            },
            _ => 0,
        }
    }

    fn problems_of_fields(&mut self, map: &Map<String, Value>, fields: &Fields) -> usize {
        let mut found = 0;
        let mut seen = 0;
        for (name, value) in map {
            if self.visits == 0 {
                return found;
            }
            let found_name = match ReadName::of(name, fields, self.walk.repair) {
                ReadName::AsSent => None,
                ReadName::Field(own) | ReadName::Integer(own) => Some(own),
                ReadName::Invalid => {
                    found += 1;
                    None
                }
            };
            self.is_repaired |= found_name.is_some();
            let name = found_name.as_ref().unwrap_or(name);
            match (fields.find(name), &fields.further) {
                (Some(field), _) if !field.required && value.is_null() => self.is_repaired = true,
                (Some(field), _) => {
                    seen += usize::from(field.required);
                    found += self.problems(value, &field.node);
                }
                (None, Some(further)) => found += self.problems(value, further),
                (None, None) => {
                    self.visits -= 1;
                    found += usize::from(fields.closed);
                }
            }
        }
        found + fields.required.saturating_sub(seen)
    }
}
