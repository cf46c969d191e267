//! Objects: their fields by name or alias, then all fields that they do not list.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{GapKind, SchemaComparison};
use crate::args::{ALIAS, INTEGER_KEYS, alias_names};

impl SchemaComparison<'_> {
    pub(super) fn objects(
        &mut self,
        path: &str,
        narrow: &Map<String, Value>,
        wide: &Map<String, Value>,
    ) {
        self.counts(path, narrow, wide, ["minProperties", "maxProperties"]);
        for keyword in ["propertyNames", "unevaluatedProperties", INTEGER_KEYS] {
            if let Some(rule) = wide.get(keyword)
                && (keyword == "unevaluatedProperties" || narrow.get(keyword) != Some(rule))
            {
                self.add(
                    path,
                    GapKind::Incomparable(keyword),
                    narrow.get(keyword),
                    Some(rule),
                );
            }
        }
        let has_patterns = self.patterns(path, narrow, wide);
        self.own_fields(path, narrow, wide, has_patterns);
        self.other_fields(path, narrow, wide);
        let names = required_names(narrow);
        for name in required_names(wide) {
            let is_listed = field_of(narrow, name).is_some();
            // A field under a former name is required under the new one.
            let mut known = names.iter().filter_map(|own| field_of(wide, own));
            if names.contains(name)
                || known.any(|(listed, _)| listed == name)
                || self.fields_matter && !is_listed
            {
                continue;
            }
            let field = field_of(wide, name).map(|(_, field)| field);
            self.add(
                &format!("{path}.{name}"),
                GapKind::FieldRequired,
                None,
                field,
            );
        }
        // What no field lists.
        let rest = narrow.get("additionalProperties");
        let accepted = wide.get("additionalProperties");
        if let Some(accepted) = accepted
            && !(has_patterns && narrow.get("patternProperties") != wide.get("patternProperties"))
        {
            self.unlisted(path, rest, accepted);
        }
    }

    /// Compares the schemas of the names that match patterns. Returns `true` if there are any.
    fn patterns(
        &mut self,
        path: &str,
        narrow: &Map<String, Value>,
        wide: &Map<String, Value>,
    ) -> bool {
        let keyword = "patternProperties";
        let (own, accepted) = (narrow.get(keyword), wide.get(keyword));
        // With other patterns, other names are left to `additionalProperties`.
        if own != accepted || own.is_some_and(super::refers) {
            self.add(path, GapKind::Incomparable(keyword), own, accepted);
        }
        own.is_some() || accepted.is_some()
    }

    /// Compares each field that the narrow schema lists.
    fn own_fields(
        &mut self,
        path: &str,
        narrow: &Map<String, Value>,
        wide: &Map<String, Value>,
        has_patterns: bool,
    ) {
        for (name, field) in fields(narrow) {
            let place = format!("{path}.{name}");
            let Some((listed, accepted)) = field_of(wide, name) else {
                match wide.get("additionalProperties") {
                    None => {}
                    Some(Value::Bool(false)) if *field == Value::Bool(false) => {}
                    // The name may match a pattern, which is compared, or none.
                    Some(Value::Bool(false)) => {
                        let mut aliases = aliases_of(field);
                        match aliases.find(|alias| field_of(wide, alias).is_some()) {
                            Some(alias) => {
                                self.add(&place, GapKind::FieldMoved, Some(&alias.into()), None);
                            }
                            None => self.add(&place, GapKind::FieldUnknown, Some(field), None),
                        }
                    }
                    Some(accepted) => self.compare(&place, field, &accepted.clone()),
                }
                continue;
            };
            let (listed, accepted) = (listed.to_owned(), accepted.clone());
            let mut aliases = aliases_of(field);
            if let Some(gone) =
                aliases.find(|alias| field_of(wide, alias).is_none_or(|(other, _)| other != listed))
            {
                self.add(&place, GapKind::Alias, Some(&gone.into()), None);
            }
            if !has_patterns || narrow.get("patternProperties") == wide.get("patternProperties") {
                self.compare(&place, field, &accepted);
            }
        }
    }

    /// Compares each field that only the wide schema lists.
    fn other_fields(&mut self, path: &str, narrow: &Map<String, Value>, wide: &Map<String, Value>) {
        let any = Value::Object(Map::new());
        let is_open = narrow.get("additionalProperties") != Some(&Value::Bool(false))
            || narrow.contains_key("patternProperties");
        for (name, field) in fields(wide) {
            let mut names = std::iter::once(name.as_str()).chain(aliases_of(field));
            let place = format!("{path}.{name}");
            if names.clone().any(|name| field_of(narrow, name).is_some()) {
                // A name that the narrow schema leaves open, beside the one that it lists.
                let is_new = names.any(|name| field_of(narrow, name).is_none());
                if is_new && is_open && !super::accepts_all(field) {
                    let rest = narrow.get("additionalProperties").unwrap_or(&any).clone();
                    let gaps = self.apart(&place, &rest, field);
                    if !gaps.is_empty() {
                        self.add(&place, GapKind::FieldTyped, None, Some(field));
                    }
                }
                continue;
            }
            if self.fields_matter {
                self.add(&place, GapKind::FieldGone, None, Some(field));
            } else if is_open {
                let rest = if narrow.contains_key("patternProperties") {
                    any.clone()
                } else {
                    narrow.get("additionalProperties").unwrap_or(&any).clone()
                };
                if !self.apart(&place, &rest, field).is_empty() {
                    self.add(&place, GapKind::FieldTyped, None, Some(field));
                }
            }
        }
    }

    /// Compares the schemas of fields that neither lists.
    fn unlisted(&mut self, path: &str, narrow: Option<&Value>, wide: &Value) {
        let any = Value::Object(Map::new());
        let own = narrow.unwrap_or(&any);
        if *own == Value::Bool(false) {
            return;
        }
        if *wide == Value::Bool(false) {
            self.add(path, GapKind::UnlistedFields, narrow, Some(wide));
        } else {
            self.compare(&format!("{path}.*"), own, wide);
        }
    }
}

fn fields(schema: &Map<String, Value>) -> impl Iterator<Item = (&String, &Value)> {
    let fields = schema.get("properties").and_then(Value::as_object);
    fields.into_iter().flatten()
}

/// Returns the names that a field accepts beside its own.
fn aliases_of(field: &Value) -> impl Iterator<Item = &str> + Clone {
    let mark = field.get(ALIAS);
    let names: Vec<_> = mark.into_iter().flat_map(alias_names).collect();
    names.into_iter()
}

/// Returns the field that a name or an alias stands for, with its own name.
pub(super) fn field_of<'s>(
    schema: &'s Map<String, Value>,
    name: &str,
) -> Option<(&'s str, &'s Value)> {
    let own = fields(schema).find(|(own, _)| *own == name);
    let found = own
        .or_else(|| fields(schema).find(|(_, field)| aliases_of(field).any(|alias| alias == name)));
    found.map(|(name, field)| (name.as_str(), field))
}

/// Returns `true` if a schema accepts fields that it does not list, with values that `accepts` takes.
pub(super) fn is_open_to(
    schema: &Map<String, Value>,
    accepts: impl FnOnce(&Value) -> bool,
) -> bool {
    !schema.contains_key("patternProperties")
        && schema.get("additionalProperties").is_none_or(accepts)
}

/// Returns the names of the fields that a schema requires.
pub(super) fn required_names(schema: &Map<String, Value>) -> BTreeSet<&str> {
    let names = schema.get("required").and_then(Value::as_array);
    names
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect()
}
