//! Readings of earlier runs, stored in the target folder, to compare two runs.

use std::{fs, path::PathBuf};

use fusion_bench_kit::{
    Result,
    reading::{self, Reading},
    words::{count, number},
};

use super::table::distinct;
use crate::context::Context;

/// The tolerance within which two medians agree.
const TOLERANCE: f64 = 0.1;

fn file(context: &Context, section: &str) -> PathBuf {
    let effort = if context.is_quick() { "quick" } else { "full" };
    context
        .target
        .join("measure")
        .join(effort)
        .join(format!("{section}.jsonl"))
}

/// Loads the readings of the last run of this section; they are empty if there was no run.
pub fn load(context: &Context, section: &str) -> Result<Vec<Reading>> {
    match fs::read_to_string(file(context, section)) {
        Ok(lines) => reading::from_lines(&lines),
        Err(_) => Ok(Vec::new()),
    }
}

/// Stores the readings of this run.
pub fn save(context: &Context, section: &str, readings: &[Reading]) -> Result<()> {
    let file = file(context, section);
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    Ok(fs::write(file, reading::to_lines(readings)?)?)
}

/// Compares this run with the run before.
pub fn compare(before: &[Reading], now: &[Reading]) -> String {
    let change = |reading: &Reading| {
        let other = before.iter().find(|other| other.has_key(reading.key()))?;
        let change = reading.median / other.median - 1.0;
        change.is_finite().then_some(change)
    };
    let compared = now.iter().filter(|one| !one.is_difference());
    let changes = compared.filter_map(|one| Some((change(one)?, one)));
    let changes: Vec<_> = changes.collect();
    let farther = |(one, _): &&(f64, _), (other, _): &&(f64, _)| one.abs().total_cmp(&other.abs());
    let Some((change, farthest)) = changes.iter().max_by(farther) else {
        return "<sub>There is no previous run to compare with.</sub>\n".to_owned();
    };
    let near = |unit: Option<&str>| {
        let own = changes
            .iter()
            .filter(|(_, reading)| unit.is_none_or(|unit| reading.unit == unit));
        let near = own.clone().filter(|(change, _)| change.abs() <= TOLERANCE);
        format!("{} of {}", count(near.count()), count(own.count()))
    };
    let units = distinct(changes.iter().map(|(_, reading)| reading.unit.as_str()));
    let units: Vec<_> = units
        .into_iter()
        .map(|unit| format!("{unit} {}", near(Some(unit))))
        .collect();
    format!(
        "<sub>Compared with the previous run: {} medians within {:.0} % ({}); the largest change is {}{} % ({}).</sub>\n",
        near(None),
        TOLERANCE * 100.0,
        units.join(", "),
        if *change > 0.0 { "+" } else { "" },
        number(change * 100.0),
        farthest.key().join(", "),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn readings(medians: [f64; 3]) -> Vec<Reading> {
        let reading = |(row, median): (&str, f64)| {
            Reading::from_samples(["call", row, "fusion", "ns"], vec![median]).unwrap()
        };
        ["a", "b", "c"]
            .into_iter()
            .zip(medians)
            .map(reading)
            .collect()
    }

    #[test]
    fn two_runs_are_compared_by_their_medians() {
        let (before, now) = (readings([100.0, 100.0, 0.0]), readings([105.0, 80.0, 1.0]));
        let expected = "<sub>Compared with the previous run: 1 of 2 medians within 10 % (ns 1 of 2); the \
                        largest change is -20.0 % (call, b, fusion, ns).</sub>\n";
        assert_eq!(compare(&before, &now), expected);
    }

    #[test]
    fn differences_are_not_compared() {
        let difference = |median| {
            let key = [
                "middleware",
                "4 scalars",
                "a guard",
                "ns more than no middleware",
            ];
            Reading::from_samples(key, vec![median]).unwrap()
        };
        let [mut before, mut now] = [readings([1.0, 2.0, 3.0]), readings([1.0, 2.0, 3.0])];
        before.push(difference(0.1));
        now.push(difference(3.0));
        let expected = "<sub>Compared with the previous run: 3 of 3 medians within 10 % (ns 3 of 3); the \
                        largest change is 0 % (call, c, fusion, ns).</sub>\n";
        assert_eq!(compare(&before, &now), expected);
    }

    #[test]
    fn a_first_run_has_nothing_to_be_compared_with() {
        let expected = "<sub>There is no previous run to compare with.</sub>\n";
        assert_eq!(compare(&[], &readings([1.0, 2.0, 3.0])), expected);
    }
}
