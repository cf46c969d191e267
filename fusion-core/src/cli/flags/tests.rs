use serde_json::json;

use super::*;

mod help;

fn schema() -> Map<String, Value> {
    let schema = json!({
        "type": "object",
        "properties": {
            "title": {"type": "string"},
            "per_page": {"type": "integer", "default": 20},
            "score": {"type": "number"},
            "open": {"type": "boolean"},
            "state": {"type": "string", "enum": ["open", "closed"]},
            "level": {"enum": [1, 2]},
            "labels": {"type": "array", "items": {"type": "string"}},
            "numbers": {"type": "array", "items": {"type": "integer"}},
            "edges": {"type": "array", "items": {"type": "object"}},
            "nested": {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}},
            "cubes": {"type": "array", "items": {"type": "array", "items": {"$ref": "#/$defs/Row"}}},
            "endless": {"$ref": "#/$defs/Endless"},
            "mixed": {"type": "array", "items": {"anyOf": [
                {"type": "integer"},
                {"type": "array", "items": {"type": "integer"}},
            ]}},
            "deep": {"type": "object", "additionalProperties": true},
            "bare": {"type": ["object", "null"]},
            "maybe": {"anyOf": [{"type": "object"}, {"type": "null"}]},
            "closed": {"type": "object", "additionalProperties": false},
            "filter": {"type": "object", "properties": {
                "owner": {"type": "string"},
                "age": {"type": "object", "properties": {"days": {"type": "integer"}}},
                "tags": {"type": "array", "items": {"type": "string"}},
            }},
            "environment": {"type": "object", "additionalProperties": {"type": "integer"}},
            "choice": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
            "nullable": {"type": ["integer", "null"]},
            "optional": {"anyOf": [
                {"type": "object", "properties": {"name": {"type": "string"}}},
                {"type": "null"},
            ]},
            "node": {"$ref": "#/$defs/Node"},
            "anything": {},
        },
        "$defs": {"Node": {"type": "object", "properties": {
            "count": {"type": "integer"},
            "next": {"$ref": "#/$defs/Node"},
        }},
        "Row": {"type": "array", "items": {"type": "string"}},
        "Endless": {"type": "array", "items": {"$ref": "#/$defs/Endless"}}},
    });
    schema.as_object().unwrap().clone()
}

fn read_in(schema: &Map<String, Value>, words: &[&str], stdin: &str) -> Result<Value, String> {
    let words: Vec<OsString> = words.iter().map(OsString::from).collect();
    let read = read(schema, &words, |name| name == "db", || Ok(stdin.to_owned()))?;
    Ok(match read {
        ActionWords::Help => json!("help"),
        ActionWords::Arguments(arguments) => arguments.into(),
    })
}

fn words(words: &[&str]) -> Result<Value, String> {
    read_in(&schema(), words, "")
}

