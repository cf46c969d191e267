//! Arrays: their first items one by one, then all others.

use serde_json::{Map, Value};

use super::{GapKind, SchemaComparison};

impl SchemaComparison<'_> {
    pub(super) fn arrays(
        &mut self,
        path: &str,
        narrow: &Map<String, Value>,
        wide: &Map<String, Value>,
    ) {
        self.counts(path, narrow, wide, ["minItems", "maxItems"]);
        let unique = wide.get("uniqueItems");
        if unique == Some(&Value::Bool(true)) {
            self.add(
                path,
                GapKind::Bound("uniqueItems"),
                narrow.get("uniqueItems"),
                unique,
            );
        }
        if let Some(rule) = wide.get("unevaluatedItems") {
            let kind = GapKind::Incomparable("unevaluatedItems");
            self.add(path, kind, narrow.get("unevaluatedItems"), Some(rule));
        }
        let most = narrow
            .get("maxItems")
            .and_then(Value::as_u64)
            .unwrap_or(u64::MAX);
        let (own, accepted) = (first_items(narrow), first_items(wide));
        let any = Value::Object(Map::new());
        let others = |schema: &Map<String, Value>| schema.get("items").unwrap_or(&any).clone();
        let (rest, accepted_rest) = (others(narrow), others(wide));
        let positions = own.len().max(accepted.len());
        for index in 0..positions {
            if index as u64 >= most {
                return;
            }
            let own = own.get(index).unwrap_or(&rest);
            let accepted = accepted.get(index).unwrap_or(&accepted_rest);
            self.compare(&format!("{path}[{index}]"), own, accepted);
        }
        if (positions as u64) < most {
            self.compare(&format!("{path}[]"), &rest, &accepted_rest);
        }
    }
}

fn first_items(schema: &Map<String, Value>) -> &[Value] {
    let items = schema.get("prefixItems").and_then(Value::as_array);
    items.map(Vec::as_slice).unwrap_or_default()
}
