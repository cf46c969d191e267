//! Compositions: each branch of the narrow schema must fit into one branch of the wide one.

use serde_json::{Map, Value};

use super::{CoverageGap, GapKind, SchemaComparison, are_disjoint};
use crate::lock::canonical::{normal, types_of_value};

/// Keywords that restrict the same fields or items together.
const FIELDS: [&str; 5] = [
    "additionalProperties",
    "patternProperties",
    "properties",
    "propertyNames",
    "unevaluatedProperties",
];
const ITEMS: [&str; 3] = ["items", "prefixItems", "unevaluatedItems"];

/// Returns the branches of a narrow schema, each with what stands beside the choice; `None` if it has no
/// composition. A branch may accept more than the schema does, never less.
pub(super) fn branches(schema: &Map<String, Value>) -> Option<Vec<Value>> {
    let keyword = ["allOf", "anyOf", "oneOf"]
        .into_iter()
        .find(|keyword| schema.contains_key(*keyword))?;
    let mut beside = schema.clone();
    let Some(Value::Array(parts)) = beside.remove(keyword) else {
        return None;
    };
    if keyword == "allOf" {
        // Each part that cannot be combined is left out, which accepts more.
        let all = parts.iter().filter_map(Value::as_object);
        let all = all.fold(beside, |all, part| both(&all, part));
        return Some(vec![Value::Object(all)]);
    }
    let branches = parts.iter().map(|part| match part {
        Value::Object(part) => normal(Value::Object(both(&beside, part))),
        Value::Bool(true) => Value::Object(beside.clone()),
        other => other.clone(),
    });
    Some(branches.collect())
}

/// Returns a schema that accepts at least what both accept.
fn both(one: &Map<String, Value>, other: &Map<String, Value>) -> Map<String, Value> {
    let mut joined = one.clone();
    for group in [&FIELDS[..], &ITEMS[..]] {
        // The rules of one schema for its fields do not hold beside those of another one.
        if group.iter().any(|keyword| other.contains_key(*keyword)) {
            joined.retain(|keyword, _| !group.contains(&keyword.as_str()));
        }
    }
    for (keyword, value) in other {
        match (keyword.as_str(), joined.get_mut(keyword), value) {
            ("required", Some(Value::Array(names)), Value::Array(more)) => {
                names.extend(
                    more.iter()
                        .filter(|name| !names.contains(name))
                        .cloned()
                        .collect::<Vec<_>>(),
                );
            }
            _ => {
                joined.insert(keyword.clone(), value.clone());
            }
        }
    }
    joined
}

/// Returns one schema for each type of a schema; `None` if it has one type.
pub(super) fn by_type(schema: &Map<String, Value>) -> Option<Vec<Value>> {
    let all = ["array", "boolean", "null", "number", "object", "string"];
    let types = types_of_value(schema).unwrap_or_else(|| all.into_iter().collect());
    if types.len() < 2 {
        return None;
    }
    let parts = types.into_iter().map(|name| {
        let mut part = schema.clone();
        part.insert("type".to_owned(), name.into());
        normal(Value::Object(part))
    });
    Some(parts.collect())
}

impl SchemaComparison<'_> {
    /// Compares the narrow schema with the compositions of the wide one.
    pub(super) fn choices(
        &mut self,
        path: &str,
        narrow: &Map<String, Value>,
        wide: &Map<String, Value>,
    ) {
        let narrow = &Value::Object(narrow.clone());
        if let Some(Value::Array(parts)) = wide.get("allOf") {
            for part in parts {
                self.compare(path, narrow, part);
            }
        }
        if let Some(Value::Array(branches)) = wide.get("anyOf") {
            let gaps = self.nearest(path, narrow, branches);
            self.gaps.extend(gaps.1);
        }
        if let Some(Value::Array(branches)) = wide.get("oneOf") {
            let (chosen, gaps) = self.nearest(path, narrow, branches);
            let is_covered = gaps.is_empty();
            self.gaps.extend(gaps);
            let mut others = branches
                .iter()
                .enumerate()
                .filter(|(index, _)| *index != chosen);
            if is_covered && !others.all(|(_, other)| are_disjoint(narrow, other)) {
                self.add(
                    path,
                    GapKind::Incomparable("oneOf"),
                    None,
                    wide.get("oneOf"),
                );
            }
        }
    }

    /// Returns the branch with the fewest gaps, and these gaps. A gap of the type counts more than others,
    /// so that the report names the branch of the same type.
    fn nearest(
        &mut self,
        path: &str,
        narrow: &Value,
        branches: &[Value],
    ) -> (usize, Vec<CoverageGap>) {
        let mut best: Option<(usize, usize, Vec<CoverageGap>)> = None;
        for (index, branch) in branches.iter().enumerate() {
            // What a branch that is not chosen assumes may be wrong.
            let assumed = self.assumed.clone();
            let gaps = self.apart(path, narrow, branch);
            let own = |gap: &&CoverageGap| gap.path == path && gap.kind == GapKind::Type;
            let distance = gaps.len() + gaps.iter().filter(own).count() * 1_000;
            if !gaps.is_empty() {
                self.assumed = assumed;
            }
            if best.as_ref().is_none_or(|(_, least, _)| distance < *least) {
                let is_covered = gaps.is_empty();
                best = Some((index, distance, gaps));
                if is_covered {
                    break;
                }
            }
        }
        let (index, _, gaps) = best.unwrap_or_default();
        (index, gaps)
    }
}
