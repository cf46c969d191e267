//! Tables in Markdown.

use std::fmt::Write as _;

use fusion_bench_kit::reading::Reading;

/// The cells of a row of a Markdown table.
pub fn cells(line: &str) -> Vec<&str> {
    let inner = line.trim().trim_start_matches('|').trim_end_matches('|');
    inner.split('|').map(str::trim).collect()
}

/// A table whose first column is words and whose others are numbers.
pub fn markdown(head: &[String], rows: &[Vec<String>]) -> String {
    let mut text = String::new();
    let mut line = |cells: &[String]| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    };
    line(head);
    let rules = head
        .iter()
        .enumerate()
        .map(|(index, _)| if index == 0 { "---" } else { "---:" }.to_owned());
    line(&rules.collect::<Vec<_>>());
    for row in rows {
        line(row);
    }
    text
}

/// A number with as many digits as say something, and commas between thousands.
pub fn number(value: f64) -> String {
    let digits = match value.abs() {
        0.0 => 0,
        size if size < 10.0 => 2,
        size if size < 100.0 => 1,
        _ => 0,
    };
    let text = format!("{value:.digits$}");
    let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        let left = whole.len() - index;
        if index > 0 && left % 3 == 0 && digit.is_ascii_digit() && !grouped.ends_with('-') {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    if part.is_empty() {
        grouped
    } else {
        format!("{grouped}.{part}")
    }
}

/// The median, and the spread behind it where there is one.
pub fn spread(reading: &Reading) -> String {
    let median = number(reading.median);
    if reading.samples < 2 {
        return median;
    }
    format!(
        "{median} ({}–{})",
        number(reading.low),
        number(reading.high)
    )
}

/// The readings of one table in one unit, rows by columns as they were first seen.
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
    let cell = |row: &str, column: &str| {
        let found = readings
            .iter()
            .find(|reading| reading.is([table, row, column, unit]));
        found.map_or_else(|| "–".to_owned(), spread)
    };
    let mut head = vec![unit.to_owned()];
    head.extend(columns.iter().map(|column| (*column).to_owned()));
    let rows: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            let cells = columns.iter().map(|column| cell(row, column));
            std::iter::once((*row).to_owned()).chain(cells).collect()
        })
        .collect();
    markdown(&head, &rows)
}

/// The readings of one row: its columns one below the other, its units beside each other.
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
    let mut head = vec![row.to_owned()];
    head.extend(units.iter().map(|unit| (*unit).to_owned()));
    let rows: Vec<Vec<String>> = columns
        .iter()
        .map(|column| {
            let cells = units.iter().map(|unit| {
                let found = readings
                    .iter()
                    .find(|reading| reading.is([table, row, column, unit]));
                found.map_or_else(|| "–".to_owned(), spread)
            });
            std::iter::once((*column).to_owned()).chain(cells).collect()
        })
        .collect();
    markdown(&head, &rows)
}

/// Each once, in the order in which they are first seen.
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
        Reading::of(["t", row, column, unit], samples.to_vec()).unwrap()
    }

    #[test]
    fn numbers_have_three_digits_and_commas() {
        let told = [0.0, 0.123, 1.0, 12.34, 123.4, 1234.5, 1_234_567.0, -1234.0].map(number);
        let expected = [
            "0",
            "0.12",
            "1.00",
            "12.3",
            "123",
            "1,234",
            "1,234,567",
            "-1,234",
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn a_pivot_has_a_dash_where_nothing_was_measured() {
        let readings = [
            reading("a", "x", "ns", &[1.0, 2.0, 3.0]),
            reading("a", "y", "ns", &[10.0]),
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
                        | x | 1.00 | – |\n| y | 2.00 | 2.00 |\n";
        assert_eq!(list(&readings, "t", "a"), expected);
    }

    #[test]
    fn cells_are_read_back() {
        assert_eq!(cells("| a | `b` | 1 |"), ["a", "`b`", "1"]);
    }
}
