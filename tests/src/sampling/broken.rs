//! Values with one place broken: of another kind, out of bounds, unlisted, unknown, missing.

use proptest::{prelude::*, sample::select, strategy::Union};
use serde_json::{Map, Value, json};

use super::{
    accepted::{Drawer, anything, ends, properties, span, types},
    forms::{Form, forms},
    samples::{FORMLESS, TEXTS, kind, strays, text},
};

/// Values that `schema` refuses, nearly all of them.
pub fn broken(schema: &Value) -> BoxedStrategy<Value> {
    Drawer { root: schema }
        .spoil(schema, 0)
        .unwrap_or_else(anything)
}

/// Beyond this depth nothing is broken: recursive schemas end there.
const DEEPEST: usize = 4;

type Ways = Vec<BoxedStrategy<Value>>;

impl Drawer<'_> {
    /// `None` where there is nothing to break.
    fn spoil(self, schema: &Value, depth: usize) -> Option<BoxedStrategy<Value>> {
        if depth > DEEPEST {
            return None;
        }
        let forms = forms(self.root, schema);
        let kinds: Vec<&str> = forms.iter().flat_map(types).collect();
        let mut ways = Ways::new();
        for form in &forms {
            let own = self.ways(form, depth);
            if !own.is_empty() {
                ways.push(Union::new(own).boxed());
            }
        }
        ways.extend(other_kind(&kinds));
        (!ways.is_empty()).then(|| Union::new(ways).boxed())
    }

    fn ways(self, form: &Form, depth: usize) -> Ways {
        let mut ways = Ways::new();
        let values = match (form.get("enum"), form.get("const")) {
            (Some(Value::Array(values)), _) => values.clone(),
            (_, Some(value)) => vec![value.clone()],
            _ => Vec::new(),
        };
        if !values.is_empty() {
            return vec![unlisted(values)];
        }
        for name in types(form) {
            match name {
                "integer" | "number" => ways.extend(numbers(form, name)),
                "string" => ways.extend(strings(form)),
                "array" => self.arrays(form, depth, &mut ways),
                "object" => self.objects(form, depth, &mut ways),
                _ => {}
            }
        }
        ways
    }

    fn arrays(self, form: &Form, depth: usize, ways: &mut Ways) {
        let (low, high) = span(form, "minItems", "maxItems", 3);
        let items = |count| self.items(form, count, depth);
        if low > 0 {
            ways.push(items(low - 1).prop_map(Value::from).boxed());
        }
        if form.contains_key("maxItems") {
            ways.push(items(high + 1).prop_map(Value::from).boxed());
        }
        if form.get("uniqueItems") == Some(&Value::Bool(true)) && high > 1 {
            let twice = items(low.max(1)).prop_map(|mut values| {
                values.extend(values.first().cloned());
                Value::from(values)
            });
            ways.push(twice.boxed());
        }
        let count = high.min(low.max(1) + 1);
        for index in 0..count {
            let first = form.get("prefixItems").and_then(Value::as_array);
            let own = first
                .and_then(|first| first.get(index))
                .or(form.get("items"));
            if let Some(spoiled) = own.and_then(|own| self.spoil(own, depth + 1)) {
                let mut all = items(count);
                all[index] = spoiled;
                ways.push(all.prop_map(Value::from).boxed());
            }
        }
    }

    fn objects(self, form: &Form, depth: usize, ways: &mut Ways) {
        let object = || self.object(form, depth);
        let with = |(mut map, (name, value)): (Map<String, Value>, (String, Value))| {
            map.insert(name, value);
            Value::Object(map)
        };
        let mut members: Vec<BoxedStrategy<(String, Value)>> = Vec::new();
        let mut names: Vec<String> = vec!["zzz".into(), "9".into()];
        for (name, schema) in properties(form) {
            names.extend([format!("{name}x"), name.to_uppercase()]);
            if let Some(spoiled) = self.spoil(schema, depth + 1) {
                members.push((Just(name.clone()), spoiled).boxed());
            }
        }
        names.retain(|name| properties(form).all(|(own, _)| own != name));
        match form.get("additionalProperties") {
            Some(Value::Bool(false)) => {
                let unknown = (select(names), anything()).boxed();
                ways.push((object(), unknown).prop_map(with).boxed());
            }
            Some(further) => {
                let spoiled = self.spoil(further, depth + 1);
                members.extend(spoiled.map(|value| (Just("7".to_owned()), value).boxed()));
            }
            None => {}
        }
        if !members.is_empty() {
            ways.push((object(), Union::new(members)).prop_map(with).boxed());
        }
        if let Some(Value::Array(required)) = form.get("required")
            && !required.is_empty()
        {
            let short = |(mut map, name): (Map<String, Value>, Value)| {
                map.remove(name.as_str().unwrap_or_default());
                Value::Object(map)
            };
            ways.push((object(), select(required.clone())).prop_map(short).boxed());
        }
    }
}

