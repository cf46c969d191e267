//! Shapes of results: first those that take fewer tokens in TOON, then the others.

use serde_json::{Map, Value, json};

pub(crate) fn shapes() -> [(&'static str, Value); 13] {
    let state = |id: usize| ["open", "done"][id % 2];
    let owner = |id: usize| ["ada", "grace", "linus"][id % 3];
    let flat = |id: usize| {
        json!({"id": id, "title": format!("Task {id}"), "state": state(id),
            "owner": owner(id), "due": format!("2026-12-{:02}", id + 1)})
    };
    let nested = |id: usize| {
        json!({"id": id, "customer": {"name": format!("Customer {id}"), "country": "DK"},
            "cents": id * 125})
    };
    let plan = |id: usize| {
        let plan = json!({"price": id * 10, "seats": id, "public": id.is_multiple_of(2)});
        (format!("plan-{id}"), plan)
    };
    let optional = |id: usize| {
        let mut row = flat(id);
        if let (Some(row), true) = (row.as_object_mut(), id.is_multiple_of(3)) {
            row.remove("due");
        }
        row
    };
    let tagged = |id: usize| {
        let mut row = flat(id);
        row["tags"] = json!(["new", format!("week-{id}")]);
        row
    };
    let point = |id: usize| {
        json!({"type": "Feature", "geometry": {"type": "Point", "coordinates": [10.5, id]},
            "properties": {"name": format!("Place {id}")}})
    };
    let text = "The quick brown fox jumps over the lazy dog, and then it sleeps. ".repeat(12);
    [
        ("20 rows of 5 fields", rows(20, flat)),
        ("2 rows of 5 fields", rows(2, flat)),
        ("20 rows with an object in each", rows(20, nested)),
        (
            "a map of 20 objects",
            (0..20).map(plan).collect::<Map<_, _>>().into(),
        ),
        ("one flat object", flat(7)),
        (
            "a list of 12 strings",
            (0..12).map(|id| format!("item {id}")).collect(),
        ),
        ("a long text", json!({"text": text})),
        (
            "an error",
            json!({"error": {"code": "not_found", "message": "there is no issue 7", "retry": false}}),
        ),
        ("20 rows, a field missing in some", rows(20, optional)),
        ("20 rows with a list in each", rows(20, tagged)),
        (
            "10 points of GeoJSON",
            json!({"type": "FeatureCollection", "features": rows(10, point)}),
        ),
        ("a configuration", configuration()),
        ("a JSON schema", schema()),
    ]
}

fn rows(count: usize, row: impl Fn(usize) -> Value) -> Value {
    (0..count).map(row).collect()
}

fn configuration() -> Value {
    let service = |name: &str| {
        json!({"image": format!("example/{name}:1.2"), "environment": {"LOG": "info", "NAME": name},
            "ports": [8080, 9090], "limits": {"cpu": 0.5, "memory": {"soft": "256M", "hard": "512M"}},
            "depends_on": ["database"]})
    };
    json!({"version": 3, "services": {"web": service("web"), "worker": service("worker"),
        "database": {"image": "postgres:17", "volumes": ["data:/var/lib"]}}, "volumes": {"data": {}}})
}

fn schema() -> Value {
    json!({"type": "object", "required": ["title"], "additionalProperties": false, "properties": {
        "title": {"type": "string", "description": "One line.", "maxLength": 200},
        "state": {"enum": ["open", "closed"]},
        "labels": {"type": "array", "items": {"type": "string"}, "uniqueItems": true},
        "page": {"type": "object", "properties": {"limit": {"type": "integer", "minimum": 1, "maximum": 100}}}}})
}
