//! Measurements numbers as lines of JSON: programs of contenders print them, and they are stored
//! between two runs.

use serde::{Deserialize, Serialize};

use crate::{
    pace::{QuietCount, SampleSelection},
    statistics::Summary,
};

/// One number, with its spread.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    /// The name of the table.
    pub table: String,
    /// The row: the work that was done.
    pub row: String,
    /// The column: the contender that did the work.
    pub column: String,
    /// The unit; `× by hand` for a ratio to that column.
    pub unit: String,
    /// The median.
    pub median: f64,
    /// A tenth of the samples is below this value.
    pub low: f64,
    /// A tenth of the samples is above this value.
    pub high: f64,
    /// The number of samples.
    pub samples: usize,
    /// The number of quiet samples, if the pace of the machine was read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quiet: Option<QuietCount>,
}

impl Reading {
    /// Makes a reading of these samples, or `None` if there are none.
    pub fn from_samples([table, row, column, unit]: [&str; 4], samples: Vec<f64>) -> Option<Self> {
        let count = samples.len();
        let summary = Summary::from_samples(samples)?;
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

    /// Makes a reading of samples that were selected by the pace of the machine.
    pub fn from_selection(key: [&str; 4], chosen: SampleSelection) -> Option<Self> {
        let reading = Self::from_samples(key, chosen.values)?;
        Some(Self {
            quiet: Some(chosen.quiet),
            ..reading
        })
    }

    /// Returns the key of the number: its table, row, column and unit.
    pub fn key(&self) -> [&str; 4] {
        [&self.table, &self.row, &self.column, &self.unit]
    }

    /// Returns true for a difference. A difference can be near zero, where any change is a large
    /// ratio.
    pub fn is_difference(&self) -> bool {
        self.unit.starts_with(MORE_THAN)
    }

    /// Returns true if this is the number with the key.
    pub fn has_key(&self, key: [&str; 4]) -> bool {
        self.key() == key
    }
}

/// Returns the unit of a ratio to another column.
pub fn ratio_unit(baseline: &str) -> String {
    format!("× {baseline}")
}

const MORE_THAN: &str = "ns more than ";

/// Returns the unit of a difference to another column.
pub fn difference_unit(baseline: &str) -> String {
    format!("{MORE_THAN}{baseline}")
}

/// Serializes the readings, one line each.
pub fn to_lines(readings: &[Reading]) -> crate::Result<String> {
    let lines: Result<Vec<_>, _> = readings.iter().map(serde_json::to_string).collect();
    Ok(lines?.join("\n") + "\n")
}

/// Deserializes such lines.
pub fn from_lines(lines: &str) -> crate::Result<Vec<Reading>> {
    let readings: Result<_, _> = lines.lines().map(serde_json::from_str).collect();
    Ok(readings?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_survive_as_lines() {
        let chosen = SampleSelection {
            values: vec![1.5],
            quiet: QuietCount {
                taken: 4,
                counted: 1,
            },
        };
        let readings = vec![
            Reading::from_samples(["call", "ping", "by hand", "ns"], vec![1.0, 2.0, 3.0]).unwrap(),
            Reading::from_selection(["call", "ping", "fusion", "× by hand"], chosen).unwrap(),
        ];
        assert_eq!(from_lines(&to_lines(&readings).unwrap()).unwrap(), readings);
    }

    #[test]
    fn no_samples_are_no_reading() {
        assert_eq!(
            Reading::from_samples(["call", "ping", "by hand", "ns"], Vec::new()),
            None
        );
    }
}
