//! The properties of an object.

use serde_json::{Map, Value};

use super::{
    PlanNode,
    compile::{UnenforceableRule, node},
};
use crate::args::marks::{ALIAS, INTEGER_KEYS, alias_names, is_integer_pattern};

#[derive(Clone, Debug)]
pub(in crate::args) struct Fields {
    pub(in crate::args) known: Vec<KnownField>,
    pub(in crate::args) required: usize,
    /// `true` if further properties are refused.
    pub(in crate::args) closed: bool,
    /// The plan of further properties, if the schema restricts them.
    pub(in crate::args) further: Option<PlanNode>,
    /// `true` if the names of further properties are integers.
    pub(in crate::args) integer_keys: bool,
    /// `true` if a field has other names.
    has_aliases: bool,
}

#[derive(Clone, Debug)]
pub(in crate::args) struct KnownField {
    pub(in crate::args) name: String,
    pub(in crate::args) required: bool,
    pub(in crate::args) node: PlanNode,
    /// Other names, which are accepted and not listed.
    pub(in crate::args) aliases: Vec<String>,
    /// The place of this field in the answers of a choice, if other branches have an equal field.
    pub(super) shared: Option<u8>,
}

impl KnownField {
    /// Returns the name and then the other names.
    pub(in crate::args) fn names(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.name).chain(&self.aliases)
    }
}

/// The answers of one choice about one value: fields that several branches share are checked once.
/// Otherwise nested choices would check a value as often as there are ways to it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SharedAnswers {
    known: u64,
    fitting: u64,
}

/// The number of answers that a choice keeps.
pub(super) const MAX_SHARED: u8 = 64;

impl SharedAnswers {
    fn fits(&mut self, field: &KnownField, value: &Value) -> bool {
        let Some(bit) = field.shared.map(|place| 1_u64 << place) else {
            return field.node.fits(value);
        };
        if self.known & bit == 0 {
            self.known |= bit;
            if field.node.fits(value) {
                self.fitting |= bit;
            }
        }
        self.fitting & bit != 0
    }
}

impl Fields {
    pub(super) fn compile(
        schema: &Map<String, Value>,
        defs: Option<&Value>,
    ) -> Result<Option<Self>, UnenforceableRule> {
        let known = known_fields(schema, defs)?;
        // The patterns decide which properties are further ones, so the validator checks them.
        let patterns = schema.get("patternProperties").and_then(Value::as_object);
        let further = schema.get("additionalProperties");
        let integer_keys = schema.get(INTEGER_KEYS) == Some(&Value::Bool(true))
            || further == Some(&Value::Bool(false)) && patterns.is_some_and(are_integers);
        // Keys that are integers have one kind of value, which is read as that of any other map.
        let integer_values = patterns
            .filter(|_| integer_keys)
            .and_then(|patterns| only_value(patterns));
        let further = match patterns {
            None => further,
            Some(_) => integer_values,
        };
        let closed = further == Some(&Value::Bool(false));
        let further = match further {
            Some(Value::Object(schema)) => {
                Some(node(schema, defs).map_err(|no| no.with_step(".*"))?)
                    .filter(|one| !one.is_idle())
            }
            _ => None,
        };
        let idle = known.is_empty() && !closed && !integer_keys && further.is_none();
        Ok((!idle).then(|| Self {
            required: known.iter().filter(|field| field.required).count(),
            has_aliases: known.iter().any(|field| !field.aliases.is_empty()),
            integer_keys,
            known,
            closed,
            further,
        }))
    }

    pub(in crate::args) fn find(&self, name: &str) -> Option<&KnownField> {
        self.known.iter().find(|field| field.name == name)
    }

    /// Returns the field that has another name `name`.
    pub(in crate::args) fn find_alias(&self, name: &str) -> Option<&KnownField> {
        let named = |field: &&KnownField| field.aliases.iter().any(|alias| alias == name);
        let known = self.has_aliases.then_some(&self.known)?;
        known.iter().find(named)
    }

    /// Returns `true` if names of an object may have to be replaced.
    pub(in crate::args) fn has_other_names(&self) -> bool {
        self.has_aliases || self.integer_keys
    }

    /// Returns `true` if a name that is not known may be the name of a further property.
    fn is_further_name(&self, name: &str) -> bool {
        !self.has_other_names()
            || self.find_alias(name).is_none() && (!self.integer_keys || is_integer(name))
    }

