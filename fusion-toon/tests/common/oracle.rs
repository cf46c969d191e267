//! The rules of the reference encoder in their plainest form: whole columns are collected, compared
//! and copied. It is slow, and uses another algorithm than the crate.

// The lengths here are those of short texts.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss
)]

use super::json::Json;

pub struct Oracle {
    pub delimiter: char,
    pub indent: usize,
    lines: Vec<String>,
}

struct Column {
    name: String,
    children: Option<Vec<Column>>,
}

type Entries = [(String, Json)];

impl Oracle {
    pub fn new(delimiter: char, indent: usize) -> Self {
        Self {
            delimiter,
            indent,
            lines: Vec::new(),
        }
    }

    pub fn encode(mut self, value: &Json) -> String {
        match value {
            Json::Array(members) => self.array("", members, 0, 0, true),
            Json::Object(entries) => match keyed(entries) {
                Some(columns) => self.keyed_table("", entries, &columns, 0, 0),
                None => self.fields(entries, 0),
            },
            Json::Text(text) if text.starts_with('\u{FEFF}') => self.line(0, &quoted(text)),
            leaf => {
                let text = self.cell(leaf);
                self.line(0, &text);
            }
        }
        self.lines.join("\n")
    }

    fn line(&mut self, level: usize, text: &str) {
        let indent = " ".repeat(level * self.indent);
        self.lines.push(format!("{indent}{text}"));
    }

    fn fields(&mut self, entries: &Entries, level: usize) {
        for (name, value) in entries {
            self.field(&key(name), value, level, level + 1);
        }
    }

    /// `prefix` is the text on the line before the value; `inner` indents the lines that follow.
    fn field(&mut self, prefix: &str, value: &Json, level: usize, inner: usize) {
        match value {
            Json::Array(members) => self.array(prefix, members, level, inner - 1, true),
            Json::Object(entries) => {
                if let Some(columns) = keyed(entries) {
                    self.keyed_table(prefix, entries, &columns, level, inner - 1);
                } else {
                    self.line(level, &format!("{prefix}:"));
                    self.fields(entries, inner);
                }
            }
            leaf => {
                let cell = self.cell(leaf);
                self.line(level, &format!("{prefix}: {cell}"));
            }
        }
    }

    fn array(&mut self, prefix: &str, members: &[Json], level: usize, body: usize, named: bool) {
        let header = self.header(prefix, members.len(), "");
        if members.is_empty() && named {
            let space = if prefix.is_empty() { "" } else { ": " };
            self.line(level, &format!("{prefix}{space}[]"));
        } else if members.iter().all(is_leaf) {
            let cells: Vec<_> = members.iter().map(|member| self.cell(member)).collect();
            let cells = cells.join(&self.delimiter.to_string());
            self.line(level, format!("{header}: {cells}").trim_end_matches(' '));
        } else if let Some(columns) = rows(members).filter(|_| named) {
            let header_names = self.names(&columns);
            self.line(level, &format!("{header}{{{header_names}}}:"));
            for member in members {
                let row = self.row(member, &columns);
                self.line(body + 1, &row);
            }
        } else {
            self.line(level, &format!("{header}:"));
            for member in members {
                self.item(member, body + 1);
            }
        }
    }

    fn item(&mut self, item: &Json, level: usize) {
        match item {
            Json::Array(members) => self.array("- ", members, level, level, false),
            Json::Object(entries) => match entries.split_first() {
                None => self.line(level, "-"),
                Some(((name, value), rest)) => {
                    self.field(&format!("- {}", key(name)), value, level, level + 2);
                    self.fields(rest, level + 1);
                }
            },
            leaf => {
                let cell = self.cell(leaf);
                self.line(level, &format!("- {cell}"));
            }
        }
    }

    fn keyed_table(
        &mut self,
        prefix: &str,
        entries: &Entries,
        columns: &[Column],
        level: usize,
        body: usize,
    ) {
        let header = self.header(prefix, entries.len(), ":");
        let names = self.names(columns);
        self.line(level, &format!("{header}{{{names}}}:"));
        for (name, value) in entries {
            let row = self.row(value, columns);
            self.line(body + 1, &format!("{}: {row}", key(name)));
        }
    }

    fn header(&self, prefix: &str, len: usize, mark: &str) -> String {
        match self.delimiter {
            ',' => format!("{prefix}[{len}{mark}]"),
            delimiter => format!("{prefix}[{len}{mark}{delimiter}]"),
        }
    }

    fn names(&self, columns: &[Column]) -> String {
        let name = |column: &Column| match &column.children {
            None => key(&column.name),
            Some(children) => format!("{}{{{}}}", key(&column.name), self.names(children)),
        };
        let names: Vec<_> = columns.iter().map(name).collect();
        names.join(&self.delimiter.to_string())
    }