#[test]
fn a_flag_is_json_of_the_type_in_the_schema() {
    for (given, expected) in [
        (&["--title", "5"][..], json!({"title": "5"})),
        (&["--title=a=b"], json!({"title": "a=b"})),
        (&["--title", "--json"], json!({"title": "--json"})),
        (&["--title", ""], json!({"title": ""})),
        (&["--per_page", "5"], json!({"per_page": 5})),
        (&["--per-page=-5"], json!({"per_page": -5})),
        (&["--per_page", "-5"], json!({"per_page": -5})),
        (
            &["--per_page", "1", "--per_page", "2"],
            json!({"per_page": 2}),
        ),
        (&["--score", "0.5"], json!({"score": 0.5})),
        (&["--score", "5"], json!({"score": 5})),
        (
            &["--open", "--title", "x"],
            json!({"open": true, "title": "x"}),
        ),
        (&["--open=false"], json!({"open": false})),
        (&["--state", "open"], json!({"state": "open"})),
        (&["--level", "2"], json!({"level": 2})),
        (
            &["--labels", "a", "--labels=b"],
            json!({"labels": ["a", "b"]}),
        ),
        (&["--labels", r#"["a","b"]"#], json!({"labels": ["a", "b"]})),
        (&["--labels", "[]"], json!({"labels": []})),
        (
            &["--numbers", "1", "--numbers", "2"],
            json!({"numbers": [1, 2]}),
        ),
        (
            &["--edges", r#"{"a":1}"#, "--edges", r#"{"a":2}"#],
            json!({"edges": [{"a": 1}, {"a": 2}]}),
        ),
        (&["--filter.owner", "5"], json!({"filter": {"owner": "5"}})),
        (
            &[
                "--filter.age.days",
                "3",
                "--filter.tags",
                "x",
                "--filter.tags",
                "y",
            ],
            json!({"filter": {"age": {"days": 3}, "tags": ["x", "y"]}}),
        ),
        (
            &[
                "--filter",
                r#"{"owner":"ada","more":1}"#,
                "--filter.owner",
                "bob",
            ],
            json!({"filter": {"owner": "bob", "more": 1}}),
        ),
        (
            &["--environment.PATH", "1"],
            json!({"environment": {"PATH": 1}}),
        ),
        (
            &["--filter.owner", "bob", "--filter", r#"{"more":1}"#],
            json!({"filter": {"owner": "bob", "more": 1}}),
        ),
        (
            &[
                "--filter",
                r#"{"more":1}"#,
                "--filter",
                r#"{"owner":"eve"}"#,
            ],
            json!({"filter": {"more": 1, "owner": "eve"}}),
        ),
        (&["--choice", "1"], json!({"choice": 1})),
        (&["--choice", "x"], json!({"choice": "x"})),
        (&["--nullable", "null"], json!({"nullable": null})),
        (
            &["--optional.name", "x"],
            json!({"optional": {"name": "x"}}),
        ),
        (
            &["--node.next.next.count", "1"],
            json!({"node": {"next": {"next": {"count": 1}}}}),
        ),
        (&["--anything", "{\"a\":1}"], json!({"anything": {"a": 1}})),
        (&["--anything", "text"], json!({"anything": "text"})),
    ] {
        assert_eq!(words(given), Ok(expected), "{given:?}");
    }
}

#[test]
fn a_flag_of_a_list_of_lists_is_one_list_or_all() {
    for (given, expected) in [
        (&["--nested", "[1,2]"][..], json!({"nested": [[1, 2]]})),
        (
            &["--nested", "[1,2]", "--nested", "[3]"],
            json!({"nested": [[1, 2], [3]]}),
        ),
        (&["--nested", "[[1],[2]]"], json!({"nested": [[1], [2]]})),
        (
            &["--nested", "[[1]]", "--nested=[2,3]"],
            json!({"nested": [[1], [2, 3]]}),
        ),
        (&["--nested", "5"], json!({"nested": [[5]]})),
        (&["--nested", "[]"], json!({"nested": []})),
        (&["--cubes", "[[\"a\"]]"], json!({"cubes": [[["a"]]]})),
        (&["--cubes", "[\"a\"]"], json!({"cubes": [[["a"]]]})),
        (&["--cubes", "[[[\"a\"]]]"], json!({"cubes": [[["a"]]]})),
        (&["--mixed", "[1,[2]]"], json!({"mixed": [1, [2]]})),
        (&["--endless", "[[],[[]]]"], json!({"endless": [[], [[]]]})),
    ] {
        assert_eq!(words(given), Ok(expected), "{given:?}");
    }
    // No text is an item of a list of nothing but lists, and the server refuses it.
    assert!(words(&["--endless", "5"]).is_ok());
}

#[test]
fn members_of_free_objects_have_flags() {
    for (given, expected) in [
        (&["--deep.a", "5"][..], json!({"deep": {"a": 5}})),
        (&["--deep.a", "text"], json!({"deep": {"a": "text"}})),
        (
            &["--deep.a.b", "[1]", "--deep.a.c=true"],
            json!({"deep": {"a": {"b": [1], "c": true}}}),
        ),
        (&["--bare.a", "null"], json!({"bare": {"a": null}})),
        (&["--maybe.a-b", "5"], json!({"maybe": {"a-b": 5}})),
        (&["--anything.a", "5"], json!({"anything": {"a": 5}})),
        (&["--closed.a", "5"], json!({"closed.a": 5})),
    ] {
        assert_eq!(words(given), Ok(expected), "{given:?}");
    }
}

#[test]
fn what_is_no_value_of_the_type_is_left_to_the_server() {
    for (given, expected) in [
        (&["--per_page", "many"][..], json!({"per_page": "many"})),
        (&["--open=perhaps"], json!({"open": "perhaps"})),
        (&["--state", "ajar"], json!({"state": "ajar"})),
        (&["--numbers", "x"], json!({"numbers": ["x"]})),
        (&["--filter", "x"], json!({"filter": "x"})),
        (
            &["--lable", "a", "--title", "x"],
            json!({"lable": "a", "title": "x"}),
        ),
        (
            &["--lable", "--title", "x"],
            json!({"lable": true, "title": "x"}),
        ),
        (&["--filter.woner", "a"], json!({"filter.woner": "a"})),
    ] {
        assert_eq!(words(given), Ok(expected), "{given:?}");
    }
}

#[test]
fn json_is_the_base_of_the_flags() {
    let json = r#"{"title": "a", "filter": {"owner": "ada"}}"#;
    let expected = json!({"title": "b", "filter": {"owner": "ada", "age": {"days": 1}}});
    let flags = ["--title", "b", "--filter.age.days", "1"];
    let with = |source: &[&'static str]| [&flags[..], source].concat();
    let schema = schema();
    assert_eq!(
        read_in(&schema, &with(&["--json", json]), ""),
        Ok(expected.clone())
    );
    assert_eq!(read_in(&schema, &with(&["-"]), json), Ok(expected));
    assert_eq!(words(&[]), Ok(json!({})));
}

#[test]
fn what_cannot_be_read_is_told() {
    for (given, expected) in [
        (
            &["title"][..],
            "unexpected `title`: an argument is given as `--name value`",
        ),
        (
            &["-x"],
            "unexpected `-x`: an argument is given as `--name value`",
        ),
        (
            &["--"],
            "unexpected `--`: an argument is given as `--name value`",
        ),
        (
            &["--open", "false"],
            "unexpected `false`: `--open` is a switch, whose value is given as `--open=false`",
        ),
        (
            &["--open", "yes"],
            "unexpected `yes`: `--open` is a switch: `--open` or `--open=false`",
        ),
        (
            &["--open", "--title", "x", "true"],
            "unexpected `true`: an argument is given as `--name value`",
        ),
        (&["--title"], "`--title` needs a value"),
        (
            &["--title", "x", "--db=y"],
            "`--db` is no argument of the action, but an option of the command: put it before the key",
        ),
        (&["--json"], "`--json` needs a value"),
        (&["--json", "[1]"], "`--json` is no JSON object"),
        (
            &["--json", "{"],
            "`--json` is no JSON: EOF while parsing an object at line 1 column 1",
        ),
        (
            &["-"],
            "standard input is no JSON: EOF while parsing a value at line 1 column 0",
        ),
        (
            &["--json={}", "-", "-"],
            "standard input is no JSON: EOF while parsing a value at line 1 column 0",
        ),
    ] {
        assert_eq!(words(given), Err(expected.to_owned()), "{given:?}");
    }
    let twice = read_in(&schema(), &["-", "-"], "{}");
    assert_eq!(twice, Err("`-` is given twice".to_owned()));
}

#[test]
fn help_and_json_are_arguments_where_an_action_has_them() {
    assert_eq!(words(&["--title", "x", "--help"]), Ok(json!("help")));
    assert_eq!(words(&["-h"]), Ok(json!("help")));
    let schema = json!({"properties": {
        "help": {"type": "string"},
        "json": {"type": "integer"},
        "output": {"type": "string"},
    }});
    let given = ["--help", "me", "--json", "5", "--output", "x"];
    let read = read_in(schema.as_object().unwrap(), &given, "");
    assert_eq!(read, Ok(json!({"help": "me", "json": 5, "output": "x"})));
}
