//! How quiet the machine was while a section was measured.

use fusion_bench_kit::{pace::TOLERANCE, reading::Reading};

/// One line for a section; nothing if none of its readings was chosen by the pace of the machine.
pub fn line(readings: &[Reading]) -> Option<String> {
    let (mut count, mut quiet, mut taken) = (0, 0, 0);
    for reading in readings {
        if let Some(own) = reading.quiet {
            count += reading.samples;
            quiet += own.counted;
            taken += own.taken;
        }
    }
    let tolerance = TOLERANCE * 100.0;
    (taken > 0).then(|| {
        format!(
            "<sub>{count} of {taken} samples count; in {quiet} of these the pace of the machine was \
             within {tolerance:.0} % of its best.</sub>\n"
        )
    })
}

#[cfg(test)]
mod tests {
    use fusion_bench_kit::pace::{Chosen, Quiet};

    use super::*;

    #[test]
    fn what_was_not_taken_in_quiet_is_told() {
        let reading = |values, taken, counted| {
            let quiet = Quiet { taken, counted };
            Reading::chosen(["t", "r", "c", "ns"], Chosen { values, quiet }).unwrap()
        };
        let unpaced = Reading::of(["t", "r", "c", "allocations"], vec![3.0]).unwrap();
        let readings = [
            reading(vec![1.0; 900], 4_000, 900),
            reading(vec![1.0; 100], 1_000, 7),
            unpaced.clone(),
        ];
        let expected = "<sub>1000 of 5000 samples count; in 907 of these the pace of the \
                        machine was within 15 % of its best.</sub>\n";
        assert_eq!(line(&readings).as_deref(), Some(expected));
        assert_eq!(line(&[unpaced]), None);
    }
}
