//! The branch of a choice that is nearest to a value: the one that would record the fewest problems.
//! A comparison visits a bounded number of values, because nested choices have as many combinations as
//! the product of their branches.

use std::ops::AddAssign;

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
    cost: BranchCost,
}

/// The cost to read a value as a branch. The order is that of the fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct BranchCost {
    /// The number of objects and arrays of which the branch expects another kind. Such a branch has
    /// fewer problems than one that looks inside of them.
    other_containers: usize,
    problems: usize,
}

impl BranchCost {
    fn of_problems(problems: usize) -> Self {
        Self {
            other_containers: 0,
            problems,
        }
    }

    /// Returns the cost of a value whose kind is not expected.
    fn of_other_kind(value: &Value) -> Self {
        Self {
            other_containers: usize::from(value.is_object() || value.is_array()),
            problems: 1,
        }
    }
}

impl AddAssign for BranchCost {
    fn add_assign(&mut self, other: Self) {
        self.other_containers += other.other_containers;
        self.problems += other.problems;
    }
}

impl NearestBranch<'_> {
    /// Returns `true` if the branch reads the value without a problem, perhaps after repair.
    pub(super) fn is_readable(&self) -> bool {
        self.distance.cost.problems == 0
    }

    /// Returns `true` if the value is an object with other fields than the branch has.
    pub(super) fn has_other_fields(&self) -> bool {
        self.distance.other_fields > 0
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
        let cost = self.cost(value, branch);
        Distance {
            is_other_kind: !is_kind && cost.problems > 0,
            other_fields: other_fields(value, branch),
            cost,
        }
    }

    /// Counts the problems of a value as [`ArgumentWalk::visit`] would record them. Values beyond the
    /// budget count as valid.
    fn cost(&mut self, value: &Value, node: &PlanNode) -> BranchCost {
        #[cfg(test)]
        crate::args::plan::visits::count();
        let is_kind = kind(value) & node.kinds != 0;
        let Some(visits) = self.visits.checked_sub(1) else {
            return if is_kind {
                BranchCost::default()
            } else {
                BranchCost::of_other_kind(value)
            };
        };
        self.visits = visits;
        if is_kind {
            return self.cost_of_kind(value, node);
        }
        match self.walk.read_as(value, node) {
            Some(read) => {
                self.is_repaired = true;
                self.cost_of_kind(&read, node)
            }
            None => BranchCost::of_other_kind(value),
        }
    }

    fn cost_of_kind(&mut self, value: &Value, node: &PlanNode) -> BranchCost {
        let Some(rules) = &node.rules else {
            return BranchCost::default();
        };
        if !rules.admit(value) && rules.listed_value(value).is_some() {
            self.is_repaired = true;
            return BranchCost::default();
        }
        let mut found = BranchCost::of_problems(usize::from(!rules.admit(value)));
        if found.problems > 0 && rules.values.is_some() {
            return found;
        }
        found += self.cost_inside(value, rules);
        for part in &rules.parts {
            found += self.cost(value, part);
        }
        for choice in &rules.choices {
            let branches = choice.branches.iter();
            let nearest = branches.map(|branch| self.cost(value, branch)).min();
            found += nearest.unwrap_or_default();
        }
        // The repaired values of a container are not in place.
        let is_whole = !self.is_repaired || !(value.is_array() || value.is_object());
        let is_valid = found.problems == 0;
        let validator = rules.validator.as_ref().filter(|_| is_valid && is_whole);
        let is_violated = validator.is_some_and(|validator| !validator.fits(value));
        found.problems += usize::from(is_violated);
        found
    }

    fn cost_inside(&mut self, value: &Value, rules: &NodeRules) -> BranchCost {
        match value {
            Value::Array(values) => {
                let mut found = BranchCost::default();
                for (index, value) in values.iter().enumerate() {
                    let Some(node) = rules.first.get(index).or(rules.items.as_ref()) else {
                        break;
                    };
                    if self.visits == 0 {
                        break;
                    }
                    found += self.cost(value, node);
                }
                found
            }
            Value::Object(map) => match &rules.fields {
                Some(fields) => self.cost_of_fields(map, fields),
                None => BranchCost::default(),
            },
            _ => BranchCost::default(),
        }
    }

    fn cost_of_fields(&mut self, map: &Map<String, Value>, fields: &Fields) -> BranchCost {
        let mut found = BranchCost::default();
        let mut seen = 0;
        for (name, value) in map {
            if self.visits == 0 {
                return found;
            }
            let found_name = match ReadName::of(name, fields, self.walk.repair) {
                ReadName::AsSent => None,
                ReadName::Field(own) | ReadName::Integer(own) => Some(own),
                ReadName::Invalid => {
                    found.problems += 1;
                    None
                }
            };
            self.is_repaired |= found_name.is_some();
            let name = found_name.as_ref().unwrap_or(name);
            match (fields.find(name), &fields.further) {
                (Some(field), _) if !field.required && value.is_null() => self.is_repaired = true,
                (Some(field), _) => {
                    seen += usize::from(field.required);
                    found += self.cost(value, &field.node);
                }
                (None, Some(further)) => found += self.cost(value, further),
                (None, None) => {
                    self.visits -= 1;
                    found.problems += usize::from(fields.closed);
                }
            }
        }
        found.problems += fields.required.saturating_sub(seen);
        found
    }
}
