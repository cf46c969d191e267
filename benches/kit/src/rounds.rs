//! Rounds: every probe of a row runs once in each round, between two readings of the pace, so that
//! a ratio compares two runs that were taken beside each other. Rounds continue until enough of
//! them were quiet.

use std::{rc::Rc, time::Instant};

use tokio::runtime::Runtime;

use crate::{
    Result,
    pace::{Pace, PacedSample},
    probe::{Probe, Table},
    reading::{Reading, difference_unit, ratio_unit},
};

/// The amount of measuring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// A short run that tests the program itself.
    Quick,
    /// A full run, whose numbers can be published.
    Full,
}

impl Effort {
    /// Returns the number of quiet samples that are wanted.
    pub fn wanted_samples(self) -> usize {
        match self {
            Self::Quick => 15,
            Self::Full => 21,
        }
    }

    /// Returns the limit of samples to take, as a multiple of the wanted ones.
    pub fn max_repeats(self) -> usize {
        match self {
            Self::Quick => 2,
            Self::Full => 10,
        }
    }
}

/// The approximate duration of a batch: long enough for the clock, and short enough to be rarely
/// interrupted.
const BATCH_NANOSECONDS: f64 = 300_000.0;
const MOST_CALLS: usize = 2_000;
const COUNTED_CALLS: usize = 200;

/// Measures the nanoseconds of a call for each probe, and its ratios and differences to the
/// baselines of its row.
pub fn time(
    table: &Table,
    runtime: &Rc<Runtime>,
    pace: &mut Pace,
    effort: Effort,
) -> Result<Vec<Reading>> {
    let mut clock = Clock {
        table,
        runtime,
        pace,
    };
    let mut readings = Vec::new();
    for probes in table.rows() {
        let calls = clock.calibrate(&probes)?;
        let mut samples = vec![Vec::new(); probes.len()];
        for _ in 0..effort.max_repeats() {
            for _ in 0..effort.wanted_samples() {
                for (probe, samples) in probes.iter().zip(&mut samples) {
                    samples.push(clock.sample(probe, calls)?);
                }
            }
            let mut all = numbers(table, &probes, &samples).into_iter();
            if all.all(|number| {
                clock
                    .pace
                    .is_enough(&number.samples, effort.wanted_samples())
            }) {
                break;
            }
        }
        for number in numbers(table, &probes, &samples) {
            let Probe { row, column, .. } = number.probe;
            let chosen = clock.pace.choose(number.samples, effort.wanted_samples());
            let key = [table.name, row, column, &number.unit];
            readings.extend(Reading::from_selection(key, chosen));
        }
    }
    Ok(readings)
}

/// A number of a probe: its time, a ratio, or a difference.
struct Number<'a> {
    probe: &'a Probe,
    unit: String,
    samples: Vec<PacedSample>,
}

/// Returns all numbers of a row whose probes have these samples.
fn numbers<'a>(
    table: &Table,
    probes: &[&'a Probe],
    samples: &[Vec<PacedSample>],
) -> Vec<Number<'a>> {
    let mut numbers = Vec::new();
    for (probe, own) in probes.iter().zip(samples) {
        numbers.push(Number {
            probe,
            unit: "ns".to_owned(),
            samples: own.clone(),
        });
        for baseline in table.baselines {
            let beside = probes.iter().position(|other| other.column == *baseline);
            if let Some(beside) = beside.filter(|_| probe.column != *baseline) {
                let mut push = |unit, of: fn(PacedSample, PacedSample) -> PacedSample| {
                    let pairs = own.iter().zip(&samples[beside]);
                    numbers.push(Number {
                        probe,
                        unit,
                        samples: pairs.map(|(own, base)| of(*own, *base)).collect(),
                    });
                };
                push(ratio_unit(baseline), PacedSample::ratio_to);
                if table.differences {
                    push(difference_unit(baseline), PacedSample::difference_to);
                }
            }
        }
    }
    numbers
}

