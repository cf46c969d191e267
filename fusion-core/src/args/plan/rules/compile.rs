//! The compiler from a schema to its rules.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{
    super::{CountRange, Numbers},
    BoundedPattern, Condition, EnforcedFormat, Further, NamePattern, PropertyRules, RuleFault,
    RuleSet, SchemaRule, SchemaRules,
    forms::{
        Formed, at_least, at_most, count, decode_percents, kinds, list, names, number, object, some,
    },
};

/// The keywords without rules: their meaning depends on what other keywords evaluated, or on the place
/// from which a reference leads to them.
const UNSUPPORTED: [&str; 4] = [
    "$dynamicRef",
    "$recursiveRef",
    "dependencies",
    "unevaluatedItems",
];

/// The keywords with rules in the order in which they are checked: cheap ones first.
const ORDER: [&str; 33] = [
    "type",
    "const",
    "enum",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
    "required",
    "dependentRequired",
    "pattern",
    "format",
    "uniqueItems",
    "properties",
    "patternProperties",
    "additionalProperties",
    "propertyNames",
    "items",
    "prefixItems",
    "contains",
    "dependentSchemas",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "unevaluatedProperties",
];

struct RuleCompiler<'d> {
    document: &'d Value,
    asserts_formats: bool,
    /// The references to each schema, as JSON pointers; the first one is the root.
    targets: Vec<String>,
    /// The schema that describes the same value as the compiled one.
    same_value: Option<usize>,
    /// The schemas that describe the same value as another one.
    same_values: Vec<(usize, usize)>,
}

impl SchemaRules {
    /// Compiles a schema. Formats are notes if `asserts_formats` is `false`.
    pub(in crate::args) fn compile(document: &Value, asserts_formats: bool) -> Formed<Self> {
        let mut compiler = RuleCompiler {
            document,
            asserts_formats,
            targets: vec![String::new()],
            same_value: None,
            same_values: Vec::new(),
        };
        let mut schemas = Vec::new();
        while let Some(target) = compiler.targets.get(schemas.len()) {
            let schema = document.pointer(target).ok_or(RuleFault::Malformed)?;
            compiler.same_value = Some(schemas.len());
            schemas.push(compiler.schema(schema)?);
        }
        compiler.check_cycles()?;
        Ok(Self {
            schemas: schemas.into(),
        })
    }
}

