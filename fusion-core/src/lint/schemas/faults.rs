//! Faults of one final schema as a whole; `keywords` has those of its parts.

use serde_json::{Map, Value};

use super::{
    super::Rule,
    keywords,
    walk::{self, SchemaNode},
};

/// Limits of `OpenAI`'s strict mode.
const ENUM_VALUES: usize = 1_000;
const PROPERTIES: usize = 5_000;
const CHARACTERS: usize = 120_000;
const DEPTH: usize = 10;

/// Fault of a schema.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::lint) struct Fault {
    pub(in crate::lint) rule: Rule,
    /// Path such as `.filter.tags[]`; empty for a fault of the whole schema.
    pub(super) place: String,
    pub(super) reason: String,
    pub(super) fix: &'static str,
}

impl Fault {
    pub(super) fn new(
        rule: Rule,
        place: &str,
        reason: impl Into<String>,
        fix: &'static str,
    ) -> Self {
        Self {
            rule,
            place: place.to_owned(),
            reason: reason.into(),
            fix,
        }
    }

    pub(super) fn is_of_whole(&self) -> bool {
        self.place.is_empty()
    }
}

/// Returns the faults that providers refuse in the input schema of a tool.
pub(in crate::lint) fn input_faults(schema: &Map<String, Value>) -> Vec<Fault> {
    let mut faults = Vec::new();
    root(schema, &mut faults);
    argument_names(schema, &mut faults);
    let mut sums = SchemaTotals::default();
    walk::visit_schemas(schema, &mut |node| {
        keywords::check_input(node, &mut faults);
        sums.add(node);
    });
    sums.judge(&mut faults);
    faults
}

/// Returns the faults that clients refuse in the output schema of a tool, which providers never
/// receive.
pub(super) fn output_faults(schema: &Map<String, Value>) -> Vec<Fault> {
    let mut faults = Vec::new();
    walk::visit_schemas(schema, &mut |node| {
        keywords::check_output(node, &mut faults);
    });
    faults
}

/// Requires that the root is a plain object with `properties`.
fn root(schema: &Map<String, Value>, faults: &mut Vec<Fault>) {
    const COMPOSED: [&str; 6] = ["allOf", "anyOf", "enum", "if", "not", "oneOf"];

    let object = schema.get("type").is_some_and(|name| name == "object");
    let composed = COMPOSED.iter().find(|key| schema.contains_key(**key));
    let reason = match (object, composed) {
        (true, None) => None,
        (false, _) => Some("the root of its schema is not `\"type\": \"object\"`".to_owned()),
        (true, Some(keyword)) => Some(format!("the root of its schema has `{keyword}`")),
    };
    if let Some(reason) = reason {
        faults.push(Fault::new(
            Rule::SchemaRoot,
            "",
            format!("{reason}: Anthropic refuses the whole request, and Claude Code drops the tool in silence"),
            "write one object with all properties",
        ));
    }
    if object && !schema.get("properties").is_some_and(Value::is_object) {
        faults.push(Fault::new(
            Rule::SchemaProperties,
            "",
            "the root of its schema has no `properties`: OpenAI and Copilot CLI refuse it",
            "write `\"properties\": {}`",
        ));
    }
}

fn argument_names(schema: &Map<String, Value>, faults: &mut Vec<Fault>) {
    let properties = schema.get("properties").and_then(Value::as_object);
    for name in properties.into_iter().flat_map(Map::keys) {
        let legal = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-');
        if !((1..=64).contains(&name.len()) && name.bytes().all(legal)) {
            faults.push(Fault::new(
                Rule::ArgumentName,
                &format!(".{name}"),
                "Anthropic and Bedrock refuse the name: they take 1 to 64 of `a-z`, `A-Z`, `0-9`, `_`, `.` and `-`",
                "rename it",
            ));
        }
    }
}

/// Totals of a schema that providers limit.
#[derive(Default)]
struct SchemaTotals {
    properties: usize,
    values: usize,
    /// Length of all names and values.
    characters: usize,
    /// Path of the first object that is nested too deep.
    deep: Option<String>,
}

impl SchemaTotals {
    fn add(&mut self, node: &SchemaNode<'_>) {
        let Some(schema) = node.object else { return };
        if let Some(Value::Object(properties)) = schema.get("properties") {
            self.properties += properties.len();
            self.characters += properties.keys().map(String::len).sum::<usize>();
            if node.depth >= DEPTH && self.deep.is_none() {
                self.deep = Some(node.place.to_owned());
            }
        }
        if let Some(Value::Array(values)) = schema.get("enum") {
            self.values += values.len();
            let texts = values.iter().filter_map(Value::as_str);
            self.characters += texts.map(str::len).sum::<usize>();
        }
    }

    fn judge(self, faults: &mut Vec<Fault>) {
        if let Some(place) = self.deep {
            faults.push(Fault::new(
                Rule::SchemaDepth,
                &place,
                format!("objects nest more than {DEPTH} deep, where OpenAI's strict mode ends"),
                "nest ids instead of values, or flatten",
            ));
        }
        if self.values > ENUM_VALUES {
            faults.push(Fault::new(
                Rule::SchemaEnums,
                "",
                format!(
                    "its schema has {} enum values, and OpenAI's strict mode takes {ENUM_VALUES}",
                    self.values
                ),
                "take text, and refuse what is unknown with the nearest value",
            ));
        }
        if self.properties > PROPERTIES || self.characters > CHARACTERS {
            faults.push(Fault::new(
                Rule::SchemaSize,
                "",
                format!(
                    "its schema has {} properties, and {} characters of names and values; OpenAI's strict mode takes {PROPERTIES} and {CHARACTERS}",
                    self.properties, self.characters
                ),
                "split the tool, or take less",
            ));
        }
    }
}
