//! The pace of the machine. The two threads of a core share its execution units, and in a virtual
//! machine the other thread may belong to another guest: the same work then takes up to twice as
//! long, for a millisecond or for a minute. A short piece of constant work detects this; a sample
//! that was taken in such a moment does not count as long as there are enough quiet samples.

use std::{
    hint::black_box,
    io::Write as _,
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};

/// The tolerance within which the machine counts as quiet, relative to its best pace. Paces are of
/// two kinds, some 2 % around the best or more than half slower, so the exact number matters
/// little.
pub const TOLERANCE: f64 = 0.15;
/// The time for which the best pace is first searched; later readings improve it.
const SEARCH: Duration = Duration::from_millis(200);

/// Reads the pace, and stores the best pace.
#[derive(Debug)]
pub struct Pace {
    best: f64,
}

/// A sample, and the pace of the machine when it was taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PacedSample {
    /// The sample.
    pub value: f64,
    /// The slower of the paces before and after the sample, or the mean of the paces during it.
    pub pace: f64,
}

/// The samples that count, and the number that they were selected from.
#[derive(Clone, Debug, PartialEq)]
pub struct SampleSelection {
    /// The samples.
    pub values: Vec<f64>,
    /// The result of the selection.
    pub quiet: QuietCount,
}

/// The number of samples that were taken, and of those that were quiet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuietCount {
    /// The number of samples that were taken.
    pub taken: usize,
    /// The number of counting samples that were quiet.
    pub counted: usize,
}

impl Pace {
    /// Searches for the best pace for a short time.
    pub fn find() -> Self {
        let mut pace = Self {
            best: f64::INFINITY,
        };
        let begun = Instant::now();
        while begun.elapsed() < SEARCH {
            pace.read();
        }
        pace
    }

    /// Returns the current pace: the nanoseconds that the constant work takes.
    pub fn read(&mut self) -> f64 {
        let begun = Instant::now();
        work();
        let pace = begun.elapsed().as_nanos() as f64;
        self.best = self.best.min(pace);
        pace
    }

    /// Takes a sample between two readings of the pace.
    pub fn sample(&mut self, sample: impl FnOnce() -> f64) -> PacedSample {
        let before = self.read();
        let value = sample();
        let pace = self.read().max(before);
        PacedSample { value, pace }
    }

    /// Returns the mean of these paces. Each counts as at most twice the best: a busy neighbour
    /// makes it that slow, and a slower reading was interrupted.
    pub fn mean(&self, paces: &[f64]) -> f64 {
        let sum: f64 = paces.iter().map(|pace| pace.min(2.0 * self.best)).sum();
        sum / paces.len() as f64
    }

    /// Returns true if the pace is near the best pace.
    pub fn is_quiet(&self, pace: f64) -> bool {
        pace <= self.best * (1.0 + TOLERANCE)
    }

    /// Returns true if at least `wanted` of these samples were quiet.
    pub fn is_enough(&self, samples: &[PacedSample], wanted: usize) -> bool {
        let quiet = samples.iter().filter(|sample| self.is_quiet(sample.pace));
        quiet.count() >= wanted
    }

    /// Selects the quiet samples, or the quietest ones if fewer than `wanted` are quiet.
    pub fn choose(&self, mut samples: Vec<PacedSample>, wanted: usize) -> SampleSelection {
        samples.sort_by(|one, other| one.pace.total_cmp(&other.pace));
        let quiet = samples.partition_point(|sample| self.is_quiet(sample.pace));
        let values = samples.iter().map(|sample| sample.value);
        SampleSelection {
            values: values.take(quiet.max(wanted)).collect(),
            quiet: QuietCount {
                taken: samples.len(),
                counted: quiet,
            },
        }
    }
}

impl PacedSample {
    /// Returns the ratio of this sample to another one that was taken beside it.
    #[must_use]
    pub fn ratio_to(self, other: Self) -> Self {
        self.combine(other, self.value / other.value)
    }

    /// Returns the difference of this sample to another one that was taken beside it.
    #[must_use]
    pub fn difference_to(self, other: Self) -> Self {
        self.combine(other, self.value - other.value)
    }

    /// The pace of a number that comes from two samples is the slower of their paces.
    fn combine(self, other: Self, value: f64) -> Self {
        let pace = self.pace.max(other.pace);
        Self { value, pace }
    }
}

/// Runs some ten microseconds of work that keeps many execution units of a core busy, as calls do.
/// A chain of dependent sums would not notice a neighbour, and the time of allocations would depend
/// on what was freed before.
fn work() {
    let mut text = [0; 64];
    for number in 0..300_u64 {
        let spread = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        // The text has at most twenty digits, which fit.
        let _ = write!(&mut text[..], "{spread:x},{number}");
        black_box(&mut text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACE: Pace = Pace { best: 100.0 };

    fn samples(paced: &[(f64, f64)]) -> Vec<PacedSample> {
        let sample = |(value, pace): &(f64, f64)| PacedSample {
            value: *value,
            pace: *pace,
        };
        paced.iter().map(sample).collect()
    }

    #[test]
    fn all_that_was_taken_in_quiet_counts_and_nothing_else() {
        let taken = samples(&[(1.0, 101.0), (9.0, 190.0), (2.0, 114.0), (8.0, 116.0)]);
        assert!(PACE.is_enough(&taken, 2) && !PACE.is_enough(&taken, 3));
        let expected = SampleSelection {
            values: vec![1.0, 2.0],
            quiet: QuietCount {
                taken: 4,
                counted: 2,
            },
        };
        assert_eq!(PACE.choose(taken.clone(), 1), expected);
        assert_eq!(PACE.choose(taken, 2), expected);
    }

    #[test]
    fn where_it_was_never_quiet_for_long_the_quietest_count() {
        let taken = samples(&[(9.0, 190.0), (1.0, 101.0), (7.0, 170.0), (8.0, 180.0)]);
        let expected = SampleSelection {
            values: vec![1.0, 7.0, 8.0],
            quiet: QuietCount {
                taken: 4,
                counted: 1,
            },
        };
        assert_eq!(PACE.choose(taken, 3), expected);
    }

    #[test]
    fn of_fewer_samples_than_wanted_all_count() {
        let chosen = PACE.choose(samples(&[(9.0, 190.0)]), 3);
        assert_eq!(chosen.values, [9.0]);
        assert_eq!(PACE.choose(Vec::new(), 3).values, [0.0; 0]);
    }

    #[test]
    fn what_two_samples_tell_is_as_quiet_as_the_louder_of_them() {
        let paced = |(value, pace)| PacedSample { value, pace };
        let [own, base] = [(30.0, 100.0), (20.0, 150.0)].map(paced);
        assert_eq!(own.ratio_to(base), paced((1.5, 150.0)));
        assert_eq!(own.difference_to(base), paced((10.0, 150.0)));
    }

    #[test]
    fn what_was_interrupted_hardly_moves_a_mean() {
        assert_eq!(
            PACE.mean(&[100.0, 150.0, 9_000.0]).to_bits(),
            150_f64.to_bits()
        );
    }

    #[test]
    fn the_best_pace_is_the_best_that_was_ever_read() {
        let mut pace = Pace::find();
        let found = pace.best;
        let read: Vec<_> = (0..100).map(|_| pace.read()).collect();
        assert!(found.is_finite() && found > 0.0);
        assert!((pace.best - read.into_iter().fold(found, f64::min)).abs() < f64::EPSILON);
    }
}
