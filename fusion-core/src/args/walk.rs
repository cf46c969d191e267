//! The walk of a plan through one argument: what is wrong is noted at its path; `null` of an optional
//! field is taken out.

use serde_json::{Map, Value};

use super::{
    plan::{Fields, NULL, Node, kind},
    problem::{Problem, ProblemKind, cut, echo, nearest},
};

/// One walk through one argument.
pub(super) struct Walk<'p> {
    slot: usize,
    secret: bool,
    path: String,
    problems: &'p mut Vec<Problem>,
}

impl<'p> Walk<'p> {
    pub(super) fn new(slot: usize, secret: bool, problems: &'p mut Vec<Problem>) -> Self {
        Self {
            slot,
            secret,
            path: String::new(),
            problems,
        }
    }

    pub(super) fn visit(&mut self, value: &mut Value, node: &Node) {
        if kind(value) & node.kinds == 0 {
            return self.unexpected(value, node);
        }
        let Some(rules) = &node.rules else { return };
        if !rules.admits(value) {
            return self.unexpected(value, node);
        }
        match value {
            Value::Array(values) => {
                if let Some(items) = &rules.items {
                    self.visit_items(values, items);
                }
            }
            Value::Object(map) => {
                if let Some(fields) = &rules.fields {
                    self.visit_fields(map, fields);
                }
            }
            _ => {}
        }
    }

    fn visit_items(&mut self, values: &mut [Value], items: &Node) {
        for (index, value) in values.iter_mut().enumerate() {
            if kind(value) & items.kinds != 0 && items.rules.is_none() {
                continue;
            }
            self.inside(format_args!("[{index}]"), |walk| walk.visit(value, items));
        }
    }

    fn visit_fields(&mut self, map: &mut Map<String, Value>, fields: &Fields) {
        let mut seen = 0;
        let mut absent = false;
        for (name, value) in map.iter_mut() {
            match fields.find(name) {
                Some(field) if !field.required && value.is_null() => {
                    absent |= field.node.kinds & NULL == 0;
                }
                Some(field) => {
                    seen += usize::from(field.required);
                    self.inside(format_args!(".{name}"), |walk| {
                        walk.visit(value, &field.node);
                    });
                }
                None if fields.closed => self.unknown(name, fields),
                None => {}
            }
        }
        if seen < fields.required {
            for field in fields.known.iter().filter(|field| field.required) {
                if !map.contains_key(&field.name) {
                    self.inside(format_args!(".{}", field.name), |walk| {
                        walk.note(ProblemKind::Missing);
                    });
                }
            }
        }
        if absent {
            // `null` for an optional field is absence; a type without `Option` has no other word.
            map.retain(|name, value| !value.is_null() || fields.find(name).is_none());
        }
    }

    fn unknown(&mut self, name: &str, fields: &Fields) {
        let known = fields.known.iter().map(|field| field.name.as_str());
        let nearest = nearest(name, known).map(str::to_owned);
        let name = cut(name);
        self.inside(format_args!(".{name}"), |walk| {
            walk.note(ProblemKind::Unknown {
                name: name.clone(),
                nearest,
            });
        });
    }

    fn unexpected(&mut self, value: &Value, node: &Node) {
        let values = node.rules.as_ref().and_then(|rules| rules.values.as_ref());
        let nearest = match (value, values) {
            (Value::String(text), Some(values)) if !self.secret => {
                nearest(text, values.iter().filter_map(Value::as_str)).map(str::to_owned)
            }
            _ => None,
        };
        self.note(ProblemKind::Unexpected {
            expected: node.expected.to_string(),
            got: (!self.secret).then(|| echo(value)),
            nearest,
        });
    }

    fn note(&mut self, kind: ProblemKind) {
        self.problems.push(Problem {
            slot: Some(self.slot),
            path: self.path.clone(),
            kind,
        });
    }

    /// Runs `visit` one step deeper.
    fn inside(&mut self, step: std::fmt::Arguments<'_>, visit: impl FnOnce(&mut Self)) {
        use std::fmt::Write as _;

        let length = self.path.len();
        let _ = self.path.write_fmt(step);
        visit(self);
        self.path.truncate(length);
    }
}
