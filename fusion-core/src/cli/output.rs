//! Standard output: text for people, with colours on a terminal, or JSON for programs. A reader that has closed it is
//! no error.

use std::{
    borrow::Cow,
    io::{self, IsTerminal as _, Write as _},
};

use clap::builder::styling::{Effects, Style};
use comfy_table::{Attribute, Cell, Color, ContentArrangement, Table, presets::NOTHING};
use serde_json::Value;

use super::{
    arguments::{ColorUse, OutputForm, PrintOptions},
    failure::Failure,
    shown_text::{shown_json, shown_text},
};

/// The maximum width of text: longer lines are hard to read.
const MAX_WIDTH: u16 = 120;
/// The columns by which the rest of a long line is indented.
const UNDER: usize = 4;

/// The output of one command.
pub(super) struct Output {
    pub(super) form: OutputForm,
    pub(super) is_terminal: bool,
    pub(super) has_color: bool,
}

impl Output {
    pub(super) fn new(options: &PrintOptions) -> Self {
        let is_terminal = io::stdout().is_terminal();
        let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let has_color = match options.color {
            ColorUse::Always => true,
            ColorUse::Never => false,
            ColorUse::Auto => {
                let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
                is_terminal && !is_set("NO_COLOR") && !is_dumb
            }
        };
        Self {
            form: options.output,
            is_terminal,
            has_color,
        }
    }

    /// The output of a pipe, which gets every byte as it is.
    pub(super) fn of_pipe() -> Self {
        Self {
            form: OutputForm::Text,
            is_terminal: false,
            has_color: false,
        }
    }

    pub(super) fn is_json(&self) -> bool {
        self.form == OutputForm::Json
    }

    /// Prints JSON: on one line, or for people on a terminal on several.
    pub(super) fn json(&self, value: &Value) -> Result<(), Failure> {
        print_text(&format!("{}\n", self.rendered(value)))
    }

    /// Returns JSON as text.
    pub(super) fn rendered(&self, value: &Value) -> String {
        if self.is_terminal {
            shown_json(value)
        } else {
            value.to_string()
        }
    }

    /// Returns JSON on several lines.
    pub(super) fn lines(&self, value: &Value) -> String {
        if self.is_terminal {
            shown_json(value)
        } else {
            format!("{value:#}")
        }
    }

    /// Returns a text of the server: on a terminal without characters that control it.
    pub(super) fn text<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.is_terminal {
            shown_text(text)
        } else {
            Cow::Borrowed(text)
        }
    }

    /// Returns a name of the server in the style of names.
    pub(super) fn name(&self, text: &str) -> String {
        self.styled(&self.text(text), Style::new().bold())
    }

    /// Returns a text of the server of little weight.
    pub(super) fn quiet(&self, text: &str) -> String {
        self.styled(&self.text(text), Style::new().effects(Effects::DIMMED))
    }

    fn styled(&self, text: &str, style: Style) -> String {
        if self.has_color && !text.is_empty() {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }

    /// Returns lines of prose, of which a long one goes on under itself where the terminal ends. Programs get it whole.
    pub(super) fn prose(&self, text: &str) -> String {
        match self.terminal_width() {
            Some(width) => wrapped(text, width),
            None => text.to_owned(),
        }
    }

    /// Returns the columns of a line, where output goes to a terminal.
    fn terminal_width(&self) -> Option<u16> {
        let width = Table::new().width().filter(|_| self.is_terminal)?;
        Some(width.min(MAX_WIDTH))
    }

    /// Returns a table without lines, as wide as the terminal. Programs get each row on one line.
    pub(super) fn table<const N: usize>(&self, head: [&str; N]) -> Table {
        let mut table = Table::new();
        table.load_style(NOTHING).set_header(head.map(quiet_cell));
        if let Some(width) = self.terminal_width() {
            table
                .set_content_arrangement(ContentArrangement::Dynamic)
                .set_width(width);
        }
        if self.has_color {
            table.enforce_styling();
        } else {
            table.force_no_tty();
        }
        table
    }
}

/// Returns lines of which a long one goes on under itself, broken at words.
fn wrapped(text: &str, width: u16) -> String {
    let lines = text.lines().map(|line| {
        let indent = line.len() - line.trim_start_matches(' ').len();
        let under = " ".repeat(indent + UNDER);
        let options = textwrap::Options::new(width.into())
            .word_splitter(textwrap::WordSplitter::NoHyphenation);
        textwrap::fill(line, options.subsequent_indent(&under)) + "\n"
    });
    lines.collect()
}

/// Returns lines for standard error, which end in a line break: on a terminal without characters that control it, and
/// broken at words.
pub(super) fn error_lines(text: &str) -> String {
    let mut table = Table::new();
    table.use_stderr();
    if table.is_tty() {
        let width = table.width().unwrap_or(MAX_WIDTH).min(MAX_WIDTH);
        wrapped(&shown_text(text), width)
    } else {
        format!("{text}\n")
    }
}

/// Returns a cell with a name.
pub(super) fn name_cell(text: &str) -> Cell {
    Cell::new(text).add_attribute(Attribute::Bold)
}

/// Returns a cell with a word that warns.
pub(super) fn warning_cell(text: &str) -> Cell {
    Cell::new(text).fg(Color::Yellow)
}

/// Returns a cell of little weight.
pub(super) fn quiet_cell(text: &str) -> Cell {
    Cell::new(text).add_attribute(Attribute::Dim)
}

/// Returns the lines of a table without the blanks at its edges.
pub(super) fn rows(table: &Table) -> String {
    let lines: Vec<_> = table.lines().collect();
    let lines = lines
        .iter()
        .map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end());
    lines.collect::<Vec<_>>().join("\n")
}

/// Prints a table.
pub(super) fn print_table(table: &Table) -> Result<(), Failure> {
    print_text(&format!("{}\n", rows(table)))
}

/// Prints a text, which ends with a line break.
pub(super) fn print_text(text: &str) -> Result<(), Failure> {
    print(text.as_bytes())
}

/// Writes to standard output. A closed pipe ends the output without an error.
pub(super) fn print(bytes: &[u8]) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::refused(format!("standard output: {error}")))
        }
        _ => Ok(()),
    }
}
