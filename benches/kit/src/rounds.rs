//! Rounds: every probe of a table runs once in each round, so that a busy moment of the machine
//! meets all of them, and a ratio is of two runs that stood beside each other.

use std::{rc::Rc, time::Instant};

use tokio::runtime::Runtime;

use crate::{
    Result,
    probe::{Probe, Table},
    reading::{Reading, ratio_to},
};

/// How much is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// To see that it works.
    Quick,
    /// To be told to others.
    Full,
}

impl Effort {
    fn rounds(self) -> usize {
        match self {
            Self::Quick => 15,
            Self::Full => 201,
        }
    }
}

/// A batch takes about this long: enough for the clock, too short for most interruptions.
const BATCH_NANOSECONDS: f64 = 500_000.0;
const MOST_CALLS: usize = 2_000;
const COUNTED_CALLS: usize = 200;

/// Nanoseconds of a call for each probe, and its ratios to the baselines of its row.
pub fn time(table: &Table, runtime: &Rc<Runtime>, effort: Effort) -> Result<Vec<Reading>> {
    let probes = table.probes();
    let calls = calibrate(table, runtime)?;
    let mut samples = vec![Vec::with_capacity(effort.rounds()); probes.len()];
    for _ in 0..effort.rounds() {
        for ((probe, calls), samples) in probes.iter().zip(&calls).zip(&mut samples) {
            samples.push(nanoseconds(table, probe, runtime, *calls)?);
        }
    }
    let mut readings = Vec::new();
    for (probe, own) in probes.iter().zip(&samples) {
        let reading = |unit: &str, samples| {
            Reading::of([table.name, &probe.row, &probe.column, unit], samples)
        };
        readings.extend(reading("ns", own.clone()));
        for baseline in table.baselines {
            let beside = probes
                .iter()
                .position(|other| other.row == probe.row && other.column == *baseline);
            if let Some(beside) = beside.filter(|_| probe.column != *baseline) {
                let ratios = own
                    .iter()
                    .zip(&samples[beside])
                    .map(|(own, base)| own / base);
                readings.extend(reading(&ratio_to(baseline), ratios.collect()));
            }
        }
    }
    Ok(readings)
}

/// Allocations of a call for each probe; `count` runs what it is given and says how many it made.
pub fn allocations(
    table: &Table,
    runtime: &Rc<Runtime>,
    count: &dyn Fn(&mut dyn FnMut()) -> u64,
) -> Result<Vec<Reading>> {
    let mut readings = Vec::new();
    for probe in table.probes() {
        // What is made once, such as a cache of this thread, is no part of a call.
        let mut right = probe.batch(runtime, 1)();
        let mut batch = probe.batch(runtime, COUNTED_CALLS);
        let total = count(&mut || right &= batch());
        expect(right, table, probe)?;
        let key = [table.name, &probe.row, &probe.column, "allocations"];
        readings.extend(Reading::of(key, vec![total as f64 / COUNTED_CALLS as f64]));
    }
    Ok(readings)
}

/// How many calls make a batch of each probe: as many for all of a row, so that all find their
/// arguments equally far away.
fn calibrate(table: &Table, runtime: &Rc<Runtime>) -> Result<Vec<usize>> {
    let probes = table.probes();
    let mut own = Vec::with_capacity(probes.len());
    for probe in probes {
        own.push(of_one(table, probe, runtime)?);
    }
    let of_row = |row: &str| {
        let same = probes
            .iter()
            .zip(&own)
            .filter(|(probe, _)| probe.row == row);
        same.map(|(_, calls)| *calls).min().unwrap_or(1)
    };
    Ok(probes.iter().map(|probe| of_row(&probe.row)).collect())
}

/// How many calls of one probe would make a batch.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "bounded by the clamp"
)]
fn of_one(table: &Table, probe: &Probe, runtime: &Rc<Runtime>) -> Result<usize> {
    nanoseconds(table, probe, runtime, 20)?;
    let one = nanoseconds(table, probe, runtime, 100)?;
    Ok((BATCH_NANOSECONDS / one).clamp(10.0, MOST_CALLS as f64) as usize)
}

fn nanoseconds(table: &Table, probe: &Probe, runtime: &Rc<Runtime>, calls: usize) -> Result<f64> {
    let mut batch = probe.batch(runtime, calls);
    let start = Instant::now();
    let right = batch();
    let taken = start.elapsed().as_nanos() as f64 / calls as f64;
    expect(right, table, probe)?;
    Ok(taken)
}

fn expect(right: bool, table: &Table, probe: &Probe) -> Result<()> {
    let Probe { row, column, .. } = probe;
    let wrong = || {
        format!(
            "{}, {row}, {column}: a call ended as it should not",
            table.name
        )
    };
    right.then_some(()).ok_or_else(|| wrong().into())
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::probe;

    fn table(calls: &Rc<Cell<usize>>) -> Table {
        let mut table = Table::new("call", &["by hand"]);
        for column in ["by hand", "other"] {
            let calls = Rc::clone(calls);
            table.push(Probe::new("ping", column, (), async move |()| {
                calls.set(calls.get() + 1);
                true
            }));
        }
        table
    }

    #[test]
    fn a_table_has_a_time_for_each_probe_and_a_ratio_for_each_that_is_no_baseline() {
        let runtime = probe::runtime().unwrap();
        let readings = time(&table(&Rc::default()), &runtime, Effort::Quick).unwrap();
        let told: Vec<_> = readings
            .iter()
            .map(|reading| {
                (
                    reading.column.as_str(),
                    reading.unit.as_str(),
                    reading.samples,
                )
            })
            .collect();
        let expected = [
            ("by hand", "ns", 15),
            ("other", "ns", 15),
            ("other", "× by hand", 15),
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn all_probes_of_a_row_make_as_many_calls() {
        let mut table = Table::new("call", &[]);
        for (column, work) in [("quick", 1), ("slow", 20_000)] {
            table.push(Probe::new("sum", column, work, async |work: u64| {
                (0..work).map(std::hint::black_box).sum::<u64>() < u64::MAX
            }));
        }
        table.push(Probe::new("other", "quick", 1_u64, async |_| true));
        let calls = calibrate(&table, &probe::runtime().unwrap()).unwrap();
        assert_eq!(calls[0], calls[1]);
        assert!(calls[2] > calls[1], "{calls:?}");
    }

    #[test]
    fn allocations_are_told_per_call_and_without_the_first() {
        let runtime = probe::runtime().unwrap();
        let calls = Rc::new(Cell::new(0));
        let count = |run: &mut dyn FnMut()| {
            let before = calls.get();
            run();
            (calls.get() - before) as u64 * 3
        };
        let readings = allocations(&table(&calls), &runtime, &count).unwrap();
        let medians: Vec<_> = readings.iter().map(|reading| reading.median).collect();
        assert_eq!(medians, [3.0, 3.0]);
        assert_eq!(calls.get(), 2 * (1 + COUNTED_CALLS));
    }

    #[test]
    fn a_call_that_ends_as_it_should_not_is_an_error_and_no_number() {
        let mut table = Table::new("call", &[]);
        table.push(Probe::new("ping", "wrong", (), async |()| false));
        let runtime = probe::runtime().unwrap();
        let expected = "call, ping, wrong: a call ended as it should not";
        let timed = time(&table, &runtime, Effort::Quick).unwrap_err();
        let count = |run: &mut dyn FnMut()| {
            run();
            1
        };
        let counted = allocations(&table, &runtime, &count).unwrap_err();
        assert_eq!(
            [timed, counted].map(|error| error.to_string()),
            [expected, expected]
        );
    }
}