/// Counts the allocations of a call for each probe. `count` runs its argument and returns the
/// number of allocations.
pub fn allocations(
    table: &Table,
    runtime: &Rc<Runtime>,
    count: &dyn Fn(&mut dyn FnMut()) -> u64,
) -> Result<Vec<Reading>> {
    let mut readings = Vec::new();
    for probe in table.probes() {
        // The first call allocates what is reused later, such as a cache of this thread.
        let mut right = probe.batch(runtime, 1)();
        let mut batch = probe.batch(runtime, COUNTED_CALLS);
        let total = count(&mut || right &= batch());
        expect(right, table, probe)?;
        let key = [table.name, &probe.row, &probe.column, "allocations"];
        readings.extend(Reading::from_samples(
            key,
            vec![total as f64 / COUNTED_CALLS as f64],
        ));
    }
    Ok(readings)
}

/// The state with which batches are run.
struct Clock<'a> {
    table: &'a Table,
    runtime: &'a Rc<Runtime>,
    pace: &'a mut Pace,
}

impl Clock<'_> {
    /// Returns the number of calls of a batch. It is the same for all probes of a row, so that
    /// their arguments are equally far away in memory.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 10 and the most"
    )]
    fn calibrate(&mut self, probes: &[&Probe]) -> Result<usize> {
        let mut fewest = MOST_CALLS as f64;
        for probe in probes {
            self.sample(probe, 20)?;
            let one = self.sample(probe, 100)?.value;
            fewest = fewest.min(BATCH_NANOSECONDS / one);
        }
        Ok(fewest.max(10.0) as usize)
    }

    /// Measures the nanoseconds of a call in one batch.
    fn sample(&mut self, probe: &Probe, calls: usize) -> Result<PacedSample> {
        let mut batch = probe.batch(self.runtime, calls);
        let mut right = false;
        let sample = self.pace.sample(|| {
            let begun = Instant::now();
            right = batch();
            begun.elapsed().as_nanos() as f64 / calls as f64
        });
        expect(right, self.table, probe)?;
        Ok(sample)
    }
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
        let table = table(&Rc::default());
        let readings = time(&table, &runtime, &mut Pace::find(), Effort::Quick).unwrap();
        let told: Vec<_> = readings
            .iter()
            .map(|reading| (reading.column.as_str(), reading.unit.as_str()))
            .collect();
        let expected = [("by hand", "ns"), ("other", "ns"), ("other", "× by hand")];
        assert_eq!(told, expected);
        for reading in &readings {
            let quiet = reading.quiet.unwrap();
            assert!(quiet.counted <= reading.samples && reading.samples <= quiet.taken);
            assert!(reading.samples >= 15 && [15, 30].contains(&quiet.taken));
        }
    }

    #[test]
    fn a_difference_is_of_samples_beside_each_other_and_so_has_its_median_within_its_spread() {
        let table = table(&Rc::default()).with_differences();
        let probes = table.rows().remove(0);
        let paced = |values: [f64; 3]| {
            values
                .map(|value| PacedSample { value, pace: 1.0 })
                .to_vec()
        };
        // The machine became slower in between, for both.
        let samples = [paced([100.0, 200.0, 400.0]), paced([103.0, 204.0, 405.0])];
        let difference = numbers(&table, &probes, &samples).pop().unwrap();
        let values = difference.samples.iter().map(|sample| sample.value);
        let key = ["call", "ping", "other", &difference.unit];
        let told = Reading::from_samples(key, values.collect()).unwrap();
        let spread = [told.low, told.median, told.high].map(|value| format!("{value:.1}"));
        assert_eq!(told.unit, "ns more than by hand");
        assert_eq!(spread, ["3.2", "4.0", "4.8"]);
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
        let mut clock = Clock {
            table: &table,
            runtime: &probe::runtime().unwrap(),
            pace: &mut Pace::find(),
        };
        let calls = table.rows().into_iter().map(|row| clock.calibrate(&row));
        let calls: Vec<_> = calls.collect::<Result<_>>().unwrap();
        assert!(calls[0] < calls[1], "{calls:?}");
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
        let timed = time(&table, &runtime, &mut Pace::find(), Effort::Quick).unwrap_err();
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