/// A value of a kind that is none of these; text above all, which a reader may take for another.
fn other_kind(kinds: &[&str]) -> Option<BoxedStrategy<Value>> {
    let takes = |value: &Value| {
        let kind = kind(value);
        kinds.contains(&"anything")
            || kinds.contains(&kind)
            || (kind == "integer" && kinds.contains(&"number"))
    };
    let strays: Vec<_> = strays().into_iter().filter(|value| !takes(value)).collect();
    (!strays.is_empty()).then(|| select(strays).boxed())
}

fn unlisted(values: Vec<Value>) -> BoxedStrategy<Value> {
    let near = select(values).prop_flat_map(|value| match value {
        Value::String(text) => select(vec![
            json!(text.to_uppercase()),
            json!(format!("{text}s")),
            json!(format!(" {text}")),
            json!(text.get(1..).unwrap_or_default()),
            json!(""),
        ])
        .boxed(),
        Value::Number(number) => {
            let near = number.as_i64().map_or(json!(0.5), |n| json!(n + 1));
            select(vec![near, json!(number.to_string())]).boxed()
        }
        other => Just(json!([other])).boxed(),
    });
    near.boxed()
}

fn numbers(form: &Form, name: &str) -> Ways {
    let mut wrong = Vec::new();
    let (low, high) = ends(form);
    if form.contains_key("minimum") || form.contains_key("exclusiveMinimum") {
        wrong.extend([json!(low - 1), json!(low - 1000)]);
    }
    if form.contains_key("maximum") || form.contains_key("exclusiveMaximum") {
        wrong.extend([json!(high + 1), json!(high + 1000)]);
    }
    if form.contains_key("multipleOf") {
        wrong.push(json!(low + 1));
    }
    if let Some(not) = form.get("not") {
        wrong.extend(not.get("const").cloned());
        wrong.extend(
            not.get("enum")
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
                .cloned(),
        );
    }
    if name == "integer" {
        wrong.push(json!(0.5));
        #[allow(clippy::cast_precision_loss)] // near enough
        wrong.push(json!(low as f64 + 0.5));
    } else {
        let end = |keyword: &str| form.get(keyword).and_then(Value::as_f64);
        wrong.extend(end("minimum").map(|low| json!(low - 0.25)));
        wrong.extend(end("maximum").map(|high| json!(high + 0.25)));
        let excluded = [end("exclusiveMinimum"), end("exclusiveMaximum")];
        wrong.extend(excluded.into_iter().flatten().map(Value::from));
    }
    if wrong.is_empty() {
        return Ways::new();
    }
    // A whole float is an integer to a schema, and none to serde.
    let floats = |value: &Value| {
        name == "number"
            || value
                .as_f64()
                .is_none_or(|n| n.fract() != 0.0 || !value.is_f64())
    };
    wrong.retain(floats);
    vec![select(wrong).boxed()]
}

fn strings(form: &Form) -> Ways {
    let (low, high) = span(form, "minLength", "maxLength", 0);
    let mut ways = Ways::new();
    if low > 0 {
        ways.push(text(0, low - 1).prop_map(Value::from).boxed());
    }
    if form.contains_key("maxLength") {
        ways.push(text(high + 1, high + 3).prop_map(Value::from).boxed());
    }
    if form.contains_key("pattern") {
        let texts = prop_oneof![text(0, 4), select(TEXTS.to_vec()).prop_map(str::to_owned)];
        ways.push(texts.prop_map(Value::from).boxed());
    }
    if form.contains_key("format") {
        ways.push(select(FORMLESS.to_vec()).prop_map(Value::from).boxed());
    }
    ways
}
