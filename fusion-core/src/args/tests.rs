//! Tests of the values that a plan accepts, those that it repairs, and the problems of the others.

mod choices;
mod cost;

use serde_json::{Map, Value, json};

use super::{
    Args, ArgumentPlans, CallArguments, ReadingRules,
    argument_plans::PlannedArgument,
    plan::Plan,
    walk::{ArgumentWalk, NullHandling, Repair, RepairNotes},
};
use crate::error::{Advice, BoundedList, Problem, ProblemKind};

/// Checks an optional argument; returns the value that is read, and the problems.
pub(super) fn check(schema: &Value, mut value: Value) -> (Value, Vec<(String, ProblemKind)>) {
    let plan = Plan::compile(schema.as_object().unwrap()).unwrap();
    let (mut problems, mut repairs) = (BoundedList::default(), RepairNotes::default());
    let fits = plan.fits(&value);
    let before = value.clone();
    let mut walk = ArgumentWalk::new(0, false, true, &mut problems, &mut repairs);
    walk.visit(&mut value, &plan.node, NullHandling::Optional);
    // The short way and the long way agree: a value that fits is neither changed nor refused, and
    // one that was read fits.
    if fits {
        assert_eq!((&value, problems.entries()), (&before, &[][..]), "{schema}");
        assert!(repairs.list.is_empty(), "{schema} {value}");
    }
    assert_eq!(plan.fits(&value), problems.is_empty(), "{schema} {value}");
    let found = problems.into_parts().0.into_iter();
    let found = found.map(|p| (p.path, p.kind)).collect();
    (value, found)
}

pub(super) fn unexpected(expected: &str, got: &str) -> ProblemKind {
    ProblemKind::Unexpected {
        expected: expected.into(),
        got: Some(got.into()),
        nearest: None,
        advice: None,
    }
}

fn unexpected_near(expected: &str, got: &str, nearest: &str) -> ProblemKind {
    ProblemKind::Unexpected {
        expected: expected.into(),
        got: Some(got.into()),
        nearest: Some(nearest.into()),
        advice: None,
    }
}

fn unexpected_with_advice(expected: &str, got: &str, advice: Advice) -> ProblemKind {
    ProblemKind::Unexpected {
        expected: expected.into(),
        got: Some(got.into()),
        nearest: None,
        advice: Some(advice),
    }
}

pub(super) fn at_root(kind: ProblemKind) -> Vec<(String, ProblemKind)> {
    vec![(String::new(), kind)]
}

#[test]
fn kinds_values_and_bounds_are_those_of_the_schema() {
    let integer = json!({"type": "integer", "minimum": 1, "maximum": 100});
    let state = json!({"type": "string", "enum": ["open", "closed"]});
    for (schema, value, problem) in [
        (&integer, json!(1), None),
        (&integer, json!(0), Some(unexpected("integer 1..100", "0"))),
        (
            &integer,
            json!(1.5),
            Some(unexpected("integer 1..100", "1.5")),
        ),
        (&state, json!("open"), None),
        (
            &state,
            json!("opne"),
            Some(unexpected_near("open|closed", "\"opne\"", "open")),
        ),
        (&json!({"type": "number"}), json!(3), None),
        (
            &json!({"type": "number", "exclusiveMinimum": 0}),
            json!(0.5),
            None,
        ),
        (&json!({}), json!([1]), None),
        (&json!({"const": 5}), json!(5), None),
    ] {
        let found = check(schema, value.clone()).1;
        let expected: Vec<_> = problem.map(at_root).unwrap_or_default();
        assert_eq!(found, expected, "{schema} {value}");
    }
}

#[test]
fn a_length_is_counted_in_characters_and_told_where_it_is_wrong() {
    let name = json!({"type": "string", "minLength": 2, "maxLength": 3});
    for (value, problem) in [
        ("ab", None),
        ("ééé", None),
        ("🦀🦀", None),
        ("🦀", Some("1 character")),
        ("abcd", Some("4 characters")),
        ("éééé", Some("4 characters")),
    ] {
        let found = check(&name, json!(value)).1;
        let expected = problem.map(|got| at_root(unexpected("string, length 2..3", got)));
        assert_eq!(found, expected.unwrap_or_default(), "{value}");
    }
    let tags = json!({"type": "array", "items": {"type": "string"}, "maxItems": 1});
    assert_eq!(
        check(&tags, json!(["a", "b"])).1,
        at_root(unexpected("array of string, items ..1", "2 items"))
    );
    assert_eq!(
        check(&tags, json!(["a", null])).1,
        [
            (
                String::new(),
                unexpected("array of string, items ..1", "2 items")
            ),
            ("[1]".to_owned(), unexpected("string", "null")),
        ]
    );
}