    /// Returns the plans of all properties.
    pub(super) fn nodes(&self) -> impl Iterator<Item = &PlanNode> {
        let known = self.known.iter().map(|field| &field.node);
        known.chain(&self.further)
    }

    /// Returns `true` if an object is valid as it is.
    pub(super) fn fit(&self, map: &Map<String, Value>) -> bool {
        self.fit_by(map, &mut |field, value| field.node.fits(value))
    }

    /// Returns `true` if an object is valid as it is, as a branch of a choice.
    pub(super) fn fit_as_branch(
        &self,
        map: &Map<String, Value>,
        answers: &mut SharedAnswers,
    ) -> bool {
        self.fit_by(map, &mut |field, value| answers.fits(field, value))
    }

    #[inline]
    fn fit_by(
        &self,
        map: &Map<String, Value>,
        fits: &mut impl FnMut(&KnownField, &Value) -> bool,
    ) -> bool {
        let mut seen = 0;
        for (name, value) in map {
            let fits = match (self.find(name), &self.further) {
                (Some(field), _) => {
                    seen += usize::from(field.required);
                    fits(field, value)
                }
                (None, _) if !self.is_further_name(name) => false,
                (None, Some(further)) => further.fits(value),
                (None, None) => !self.closed,
            };
            if !fits {
                return false;
            }
        }
        seen == self.required
    }
}

/// Compiles the listed properties, and the required ones that are not listed.
fn known_fields(
    schema: &Map<String, Value>,
    defs: Option<&Value>,
) -> Result<Vec<KnownField>, UnenforceableRule> {
    let empty = Map::new();
    let properties = schema.get("properties").and_then(Value::as_object);
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .map(|names| names.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    let mut known = Vec::new();
    for (name, schema) in properties.unwrap_or(&empty) {
        let aliases = aliases(schema);
        check_aliases(name, &aliases, &known, properties.unwrap_or(&empty))?;
        known.push(KnownField {
            name: name.clone(),
            required: required.contains(&name.as_str()),
            node: compile_nested(schema, defs).map_err(|no| no.with_step(&format!(".{name}")))?,
            aliases,
            shared: None,
        });
    }
    for name in &required {
        if !known.iter().any(|field| field.name == *name) {
            known.push(KnownField {
                name: (*name).to_owned(),
                required: true,
                node: node(&empty, None)?,
                aliases: Vec::new(),
                shared: None,
            });
        }
    }
    Ok(known)
}

/// Returns the other names of a field.
fn aliases(schema: &Value) -> Vec<String> {
    let names = schema.get(ALIAS).into_iter().flat_map(alias_names);
    names.map(str::to_owned).collect()
}

/// Refuses a name of two fields.
fn check_aliases(
    name: &str,
    aliases: &[String],
    earlier: &[KnownField],
    properties: &Map<String, Value>,
) -> Result<(), UnenforceableRule> {
    let is_used = |alias: &&String| {
        properties.contains_key(*alias)
            || earlier.iter().any(|field| field.aliases.contains(*alias))
    };
    match aliases.iter().find(is_used) {
        None => Ok(()),
        Some(alias) => Err(UnenforceableRule::new(format!(
            "the alias `{alias}` of `{name}` is a name of another field: leave it out"
        ))),
    }
}

/// Returns `true` if all names of further properties are integers.
fn are_integers(patterns: &Map<String, Value>) -> bool {
    !patterns.is_empty() && patterns.keys().all(|name| is_integer_pattern(name))
}

/// Returns the schema of all patterns, if they have one.
fn only_value(patterns: &Map<String, Value>) -> Option<&Value> {
    let mut values = patterns.values();
    let first = values.next()?;
    values.all(|other| other == first).then_some(first)
}

/// Returns `true` for the decimal digits of an integer.
pub(in crate::args) fn is_integer(name: &str) -> bool {
    let digits = name.strip_prefix('-').unwrap_or(name);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Compiles a schema that may be a boolean.
pub(super) fn compile_nested(
    schema: &Value,
    defs: Option<&Value>,
) -> Result<PlanNode, UnenforceableRule> {
    match schema {
        Value::Object(schema) => node(schema, defs),
        Value::Bool(false) => Ok(PlanNode::refuse_all()),
        _ => node(&Map::new(), None),
    }
}
