//! Round trips of random entities between the catalog and the wire, with all fields.

use std::fmt::Debug;

use proptest::{collection::vec, option, prelude::*};
use rmcp::model;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

use super::{WireConverter, WireError};
use crate::catalog::{Converter, Icon, Prompt, PromptArgument, Resource, Tool, ToolAnnotations};

/// Generates objects of these keys; each key may be missing.
fn object(fields: Vec<(&'static str, BoxedStrategy<Value>)>) -> BoxedStrategy<Value> {
    let fields: Vec<_> = fields
        .into_iter()
        .map(|(key, value)| option::of(value).prop_map(move |value| Some((key, value?))))
        .collect();
    fields
        .prop_map(|fields| {
            let fields = fields.into_iter().flatten();
            fields.map(|(key, value)| (key.to_owned(), value)).collect()
        })
        .boxed()
}

/// Adds keys that are never missing to a strategy of objects.
fn with_required(
    always: Vec<(&'static str, BoxedStrategy<Value>)>,
    rest: BoxedStrategy<Value>,
) -> BoxedStrategy<Value> {
    let always: Vec<_> = always
        .into_iter()
        .map(|(key, value)| value.prop_map(move |value| (key, value)))
        .collect();
    (always, rest)
        .prop_map(|(always, mut rest)| {
            for (key, value) in always {
                rest[key] = value;
            }
            rest
        })
        .boxed()
}

fn text() -> BoxedStrategy<Value> {
    prop_oneof![Just(String::new()), "\\PC{1,6}"]
        .prop_map(Value::from)
        .boxed()
}

fn truth() -> BoxedStrategy<Value> {
    any::<bool>().prop_map(Value::from).boxed()
}

fn list(item: BoxedStrategy<Value>) -> BoxedStrategy<Value> {
    vec(item, 0..3).prop_map(Value::from).boxed()
}

fn one_of(words: &'static [&'static str]) -> BoxedStrategy<Value> {
    proptest::sample::select(words)
        .prop_map(Value::from)
        .boxed()
}

fn anything() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        truth(),
        text(),
        any::<i64>().prop_map(Value::from)
    ];
    leaf.prop_recursive(3, 8, 3, |inner| {
        let entries = vec(("[a-z.]{0,4}", inner.clone()), 0..3);
        prop_oneof![
            vec(inner, 0..3).prop_map(Value::from),
            entries.prop_map(|entries| entries.into_iter().collect()),
        ]
    })
    .boxed()
}

fn map() -> BoxedStrategy<Value> {
    vec(("[a-z./]{0,4}", anything()), 0..3)
        .prop_map(|entries| entries.into_iter().collect())
        .boxed()
}

/// Generates `_meta`, sometimes with the reserved key, with valid and invalid values.
fn meta() -> BoxedStrategy<Value> {
    let ours = prop_oneof![truth(), anything()];
    (map(), option::weighted(0.3, ours))
        .prop_map(|(mut meta, ours)| {
            if let Some(ours) = ours {
                meta["dev.fusion/returnDirect"] = ours;
            }
            meta
        })
        .boxed()
}

fn icons() -> BoxedStrategy<Value> {
    let rest = object(vec![
        ("mimeType", text()),
        ("sizes", list(text())),
        ("theme", one_of(&["light", "dark"])),
    ]);
    list(with_required(vec![("src", text())], rest))
}

fn tool_annotations() -> BoxedStrategy<Value> {
    object(vec![
        ("title", text()),
        ("readOnlyHint", truth()),
        ("destructiveHint", truth()),
        ("idempotentHint", truth()),
        ("openWorldHint", truth()),
    ])
}

fn tools() -> BoxedStrategy<Value> {
    let rest = object(vec![
        ("title", text()),
        ("description", text()),
        ("outputSchema", map()),
        ("annotations", tool_annotations()),
        ("icons", icons()),
        ("_meta", meta()),
    ]);
    with_required(vec![("name", text()), ("inputSchema", map())], rest)
}

fn arguments() -> BoxedStrategy<Value> {
    let rest = object(vec![
        ("title", text()),
        ("description", text()),
        ("required", truth()),
    ]);
    with_required(vec![("name", text())], rest)
}

fn prompts() -> BoxedStrategy<Value> {
    let rest = object(vec![
        ("title", text()),
        ("description", text()),
        ("arguments", list(arguments())),
        ("icons", icons()),
        ("_meta", meta()),
    ]);
    with_required(vec![("name", text())], rest)
}

fn resources() -> BoxedStrategy<Value> {
    let annotations = object(vec![
        ("audience", list(one_of(&["user", "assistant"]))),
        (
            "priority",
            (0.0_f32..=1.0).prop_map(|one| json!(one)).boxed(),
        ),
        ("lastModified", text()),
    ]);
    let rest = object(vec![
        ("title", text()),
        ("description", text()),
        ("mimeType", text()),
        ("size", any::<u64>().prop_map(Value::from).boxed()),
        ("annotations", annotations),
        ("icons", icons()),
        ("_meta", meta()),
    ]);
    with_required(vec![("uri", text()), ("name", text())], rest)
}

