//! The line that reports how many samples of a section were quiet.

use fusion_bench_kit::{
    pace::TOLERANCE,
    reading::Reading,
    words::{count, with_noun},
};

/// Returns one line for a section, or `None` if no reading of the section was selected by the pace
/// of the machine. `what` names the samples. A sample has several numbers, some of them computed
/// from two samples; it is counted once, with its first number.
pub fn line(readings: &[Reading], what: &str) -> Option<String> {
    let (mut counting, mut quiet, mut taken) = (0, 0, 0);
    let mut seen: Vec<[&str; 3]> = Vec::new();
    for reading in readings {
        let [table, row, column, _] = reading.key();
        let Some(own) = reading.quiet else { continue };
        if !seen.contains(&[table, row, column]) {
            seen.push([table, row, column]);
            counting += reading.samples;
            quiet += own.counted;
            taken += own.taken;
        }
    }
    let how = format!(
        "with its pace within {:.0} % of its best",
        TOLERANCE * 100.0
    );
    let which = if quiet == counting {
        format!("those during which the machine was quiet, {how}")
    } else {
        format!(
            "the quietest of each kind; the machine was quiet, {how}, during {} of these",
            count(quiet)
        )
    };
    let taken_in_all = with_noun(taken, what);
    let line = format!(
        "<sub>Of {taken_in_all} {} count: {which}.</sub>\n",
        count(counting)
    );
    (taken > 0).then_some(line)
}

#[cfg(test)]
mod tests {
    use fusion_bench_kit::pace::{QuietCount, SampleSelection};

    use super::*;

    fn reading([row, unit]: [&str; 2], count: usize, taken: usize, counted: usize) -> Reading {
        let quiet = QuietCount { taken, counted };
        let values = vec![1.0; count];
        Reading::from_selection(["t", row, "c", unit], SampleSelection { values, quiet }).unwrap()
    }

    #[test]
    fn what_was_taken_is_counted_once_however_many_numbers_are_told_of_it() {
        let readings = [
            reading(["a", "requests/s"], 900, 4_000, 900),
            reading(["a", "p50 × by hand"], 800, 4_000, 500),
            reading(["b", "requests/s"], 100, 1_000, 7),
        ];
        let expected = "<sub>Of 5,000 windows 1,000 count: the quietest of each kind; the machine \
                        was quiet, with its pace within 15 % of its best, during 907 of these.</sub>\n";
        assert_eq!(line(&readings, "window").as_deref(), Some(expected));
    }

    #[test]
    fn where_all_were_quiet_that_is_said_once() {
        let unpaced = Reading::from_samples(["t", "a", "c", "allocations"], vec![3.0]).unwrap();
        let readings = [unpaced.clone(), reading(["a", "ns"], 900, 4_000, 900)];
        let expected = "<sub>Of 4,000 samples 900 count: those during which the machine was quiet, \
                        with its pace within 15 % of its best.</sub>\n";
        assert_eq!(line(&readings, "sample").as_deref(), Some(expected));
        assert_eq!(line(&[unpaced], "sample"), None);
    }
}
