//! The budget: what does not fit goes, whole, where clients do not cut.

use super::{Description, entry::Entry, page::Page};

/// What stands above the lines of the actions.
pub(super) const HEADING: &str = "\n\nWorkflow:";

/// Fits a page into `budget` Unicode scalar values.
///
/// A budget smaller than the name of the discriminator with its two notes is not kept.
pub(super) fn fit(page: &Page<'_>, discriminator: &str, budget: usize) -> Description {
    let details = format!("\n\nDetails under `{discriminator}`.");
    let mut first_line = page.first_line();
    let mut intro_fits = true;
    let whole = page.whole(&first_line);
    if length(&whole) <= budget {
        return complete(whole);
    }
    if length(&first_line) + length(&details) > budget {
        first_line = page.short_first_line(&page.intro, discriminator);
        let whole = page.whole(&first_line);
        if length(&whole) <= budget {
            return complete(whole);
        }
        intro_fits = length(&first_line) + length(&details) <= budget;
        if !intro_fits {
            first_line = page.short_first_line("", discriminator);
        }
    }
    let mut sheet = Sheet {
        room: budget.saturating_sub(length(&first_line) + length(&details)),
        text: first_line,
        headed: false,
        overflow: Vec::new(),
    };
    for module in &page.modules {
        sheet.add(module, "");
    }
    for action in &page.actions {
        let heading = if sheet.headed { "" } else { HEADING };
        sheet.headed |= sheet.add(action, heading);
    }
    let intro = if intro_fits { "" } else { page.intro.as_str() };
    let sections = [intro, page.paragraphs, &sheet.overflow.join("\n")]
        .into_iter()
        .filter(|section| !section.is_empty())
        .collect::<Vec<_>>()
        .join("\n\n");
    Description {
        text: sheet.text + &details,
        overflow: (!sections.is_empty()).then_some(sections),
    }
}

fn complete(text: String) -> Description {
    Description {
        text,
        overflow: None,
    }
}

/// A description that is being filled.
struct Sheet {
    text: String,
    /// How many characters may still come.
    room: usize,
    headed: bool,
    overflow: Vec<String>,
}

impl Sheet {
    /// Adds a line after `before` if it fits; the rest of the entry overflows. Says whether it did.
    fn add(&mut self, entry: &Entry, before: &str) -> bool {
        let line = format!("{before}\n{}", entry.line());
        let Some(room) = self.room.checked_sub(length(&line)) else {
            self.overflow.push(entry.whole());
            return false;
        };
        self.room = room;
        self.text.push_str(&line);
        self.overflow.extend(entry.paragraphs());
        true
    }
}

fn length(text: &str) -> usize {
    text.chars().count()
}
