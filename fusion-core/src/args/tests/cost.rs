//! The number of values that are checked in reading one argument, as a factor of its size.

use serde_json::{Value, json};

use super::super::{
    plan::{Plan, visits},
    walk::{ArgumentWalk, NullHandling, RepairNotes},
};
use crate::error::BoundedList;

/// Reads an argument as a call does, and returns the number of values that were checked.
fn checked(plan: &Plan, value: &Value) -> usize {
    let mut value = value.clone();
    visits::take();
    if !plan.fits(&value) {
        let (mut problems, mut repairs) = (BoundedList::default(), RepairNotes::default());
        let mut walk = ArgumentWalk::new(0, false, true, &mut problems, &mut repairs);
        walk.visit(&mut value, &plan.node, NullHandling::Required);
    }
    visits::take()
}

fn plan(schema: &Value) -> Plan {
    Plan::compile(schema.as_object().unwrap()).unwrap()
}

/// Returns a choice of three objects with the same field, as often as `depth`. All branches differ by
/// an optional field only, so that none is refused before its end.
fn nested_choice(keyword: &str, depth: usize) -> Value {
    let branch = |own: &str, inner: &Value| {
        json!({
            "type": "object", "additionalProperties": false, "required": ["inner"],
            "properties": {"inner": inner, own: {"type": "boolean"}}
        })
    };
    let integer = json!({"type": "integer", "minimum": 0, "maximum": 255});
    (0..depth).fold(integer, |inner, _| {
        json!({keyword: [branch("one", &inner), branch("two", &inner), branch("three", &inner)]})
    })
}

fn nested_value(leaf: &Value, depth: usize) -> Value {
    (0..depth).fold(leaf.clone(), |inner, _| json!({"inner": inner}))
}

/// The number of combinations grows by the factor of three with each level; the cost must not.
#[test]
fn each_level_of_a_choice_costs_the_same() {
    for leaf in [json!(7), json!(300), json!("x"), json!("5"), json!({})] {
        let cost = |depth: usize| {
            let plan = plan(&nested_choice("anyOf", depth));
            checked(&plan, &nested_value(&leaf, depth))
        };
        let costs: Vec<_> = (1..=6).map(cost).collect();
        // Each level adds one more check to those of the levels inside of it, and a comparison.
        for (depth, cost) in (1..).zip(&costs) {
            assert!(
                *cost <= 32 * depth * depth + 1_024 * depth,
                "{leaf}: {costs:?}"
            );
        }
        if leaf == json!(7) {
            assert!(costs[5] <= 6 * 4, "{costs:?}");
        }
    }
}

#[test]
fn twice_as_many_values_cost_twice_as_much() {
    let integers = json!({"type": "array", "items": {"type": "integer"}});
    let point = json!({
        "type": "object", "additionalProperties": false, "required": ["x"],
        "properties": {"x": {"type": "integer"}}
    });
    let rows = json!({"type": "array", "items": {"type": "array", "items": point}});
    for (schema, item) in [
        (integers.clone(), json!("5")),
        (integers, json!("x")),
        (rows.clone(), json!([{"x": 1}, {"x": 2}, {"x": "x"}])),
        (rows, json!([{"x": 1, "y": 1}, {}, null])),
        (
            json!({"type": "array", "items": nested_choice("anyOf", 4)}),
            nested_value(&json!(300), 4),
        ),
        (
            json!({"type": "array", "items": nested_choice("oneOf", 4)}),
            nested_value(&json!("5"), 4),
        ),
    ] {
        let plan = plan(&schema);
        // Beyond the comparisons that every walk may do.
        let cost = |count: usize| checked(&plan, &Value::from(vec![item.clone(); count]));
        let (one, two) = (cost(2_000), cost(4_000));
        assert!(
            two <= 2 * one + 64,
            "{item}: {one} and {two} values were checked"
        );
        let size = 2_000 * count_values(&item);
        assert!(one <= 64 * size, "{item}: {one} checks of {size} values");
    }
}

fn count_values(value: &Value) -> usize {
    match value {
        Value::Array(values) => 1 + values.iter().map(count_values).sum::<usize>(),
        Value::Object(map) => 1 + map.values().map(count_values).sum::<usize>(),
        _ => 1,
    }
}