    fn row(&self, row: &Json, columns: &[Column]) -> String {
        let cell = |column: &Column| {
            let value = get(row, &column.name).expect("a row has all columns");
            match &column.children {
                None => self.cell(value),
                Some(children) => self.row(value, children),
            }
        };
        let cells: Vec<_> = columns.iter().map(cell).collect();
        cells.join(&self.delimiter.to_string())
    }

    fn cell(&self, value: &Json) -> String {
        match value {
            Json::Null => "null".into(),
            Json::Bool(value) => value.to_string(),
            Json::Number(number) => layout(&number.to_string()),
            Json::Text(text) if is_bare(text, self.delimiter) => text.clone(),
            Json::Text(text) => quoted(text),
            Json::Array(_) | Json::Object(_) => unreachable!("no leaf"),
        }
    }
}

fn is_leaf(value: &Json) -> bool {
    !matches!(value, Json::Array(_) | Json::Object(_))
}

fn get<'a>(row: &'a Json, name: &str) -> Option<&'a Json> {
    let Json::Object(entries) = row else {
        return None;
    };
    let entry = entries.iter().find(|(key, _)| key == name)?;
    Some(&entry.1)
}

fn keyed(entries: &Entries) -> Option<Vec<Column>> {
    let values: Vec<_> = entries.iter().map(|(_, value)| value.clone()).collect();
    rows(&values).filter(|_| entries.len() >= 2)
}

fn rows(values: &[Json]) -> Option<Vec<Column>> {
    let Json::Object(first) = values.first()? else {
        return None;
    };
    let uniform = values.iter().all(|value| match value {
        Json::Object(entries) => {
            let named = first.iter().all(|(name, _)| get(value, name).is_some());
            entries.len() == first.len() && named
        }
        _ => false,
    });
    if first.is_empty() || !uniform {
        return None;
    }
    let column = |(name, _): &(String, Json)| {
        let cells: Option<Vec<_>> = values.iter().map(|row| get(row, name).cloned()).collect();
        let cells = cells?;
        let children = if cells.iter().all(is_leaf) {
            None
        } else {
            Some(rows(&cells)?)
        };
        let name = name.clone();
        Some(Column { name, children })
    };
    first.iter().map(column).collect()
}

fn key(key: &str) -> String {
    let mut characters = key.chars();
    let starts = characters
        .next()
        .is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    if starts && characters.all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '.') {
        return key.to_owned();
    }
    quoted(key)
}

fn is_bare(text: &str, delimiter: char) -> bool {
    let special = |c: char| c < ' ' || c == delimiter || ":\"\\[]{}".contains(c);
    !(text.is_empty()
        || text.starts_with([' ', '-', '#'])
        || text.ends_with(' ')
        || ["true", "false", "null"].contains(&text)
        || text.contains(special)
        || is_number_like(text))
}

/// Returns true for a JSON number, also with leading zeros or a plus.
fn is_number_like(text: &str) -> bool {
    let text = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let digits = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    digits(integer) && digits(fraction) && digits(exponent)
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            c if c < ' ' => quoted.extend(["\\u", &format!("{:04x}", u32::from(c))]),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

/// Returns a JSON number in JavaScript's layout.
fn layout(text: &str) -> String {
    let (sign, text) = match text.strip_prefix('-') {
        Some(text) => ("-", text),
        None => ("", text),
    };
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, ""));
    let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if fraction.is_empty() && exponent.is_empty() {
        return if integer == "0" {
            "0".into()
        } else {
            format!("{sign}{integer}")
        };
    }
    let exponent: i64 = exponent.parse().unwrap_or(0);
    let all = format!("{integer}{fraction}");
    let digits = all.trim_start_matches('0');
    let point = integer.len() as i64 - (all.len() - digits.len()) as i64 + exponent;
    let digits = digits.trim_end_matches('0');
    let count = digits.len() as i64;
    let zeros = |count: i64| "0".repeat(count as usize);
    let unsigned = match point {
        _ if digits.is_empty() => return "0".into(),
        _ if count <= point && point <= 21 => format!("{digits}{}", zeros(point - count)),
        1..=21 => format!(
            "{}.{}",
            &digits[..point as usize],
            &digits[point as usize..]
        ),
        -5..=0 => format!("0.{}{digits}", zeros(-point)),
        _ => {
            let (first, rest) = digits.split_at(1);
            let dot = if rest.is_empty() { "" } else { "." };
            format!("{first}{dot}{rest}e{:+}", point - 1)
        }
    };
    format!("{sign}{unsigned}")
}
