//! Prints mistakes in the format of rustc.

use super::expansion::Mistake;

/// Returns the `.stderr` of a case, if rustc has nothing to add.
pub(super) fn render(name: &str, source: &str, mistakes: &[Mistake]) -> String {
    let lines: Vec<&str> = source.lines().collect();
    let reports: Vec<String> = mistakes
        .iter()
        .map(|mistake| diagnostic(name, &lines, mistake))
        .collect();
    reports.join("\n")
}

fn diagnostic(name: &str, lines: &[&str], mistake: &Mistake) -> String {
    let Mistake { text, start, end } = mistake;
    let line = start.line.to_string();
    let margin = " ".repeat(line.len());
    let code = lines.get(start.line - 1).unwrap_or(&"");
    let before = " ".repeat(start.column);
    // `selection` leaves places of several lines to rustc.
    let underline = "^".repeat(end.column.saturating_sub(start.column));
    format!(
        "error: {text}\n\
         {margin}--> ui/{name}:{line}:{column}\n\
         {margin} |\n\
         {line} | {code}\n\
         {margin} | {before}{underline}\n",
        column = start.column + 1,
    )
}
