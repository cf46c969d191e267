//! The pace of the machine. A core lends its parts to whatever runs on its other thread, which in a
//! virtual machine may be somebody else's: the same work then takes up to twice as long, for a
//! millisecond or for a minute. A short piece of work, always the same, tells when; what was measured
//! in such a moment does not count as long as there is enough that was measured in quiet.

use std::{
    hint::black_box,
    io::Write as _,
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};

/// How much slower than its best the machine may be and still be quiet. Paces are of two kinds, some
/// 2 % around the best or more than half slower, so that little depends on this number.
pub const TOLERANCE: f64 = 0.15;
/// For how long the best pace is looked for at first; it is looked for in all later readings too.
const SEARCH: Duration = Duration::from_millis(200);

/// Reads the pace, and knows the best.
#[derive(Debug)]
pub struct Pace {
    best: f64,
}

/// A sample, and the pace of the machine when it was taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paced {
    /// The sample.
    pub value: f64,
    /// The slower of the paces before and after it, or the mean of those meanwhile.
    pub pace: f64,
}

/// Samples that count, and of how many they were chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen {
    /// The samples.
    pub values: Vec<f64>,
    /// How they were chosen.
    pub quiet: Quiet,
}

/// How quiet it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quiet {
    /// How many samples were taken.
    pub taken: usize,
    /// How many of those that count were taken in quiet.
    pub counted: usize,
}

impl Pace {
    /// Looks for the best pace for a moment.
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

    /// The pace of this moment: how many nanoseconds the same work takes.
    pub fn read(&mut self) -> f64 {
        let begun = Instant::now();
        work();
        let pace = begun.elapsed().as_nanos() as f64;
        self.best = self.best.min(pace);
        pace
    }

    /// A sample between two readings of the pace.
    pub fn around(&mut self, sample: impl FnOnce() -> f64) -> Paced {
        let before = self.read();
        let value = sample();
        let pace = self.read().max(before);
        Paced { value, pace }
    }

    /// The mean of these paces. None counts as more than twice the best: that is as slow as a neighbour
    /// makes it, and what is slower was interrupted.
    pub fn mean(&self, paces: &[f64]) -> f64 {
        let sum: f64 = paces.iter().map(|pace| pace.min(2.0 * self.best)).sum();
        sum / paces.len() as f64
    }

    /// Whether that is near the best pace.
    pub fn is_quiet(&self, pace: f64) -> bool {
        pace <= self.best * (1.0 + TOLERANCE)
    }

    /// Whether so many of these were taken in quiet.
    pub fn is_enough(&self, samples: &[Paced], wanted: usize) -> bool {
        let quiet = samples.iter().filter(|sample| self.is_quiet(sample.pace));
        quiet.count() >= wanted
    }

    /// Those that were taken in quiet; where they are fewer than `wanted`, the quietest that there are.
    pub fn choose(&self, mut samples: Vec<Paced>, wanted: usize) -> Chosen {
        samples.sort_by(|one, other| one.pace.total_cmp(&other.pace));
        let quiet = samples.partition_point(|sample| self.is_quiet(sample.pace));
        let values = samples.iter().map(|sample| sample.value);
        Chosen {
            values: values.take(quiet.max(wanted)).collect(),
            quiet: Quiet {
                taken: samples.len(),
                counted: quiet,
            },
        }
    }
}

impl Paced {
    /// How many times the other this is, taken beside it.
    #[must_use]
    pub fn ratio_to(self, other: Self) -> Self {
        self.beside(other, self.value / other.value)
    }

    /// How much more this is than the other, taken beside it.
    #[must_use]
    pub fn more_than(self, other: Self) -> Self {
        self.beside(other, self.value - other.value)
    }

    /// What two samples tell together is as quiet as the louder of them.
    fn beside(self, other: Self, value: f64) -> Self {
        let pace = self.pace.max(other.pace);
        Self { value, pace }
    }
}

/// Some ten microseconds that keep many parts of a core busy at once, as calls do. A chain of sums that
/// wait for each other would notice no neighbour; allocations would depend on what was freed before.
fn work() {
    let mut text = [0; 64];
    for number in 0..300_u64 {
        let spread = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        // Twenty digits at most: they fit.
        let _ = write!(&mut text[..], "{spread:x},{number}");
        black_box(&mut text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACE: Pace = Pace { best: 100.0 };

    fn samples(paced: &[(f64, f64)]) -> Vec<Paced> {
        let sample = |(value, pace): &(f64, f64)| Paced {
            value: *value,
            pace: *pace,
        };
        paced.iter().map(sample).collect()
    }

    #[test]
    fn all_that_was_taken_in_quiet_counts_and_nothing_else() {
        let taken = samples(&[(1.0, 101.0), (9.0, 190.0), (2.0, 114.0), (8.0, 116.0)]);
        assert!(PACE.is_enough(&taken, 2) && !PACE.is_enough(&taken, 3));
        let expected = Chosen {
            values: vec![1.0, 2.0],
            quiet: Quiet {
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
        let expected = Chosen {
            values: vec![1.0, 7.0, 8.0],
            quiet: Quiet {
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
        let paced = |(value, pace)| Paced { value, pace };
        let [own, base] = [(30.0, 100.0), (20.0, 150.0)].map(paced);
        assert_eq!(own.ratio_to(base), paced((1.5, 150.0)));
        assert_eq!(own.more_than(base), paced((10.0, 150.0)));
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
