//! A comparison of the fields with a naive reference implementation of the tiers, on random sets of
//! actions.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::{
    definition::{ActionDef, ToolDef},
    describe::ChosenForm,
    schema::fixture::{arg, flat, hierarchical, plain},
    spec::Describe,
    surface::{Surface, SurfaceForm},
};

const KEYS: [&str; 5] = ["list", "get", "create", "update", "delete"];
const NAMES: [&str; 4] = ["id", "name", "page", "note"];

/// The use of each name in each action: not an argument, optional or required.
type Uses = Vec<[Option<bool>; NAMES.len()]>;

fn uses() -> impl Strategy<Value = Uses> {
    let one = proptest::array::uniform4(proptest::option::of(any::<bool>()));
    proptest::collection::vec(one, 1..=KEYS.len())
}

fn actions(uses: &Uses) -> Vec<ActionDef> {
    let one = |(key, uses): (&&'static str, &[Option<bool>; NAMES.len()])| {
        let args = NAMES.iter().zip(uses).filter_map(|(name, required)| {
            let arg = arg(name, "", json!({"type": "string"}));
            required.map(|required| if required { arg } else { arg.optional() })
        });
        plain(key, "", args.collect())
    };
    KEYS.iter().zip(uses).map(one).collect()
}

/// Returns the note of one field, computed from the actions that take it and those that require it.
fn note(keys: &[String], uses: &Uses, name: usize) -> Option<String> {
    let who = |wanted: fn(bool) -> bool| -> Vec<&str> {
        let pairs = keys.iter().zip(uses);
        let wanted = pairs.filter(|(_, uses)| uses[name].is_some_and(wanted));
        wanted.map(|(key, _)| key.as_str()).collect()
    };
    let (required, optional) = (who(|required| required), who(|required| !required));
    let list = |keys: &[&str]| keys.join(", ");
    if required.is_empty() && optional.is_empty() {
        return None;
    }
    Some(if required.len() == keys.len() {
        "(always required)".to_owned()
    } else if optional.is_empty() {
        format!("Required for: {}", list(&required))
    } else if required.is_empty() {
        format!("For: {}", list(&optional))
    } else {
        format!(
            "Required for: {}. For: {}",
            list(&required),
            list(&optional)
        )
    })
}

/// Returns the input schema that the table in the design defines.
fn reference(keys: &[String], uses: &Uses, described: &str) -> Value {
    let mut properties = Map::new();
    let mut required = vec!["action"];
    properties.insert(
        "action".into(),
        json!({"type": "string", "enum": keys, "description": described}),
    );
    // `required` keeps the order of first appearance.
    let mut order: Vec<usize> = Vec::new();
    for one in uses {
        order.extend((0..NAMES.len()).filter(|name| one[*name].is_some()));
    }
    let mut seen = Vec::new();
    for name in order {
        if seen.contains(&name) {
            continue;
        }
        seen.push(name);
        let Some(note) = note(keys, uses, name) else {
            continue;
        };
        if note == "(always required)" {
            required.push(NAMES[name]);
        }
        let property = if keys.len() == 1 {
            json!({"type": "string"})
        } else {
            json!({"type": "string", "description": note})
        };
        properties.insert(NAMES[name].into(), property);
    }
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false
    })
}

fn listed(tool: ToolDef) -> Value {
    let describe = ChosenForm::BuiltIn(Describe::Workflow);
    let tool = &ToolDef { describe, ..tool };
    let mut errors = Vec::new();
    let surface = Surface::unfiltered(&SurfaceForm::default(), &[tool], &mut errors);
    assert_eq!(errors, []);
    Value::Object(Map::clone(&surface.tools()[0].input_schema))
}

proptest! {
    #[test]
    fn tiers_notes_required_and_enum_are_those_of_the_table(uses in uses()) {
        let keys: Vec<_> = KEYS.iter().take(uses.len()).map(|&key| key.to_owned()).collect();
        let tool = flat("t", "", actions(&uses));
        let expected = reference(&keys, &uses, "Which operation to perform");
        prop_assert_eq!(listed(tool), expected);
    }

    #[test]
    fn modules_fold_as_one_group_under_full_keys(first in uses(), second in uses()) {
        let full = |module: &str, count: usize| {
            KEYS.iter().take(count).map(move |key| format!("{module}.{key}")).collect::<Vec<_>>()
        };
        let mut keys = full("users", first.len());
        keys.extend(full("billing", second.len()));
        let modules = vec![("users", "", actions(&first)), ("billing", "", actions(&second))];
        let tool = hierarchical("t", "", modules);
        let mut all = first;
        all.extend(second);
        let described = "Module and operation (module.action format)";
        prop_assert_eq!(listed(tool), reference(&keys, &all, described));
    }
}
