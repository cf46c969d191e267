use serde_json::json;

use super::*;

#[test]
fn the_help_has_every_flag_with_its_type_values_and_default() {
    let schema = json!({
        "properties": {
            "fast": {"type": "boolean"},
            "filter": {"type": "object", "properties": {"owner": {"type": "string"}}},
            "labels": {"type": "array", "items": {"type": "string"}},
            "limit": {"type": "integer", "default": 20, "description": "At most."},
            "state": {"type": "string", "enum": ["open", "closed"], "description": "The state."},
        },
        "required": ["state"],
    });
    let mut command = action_command(
        "desk call desk/list",
        "List it.",
        schema.as_object().unwrap(),
    );
    let help = command.render_help().to_string();
    assert_eq!(
        help,
        "List it.

Usage: desk call desk/list [OPTIONS] --state <TEXT> [-]

Arguments:
  [-]  Read all arguments as JSON from standard input

Options:
      --state <TEXT>         The state. [possible values: open, closed]
      --fast                 
      --filter <JSON>        
      --filter.owner <TEXT>  
      --labels <ITEM>        
      --limit <INTEGER>      At most. [default: 20]
      --json <JSON>          All arguments as a JSON object; flags replace its members
  -h, --help                 Print this help
"
    );
}

#[test]
fn a_member_has_the_values_of_all_branches() {
    let branch =
        |kind: Value, of: Value| json!({"type": "object", "properties": {"type": kind, "of": of}});
    let only = |value: &str| json!({"type": "string", "enum": [value]});
    let schema = json!({"properties": {"payment": {"oneOf": [
        branch(only("invoice"), only("bank")),
        branch(only("card"), json!({"type": "string"})),
        branch(only("invoice"), only("bank")),
    ]}}});
    let command = action_command("desk call k", "", schema.as_object().unwrap());
    let values = |name: &str| {
        let flag = command
            .get_arguments()
            .find(|flag| flag.get_long() == Some(name));
        let values = flag.unwrap().get_possible_values();
        values
            .iter()
            .map(|value| value.get_name().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(values("payment.type"), ["invoice", "card"]);
    assert_eq!(values("payment.of"), [""; 0]);
}

/// Returns the names of the flags in the help, without those of the framework.
fn listed(schema: &Value) -> Vec<String> {
    let command = action_command("desk call k", "", schema.as_object().unwrap());
    let flags = command.get_arguments().filter_map(|flag| flag.get_long());
    let own = flags.filter(|name| !["json", "help"].contains(name));
    own.map(str::to_owned).collect()
}

#[test]
fn the_help_has_all_levels_and_ends_at_a_type_inside_of_itself() {
    let schema = json!({
        "properties": {
            "a": {"type": "object", "properties": {"b": {"type": "object", "properties": {
                "c": {"type": "object", "properties": {"d": {"type": "integer"}}},
            }}}},
            "a.b": {"type": "string"},
            "node": {"$ref": "#/$defs/Node"},
            "optional": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}]},
            // Two choices share a branch without members, which is no type inside of itself.
            "outer": {"anyOf": [
                {"$ref": "#/$defs/Mode"},
                {"type": "object", "properties": {"inner": {"anyOf": [
                    {"$ref": "#/$defs/Mode"},
                    {"type": "object", "properties": {"x": {"type": "integer"}}},
                ]}}},
            ]},
        },
        "$defs": {"Mode": {"enum": ["a"]}, "Node": {"type": "object", "properties": {
            "count": {"type": "integer"},
            "next": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}]},
        }}},
    });
    let expected = [
        "a",
        "a.b",
        "a.b.c",
        "a.b.c.d",
        "node",
        "node.count",
        "node.next",
        "optional",
        "optional.count",
        "optional.next",
        "outer",
        "outer.inner",
        "outer.inner.x",
    ];
    assert_eq!(listed(&schema), expected);
}

#[test]
fn a_level_with_very_many_flags_is_left_to_json() {
    let wide = |inner: Value| {
        let members = (0..10).map(|at| (format!("m{at}"), inner.clone()));
        json!({"type": "object", "properties": members.collect::<Map<_, _>>()})
    };
    let two = wide(json!({"type": "integer"}));
    // A third level would have 100 flags.
    let schema = json!({"properties": {"a": wide(two.clone()), "b": {"type": "integer"}}});
    assert_eq!(listed(&schema).len(), 2 + 10);
    let schema = json!({"properties": {"a": {"type": "object", "properties": {"m": two}}}});
    assert_eq!(listed(&schema).len(), 1 + 1 + 10);
}
