//! The keyword `unevaluatedProperties`, which schemars writes for some flattened types: the properties that no
//! keyword beside it evaluates.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{
    Further, PropertyRules, RuleSet, SchemaRule,
    check::{Check, ValuePlace},
};

impl Check<'_> {
    /// Checks the properties that the `siblings` of the keyword do not evaluate.
    pub(super) fn unevaluated_properties(
        &mut self,
        siblings: &RuleSet,
        rules: &RuleSet,
        value: &Value,
        place: ValuePlace<'_>,
    ) -> bool {
        let Value::Object(map) = value else {
            return true;
        };
        let mut evaluated = BTreeSet::new();
        let is_other = |rule: &&SchemaRule| !matches!(rule, SchemaRule::UnevaluatedProperties(_));
        for rule in siblings.0.iter().filter(is_other) {
            self.evaluate_rule(rule, map, value, &mut evaluated);
        }
        let mut others = map.iter().filter(|(name, _)| !evaluated.contains(&***name));
        let fits = others.all(|(_, value)| self.fits(rules, value));
        self.demand(fits, "unevaluatedProperties", place)
    }

    /// Adds the names of the properties that a schema evaluates.
    fn evaluate<'v>(
        &mut self,
        rules: &RuleSet,
        map: &'v Map<String, Value>,
        value: &Value,
        evaluated: &mut BTreeSet<&'v str>,
    ) {
        for rule in &rules.0 {
            self.evaluate_rule(rule, map, value, evaluated);
        }
    }

    fn evaluate_rule<'v>(
        &mut self,
        rule: &SchemaRule,
        map: &'v Map<String, Value>,
        value: &Value,
        evaluated: &mut BTreeSet<&'v str>,
    ) {
        match rule {
            SchemaRule::Properties(rules) => evaluated.extend(evaluated_names(rules, map)),
            SchemaRule::UnevaluatedProperties(_) => {
                evaluated.extend(map.keys().map(String::as_str));
            }
            SchemaRule::AllOf(parts) | SchemaRule::AnyOf(parts) => {
                for part in parts {
                    if self.fits(part, value) {
                        self.evaluate(part, map, value, evaluated);
                    }
                }
            }
            SchemaRule::OneOf(branches) => {
                let mut fitting = branches.iter().filter(|branch| self.fits(branch, value));
                if let (Some(only), None) = (fitting.next(), fitting.next()) {
                    self.evaluate(only, map, value, evaluated);
                }
            }
            SchemaRule::If(condition) => {
                if self.fits(&condition.tested, value) {
                    self.evaluate(&condition.tested, map, value, evaluated);
                    self.evaluate(&condition.then, map, value, evaluated);
                } else {
                    self.evaluate(&condition.otherwise, map, value, evaluated);
                }
            }
            SchemaRule::DependentSchemas(schemas) => {
                let schemas = schemas.iter().filter(|(name, _)| map.contains_key(name));
                for (_, rules) in schemas {
                    self.evaluate(rules, map, value, evaluated);
                }
            }
            SchemaRule::Reference(index) => {
                if let Some(rules) = self.target(*index) {
                    self.evaluate(rules, map, value, evaluated);
                }
            }
            _ => {}
        }
    }
}

fn evaluated_names<'v>(
    rules: &PropertyRules,
    map: &'v Map<String, Value>,
) -> impl Iterator<Item = &'v str> {
    let is_evaluated = |name: &&String| {
        !matches!(rules.further, Further::Any)
            || rules.known.iter().any(|(known, _)| known == *name)
            || rules.named.iter().any(|(named, _)| named.matches(name))
    };
    map.keys().filter(is_evaluated).map(String::as_str)
}
