//! Texts of configuration files without secrets, for diffs: values of variables and headers, of keys with the
//! names of secrets, and of arguments after such flags - of every program in the file.

use std::{collections::HashSet, ops::Range};

use jsonc_parser::{
    CollectOptions, ParseOptions, ast::Value as JsonNode, common::Ranged, parse_to_ast,
};
use toml_edit::{Document, Item, Value as TomlNode};

/// The places of values in a text that a diff hides, and the values.
type Hidden = Vec<(Range<usize>, String)>;

const MASK: &str = "***";
const CHANGED_MASK: &str = "*** (changed)";

/// Both texts without secrets; a secret that only the second holds is marked, so that a diff shows the change.
/// `shown` are values that need no mask.
pub(crate) fn masked(before: &str, after: &str, shown: &[&str], is_toml: bool) -> (String, String) {
    let hidden = |text: &str| {
        let mut hidden = if is_toml {
            of_toml(text)
        } else {
            of_json(text)
        };
        hidden.retain(|(_, value)| !shown.contains(&value.as_str()) && !value.contains("${"));
        hidden
    };
    let old = hidden(before);
    let known: HashSet<&str> = old.iter().map(|(_, value)| value.as_str()).collect();
    let new = hidden(after);
    let masked_before = apply(before, &old, |_| MASK);
    let masked_after = apply(after, &new, |value| {
        if known.contains(value) {
            MASK
        } else {
            CHANGED_MASK
        }
    });
    (masked_before, masked_after)
}

fn apply(text: &str, hidden: &Hidden, mask: impl Fn(&str) -> &'static str) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut end = 0;
    for (range, value) in hidden {
        masked.push_str(text.get(end..range.start).unwrap_or_default());
        masked.extend(["\"", mask(value), "\""]);
        end = range.end;
    }
    masked.push_str(text.get(end..).unwrap_or_default());
    masked
}

/// Why a value is hidden, or not.
#[derive(Clone, Copy, PartialEq)]
enum Within {
    Open,
    /// The value of a key that is named as a secret is, or of a variable or header.
    Secret,
}

fn of_json(text: &str) -> Hidden {
    let mark = text.len() - text.trim_start_matches('\u{feff}').len();
    let mut hidden = Vec::new();
    let parsed = parse_to_ast(
        &text[mark..],
        &CollectOptions::default(),
        &ParseOptions::default(),
    );
    if let Some(root) = parsed.ok().and_then(|parsed| parsed.value) {
        walk_json(&root, Within::Open, &mut hidden);
    }
    for (range, _) in &mut hidden {
        *range = range.start + mark..range.end + mark;
    }
    hidden
}

fn walk_json(node: &JsonNode<'_>, within: Within, hidden: &mut Hidden) {
    match node {
        JsonNode::StringLit(text) if within == Within::Secret => {
            hidden.push((text.range.start..text.range.end, text.value.to_string()));
        }
        JsonNode::Object(object) => {
            for property in &object.properties {
                walk_json(
                    &property.value,
                    within.at_key(property.name.as_str()),
                    hidden,
                );
            }
        }
        JsonNode::Array(array) => {
            let mut flag = Within::Open;
            for element in &array.elements {
                let text = element.as_string_lit();
                let inner = text.map_or(within, |text| within.or(flag).at_argument(&text.value));
                walk_json(element, inner, hidden);
                flag = flag_of(text.map(|text| &*text.value));
            }
        }
        _ => {
            let range = node.range();
            if within == Within::Secret {
                hidden.push((range.start..range.end, String::new()));
            }
        }
    }
}

fn of_toml(text: &str) -> Hidden {
    let mark = text.len() - text.trim_start_matches('\u{feff}').len();
    let mut hidden = Vec::new();
    if let Ok(document) = Document::parse(&text[mark..]) {
        walk_toml(document.as_item(), Within::Open, &mut hidden);
    }
    for (range, _) in &mut hidden {
        *range = range.start + mark..range.end + mark;
    }
    hidden.sort_by_key(|(range, _)| range.start);
    hidden
}

fn walk_toml(item: &Item, within: Within, hidden: &mut Hidden) {
    if let Some(table) = item.as_table_like() {
        for (key, item) in table.iter() {
            walk_toml(item, within.at_key(key), hidden);
        }
    } else if let Some(tables) = item.as_array_of_tables() {
        for table in tables {
            for (key, item) in table {
                walk_toml(item, within.at_key(key), hidden);
            }
        }
    } else if let Some(value) = item.as_value() {
        walk_toml_value(value, within, hidden);
    }
}

fn walk_toml_value(value: &TomlNode, within: Within, hidden: &mut Hidden) {
    match value {
        TomlNode::Array(items) => {
            let mut flag = Within::Open;
            for item in items {
                let inner = item
                    .as_str()
                    .map_or(within, |text| within.or(flag).at_argument(text));
                walk_toml_value(item, inner, hidden);
                flag = flag_of(item.as_str());
            }
        }
        TomlNode::InlineTable(table) => {
            for (key, value) in table {
                walk_toml_value(value, within.at_key(key), hidden);
            }
        }
        value if within == Within::Secret => {
            let text = value.as_str().unwrap_or_default();
            hidden.extend(value.span().map(|span| (span, text.to_owned())));
        }
        _ => {}
    }
}

impl Within {
    fn at_key(self, key: &str) -> Self {
        match key {
            "env" | "headers" | "http_headers" => Self::Secret,
            _ if names_secret(key) => Self::Secret,
            _ => self,
        }
    }

    /// An argument like `--token=…`.
    fn at_argument(self, argument: &str) -> Self {
        match argument.split_once('=') {
            Some((flag, _)) if names_secret(flag) => Self::Secret,
            _ => self,
        }
    }

    fn or(self, other: Self) -> Self {
        if self == Self::Open { other } else { self }
    }
}

/// The mask of the argument after `argument`.
fn flag_of(argument: Option<&str>) -> Within {
    match argument {
        Some(flag) if flag.starts_with('-') && !flag.contains('=') && names_secret(flag) => {
            Within::Secret
        }
        _ => Within::Open,
    }
}

/// True for names like `API_KEY` and `--access-token`. Codex's `bearer_token_env_var` holds the name of a variable.
fn names_secret(name: &str) -> bool {
    let plain: String = name
        .chars()
        .filter(|char| char.is_alphanumeric())
        .map(|char| char.to_ascii_lowercase())
        .collect();
    let names = [
        "apikey",
        "authorization",
        "credential",
        "passwd",
        "password",
        "privatekey",
        "secret",
        "token",
    ];
    !plain.ends_with("envvar") && names.iter().any(|secret| plain.contains(secret))
}
