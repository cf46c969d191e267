//! Edits of JSON with comments and trailing commas, at the positions of tokens: every edit replaces, inserts or
//! deletes ranges of the text, so that all other bytes stay as they are. The concrete syntax tree of the parser
//! would choose separators by itself and take comments along with a removed property.

mod insert;
mod layout;
mod remove;

use jsonc_parser::{
    CollectOptions, CommentCollectionStrategy, ParseOptions,
    ast::{Array, Object, ObjectProp, Value},
    common::{Range, Ranged},
    parse_to_ast,
    tokens::{Token, TokenAndRange},
};

use self::layout::JsonLayout;
use super::{error::TextProblem, value::ConfigValue};

/// A parsed text. Invariant: without a byte order mark, so that positions are those of the text.
pub(crate) struct JsonText<'t> {
    text: &'t str,
    root: Option<Value<'t>>,
    tokens: Vec<TokenAndRange<'t>>,
}

/// The brackets and members of an object or array.
struct JsonMembers {
    open: usize,
    close: usize,
    items: Vec<Range>,
}

/// The end of a path into a text.
enum PathEnd<'v, 't, 'p> {
    /// The text holds no value at all.
    Empty,
    /// An object without the first key of `rest`.
    Missing {
        within: &'v Object<'t>,
        rest: &'p [&'p str],
    },
    Found {
        within: &'v Object<'t>,
        index: usize,
        property: &'v ObjectProp<'t>,
    },
}

impl<'t> JsonText<'t> {
    pub(crate) fn parse(text: &'t str) -> Result<Self, TextProblem> {
        let collect = CollectOptions {
            comments: CommentCollectionStrategy::AsTokens,
            tokens: true,
        };
        let options = ParseOptions {
            allow_comments: true,
            allow_trailing_commas: true,
            allow_loose_object_property_names: false,
            allow_missing_commas: false,
            allow_single_quoted_strings: false,
            allow_hexadecimal_numbers: false,
            allow_unary_plus_numbers: false,
            allow_bare_decimal_point_numbers: false,
            allow_non_finite_numbers: false,
            allow_extended_string_escapes: false,
        };
        let parsed =
            parse_to_ast(text, &collect, &options).map_err(|error| TextProblem::Broken {
                at: error.range().start,
                problem: lower_first(&error.kind().to_string()),
            })?;
        Ok(Self {
            text,
            root: parsed.value,
            tokens: parsed.tokens.unwrap_or_default(),
        })
    }

    /// The value at `path`, and the position of its key.
    pub(crate) fn get(&self, path: &[&str]) -> Result<Option<(usize, &Value<'t>)>, TextProblem> {
        Ok(match self.descend(path)? {
            PathEnd::Found { property, .. } => Some((property.range.start, &property.value)),
            PathEnd::Empty | PathEnd::Missing { .. } => None,
        })
    }