impl RuleCompiler<'_> {
    fn schema(&mut self, schema: &Value) -> Formed<RuleSet> {
        let schema = match schema {
            Value::Bool(true) => return Ok(RuleSet::default()),
            Value::Bool(false) => return Ok(RuleSet([SchemaRule::Never].into())),
            Value::Object(schema) => schema,
            _ => return Err(RuleFault::Malformed),
        };
        let unsupported = UNSUPPORTED.iter().find(|key| schema.contains_key(**key));
        if let Some(keyword) = unsupported {
            return Err(RuleFault::Unsupported((*keyword).to_owned()));
        }
        if schema.contains_key("$id") && !self.is_root(schema) {
            return Err(RuleFault::Unsupported("$id".to_owned()));
        }
        let mut rules = Vec::new();
        for keyword in ORDER {
            if let Some(value) = schema.get(keyword) {
                rules.extend(self.rule(keyword, value, schema)?);
            }
        }
        if let Some(reference) = schema.get("$ref") {
            rules.push(self.reference(reference)?);
        }
        Ok(RuleSet(rules.into()))
    }

    fn is_root(&self, schema: &Map<String, Value>) -> bool {
        let root = self.document.as_object();
        root.is_some_and(|root| std::ptr::eq(root, schema))
    }

    fn rule(
        &mut self,
        keyword: &'static str,
        value: &Value,
        schema: &Map<String, Value>,
    ) -> Formed<Option<SchemaRule>> {
        Ok(Some(match keyword {
            "type" => SchemaRule::Type(kinds(value)?),
            "const" => SchemaRule::Const(value.clone()),
            "enum" => SchemaRule::Enum(list(value)?.clone()),
            "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => {
                let bound = Map::from_iter([(keyword.to_owned(), number(value)?.clone().into())]);
                SchemaRule::Bound(keyword, Numbers::compile(&bound))
            }
            "multipleOf" => {
                let step = number(value)?;
                if step.as_f64().is_none_or(|step| step <= 0.0) {
                    return Err(RuleFault::Malformed);
                }
                SchemaRule::MultipleOf(step.clone())
            }
            "minLength" => SchemaRule::Length(keyword, at_least(count(value)?)),
            "maxLength" => SchemaRule::Length(keyword, at_most(count(value)?)),
            "minItems" => SchemaRule::ItemCount(keyword, at_least(count(value)?)),
            "maxItems" => SchemaRule::ItemCount(keyword, at_most(count(value)?)),
            "minProperties" => SchemaRule::Size(keyword, at_least(count(value)?)),
            "maxProperties" => SchemaRule::Size(keyword, at_most(count(value)?)),
            "required" => SchemaRule::Required(names(value)?),
            "dependentRequired" => {
                let lists = object(value)?.iter();
                let lists = lists.map(|(name, list)| Ok((name.clone(), names(list)?)));
                SchemaRule::DependentRequired(lists.collect::<Formed<_>>()?)
            }
            "pattern" => {
                let pattern = value.as_str().ok_or(RuleFault::Malformed)?;
                let pattern = BoundedPattern::compile(pattern).map_err(RuleFault::Pattern)?;
                SchemaRule::Pattern(pattern)
            }
            "format" => {
                let format = value.as_str().ok_or(RuleFault::Malformed)?;
                let format = EnforcedFormat::named(format).filter(|_| self.asserts_formats);
                return Ok(format.map(SchemaRule::Format));
            }
            "uniqueItems" => match value {
                Value::Bool(true) => SchemaRule::UniqueItems,
                Value::Bool(false) => return Ok(None),
                _ => return Err(RuleFault::Malformed),
            },
            "properties" | "patternProperties" | "additionalProperties" => {
                return self.properties(keyword, schema);
            }
            _ => self.applicator(keyword, value, schema)?,
        }))
    }

    /// Compiles a keyword that contains schemas.
    fn applicator(
        &mut self,
        keyword: &'static str,
        value: &Value,
        schema: &Map<String, Value>,
    ) -> Formed<SchemaRule> {
        Ok(match keyword {
            // Names are not checked one by one if there may be none.
            "propertyNames" if *value == Value::Bool(false) => {
                SchemaRule::Size("falseSchema", at_most(0))
            }
            "propertyNames" => SchemaRule::PropertyNames(self.inner(value)?),
            "items" => {
                let first = schema.get("prefixItems").and_then(Value::as_array);
                SchemaRule::Items(first.map_or(0, Vec::len), self.inner(value)?)
            }
            "prefixItems" => {
                let first = some(value)?.iter().map(|schema| self.inner(schema));
                SchemaRule::FirstItems(first.collect::<Formed<_>>()?)
            }
            "contains" => {
                let end = |keyword| schema.get(keyword).map(count).transpose();
                let range = CountRange {
                    low: end("minContains")?.unwrap_or(1),
                    high: end("maxContains")?.unwrap_or(u64::MAX),
                };
                SchemaRule::Contains(self.inner(value)?, range)
            }
            "dependentSchemas" => {
                let schemas = object(value)?.iter();
                let schemas =
                    schemas.map(|(name, schema)| Ok((name.clone(), self.schema(schema)?)));
                SchemaRule::DependentSchemas(schemas.collect::<Formed<_>>()?)
            }
            "allOf" => SchemaRule::AllOf(self.branches(value)?),
            "anyOf" => SchemaRule::AnyOf(self.branches(value)?),
            "oneOf" => SchemaRule::OneOf(self.branches(value)?),
            "not" => SchemaRule::Not(self.schema(value)?),
            "unevaluatedProperties" => SchemaRule::UnevaluatedProperties(self.inner(value)?),
            _ => {
                let mut branch = |keyword| {
                    let schema = schema.get(keyword).map(|schema| self.schema(schema));
                    Ok(schema.transpose()?.unwrap_or_default())
                };
                SchemaRule::If(Box::new(Condition {
                    tested: branch("if")?,
                    then: branch("then")?,
                    otherwise: branch("else")?,
                }))
            }
        })
    }

    /// Compiles the keywords about properties, at the first one that the schema has.
    fn properties(
        &mut self,
        keyword: &str,
        schema: &Map<String, Value>,
    ) -> Formed<Option<SchemaRule>> {
        let keywords = ["properties", "patternProperties", "additionalProperties"];
        let first = keywords.iter().find(|key| schema.contains_key(**key));
        if first.is_none_or(|first| *first != keyword) {
            return Ok(None);
        }
        let mut rules = PropertyRules {
            known: Vec::new(),
            named: Vec::new(),
            further: Further::Any,
            closed_by: match first {
                Some(&"additionalProperties") => "falseSchema",
                _ => "additionalProperties",
            },
        };
        if let Some(known) = schema.get("properties") {
            for (name, schema) in object(known)? {
                rules.known.push((name.clone(), self.inner(schema)?));
            }
        }
        if let Some(named) = schema.get("patternProperties") {
            for (pattern, schema) in object(named)? {
                let pattern = NamePattern::compile(pattern).map_err(RuleFault::Pattern)?;
                rules.named.push((pattern, self.inner(schema)?));
            }
        }
        rules.further = match schema.get("additionalProperties") {
            None => Further::Any,
            Some(Value::Bool(false)) => Further::None,
            Some(schema) => Further::Rules(self.inner(schema)?),
        };
        Ok(Some(SchemaRule::Properties(rules)))
    }

    fn branches(&mut self, value: &Value) -> Formed<Vec<RuleSet>> {
        some(value)?
            .iter()
            .map(|schema| self.schema(schema))
            .collect()
    }

    /// Compiles the schema of a value inside of the described one.
    fn inner(&mut self, schema: &Value) -> Formed<RuleSet> {
        let outer = self.same_value.take();
        let rules = self.schema(schema);
        self.same_value = outer;
        rules
    }

    fn reference(&mut self, reference: &Value) -> Formed<SchemaRule> {
        let reference = reference.as_str().ok_or(RuleFault::Malformed)?;
        let unsupported = || RuleFault::Unsupported("$ref".to_owned());
        let pointer = reference.strip_prefix('#').ok_or_else(unsupported)?;
        let pointer = decode_percents(pointer).ok_or(RuleFault::Malformed)?;
        if !pointer.is_empty() && !pointer.starts_with('/') {
            return Err(unsupported());
        }
        let known = self.targets.iter().position(|target| *target == pointer);
        let index = known.unwrap_or_else(|| {
            self.targets.push(pointer);
            self.targets.len() - 1
        });
        self.same_values
            .extend(self.same_value.map(|schema| (schema, index)));
        Ok(SchemaRule::Reference(index))
    }

    /// Refuses a schema that refers to itself for the same value.
    fn check_cycles(&self) -> Formed<()> {
        for start in 0..self.targets.len() {
            let (mut seen, mut open) = (BTreeSet::new(), vec![start]);
            while let Some(from) = open.pop() {
                for (_, to) in self.same_values.iter().filter(|(one, _)| *one == from) {
                    if *to == start {
                        return Err(RuleFault::Unsupported("$ref".to_owned()));
                    }
                    if seen.insert(*to) {
                        open.push(*to);
                    }
                }
            }
        }
        Ok(())
    }
}
