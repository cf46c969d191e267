//! Tables in Markdown: words on the left, numbers on the right, a reason for each missing number.

use std::fmt::Write as _;

use fusion_bench_kit::{
    reading::{Reading, difference_unit, ratio_unit},
    words::{in_unit, range},
};

/// Returns the cells of a row of a Markdown table.
pub fn cells(line: &str) -> Vec<&str> {
    let inner = line.trim().trim_start_matches('|').trim_end_matches('|');
    inner.split('|').map(str::trim).collect()
}

/// The head of a column, and its alignment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    name: String,
    rule: &'static str,
}

impl Column {
    /// Makes a column of words, aligned left.
    pub fn words(name: &str) -> Self {
        let name = name.to_owned();
        Self { name, rule: "---" }
    }

    /// Makes a column of numbers, aligned right.
    pub fn numbers(name: &str) -> Self {
        let name = name.to_owned();
        Self { name, rule: "---:" }
    }
}

/// Writes a table.
pub fn markdown(columns: &[Column], rows: &[Vec<String>]) -> String {
    let mut text = String::new();
    let mut line = |cells: &[String]| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    };
    let each = |of: fn(&Column) -> String| columns.iter().map(of).collect::<Vec<_>>();
    line(&each(|column| column.name.clone()));
    line(&each(|column| column.rule.to_owned()));
    for row in rows {
        line(row);
    }
    text
}

/// The text of a cell that was not measured; a line below the table gives the reason.
pub const NOT_MEASURED: &str = "–";

/// Adds a small line below a table.
pub fn with_note(table: &str, note: &str) -> String {
    format!("{table}\n<sub>{note}</sub>\n")
}

/// Adds a line with the reason below a table, if something in it was not measured.
pub fn with_reason(table: String, reason: &str) -> String {
    if table.contains(&format!("| {NOT_MEASURED} |")) {
        with_note(&table, &format!("{NOT_MEASURED}: {reason}."))
    } else {
        table
    }
}

/// Formats the median, with the spread in parentheses if there is one.
pub fn spread(reading: &Reading) -> String {
    let median = in_unit(reading.median, &reading.unit);
    // A number that never differs has no spread, however often it was counted.
    if reading.low >= reading.high {
        return median;
    }
    let range = range(reading.low, reading.high, &reading.unit);
    format!("{median} ({range})")
}

/// Formats the cell of a number. A baseline has the ratio 1 to itself, which is not measured.
pub fn cell(readings: &[Reading], key: [&str; 4]) -> String {
    let [_, _, column, unit] = key;
    match readings.iter().find(|reading| reading.has_key(key)) {
        Some(reading) => spread(reading),
        None if unit == ratio_unit(column) => "1".to_owned(),
        None if unit == difference_unit(column) => "0".to_owned(),
        None => NOT_MEASURED.to_owned(),
    }
}

/// Writes the readings of one table in one unit, rows by columns in the order in which they were
/// first seen.
pub fn pivot(readings: &[Reading], table: &str, unit: &str) -> String {
    let own = |reading: &&Reading| reading.table == table && reading.unit == unit;
    let rows = distinct(
        readings
            .iter()
            .filter(own)
            .map(|reading| reading.row.as_str()),
    );
    let columns = distinct(
        readings
            .iter()
            .filter(own)
            .map(|reading| reading.column.as_str()),
    );
    let mut head = vec![Column::words(unit)];
    head.extend(columns.iter().map(|column| Column::numbers(column)));
    let rows: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            let cells = columns
                .iter()
                .map(|column| cell(readings, [table, row, column, unit]));
            std::iter::once((*row).to_owned()).chain(cells).collect()
        })
        .collect();
    markdown(&head, &rows)
}

/// Writes the readings of one row: its columns one below the other, its units beside each other.
pub fn list(readings: &[Reading], table: &str, row: &str) -> String {
    let own = |reading: &&Reading| reading.table == table && reading.row == row;
    let columns = distinct(
        readings
            .iter()
            .filter(own)
            .map(|reading| reading.column.as_str()),
    );
    let units = distinct(
        readings
            .iter()
            .filter(own)
            .map(|reading| reading.unit.as_str()),
    );
    let mut head = vec![Column::words(row)];
    head.extend(units.iter().map(|unit| Column::numbers(unit)));
    let rows: Vec<Vec<String>> = columns
        .iter()
        .map(|column| {
            let cells = units
                .iter()
                .map(|unit| cell(readings, [table, row, column, unit]));
            std::iter::once((*column).to_owned()).chain(cells).collect()
        })
        .collect();
    markdown(&head, &rows)
}

/// Returns each name once, in the order in which they were first seen.
pub fn distinct<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = Vec::new();
    for name in names {
        if !seen.contains(&name) {
            seen.push(name);
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(row: &str, column: &str, unit: &str, samples: &[f64]) -> Reading {
        Reading::from_samples(["t", row, column, unit], samples.to_vec()).unwrap()
    }

    #[test]
    fn a_pivot_has_a_dash_where_nothing_was_measured() {
        let readings = [
            reading("a", "x", "ns", &[1.0, 2.0, 3.0]),
            reading("a", "y", "ns", &[10.0, 10.0]),
            reading("b", "x", "ns", &[5.0]),
            reading("b", "x", "allocations", &[7.0]),
        ];
        let expected = "| ns | x | y |\n| --- | ---: | ---: |\n\
                        | a | 2.00 (1.20–2.80) | 10.0 |\n| b | 5.00 | – |\n";
        assert_eq!(pivot(&readings, "t", "ns"), expected);
    }

    #[test]
    fn a_list_has_the_columns_below_each_other() {
        let readings = [
            reading("a", "x", "ns", &[1.0]),
            reading("a", "y", "ns", &[2.0]),
            reading("a", "y", "× x", &[2.0]),
            reading("b", "x", "ns", &[9.0]),
        ];
        let expected = "| a | ns | × x |\n| --- | ---: | ---: |\n\
                        | x | 1.00 | 1 |\n| y | 2.00 | 2.00 |\n";
        assert_eq!(list(&readings, "t", "a"), expected);
    }

    #[test]
    fn what_was_not_measured_has_a_reason_below_it_and_a_whole_table_has_none() {
        let told = |readings: &[Reading]| with_reason(pivot(readings, "t", "ns"), "it cannot");
        let [one, other] = [
            reading("a", "x", "ns", &[1.0]),
            reading("b", "y", "ns", &[2.0]),
        ];
        let whole = "| ns | x |\n| --- | ---: |\n| a | 1.00 |\n";
        assert_eq!(told(std::slice::from_ref(&one)), whole);
        let expected = "| ns | x | y |\n| --- | ---: | ---: |\n| a | 1.00 | – |\n\
                        | b | – | 2.00 |\n\n<sub>–: it cannot.</sub>\n";
        assert_eq!(told(&[one, other]), expected);
    }

    #[test]
    fn words_stand_on_the_left_and_numbers_on_the_right() {
        let columns = [Column::words("who"), Column::numbers("ns")];
        let rows = [vec!["by hand".to_owned(), "211".to_owned()]];
        let expected = "| who | ns |\n| --- | ---: |\n| by hand | 211 |\n";
        assert_eq!(markdown(&columns, &rows), expected);
    }

    #[test]
    fn cells_are_read_back() {
        assert_eq!(cells("| a | `b` | 1 |"), ["a", "`b`", "1"]);
    }
}