#[test]
fn every_nested_problem_is_found_at_its_path_and_null_of_an_optional_is_absence() {
    let schema = json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["id"],
        "properties": {
            "id": {"type": "integer"},
            "note": {"type": "string"},
            "tags": {"type": "array", "items": {"type": "string"}}
        }
    });
    let (value, found) = check(&schema, json!({"note": null, "tags": ["a", 5], "tagz": 1}));
    assert_eq!(value, json!({"tags": ["a", 5], "tagz": 1}));
    let unknown = ProblemKind::Unknown {
        name: "tagz".into(),
        nearest: Some("tags".into()),
    };
    let digits = unexpected_with_advice("string", "5", Advice::Quote);
    assert_eq!(
        found,
        [
            (".tags[1]".to_owned(), digits),
            (".tagz".to_owned(), unknown),
            (".id".to_owned(), ProblemKind::Missing),
        ]
    );
}

#[test]
fn null_is_absence_where_a_schema_lists_values_without_a_type() {
    let schema = json!({
        "type": "object",
        "properties": {"order": {"enum": ["a", "b"]}, "maybe": {"enum": ["a", null]}}
    });
    let sent = json!({"order": null, "maybe": null});
    assert_eq!(check(&schema, sent), (json!({"maybe": null}), vec![]));
    let plan = Plan::compile(json!({"enum": ["a", "b"]}).as_object().unwrap()).unwrap();
    assert!(!plan.takes_null());
}

#[test]
fn further_properties_and_first_items_have_their_own_rules() {
    let map = json!({"type": "object", "additionalProperties": {"type": "integer"}});
    assert_eq!(check(&map, json!({"a": "7"})), (json!({"a": 7}), vec![]));
    assert_eq!(
        check(&map, json!({"a": "x"})).1,
        [(".a".to_owned(), unexpected("integer", "\"x\""))]
    );
    let pair = json!({
        "type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}],
        "minItems": 2, "maxItems": 2
    });
    assert_eq!(check(&pair, json!([1, "a"])).1, []);
    let (_, found) = check(&pair, json!(["x", 2]));
    let paths: Vec<_> = found.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(paths, ["[0]", "[1]"]);
}

#[test]
fn repairs_are_noted_where_they_happened() {
    let schema = json!({
        "type": "object",
        "properties": {"limit": {"type": "integer"}, "tags": {"type": "array", "items": {"type": "boolean"}}}
    });
    let plan = Plan::compile(schema.as_object().unwrap()).unwrap();
    let (mut problems, mut repairs) = (BoundedList::default(), RepairNotes::default());
    let mut value = json!("{\"limit\": \"5\", \"tags\": \"[\\\"true\\\"]\"}");
    let mut walk = ArgumentWalk::new(3, false, true, &mut problems, &mut repairs);
    walk.visit(&mut value, &plan.node, NullHandling::Required);
    assert_eq!(problems.entries(), []);
    assert_eq!(value, json!({"limit": 5, "tags": [true]}));
    let repair = |path: &str, read| Repair {
        slot: 3,
        path: path.into(),
        sent: "string",
        read,
    };
    assert_eq!(
        repairs.list.entries(),
        [
            repair("", "object"),
            repair(".limit", "integer"),
            repair(".tags", "array"),
            repair(".tags[0]", "boolean"),
        ]
    );
}

#[test]
fn what_may_have_been_meant_is_said() {
    let number = json!({"type": "integer"});
    let tags = json!({"type": "array", "items": {"type": "string"}});
    for (schema, value, got, advice) in [
        (&number, json!(""), "\"\"", Advice::LeaveOut),
        (&number, json!("null"), "\"null\"", Advice::LeaveOut),
        (&number, json!(["null"]), "array", Advice::LeaveOut),
        (&number, json!([]), "array", Advice::LeaveOut),
        (&number, json!([5]), "array", Advice::Unwrap),
        (&tags, json!("a"), "\"a\"", Advice::Wrap),
    ] {
        let words = if schema == &number {
            "integer"
        } else {
            "array of string"
        };
        assert_eq!(
            check(schema, value.clone()).1,
            at_root(unexpected_with_advice(words, got, advice)),
            "{value}"
        );
    }
}

