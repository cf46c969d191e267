//! Values that a schema takes, with a liking for the ends of what it takes.

use proptest::{collection, option, prelude::*, sample::select, strategy::Union};
use serde_json::{Map, Value};

use super::{
    forms::{Form, forms},
    samples::{TEXTS, matching, of_format, text},
};

/// A property, if it is given.
type Member = (String, Option<Value>);

/// The largest integer that every JSON reader keeps exact.
const SAFE: i64 = (1 << 53) - 1;

/// The depth at which values of a recursive schema end.
const DEEPEST: usize = 5;

/// Values that `schema` takes.
pub fn accepted(schema: &Value) -> BoxedStrategy<Value> {
    Drawer { root: schema }.draw(schema, 0)
}

/// Any JSON, small, without numbers that some reader loses.
pub fn anything() -> BoxedStrategy<Value> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-300..300_i64).prop_map(Value::from),
        (-9..9_i32).prop_map(|n| Value::from(f64::from(n) + 0.5)),
        select(TEXTS.to_vec()).prop_map(Value::from),
    ];
    // A `&str` in place of this strategy would be parsed again for each key that is drawn.
    let names = matching("[a-c]");
    let any = scalar.prop_recursive(3, 12, 3, move |inner| {
        prop_oneof![
            collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            collection::btree_map(names.clone(), inner, 0..3)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    });
    any.boxed()
}

/// Draws from the schemas of one document.
#[derive(Clone, Copy)]
pub(super) struct Drawer<'r> {
    /// The document that references resolve against.
    pub(super) root: &'r Value,
}

