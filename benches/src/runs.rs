//! Several runs of the programs that measure in process. Each run has another layout of code and
//! memory, which makes some calls a fifth faster or slower; more samples of one run would not show
//! that. Also, one run may find no quiet moment where another does.

use fusion_bench_kit::{Result, pace::QuietCount, reading::Reading, statistics::median};

use crate::context::Context;

/// Merges the readings of several runs: each number is the median of its medians.
pub fn merge_runs(
    context: &Context,
    mut run: impl FnMut() -> Result<Vec<Reading>>,
) -> Result<Vec<Reading>> {
    let runs = if context.is_quick() { 1 } else { 15 };
    let runs: Result<Vec<_>> = (0..runs).map(|_| run()).collect();
    Ok(merge(&runs?))
}

fn merge(runs: &[Vec<Reading>]) -> Vec<Reading> {
    let first = runs.first().into_iter().flatten();
    let same = |reading: &Reading| -> Vec<_> {
        let all = runs.iter().flatten();
        all.filter(|other| other.has_key(reading.key())).collect()
    };
    first
        .filter_map(|reading| merge_number(same(reading)))
        .collect()
}

/// Merges one number of several runs. Runs with enough quiet samples count; if these are fewer than
/// a third, the quietest third counts.
fn merge_number(mut runs: Vec<&Reading>) -> Option<Reading> {
    let taken = total(&runs, |quiet| quiet.taken);
    runs.sort_by(|one, other| noise(one).total_cmp(&noise(other)));
    let quiet = runs.partition_point(|run| noise(run) <= 0.0);
    runs.truncate(quiet.max(runs.len().div_ceil(3)));
    let first = *runs.first()?;
    let median = |number: fn(&Reading) -> f64| median(runs.iter().map(|run| number(run)).collect());
    let counted = total(&runs, |quiet| quiet.counted);
    Some(Reading {
        median: median(|run| run.median)?,
        low: median(|run| run.low)?,
        high: median(|run| run.high)?,
        samples: runs.iter().map(|run| run.samples).sum(),
        quiet: first.quiet.map(|_| QuietCount { taken, counted }),
        ..first.clone()
    })
}

fn total(runs: &[&Reading], part: fn(QuietCount) -> usize) -> usize {
    runs.iter().filter_map(|run| run.quiet).map(part).sum()
}

/// Returns the part of the samples that was not quiet.
fn noise(reading: &Reading) -> f64 {
    let quiet = reading.quiet.map_or(reading.samples, |quiet| quiet.counted);
    1.0 - quiet as f64 / reading.samples as f64
}

#[cfg(test)]
mod tests {
    use fusion_bench_kit::pace::SampleSelection;

    use super::*;

    /// Makes a run with three samples around this number, `counted` of which were quiet.
    fn run(median: f64, counted: usize) -> Vec<Reading> {
        let values = vec![median - 1.0, median, median + 1.0];
        let quiet = QuietCount { taken: 9, counted };
        let key = ["call", "ping", "fusion", "ns"];
        vec![Reading::from_selection(key, SampleSelection { values, quiet }).unwrap()]
    }

    #[test]
    fn a_number_is_the_median_of_those_runs_that_were_quiet() {
        let runs = [
            run(90.0, 1),
            run(10.0, 3),
            run(13.0, 3),
            run(11.0, 3),
            run(80.0, 0),
        ];
        let mut expected = run(11.0, 3).remove(0);
        expected.samples = 9;
        expected.quiet = Some(QuietCount {
            taken: 45,
            counted: 9,
        });
        assert_eq!(merge(&runs), [expected]);
    }

    #[test]
    fn where_hardly_a_run_was_quiet_the_quietest_third_counts() {
        let runs = [run(90.0, 1), run(10.0, 3), run(70.0, 0), run(20.0, 2)];
        let mut expected = run(15.0, 3).remove(0);
        expected.samples = 6;
        expected.quiet = Some(QuietCount {
            taken: 36,
            counted: 5,
        });
        assert_eq!(merge(&runs), [expected]);
        assert_eq!(merge(&[]), []);
    }

    #[test]
    fn what_was_not_chosen_by_pace_counts_in_every_run() {
        let held = |kib| {
            vec![Reading::from_samples(["build()", "10", "fusion", "KiB"], vec![kib]).unwrap()]
        };
        let mut expected = held(2.0).remove(0);
        expected.samples = 3;
        assert_eq!(merge(&[held(1.0), held(2.0), held(3.0)]), [expected]);
    }
}
