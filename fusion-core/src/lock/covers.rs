//! The decision if one schema accepts each value that another one accepts. It is sound and not complete: a gap
//! that it reports may accept the same values, and where it reports none, none is missing.
//!
//! Both schemas are in the canonical form.

mod arrays;
mod choices;
mod disjoint;
mod keywords;
mod objects;
mod scalars;
mod values;

use std::collections::BTreeSet;

use serde_json::{Map, Value};

pub(super) use self::disjoint::{are_disjoint, types_overlap};
use self::keywords::{OPAQUE, without_equal};
use super::{
    canonical::{is_within, types_of_value},
    words::accepts_all,
};
use crate::{
    args::{ALIAS, NULL_IS_VALUE},
    schema::{definition_name, references},
};

/// The number of pairs of schemas that one comparison visits. More of them count as a gap.
const MAX_PAIRS: usize = 20_000;

/// A way in which the narrow schema accepts what the wide one may refuse.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CoverageGap {
    /// The place: `.owner` is a field, `[]` an item.
    pub(super) path: String,
    pub(super) kind: GapKind,
    /// The keyword's value in the narrow schema, or the schema itself.
    pub(super) narrow: Option<Value>,
    /// The value at this place in the wide schema.
    pub(super) wide: Option<Value>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum GapKind {
    /// A type, or any value where values are listed.
    Type,
    /// `null` beside other types.
    Null,
    /// Values of an enum: the refused ones are `narrow`.
    Values,
    /// An alias of a value or a field: its name is `narrow`.
    Alias,
    /// A bound, by its keyword.
    Bound(&'static str),
    Pattern,
    Format,
    /// A field that the wide schema does not have, and refuses.
    FieldUnknown,
    /// As `FieldUnknown`, where the wide schema has a field under an alias of it: the alias is `narrow`.
    FieldMoved,
    /// A field that only the wide schema requires.
    FieldRequired,
    /// A field that the narrow schema does not list, and thus accepts with any value.
    FieldTyped,
    /// A field of the wide schema that the narrow one does not list, where its absence matters.
    FieldGone,
    /// Fields that neither lists.
    UnlistedFields,
    /// A keyword that is not compared.
    Incomparable(&'static str),
}

/// Returns the ways in which `wide` may refuse what `narrow` accepts. With `fields_matter`, a field that only
/// `wide` lists is one of them, because the readers of a result expect it.
pub(super) fn gaps(narrow: &Value, wide: &Value, fields_matter: bool) -> Vec<CoverageGap> {
    let mut comparison = SchemaComparison {
        narrow_document: narrow,
        wide_document: wide,
        fields_matter,
        assumed: BTreeSet::new(),
        left: MAX_PAIRS,
        gaps: Vec::new(),
    };
    comparison.compare("", narrow, wide);
    let mut found: Vec<CoverageGap> = Vec::new();
    for gap in comparison.gaps {
        if !found
            .iter()
            .any(|known| known.path == gap.path && known.kind == gap.kind)
        {
            found.push(gap);
        }
    }
    found
}

struct SchemaComparison<'s> {
    narrow_document: &'s Value,
    wide_document: &'s Value,
    fields_matter: bool,
    /// The pairs of references that are compared already, or being compared.
    assumed: BTreeSet<(String, String)>,
    left: usize,
    gaps: Vec<CoverageGap>,
}

impl SchemaComparison<'_> {
    fn add(&mut self, path: &str, kind: GapKind, narrow: Option<&Value>, wide: Option<&Value>) {
        self.gaps.push(CoverageGap {
            path: path.to_owned(),
            kind,
            narrow: narrow.cloned(),
            wide: wide.cloned(),
        });
    }

    /// Compares two schemas and returns the gaps instead of adding them.
    fn apart(&mut self, path: &str, narrow: &Value, wide: &Value) -> Vec<CoverageGap> {
        let before = std::mem::take(&mut self.gaps);
        self.compare(path, narrow, wide);
        std::mem::replace(&mut self.gaps, before)
    }

    fn compare(&mut self, path: &str, narrow: &Value, wide: &Value) {
        if accepts_all(wide) || *narrow == Value::Bool(false) || narrow == wide && !refers(narrow) {
            return;
        }
        let Some(left) = self.left.checked_sub(1) else {
            self.add(path, GapKind::Incomparable("$ref"), None, None);
            return;
        };
        self.left = left;
        let everything = Map::new();
        let Value::Object(wide_map) = wide else {
            self.add(path, GapKind::Type, Some(narrow), Some(wide));
            return;
        };
        let narrow_map = narrow.as_object().unwrap_or(&everything);
        if narrow_map.contains_key("$ref") || wide_map.contains_key("$ref") {
            self.references(path, narrow_map, wide_map);
            return;
        }
        let wide_map = &without_equal(narrow_map, wide_map);
        if let Some(parts) = choices::branches(narrow_map) {
            let wide = Value::Object(wide_map.clone());
            for part in &parts {
                self.compare(path, part, &wide);
            }
            return;
        }
        if let Some(Value::Array(values)) = narrow_map.get("enum") {
            self.values(path, narrow_map, values, wide_map);
            return;
        }
        let has_choice = wide_map.contains_key("anyOf") || wide_map.contains_key("oneOf");
        if has_choice && let Some(parts) = choices::by_type(narrow_map) {
            let wide = Value::Object(wide_map.clone());
            for part in &parts {
                self.compare(path, part, &wide);
            }
            return;
        }
        self.keywords(path, narrow_map, wide_map);
    }

    /// Compares schemas of which one is a reference. A pair that is being compared already has no further
    /// gaps.
    fn references(&mut self, path: &str, narrow: &Map<String, Value>, wide: &Map<String, Value>) {
        let target = |schema: &Map<String, Value>, document: &Value| {
            let name = definition_name(schema.get("$ref")?.as_str()?)?;
            document.get("$defs")?.get(&name).cloned()
        };
        let resolved = |schema: &Map<String, Value>, document: &Value| {
            if !schema.contains_key("$ref") {
                return Some(Value::Object(schema.clone()));
            }
            // Keywords beside a reference restrict it further.
            let beside = schema.keys().any(|keyword| {
                !["$defs", "$ref", "default", ALIAS, NULL_IS_VALUE].contains(&keyword.as_str())
            });
            if beside {
                None
            } else {
                target(schema, document)
            }
        };
        let names = [narrow, wide].map(|schema| {
            let reference = schema.get("$ref").cloned();
            reference
                .unwrap_or_else(|| Value::Object(schema.clone()))
                .to_string()
        });
        let both = (
            resolved(narrow, self.narrow_document),
            resolved(wide, self.wide_document),
        );
        let (Some(narrow), Some(wide)) = both else {
            self.add(path, GapKind::Incomparable("$ref"), None, None);
            return;
        };
        let [one, other] = names;
        if self.assumed.insert((one, other)) {
            self.compare(path, &narrow, &wide);
        }
    }

    /// Compares all keywords of two schemas without references; the narrow one has no choice and no list of
    /// values.
    fn keywords(&mut self, path: &str, narrow: &Map<String, Value>, wide: &Map<String, Value>) {
        let Some(common) = self.types(path, narrow, wide) else {
            return;
        };
        let has = |name: &str| common.contains(name);
        if has("integer") || has("number") {
            self.numbers(path, narrow, wide);
        }
        if has("string") {
            self.strings(path, narrow, wide);
        }
        if has("array") {
            self.arrays(path, narrow, wide);
        }
        if has("object") {
            self.objects(path, narrow, wide);
        }
        for keyword in OPAQUE {
            if wide.contains_key(keyword) {
                let (narrow, wide) = (narrow.get(keyword), wide.get(keyword));
                self.add(path, GapKind::Incomparable(keyword), narrow, wide);
            }
        }
        self.choices(path, narrow, wide);
    }

    /// Compares the types. Returns those that both accept; `None` if there are none, or if the wide schema
    /// lists values.
    fn types(
        &mut self,
        path: &str,
        narrow: &Map<String, Value>,
        wide: &Map<String, Value>,
    ) -> Option<BTreeSet<&'static str>> {
        let all = || BTreeSet::from(["array", "boolean", "null", "number", "object", "string"]);
        let (own, accepted) = (
            types_of_value(narrow).unwrap_or_else(all),
            types_of_value(wide).unwrap_or_else(all),
        );
        let lists_values = wide.contains_key("enum");
        let missing: Vec<_> = own
            .iter()
            .filter(|name| !is_within(name, &accepted))
            .collect();
        let common: BTreeSet<_> = own
            .iter()
            .copied()
            .filter(|name| is_within(name, &accepted))
            .chain(
                accepted
                    .iter()
                    .copied()
                    .filter(|name| is_within(name, &own)),
            )
            .collect();
        let (one, other) = (Value::Object(narrow.clone()), Value::Object(wide.clone()));
        match missing.as_slice() {
            [] if !lists_values => {}
            [name] if **name == "null" && !lists_values && !common.is_empty() => {
                self.add(path, GapKind::Null, None, None);
            }
            _ => self.add(path, GapKind::Type, Some(&one), Some(&other)),
        }
        (!common.is_empty() && !lists_values).then_some(common)
    }
}

/// Returns `true` if a reference stands in a schema, so that its meaning depends on its document.
fn refers(schema: &Value) -> bool {
    let mut found = false;
    references(schema, &mut |_| found = true);
    found
}