#[test]
fn a_secret_is_neither_echoed_nor_listed_among_the_repairs() {
    let schema = json!({"type": "integer"});
    let plan = Plan::compile(schema.as_object().unwrap()).unwrap();
    let (mut problems, mut repairs) = (BoundedList::default(), RepairNotes::default());
    let mut walk = ArgumentWalk::new(0, true, true, &mut problems, &mut repairs);
    walk.visit(&mut json!("hunter1"), &plan.node, NullHandling::Required);
    walk.visit(&mut json!("5"), &plan.node, NullHandling::Required);
    let kind = ProblemKind::Unexpected {
        expected: "integer".into(),
        got: None,
        nearest: None,
        advice: None,
    };
    assert_eq!(problems.entries(), [Problem::for_slot(0, kind)]);
    assert_eq!(repairs.list.entries(), []);
}

#[test]
fn without_repair_nothing_is_read_as_another_kind() {
    let plan = Plan::compile(json!({"type": "integer"}).as_object().unwrap()).unwrap();
    for mut value in [json!("5"), json!(30.5)] {
        let (mut problems, mut repairs) = (BoundedList::default(), RepairNotes::default());
        let mut walk = ArgumentWalk::new(0, false, false, &mut problems, &mut repairs);
        walk.visit(&mut value, &plan.node, NullHandling::Required);
        assert_eq!((problems.count(), repairs.list.count()), (1, 0), "{value}");
    }
    // In JSON Schema that is an integer, and no repair.
    let mut whole = json!(30.0);
    let (mut problems, mut repairs) = (BoundedList::default(), RepairNotes::default());
    let mut walk = ArgumentWalk::new(0, false, false, &mut problems, &mut repairs);
    walk.visit(&mut whole, &plan.node, NullHandling::Required);
    assert_eq!(whole, json!(30));
    assert!(problems.is_empty() && repairs.list.is_empty());
}

#[test]
fn nothing_is_noted_of_where_inside_a_secret_something_is_wrong() {
    let schema = json!({
        "type": "object", "additionalProperties": false, "required": ["pin"],
        "properties": {"pin": {"type": "integer"}}
    });
    let plan = Plan::compile(schema.as_object().unwrap()).unwrap();
    let (mut problems, mut repairs) = (BoundedList::default(), RepairNotes::default());
    let mut walk = ArgumentWalk::new(2, true, true, &mut problems, &mut repairs);
    let mut sent = json!({"hunter1": 5, "hunter2": "x"});
    walk.visit(&mut sent, &plan.node, NullHandling::Required);
    assert_eq!(problems.entries(), [Problem::inside_secret(2)]);
}

/// A build may enable `preserve_order` of `serde_json`; a map then has the order of the client.
#[test]
fn an_argument_finds_its_slot_whatever_the_order_of_the_map() {
    let names = ["b", "a", "c"];
    let free = || Plan::compile(&Map::new()).unwrap();
    for order in [[1, 0, 2], [0, 1, 2], [2, 0, 1]] {
        for sent in [
            json!({"a": 1, "b": 2, "c": 3}),
            json!({"b": 2, "op": "x"}),
            json!({}),
        ] {
            let wanted = order.map(|slot| PlannedArgument {
                name: names[slot],
                slot,
                plan: free(),
            });
            let terms = ArgumentPlans {
                wanted: wanted.into(),
                ..ArgumentPlans::default()
            };
            let map = sent.as_object().unwrap().clone();
            let contract = ReadingRules {
                terms: &terms,
                discriminator: Some("op"),
                noise: &[],
                repair: true,
            };
            let mut arguments = map.into();
            let mut args = Args::new(CallArguments::Sent(&mut arguments), &contract);
            let slots = args.slots();
            let mut slot = 0..;
            let read = slots.map(|sent| args.read(sent, slot.next().unwrap()));
            let expected = names.map(|name| Some(sent.get(name).and_then(Value::as_u64)));
            assert_eq!(read, expected, "{order:?} {sent}");
            assert!(args.take_notes(&|_, _| false).is_none(), "{order:?} {sent}");
        }
    }
}
