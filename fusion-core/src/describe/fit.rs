//! The budget of a description: entries that exceed it move, as a whole, to a place where clients
//! do not cut.

use super::{
    DescribedTool, Description,
    entry::ActionEntry,
    page::{DescriptionParts, FirstLine, Section, trim_leading_breaks},
};

/// Fits a page into the budget of the tool.
///
/// A budget smaller than the name of the discriminator with its two notes is exceeded.
pub(super) fn fit(page: &DescriptionParts<'_>, tool: &DescribedTool<'_>) -> Description {
    let budget = tool.budget;
    let details = details(tool.discriminator);
    let mut first = FirstLine::default();
    for line in page.first_lines() {
        if line.has_intro {
            let whole = page.full_text(&line.text);
            if length(&whole) <= budget {
                return Description::new(whole);
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
    let mut heading = page.heading;
    for section in &page.sections {
        sheet.add_section(section, &mut heading);
    }
    let intro = if first.has_intro { "" } else { &page.intro };
    let sections = [intro, page.paragraphs, &sheet.overflow.join("\n")]
        .into_iter()
        .filter(|section| !section.is_empty())
        .collect::<Vec<_>>()
        .join("\n\n");
    Description {
        overflow: (!sections.is_empty()).then_some(sections),
        ..Description::new(trim_leading_breaks(sheet.text + &details))
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
        if entry.keeps_together() && self.write(&format!("{before}\n{}", entry.full_text())) {
            return true;
        }
        if self.write(&format!("{before}\n{}", entry.line())) {
            self.overflow.extend(entry.paragraphs());
            return true;
        }
        self.overflow.push(entry.full_text());
        false
    }

    /// Adds the lines that fit, under their head. Where the others overflow, the head is repeated.
    /// The first line of all takes the heading.
    fn add_section(&mut self, section: &Section, heading: &mut &'static str) {
        let start = self.overflow.len();
        let mut head = section.head.as_ref();
        for line in &section.lines {
            let mut before = (*heading).to_owned();
            if let Some(head) = head {
                before.push('\n');
                before.push_str(&head.line());
            }
            if self.add(line, &before) {
                *heading = "";
                head = None;
            }
        }
        match (&section.head, head) {
            (_, Some(unwritten)) => self.overflow.insert(start, unwritten.full_text()),
            (Some(written), None) if self.overflow.len() > start => {
                self.overflow.insert(start, written.continuation());
            }
            (Some(written), None) => self.overflow.extend(written.paragraphs()),
            (None, None) => {}
        }
    }

    /// Appends a text if it fits. Returns `true` if it does.
    fn write(&mut self, text: &str) -> bool {
        let room = self.room.checked_sub(length(text));
        if let Some(room) = room {
            self.room = room;
            self.text.push_str(text);
        }
        room.is_some()
    }
}

/// Returns the note at the end of an incomplete description.
pub(super) fn details(discriminator: &str) -> String {
    format!("\n\nDetails under `{discriminator}`.")
}

pub(super) fn length(text: &str) -> usize {
    text.chars().count()
}
