//! The shapes of data that are compared.

use serde::Serialize;
use serde_json::{Value, json};

#[derive(Clone, Serialize)]
pub struct Row {
    id: u64,
    name: String,
    email: String,
    age: u32,
    active: bool,
    score: f64,
    city: String,
}

pub fn rows(count: u64) -> Vec<Row> {
    let cities = ["Berlin", "Oslo", "New York, NY", "São Paulo", "Tokyo"];
    let row = |id: u64| Row {
        id,
        name: format!("User {}", id * 7919 % 10_007),
        email: format!("user{id}@example.com"),
        age: 18 + (id * 31 % 60) as u32,
        active: id % 3 == 0,
        score: (id * 7919 % 10_000) as f64 / 100.0,
        city: cities[(id % 5) as usize].to_owned(),
    };
    (0..count).map(row).collect()
}

#[derive(Serialize)]
pub struct Page {
    total: usize,
    items: Vec<Order>,
}

#[derive(Serialize)]
struct Order {
    id: u64,
    customer: Customer,
    total: f64,
    note: Option<String>,
    state: State,
}

#[derive(Serialize)]
struct Customer {
    name: String,
    country: &'static str,
}

#[derive(Serialize)]
enum State {
    Open,
    Shipped,
}

pub fn orders(count: usize) -> Page {
    let order = |row: Row| Order {
        id: row.id,
        total: row.score,
        note: row.active.then(|| "leave it at the door".to_owned()),
        state: if row.active {
            State::Open
        } else {
            State::Shipped
        },
        customer: Customer {
            name: row.name,
            country: "DK",
        },
    };
    let items = rows(count as u64).into_iter().map(order).collect();
    Page {
        total: count,
        items,
    }
}

pub fn config(levels: u32, width: u32) -> Value {
    if levels == 0 {
        return json!({"enabled": true, "retries": 3, "url": "https://example.com/api", "tags": ["a", "b"]});
    }
    let inner = |index: u32| {
        (
            format!("section_{levels}_{index}"),
            config(levels - 1, width),
        )
    };
    let mut object: serde_json::Map<_, _> = (0..width).map(inner).collect();
    object.insert("timeout".into(), json!(30.5));
    object.insert("name".into(), json!(format!("level {levels}")));
    Value::Object(object)
}

pub fn issues(count: u64) -> Value {
    let issue = |id: u64| {
        let labels: Vec<_> = (0..id % 4)
            .map(|label| json!({"id": label, "name": format!("label-{label}"), "color": "ff0000"}))
            .collect();
        json!({
            "id": id,
            "title": format!("Crash when opening file {id}: it fails"),
            "state": if id % 2 == 0 { "open" } else { "closed" },
            "user": {"login": format!("user{}", id % 97), "id": id % 97, "admin": false},
            "labels": labels,
            "assignee": if id % 3 == 0 { json!({"login": "ada", "id": 1}) } else { Value::Null },
            "comments": id % 13,
            "body": "Steps to reproduce:\n1. open\n2. crash\nExpected: no crash, \"really\".",
            "reactions": [id % 5, id % 3, 0],
        })
    };
    Value::Array((0..count).map(issue).collect())
}

pub fn long_text(count: u64) -> Value {
    let sentence = "The quick brown fox jumps over the lazy dog and then it sleeps. ";
    let text =
        |id: u64| json!({"id": id, "text": sentence.repeat(40 + (id % 20) as usize).trim_end()});
    Value::Array((0..count).map(text).collect())
}

pub fn small() -> Value {
    json!({"id": 17, "name": "Ada Lovelace", "email": "ada@example.com", "active": true,
        "score": 99.5, "role": "admin", "tags": ["a", "b"]})
}
