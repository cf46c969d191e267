//! The lines of an entry: added at the end of the text, found, and taken out.

use std::ops::Range;

use toml_edit::{Item, TableLike};

use super::{TomlText, WrittenEntry, fields::line};
use crate::cli::install::{error::TextProblem, value::ConfigValue};

impl TomlText<'_> {
    /// The text with a table of `fields` at its end.
    pub(crate) fn append(
        &self,
        section: &str,
        name: &str,
        fields: &[(String, ConfigValue)],
    ) -> Result<String, TextProblem> {
        let newline = self.newline();
        let header = format!("[{section}.{name}]");
        let lines = fields.iter().map(|(key, value)| line(key, value));
        let block: Vec<String> = [header].into_iter().chain(lines).collect();
        self.append_block(section, name, &block.join(newline))
    }

    /// The text with the lines of a table at its end. A text without a final line break stays without one.
    pub(crate) fn append_block(
        &self,
        section: &str,
        name: &str,
        block: &str,
    ) -> Result<String, TextProblem> {
        self.section(section)?;
        self.check_section(section, name)?;
        let newline = self.newline();
        let (before, after) = if self.text.is_empty() {
            ("", newline)
        } else if !self.text.ends_with('\n') {
            (newline, "")
        } else {
            ("", newline)
        };
        // One empty line sets the table apart.
        let apart = if self.text.is_empty() { "" } else { newline };
        Ok([self.text, before, apart, block, after].concat())
    }

    /// The lines of an entry that is one run of lines at the end of the text, without the last line break.
    pub(crate) fn last_block(
        &self,
        section: &str,
        name: &str,
    ) -> Result<Option<&str>, TextProblem> {
        let Some(WrittenEntry::Standard(table)) = self.entry(section, name)? else {
            return Ok(None);
        };
        let start = table.span().map_or(0, |span| span.start);
        let regions = self.regions(table);
        let ends_text = regions.iter().any(|region| region.1 == self.text.len());
        let is_one = regions.len() == 1 && ends_text;
        let block = self.text[start..].trim_end_matches(['\r', '\n']);
        Ok(is_one.then_some(block))
    }

    /// The text without the entry.
    pub(crate) fn remove(&self, section: &str, name: &str) -> Result<String, TextProblem> {
        let regions = match self.entry(section, name)? {
            None => Vec::new(),
            Some(WrittenEntry::Standard(table)) => self.regions(table),
            Some(WrittenEntry::Line(item)) => {
                let span = item.span().unwrap_or_default();
                vec![(self.line_start(span.start), self.line_end(span.end))]
            }
        };
        let mut text = self.text.to_owned();
        for (start, end) in regions.into_iter().rev() {
            text.replace_range(self.with_empty_line(start, end), "");
        }
        Ok(text)
    }

    /// A region with the empty line that sets it apart, if another one follows or nothing does.
    fn with_empty_line(&self, start: usize, end: usize) -> Range<usize> {
        let rest = &self.text[end..];
        let empty = match rest.as_bytes() {
            [b'\n', ..] => 1,
            [b'\r', b'\n', ..] => 2,
            _ => 0,
        };
        if start == 0 {
            return start..end + empty;
        }
        let before = &self.text[..start];
        let shorter = before.strip_suffix('\n').unwrap_or(before);
        let shorter = shorter.strip_suffix('\r').unwrap_or(shorter);
        let is_apart = rest.is_empty() || empty > 0;
        let is_empty_line = shorter.is_empty() || shorter.ends_with('\n');
        let start = if is_apart && is_empty_line {
            shorter.len()
        } else {
            start
        };
        start..end
    }

    /// The lines of a table and of the tables within it, from each header to the last field under it.
    fn regions(&self, table: &toml_edit::Table) -> Vec<(usize, usize)> {
        let mut regions = Vec::new();
        self.collect(table, &mut regions);
        regions.sort_unstable();
        // Tables of the entry that only empty lines part go together.
        let mut merged: Vec<(usize, usize)> = Vec::new();
        for (start, end) in regions {
            match merged.last_mut() {
                Some(last) if self.text[last.1..start].trim().is_empty() => last.1 = end,
                _ => merged.push((start, end)),
            }
        }
        merged
    }

    fn collect(&self, table: &toml_edit::Table, regions: &mut Vec<(usize, usize)>) {
        if let (Some(span), false) = (table.span(), table.is_implicit()) {
            let end = last_field(table).unwrap_or(span.end);
            regions.push((self.line_start(span.start), self.line_end(end)));
        }
        for (_, item) in table {
            match item {
                Item::Table(inner) if !inner.is_dotted() => self.collect(inner, regions),
                Item::ArrayOfTables(tables) => {
                    for inner in tables {
                        self.collect(inner, regions);
                    }
                }
                _ => {}
            }
        }
    }
}

/// The end of the last field that stands under a table's own header.
pub(super) fn last_field(table: &dyn TableLike) -> Option<usize> {
    table
        .iter()
        .filter_map(|(_, item)| match item {
            Item::Table(inner) if inner.is_dotted() => last_field(inner),
            Item::Value(value) => value.span().map(|span| span.end),
            _ => None,
        })
        .max()
}
