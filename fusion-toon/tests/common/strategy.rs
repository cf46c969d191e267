//! Random data, with more tables and near-tables than chance would give.

use proptest::{collection::vec, prelude::*, sample::select, strategy::Union};
use serde_json::Number;

use super::json::Json;

pub fn text() -> impl Strategy<Value = String> {
    let special = "true|null|-?[0-9]{1,3}(\\.[0-9]{1,2})?(e[+-]?[0-9])?|[+.#-][a-z0-9]{0,3}";
    prop_oneof![
        4 => "[a-z]{1,6}",
        2 => "[ -~]{0,12}",
        1 => special,
        1 => "[a-z ,|:\\[\\]\"\\\\\t\n\u{1}é\u{FEFF}]{0,40}",
        1 => any::<String>(),
    ]
}

pub fn key() -> impl Strategy<Value = String> {
    prop_oneof![6 => "[a-f]", 1 => "[a-z_][a-z0-9_.]{0,8}", 1 => text()]
}

pub fn number() -> impl Strategy<Value = Number> {
    prop_oneof![
        any::<i64>().prop_map(Number::from),
        any::<u64>().prop_map(Number::from),
        (-1000..1000_i32).prop_map(Number::from),
        any::<f64>().prop_filter_map("finite", Number::from_f64),
        (-100_000..100_000_i32, -12..12_i32).prop_filter_map("finite", |(a, b)| Number::from_f64(
            f64::from(a) * 10_f64.powi(b)
        )),
    ]
}

pub fn leaf() -> impl Strategy<Value = Json> {
    prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::Bool),
        number().prop_map(Json::Number),
        text().prop_map(Json::Text),
    ]
}

/// Objects never have a key twice.
pub fn object(value: BoxedStrategy<Json>, most: usize) -> impl Strategy<Value = Json> {
    vec((key(), value), 0..most).prop_map(|entries| {
        let mut object: Vec<(String, Json)> = Vec::new();
        for (key, value) in entries {
            if object.iter().all(|(known, _)| *known != key) {
                object.push((key, value));
            }
        }
        Json::Object(object)
    })
}

/// Another value of the same shape, its fields possibly in another order.
fn similar(model: &Json) -> BoxedStrategy<Json> {
    match model {
        Json::Object(entries) => {
            let values: Vec<_> = entries
                .iter()
                .map(|(key, value)| {
                    similar(value).prop_map({
                        let key = key.clone();
                        move |value| (key.clone(), value)
                    })
                })
                .collect();
            let in_order = values.clone().prop_map(Json::Object);
            let shuffled = values.prop_shuffle().prop_map(Json::Object);
            Union::new_weighted(vec![(3, in_order.boxed()), (1, shuffled.boxed())]).boxed()
        }
        Json::Array(_) => Just(model.clone()).boxed(),
        _ => leaf().boxed(),
    }
}

/// An array or an object of rows, one of which may break the table.
fn rows(row: BoxedStrategy<Json>, other: BoxedStrategy<Json>) -> impl Strategy<Value = Json> {
    let rows = row.prop_flat_map(|row| vec(similar(&row), 1..5));
    let broken = (
        rows,
        proptest::option::weighted(0.3, (0..5_usize, other)),
        any::<bool>(),
    );
    broken.prop_map(|(mut rows, other, keyed)| {
        if let Some((at, other)) = other {
            rows.insert(at.min(rows.len()), other);
        }
        if !keyed {
            return Json::Array(rows);
        }
        let named = |(index, row)| (format!("k{index}"), row);
        Json::Object(rows.into_iter().enumerate().map(named).collect())
    })
}

pub fn json() -> impl Strategy<Value = Json> {
    leaf().prop_recursive(5, 48, 5, |inner| {
        let inner = inner.boxed();
        let row = object(inner.clone(), 4).boxed();
        prop_oneof![
            1 => vec(inner.clone(), 0..5).prop_map(Json::Array),
            1 => vec(leaf(), 0..5).prop_map(Json::Array),
            1 => object(inner.clone(), 5),
            1 => object(leaf().boxed(), 5),
            3 => rows(row, inner),
        ]
    })
}

pub fn delimiter() -> impl Strategy<Value = fusion_toon::Delimiter> {
    use fusion_toon::Delimiter::{Comma, Pipe, Tab};
    select(vec![Comma, Tab, Pipe])
}

/// Returns the number of cases to try: `TOON_CASES`, or few.
pub fn cases() -> ProptestConfig {
    let cases = std::env::var("TOON_CASES").ok();
    let cases = cases.and_then(|cases| cases.parse().ok()).unwrap_or(512);
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}