/// Converts from the wire to the catalog, back to the wire, and to the catalog again.
fn survives<S, T>(sent: &Value) -> Result<(), TestCaseError>
where
    WireConverter: Converter<S, T, Error = WireError>,
    S: Clone + Debug + PartialEq + Serialize + DeserializeOwned,
    T: Clone + Debug + PartialEq + Serialize + DeserializeOwned,
{
    let wire: T = serde_json::from_value(sent.clone()).unwrap();
    prop_assert_eq!(
        &serde_json::to_value(&wire).unwrap(),
        sent,
        "the SDK itself loses nothing"
    );
    let ours = WireConverter.convert_to(wire.clone()).unwrap();
    let again = WireConverter.convert_from(ours.clone()).unwrap();
    prop_assert_eq!(&again, &wire);
    prop_assert_eq!(&WireConverter.convert_to(again).unwrap(), &ours);

    let json = serde_json::to_value(&ours).unwrap();
    prop_assert_eq!(&serde_json::from_value::<S>(json).unwrap(), &ours);
    Ok(())
}

proptest! {
    #[test]
    fn tools_survive(sent in tools()) {
        survives::<Tool, model::Tool>(&sent)?;
    }

    #[test]
    fn annotations_of_tools_survive(sent in tool_annotations()) {
        survives::<ToolAnnotations, model::ToolAnnotations>(&sent)?;
    }

    #[test]
    fn prompts_survive(sent in prompts()) {
        survives::<Prompt, model::Prompt>(&sent)?;
    }

    #[test]
    fn arguments_of_prompts_survive(sent in arguments()) {
        survives::<PromptArgument, model::PromptArgument>(&sent)?;
    }

    #[test]
    fn resources_survive(sent in resources()) {
        survives::<Resource, model::Resource>(&sent)?;
    }

    #[test]
    fn entities_without_return_direct_read_on_the_wire_as_in_the_catalog(
        tool in tools(), prompt in prompts(), resource in resources()
    ) {
        let ours: Tool = serde_json::from_value(tool.clone()).unwrap();
        prop_assert_eq!(serde_json::to_value(ours).unwrap(), tool);
        let ours: Prompt = serde_json::from_value(prompt.clone()).unwrap();
        prop_assert_eq!(serde_json::to_value(ours).unwrap(), prompt);
        let ours: Resource = serde_json::from_value(resource.clone()).unwrap();
        prop_assert_eq!(serde_json::to_value(ours).unwrap(), resource);
    }
}

/// Returns the field names of a struct from its derived `Debug` output.
fn fields(debug: &str) -> Vec<&str> {
    let lines = debug
        .lines()
        .filter(|line| line.starts_with("    ") && !line.starts_with("     "));
    lines
        .filter_map(|line| Some(line.trim().split_once(':')?.0))
        .collect()
}

#[test]
fn every_field_of_the_sdk_is_known_here() {
    for (debug, known) in [
        (
            format!("{:#?}", model::Tool::default()),
            &[
                "name",
                "title",
                "description",
                "input_schema",
                "output_schema",
                "annotations",
                "icons",
                "meta",
            ][..],
        ),
        (
            format!("{:#?}", model::ToolAnnotations::default()),
            &[
                "title",
                "read_only_hint",
                "destructive_hint",
                "idempotent_hint",
                "open_world_hint",
            ],
        ),
        (
            format!("{:#?}", model::Prompt::default()),
            &["name", "title", "description", "arguments", "icons", "meta"],
        ),
        (
            format!("{:#?}", model::PromptArgument::default()),
            &["name", "title", "description", "required"],
        ),
        (
            format!("{:#?}", model::Resource::new("u", "n")),
            &[
                "uri",
                "name",
                "title",
                "description",
                "mime_type",
                "size",
                "icons",
                "meta",
                "annotations",
            ],
        ),
        (
            format!("{:#?}", model::Annotations::default()),
            &["audience", "priority", "last_modified"],
        ),
        (
            format!("{:#?}", model::Icon::new("src")),
            &["src", "mime_type", "sizes", "theme"],
        ),
    ] {
        assert_eq!(fields(&debug), known, "{debug}");
    }
}

#[test]
fn return_direct_travels_in_meta_and_leaves_none_behind() {
    let mut tool = Tool::new("search");
    tool.return_direct = Some(false);
    let wire: model::Tool = WireConverter.convert_from(tool.clone()).unwrap();
    assert_eq!(
        serde_json::to_value(&wire).unwrap(),
        json!({
            "name": "search",
            "inputSchema": {"type": "object"},
            "_meta": {"dev.fusion/returnDirect": false},
        })
    );
    assert_eq!(WireConverter.convert_to(wire), Ok(tool.clone()));

    tool.meta = json!({"dev.fusion/returnDirect": true})
        .as_object()
        .cloned();
    assert_eq!(
        WireConverter.convert_from(tool),
        Err(WireError::ReservedMeta {
            tool: "search".to_owned(),
            key: "dev.fusion/returnDirect",
        })
    );
}

#[test]
fn a_batch_drops_what_has_no_counterpart() {
    let mut wrong = Tool::new("wrong");
    wrong.meta = json!({"dev.fusion/returnDirect": true})
        .as_object()
        .cloned();
    let mut drawn = Tool::new("drawn");
    drawn.icons = Some(vec![Icon::new("data:,")]);
    let wire: Vec<model::Tool> = WireConverter.convert_from_batch([wrong, drawn.clone()]);
    assert_eq!(WireConverter.convert_to_batch(wire), [drawn]);
}
