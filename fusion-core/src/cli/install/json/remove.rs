//! The removal of a member, which undoes `insert` where other members stay. Comments around it stay.

use super::{JsonMembers, JsonText};

impl JsonText<'_> {
    pub(super) fn without(&self, members: &JsonMembers, index: usize) -> String {
        let Some(item) = members.items.get(index) else {
            return self.text.to_owned();
        };
        let comma = self.comma_after(item.end);
        if members.items.len() == 1 {
            let end = comma.map_or(item.end, |comma| comma + 1);
            let rest = [
                &self.text[members.open + 1..item.start],
                &self.text[end..members.close],
            ];
            if rest.iter().all(|rest| rest.trim().is_empty()) {
                return self.replace(members.open + 1, members.close, "");
            }
        }
        match (comma, index.checked_sub(1)) {
            (Some(comma), _) => {
                let is_last = index + 1 == members.items.len();
                self.with_its_comma(item.start, comma + 1, is_last)
            }
            (None, Some(previous)) => {
                let end = members.items[previous].end;
                self.with_comma_before(end, item.start, item.end)
            }
            (None, None) => self.with_its_comma(item.start, item.end, true),
        }
    }

    /// Deletes the member from `start` to `end`, the end of its comma: with its line, if it has one of its own.
    fn with_its_comma(&self, start: usize, end: usize, is_last: bool) -> String {
        let rest = &self.text[end..];
        let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let line_end = rest[blank..].strip_prefix('\r').unwrap_or(&rest[blank..]);
        let ends_line = line_end.starts_with('\n');
        let ends_members = rest[blank..].starts_with(['}', ']']);
        match self.leading(start) {
            // The line break before it is the one that came with it.
            Some(indent) if is_last && (ends_line || ends_members) => {
                self.replace(self.line_break_before(start - indent.len()), end, "")
            }
            Some(indent) if ends_line => {
                let after = self.text.len() - line_end.len() + 1;
                self.replace(start - indent.len(), after, "")
            }
            None if is_last => self.replace(self.text[..start].trim_end().len(), end, ""),
            _ => self.replace(start, end + blank, ""),
        }
    }

    /// Deletes the last member and the comma of the member before it, which ends at `previous`.
    fn with_comma_before(&self, previous: usize, start: usize, end: usize) -> String {
        let comma = self.comma_after(previous).unwrap_or(previous);
        let from = self.text[..start].trim_end().len();
        // A comment above the member ends its line; the line break goes with the member.
        let from = match self.leading(start) {
            Some(indent) => self.line_break_before(start - indent.len()),
            None => from,
        };
        let kept = self.text.get(comma + 1..from).unwrap_or_default();
        [&self.text[..comma], kept, &self.text[end..]].concat()
    }

    /// The start of the line break before a line that starts at `start`.
    fn line_break_before(&self, start: usize) -> usize {
        let line = &self.text[..start];
        let line = line.strip_suffix('\n').unwrap_or(line);
        line.strip_suffix('\r').unwrap_or(line).len()
    }
}