impl Drawer<'_> {
    pub(super) fn draw(self, schema: &Value, depth: usize) -> BoxedStrategy<Value> {
        let forms = forms(self.root, schema);
        let drawn: Vec<_> = forms.iter().map(|form| self.form(form, depth)).collect();
        match drawn.len() {
            0 => anything(),
            _ => Union::new(drawn).boxed(),
        }
    }

    pub(super) fn form(self, form: &Form, depth: usize) -> BoxedStrategy<Value> {
        if let Some(Value::Array(values)) = form.get("enum") {
            return select(values.clone()).boxed();
        }
        if let Some(value) = form.get("const") {
            return Just(value.clone()).boxed();
        }
        let types = types(form).into_iter();
        let drawn = Union::new(types.map(|name| self.values_of_type(name, form, depth)));
        let excluded = excluded(form);
        if excluded.is_empty() {
            return drawn.boxed();
        }
        drawn
            .prop_filter("excluded", move |value| !excluded.contains(value))
            .boxed()
    }

    fn values_of_type(self, name: &str, form: &Form, depth: usize) -> BoxedStrategy<Value> {
        match name {
            "null" => Just(Value::Null).boxed(),
            "boolean" => any::<bool>().prop_map(Value::from).boxed(),
            "integer" => integer(form),
            "number" => prop_oneof![integer(form), float(form)].boxed(),
            "string" => string(form),
            "array" => self.array(form, depth),
            "object" => self.object(form, depth).prop_map(Value::Object).boxed(),
            _ => anything(),
        }
    }

    pub(super) fn array(self, form: &Form, depth: usize) -> BoxedStrategy<Value> {
        let (low, high) = span(form, "minItems", "maxItems", 3);
        let high = if depth > DEEPEST { low } else { high };
        let items = self.items(form, high, depth);
        let unique = form.get("uniqueItems") == Some(&Value::Bool(true));
        let cut = move |(mut values, len): (Vec<Value>, usize)| {
            values.truncate(len);
            if unique {
                let mut seen = Vec::new();
                values.retain(|value| {
                    !seen.contains(value) && {
                        seen.push(value.clone());
                        true
                    }
                });
            }
            values
        };
        (items, low..=high)
            .prop_map(cut)
            .prop_filter_map("too few", move |values| {
                (values.len() >= low).then(|| values.into())
            })
            .boxed()
    }

    /// The first `count` items, each by its own schema.
    pub(super) fn items(
        self,
        form: &Form,
        count: usize,
        depth: usize,
    ) -> Vec<BoxedStrategy<Value>> {
        let first = form.get("prefixItems").and_then(Value::as_array);
        let place = |index| {
            first
                .and_then(|first| first.get(index))
                .or(form.get("items"))
        };
        let free = Value::Bool(true);
        (0..count)
            .map(|index| self.draw(place(index).unwrap_or(&free), depth + 1))
            .collect()
    }

    pub(super) fn object(self, form: &Form, depth: usize) -> BoxedStrategy<Map<String, Value>> {
        let required = |name: &str| match form.get("required") {
            Some(Value::Array(names)) => names.iter().any(|one| one == name),
            _ => false,
        };
        let mut members = Vec::new();
        for (name, schema) in properties(form) {
            if !required(name) && depth > DEEPEST {
                continue;
            }
            let value = self.draw(schema, depth + 1);
            let value = if required(name) {
                value.prop_map(Some).boxed()
            } else {
                option::of(value).boxed()
            };
            members.push((Just(name.clone()), value));
        }
        let further = self.additional_members(form, depth);
        let least = form
            .get("minProperties")
            .and_then(Value::as_u64)
            .unwrap_or(0);
        let most = form.get("maxProperties").and_then(Value::as_u64);
        let object = |(members, further): (Vec<Member>, Map<String, Value>)| {
            let given = members
                .into_iter()
                .filter_map(|(name, value)| Some((name, value?)));
            further.into_iter().chain(given).collect()
        };
        (members, further)
            .prop_map(object)
            .prop_filter("too few or too many", move |map: &Map<String, Value>| {
                let len = map.len() as u64;
                len >= least && most.is_none_or(|most| len <= most)
            })
            .boxed()
    }

    /// Members that have no name in the schema. Their own are numbers, for maps by number.
    fn additional_members(self, form: &Form, depth: usize) -> BoxedStrategy<Map<String, Value>> {
        let free = Value::Bool(true);
        let patterns = form.get("patternProperties").and_then(Value::as_object);
        let (names, schema) = match (
            patterns.and_then(|all| all.iter().next()),
            form.get("additionalProperties"),
        ) {
            (Some((pattern, schema)), _) => (matching(pattern), schema),
            (None, Some(Value::Bool(false))) => return Just(Map::new()).boxed(),
            (None, further) => (matching("[1-9][0-9]{0,1}"), further.unwrap_or(&free)),
        };
        if depth > DEEPEST {
            return Just(Map::new()).boxed();
        }
        let most = if properties(form).next().is_some() {
            1
        } else {
            3
        };
        collection::btree_map(names, self.draw(schema, depth + 1), 0..=most)
            .prop_map(|members| members.into_iter().collect())
            .boxed()
    }
}

pub(super) fn properties(form: &Form) -> impl Iterator<Item = (&String, &Value)> {
    form.get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
}

/// Returns the types of a form: the stated ones, or those that its keywords imply.
pub(super) fn types(form: &Form) -> Vec<&str> {
    let has = |keywords: &[&str]| keywords.iter().any(|key| form.contains_key(*key));
    match form.get("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ if has(&["properties", "required", "additionalProperties"]) => vec!["object"],
        _ if has(&["items", "prefixItems", "minItems"]) => vec!["array"],
        _ if has(&["minLength", "maxLength", "pattern", "format"]) => vec!["string"],
        _ if has(&["minimum", "maximum", "multipleOf"]) => vec!["number"],
        _ => vec!["anything"],
    }
}

/// The values that `not` takes out.
fn excluded(form: &Form) -> Vec<Value> {
    match form.get("not") {
        Some(Value::Object(not)) => match (not.get("enum"), not.get("const")) {
            (Some(Value::Array(values)), _) => values.clone(),
            (_, value) => value.into_iter().cloned().collect(),
        },
        _ => Vec::new(),
    }
}

