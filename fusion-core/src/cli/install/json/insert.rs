//! A new last member of an object or array.

use super::{JsonLayout, JsonMembers, JsonText};
use crate::cli::install::value::ConfigValue;

impl JsonText<'_> {
    /// The text with a new last member, which `piece` writes for a layout and an indentation.
    pub(super) fn insert(
        &self,
        members: &JsonMembers,
        piece: impl Fn(&JsonLayout, &str) -> String,
    ) -> String {
        let layout = JsonLayout::of(self, members);
        let outer = self.line_indent(members.open);
        let own = members
            .items
            .last()
            .and_then(|last| self.leading(last.start));
        let indent = own.map_or_else(|| [outer, &layout.unit].concat(), str::to_owned);
        let piece = piece(&layout, &indent);
        match members.items.last() {
            Some(last) => self.after_last(last.end, &layout, &indent, &piece),
            None => self.as_first(members, &layout, outer, &[&indent, piece.as_str()]),
        }
    }

    /// Comments behind the last member, on its line, stay with it.
    fn after_last(&self, end: usize, layout: &JsonLayout, indent: &str, piece: &str) -> String {
        let comma = self.comma_after(end);
        let (at, to_line_end) = self.comments_on_line(comma.map_or(end, |comma| comma + 1));
        let break_line = [layout.newline, indent].concat();
        let separator = if layout.inline && !to_line_end {
            layout.gap()
        } else {
            &break_line
        };
        // A text with a trailing comma keeps one.
        let (before, after) = if comma.is_some() {
            ("", ",")
        } else {
            (",", "")
        };
        [
            &self.text[..end],
            before,
            &self.text[end..at],
            separator,
            piece,
            after,
            &self.text[at..],
        ]
        .concat()
    }

    fn as_first(
        &self,
        members: &JsonMembers,
        layout: &JsonLayout,
        outer: &str,
        line: &[&str; 2],
    ) -> String {
        let JsonMembers { open, close, .. } = *members;
        let [indent, piece] = *line;
        if layout.inline {
            return self.insert_at(close, piece);
        }
        let newline = layout.newline;
        let inside = &self.text[open + 1..close];
        match inside.rfind('\n') {
            Some(last) if inside[last..].trim().is_empty() => {
                let at = open + 1 + last + 1;
                self.insert_at(at, &[indent, piece, newline].concat())
            }
            _ => {
                let line = [newline, indent, piece, newline, outer].concat();
                self.insert_at(close, &line)
            }
        }
    }

    /// The text, which holds nothing but white space and comments, with an object at its end.
    pub(super) fn first_object(&self, value: &ConfigValue) -> String {
        let layout = JsonLayout::of_new(self);
        let object = layout.value(value, "");
        let starts_line = self.text.is_empty() || self.text.ends_with('\n');
        let separator = if starts_line { "" } else { layout.newline };
        [self.text, separator, &object, layout.newline].concat()
    }
}
