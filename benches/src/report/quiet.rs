//! How quiet the machine was while a section was measured.

use fusion_bench_kit::{
    pace::TOLERANCE,
    reading::Reading,
    words::{count, counted},
};

/// One line for a section; nothing if none of its readings was chosen by the pace of the machine.
/// `what` names one of those things that were taken. Several numbers are told of each, some of them
/// of two: it is counted once, as its first.
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
    let how = format!("its pace within {:.0} % of its best", TOLERANCE * 100.0);
    let which = if quiet == counting {
        format!("those that were taken while the machine was quiet, {how}")
    } else {
        format!(
            "the quietest of each kind; the machine was quiet, {how}, during {} of these",
            count(quiet)
        )
    };
    let taken_in_all = counted(taken, what);
    let line = format!(
        "<sub>Of {taken_in_all} {} count: {which}.</sub>\n",
        count(counting)
    );
    (taken > 0).then_some(line)
}

#[cfg(test)]
mod tests {
    use fusion_bench_kit::pace::{Chosen, Quiet};

    use super::*;

    fn reading([row, unit]: [&str; 2], count: usize, taken: usize, counted: usize) -> Reading {
        let quiet = Quiet { taken, counted };
        let values = vec![1.0; count];
        Reading::chosen(["t", row, "c", unit], Chosen { values, quiet }).unwrap()
    }

    #[test]
    fn what_was_taken_is_counted_once_however_many_numbers_are_told_of_it() {
        let readings = [
            reading(["a", "requests/s"], 900, 4_000, 900),
            reading(["a", "p50 × by hand"], 800, 4_000, 500),
            reading(["b", "requests/s"], 100, 1_000, 7),
        ];
        let expected = "<sub>Of 5,000 windows 1,000 count: the quietest of each kind; the machine \
                        was quiet, its pace within 15 % of its best, during 907 of these.</sub>\n";
        assert_eq!(line(&readings, "window").as_deref(), Some(expected));
    }

    #[test]
    fn where_all_were_quiet_that_is_said_once() {
        let unpaced = Reading::of(["t", "a", "c", "allocations"], vec![3.0]).unwrap();
        let readings = [unpaced.clone(), reading(["a", "ns"], 900, 4_000, 900)];
        let expected = "<sub>Of 4,000 samples 900 count: those that were taken while the machine was \
                        quiet, its pace within 15 % of its best.</sub>\n";
        assert_eq!(line(&readings, "sample").as_deref(), Some(expected));
        assert_eq!(line(&[unpaced], "sample"), None);
    }
}