    /// The text of a value.
    pub(crate) fn raw(&self, value: &Value<'_>) -> &'t str {
        let range = value.range();
        &self.text[range.start..range.end]
    }

    /// The text with `value` at `path`: in the place of the value there, or as the last member of its object.
    pub(crate) fn set(&self, path: &[&str], value: &ConfigValue) -> Result<String, TextProblem> {
        match self.descend(path)? {
            PathEnd::Empty => Ok(self.first_object(&nested(path, value))),
            PathEnd::Missing { within, rest } => {
                let members = JsonMembers::of_object(within);
                let (key, inner) = rest.split_first().unwrap_or((&"", &[]));
                let value = nested(inner, value);
                Ok(self.insert(&members, |layout, indent| {
                    layout.property(key, &value, indent)
                }))
            }
            PathEnd::Found {
                within, property, ..
            } => {
                let layout = JsonLayout::of(self, &JsonMembers::of_object(within));
                let indent = self
                    .leading(property.range.start)
                    .unwrap_or_else(|| self.line_indent(property.range.start));
                let range = property.value.range();
                let value = layout.value(value, indent);
                Ok(self.replace(range.start, range.end, &value))
            }
        }
    }

    /// The text with `value` as the last element of the array at `path`.
    pub(crate) fn push(&self, path: &[&str], value: &ConfigValue) -> Result<String, TextProblem> {
        let Some((at, array)) = self.get(path)? else {
            let text = JsonLayout::of_new(self).element(value);
            return self.set(path, &ConfigValue::Raw(text));
        };
        let members = JsonMembers::of_array(as_array(array, at, path)?);
        Ok(self.insert(&members, |layout, indent| layout.value(value, indent)))
    }

    /// The text without the property at `path`.
    pub(crate) fn remove(&self, path: &[&str]) -> Result<String, TextProblem> {
        match self.descend(path)? {
            PathEnd::Found { within, index, .. } => {
                Ok(self.without(&JsonMembers::of_object(within), index))
            }
            PathEnd::Empty | PathEnd::Missing { .. } => Ok(self.text.to_owned()),
        }
    }

    /// The text without the elements of the array at `path` that `is_gone` picks.
    pub(crate) fn remove_elements(
        &self,
        path: &[&str],
        is_gone: impl Fn(&Value<'_>) -> bool,
    ) -> Result<String, TextProblem> {
        let Some((at, array)) = self.get(path)? else {
            return Ok(self.text.to_owned());
        };
        let array = as_array(array, at, path)?;
        match array.elements.iter().position(&is_gone) {
            None => Ok(self.text.to_owned()),
            Some(index) => {
                let text = self.without(&JsonMembers::of_array(array), index);
                JsonText::parse(&text)?.remove_elements(path, is_gone)
            }
        }
    }

    /// Rule: the keys of the path stand once each, since clients read either the first or the last.
    fn descend<'v, 'p>(&'v self, path: &'p [&'p str]) -> Result<PathEnd<'v, 't, 'p>, TextProblem> {
        let Some(root) = &self.root else {
            return Ok(PathEnd::Empty);
        };
        let mut within = as_object(root, root.range().start, "the file")?;
        for (depth, key) in path.iter().enumerate() {
            let mut matching = within
                .properties
                .iter()
                .enumerate()
                .filter(|(_, property)| property.name.as_str() == *key);
            let Some((index, property)) = matching.next() else {
                let rest = &path[depth..];
                return Ok(PathEnd::Missing { within, rest });
            };
            if let Some((_, second)) = matching.next() {
                return Err(TextProblem::Duplicate {
                    key: (*key).to_owned(),
                    first: property.range.start,
                    second: second.range.start,
                });
            }
            if depth + 1 == path.len() {
                return Ok(PathEnd::Found {
                    within,
                    index,
                    property,
                });
            }
            within = as_object(&property.value, property.range.start, &format!("`{key}`"))?;
        }
        Ok(PathEnd::Missing { within, rest: &[] })
    }

    /// The position of the comma after a member that ends at `end`.
    fn comma_after(&self, end: usize) -> Option<usize> {
        let first = self.tokens.partition_point(|token| token.range.start < end);
        let mut rest = self.tokens[first..].iter();
        let token = rest.find(|token| !is_comment(token))?;
        (token.token == Token::Comma).then_some(token.range.start)
    }

    /// The end of the comments that follow `at` on its line, and true if the last of them runs to the line's end.
    fn comments_on_line(&self, at: usize) -> (usize, bool) {
        let first = self.tokens.partition_point(|token| token.range.start < at);
        let mut end = at;
        let mut to_line_end = false;
        for token in &self.tokens[first..] {
            let between = &self.text[end..token.range.start];
            if !is_comment(token) || between.contains('\n') {
                break;
            }
            end = token.range.end;
            to_line_end = matches!(token.token, Token::CommentLine(_));
        }
        // A comment to the end of a CRLF line does not own the carriage return.
        if to_line_end && self.text[..end].ends_with('\r') {
            end -= 1;
        }
        (end, to_line_end)
    }

    fn line_start(&self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |newline| newline + 1)
    }

    /// The white space at the start of the line of `at`.
    fn line_indent(&self, at: usize) -> &'t str {
        let line = &self.text[self.line_start(at)..at];
        &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
    }

    /// The white space before `at`, if nothing else stands before it on its line.
    fn leading(&self, at: usize) -> Option<&'t str> {
        let start = self.line_start(at);
        let before = &self.text[start..at];
        (start > 0 && before.chars().all(|char| matches!(char, ' ' | '\t'))).then_some(before)
    }

    fn insert_at(&self, at: usize, new: &str) -> String {
        [&self.text[..at], new, &self.text[at..]].concat()
    }

    fn replace(&self, start: usize, end: usize, new: &str) -> String {
        [&self.text[..start], new, &self.text[end..]].concat()
    }
}

impl JsonMembers {
    fn of_object(object: &Object<'_>) -> Self {
        Self {
            open: object.range.start,
            close: object.range.end - 1,
            items: object.properties.iter().map(Ranged::range).collect(),
        }
    }

    fn of_array(array: &Array<'_>) -> Self {
        Self {
            open: array.range.start,
            close: array.range.end - 1,
            items: array.elements.iter().map(Ranged::range).collect(),
        }
    }
}

/// `value` inside tables named by the keys of `path`.
fn nested(path: &[&str], value: &ConfigValue) -> ConfigValue {
    path.iter().rev().fold(value.clone(), |inner, key| {
        ConfigValue::Table(vec![((*key).to_owned(), inner)])
    })
}

fn as_object<'v, 't>(
    value: &'v Value<'t>,
    at: usize,
    key: &str,
) -> Result<&'v Object<'t>, TextProblem> {
    value.as_object().ok_or_else(|| TextProblem::NotTable {
        at,
        key: key.to_owned(),
        found: kind(value),
    })
}

fn as_array<'v, 't>(
    value: &'v Value<'t>,
    at: usize,
    path: &[&str],
) -> Result<&'v Array<'t>, TextProblem> {
    value.as_array().ok_or_else(|| TextProblem::NotTable {
        at,
        key: format!("`{}`", path.join(".")),
        found: kind(value),
    })
}

fn kind(value: &Value<'_>) -> &'static str {
    match value {
        Value::StringLit(_) => "a string",
        Value::NumberLit(_) => "a number",
        Value::BooleanLit(_) => "true or false",
        Value::Object(_) => "an object",
        Value::Array(_) => "a list",
        Value::NullKeyword(_) => "null",
    }
}

fn is_comment(token: &TokenAndRange<'_>) -> bool {
    matches!(token.token, Token::CommentLine(_) | Token::CommentBlock(_))
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_lowercase().chain(chars).collect()
    })
}
