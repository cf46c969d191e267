//! The budget of a description: entries that exceed it move, as a whole, to a place where clients
//! do not cut.

use super::{
    Description,
    entry::ActionEntry,
    page::{DescriptionParts, FirstLine, trim_leading_breaks},
};

/// Fits a page into `budget` Unicode scalar values.
///
/// A budget smaller than the name of the discriminator with its two notes is exceeded.
pub(super) fn fit(page: &DescriptionParts<'_>, discriminator: &str, budget: usize) -> Description {
    let details = details(discriminator);
    let mut first = FirstLine::default();
    for line in page.first_lines() {
        if line.has_intro {
            let whole = page.full_text(&line.text);
            if length(&whole) <= budget {
                return Description {
                    text: whole,
                    overflow: None,
                };
            }
        }
        first = line;
        if length(&first.text) + length(&details) <= budget {
            break;
        }
    }
    let mut sheet = DescriptionDraft {
        room: budget.saturating_sub(length(&first.text) + length(&details)),
        text: first.text,
        overflow: Vec::new(),
    };
    for module in &page.modules {
        sheet.add(module, "");
    }
    let mut headed = false;
    for line in &page.lines {
        let heading = if headed { "" } else { page.heading };
        headed |= sheet.add(line, heading);
    }
    let intro = if first.has_intro { "" } else { &page.intro };
    let sections = [intro, page.paragraphs, &sheet.overflow.join("\n")]
        .into_iter()
        .filter(|section| !section.is_empty())
        .collect::<Vec<_>>()
        .join("\n\n");
    Description {
        text: trim_leading_breaks(sheet.text + &details),
        overflow: (!sections.is_empty()).then_some(sections),
    }
}

/// A description while entries are added to it.
struct DescriptionDraft {
    text: String,
    /// The number of characters that are left.
    room: usize,
    overflow: Vec<String>,
}

impl DescriptionDraft {
    /// Adds a line after `before` if it fits; otherwise the entry overflows. Returns `true` if it
    /// fits.
    fn add(&mut self, entry: &ActionEntry, before: &str) -> bool {
        let line = format!("{before}\n{}", entry.line());
        let Some(room) = self.room.checked_sub(length(&line)) else {
            self.overflow.push(entry.full_text());
            return false;
        };
        self.room = room;
        self.text.push_str(&line);
        self.overflow.extend(entry.paragraphs());
        true
    }
}

/// Returns the note at the end of an incomplete description.
pub(super) fn details(discriminator: &str) -> String {
    format!("\n\nDetails under `{discriminator}`.")
}

pub(super) fn length(text: &str) -> usize {
    text.chars().count()
}
