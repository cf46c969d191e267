//! A diff for people: grouped by class and item, 80 columns wide.

use std::fmt;

use super::{ChangeClass, ChangedItem, ChangedPart, Diff, SurfaceChange};

const WIDTH: usize = 80;

impl fmt::Display for Diff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("no changes");
        }
        for class in ChangeClass::ALL {
            let mut item = None;
            let own = self.changes.iter().filter(|change| change.class == class);
            if self.count(class) > 0 {
                writeln!(f, "{class}: {}", counted(self.count(class), "change"))?;
            }
            for change in own {
                if item != Some(&change.item) {
                    item = Some(&change.item);
                    writeln!(f, "  {}", change.item)?;
                }
                for line in wrapped(&sentence(change), 4) {
                    writeln!(f, "{line}")?;
                }
            }
        }
        let counts = ChangeClass::ALL.map(|class| (self.count(class), class));
        let counts = counts.iter().filter(|(count, _)| *count > 0);
        let counts: Vec<_> = counts
            .map(|(count, class)| format!("{count} {class}"))
            .collect();
        write!(f, "{}", counts.join(", "))
    }
}

/// `Display` of a change is one line, which names its class and its place.
impl fmt::Display for SurfaceChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {}: {} [{}]",
            self.class,
            self.item,
            sentence(self),
            self.rule
        )
    }
}

impl fmt::Display for ChangedItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tool(name) => write!(f, "{name} (tool)"),
            Self::Action(key) => f.write_str(key),
            Self::Prompt(key) => write!(f, "{key} (prompt)"),
            Self::Resource(key) => write!(f, "{key} (resource)"),
        }
    }
}

fn sentence(change: &SurfaceChange) -> String {
    let text = &change.text;
    match &change.part {
        ChangedPart::Item => text.clone(),
        ChangedPart::Argument(path) => format!("argument `{path}`: {text}"),
        ChangedPart::Input(path) if path.is_empty() => format!("input schema: {text}"),
        ChangedPart::Input(path) => format!("input schema `{path}`: {text}"),
        ChangedPart::Result(path) if path.is_empty() => format!("result: {text}"),
        ChangedPart::Result(path) => format!("result `{path}`: {text}"),
    }
}

fn counted(count: usize, word: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {word}{plural}")
}

/// Breaks a text into lines of at most 80 characters; those after the first are indented further. A longer
/// word has a line of its own.
fn wrapped(text: &str, indent: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = " ".repeat(indent);
    let mut length = 0;
    for word in text.split(' ') {
        let word_length = word.chars().count();
        if length > 0 && line.chars().count() + 1 + word_length > WIDTH {
            lines.push(std::mem::replace(&mut line, " ".repeat(indent + 2)));
            length = 0;
        }
        if length > 0 {
            line.push(' ');
        }
        line.push_str(word);
        length += 1;
    }
    lines.push(line);
    lines
}
