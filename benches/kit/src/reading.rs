//! What was measured, as lines of JSON: how programs of contenders tell it, and how it is kept
//! between two runs.

use serde::{Deserialize, Serialize};

use crate::{
    pace::{Chosen, Quiet},
    statistics::Summary,
};

/// One number, with its spread.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    /// Of which table.
    pub table: String,
    /// What was done.
    pub row: String,
    /// Who did it.
    pub column: String,
    /// What it is counted in; `× by hand` for a ratio to that column.
    pub unit: String,
    /// The median.
    pub median: f64,
    /// A tenth of the samples is below.
    pub low: f64,
    /// A tenth of the samples is above.
    pub high: f64,
    /// How many samples there were.
    pub samples: usize,
    /// How quiet the machine was, where that was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quiet: Option<Quiet>,
}

impl Reading {
    /// A reading of these samples; nothing if there are none.
    pub fn of([table, row, column, unit]: [&str; 4], samples: Vec<f64>) -> Option<Self> {
        let count = samples.len();
        let summary = Summary::of(samples)?;
        Some(Self {
            table: table.to_owned(),
            row: row.to_owned(),
            column: column.to_owned(),
            unit: unit.to_owned(),
            median: summary.median,
            low: summary.low,
            high: summary.high,
            samples: count,
            quiet: None,
        })
    }

    /// A reading of samples that were chosen by the pace of the machine.
    pub fn chosen(key: [&str; 4], chosen: Chosen) -> Option<Self> {
        let reading = Self::of(key, chosen.values)?;
        Some(Self {
            quiet: Some(chosen.quiet),
            ..reading
        })
    }

    /// Which number it is: its table, row, column and unit.
    pub fn key(&self) -> [&str; 4] {
        [&self.table, &self.row, &self.column, &self.unit]
    }

    /// Whether it is a difference: it may be near zero, where any change is many times as much.
    pub fn is_difference(&self) -> bool {
        self.unit.starts_with(MORE_THAN)
    }

    /// Whether it is this number.
    pub fn is(&self, key: [&str; 4]) -> bool {
        self.key() == key
    }
}

/// The unit of a ratio to another column.
pub fn ratio_to(baseline: &str) -> String {
    format!("× {baseline}")
}

const MORE_THAN: &str = "ns more than ";

/// The unit of a difference to another column.
pub fn more_than(baseline: &str) -> String {
    format!("{MORE_THAN}{baseline}")
}

/// One line for each reading.
pub fn to_lines(readings: &[Reading]) -> crate::Result<String> {
    let lines: Result<Vec<_>, _> = readings.iter().map(serde_json::to_string).collect();
    Ok(lines?.join("\n") + "\n")
}

/// The readings of such lines.
pub fn from_lines(lines: &str) -> crate::Result<Vec<Reading>> {
    let readings: Result<_, _> = lines.lines().map(serde_json::from_str).collect();
    Ok(readings?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_survive_as_lines() {
        let chosen = Chosen {
            values: vec![1.5],
            quiet: Quiet {
                taken: 4,
                counted: 1,
            },
        };
        let readings = vec![
            Reading::of(["call", "ping", "by hand", "ns"], vec![1.0, 2.0, 3.0]).unwrap(),
            Reading::chosen(["call", "ping", "fusion", "× by hand"], chosen).unwrap(),
        ];
        assert_eq!(from_lines(&to_lines(&readings).unwrap()).unwrap(), readings);
    }

    #[test]
    fn no_samples_are_no_reading() {
        assert_eq!(
            Reading::of(["call", "ping", "by hand", "ns"], Vec::new()),
            None
        );
    }
}