/// The least and the most of something; so many more than the least, where there is no most.
pub(super) fn span(form: &Form, low: &str, high: &str, more: usize) -> (usize, usize) {
    let end = |keyword| form.get(keyword)?.as_u64()?.try_into().ok();
    let low: usize = end(low).unwrap_or(0);
    (low, end(high).unwrap_or(low + more).min(low + 100))
}

/// The ends of the integers that a form takes.
#[allow(clippy::cast_possible_truncation)] // kept inside 2^53
pub(super) fn ends(form: &Form) -> (i64, i64) {
    let end = |keyword: &str| form.get(keyword).and_then(Value::as_f64);
    let low = [
        end("minimum").map(f64::ceil),
        end("exclusiveMinimum").map(|n| n.floor() + 1.0),
    ];
    let high = [
        end("maximum").map(f64::floor),
        end("exclusiveMaximum").map(|n| n.ceil() - 1.0),
    ];
    #[allow(clippy::cast_precision_loss)] // 2^53 - 1 is exact
    let safe = SAFE as f64;
    let low = low.into_iter().flatten().fold(-safe, f64::max);
    let high = high.into_iter().flatten().fold(safe, f64::min);
    #[allow(clippy::cast_possible_truncation)] // whole, and inside
    (low as i64, high as i64)
}

fn integer(form: &Form) -> BoxedStrategy<Value> {
    let (low, high) = ends(form);
    if low > high {
        return float(form);
    }
    let step = form
        .get("multipleOf")
        .and_then(Value::as_i64)
        .filter(|step| *step > 0);
    let near = 5.clamp(low, high);
    let drawn = prop_oneof![
        Just(low),
        Just(high),
        Just(0.clamp(low, high)),
        low..=high,
        near..=near.saturating_add(20).min(high),
    ];
    let stepped = drawn.prop_map(move |n| step.map_or(n, |step| n - n.rem_euclid(step)));
    stepped.prop_map(Value::from).boxed()
}

fn float(form: &Form) -> BoxedStrategy<Value> {
    let end = |keyword: &str| form.get(keyword).and_then(Value::as_f64);
    let low = end("minimum").or(end("exclusiveMinimum"));
    let high = end("maximum").or(end("exclusiveMaximum"));
    let (low, high) = match (low, high) {
        (Some(low), Some(high)) => (low, high),
        (Some(low), None) => (low, low + 1e6),
        (None, Some(high)) => (high - 1e6, high),
        (None, None) => (-1e6, 1e6),
    };
    prop_oneof![Just(low), Just(high), low..=high]
        .prop_map(Value::from)
        .boxed()
}

fn string(form: &Form) -> BoxedStrategy<Value> {
    let format = form.get("format").and_then(Value::as_str);
    let formed = format.map(of_format).unwrap_or_default();
    if !formed.is_empty() {
        return select(formed.to_vec()).prop_map(Value::from).boxed();
    }
    let (low, high) = span(form, "minLength", "maxLength", 8);
    if let Some(Value::String(pattern)) = form.get("pattern") {
        let most = form.get("maxLength").map_or(usize::MAX, |_| high);
        let cut = move |text: String| text.chars().take(most).collect::<String>();
        return matching(pattern)
            .prop_map(cut)
            .prop_map(Value::from)
            .boxed();
    }
    let texts: Vec<_> = TEXTS
        .into_iter()
        .filter(|text| (low..=high).contains(&text.chars().count()))
        .map(str::to_owned)
        .collect();
    let drawn = prop_oneof![text(low, low), text(high, high), text(low, high)];
    if texts.is_empty() {
        return drawn.prop_map(Value::from).boxed();
    }
    let drawn = prop_oneof![drawn, select(texts)];
    drawn.prop_map(Value::from).boxed()
}
