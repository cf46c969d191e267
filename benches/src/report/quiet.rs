//! How quiet the machine was while a section was measured.

use fusion_bench_kit::reading::Reading;

use super::table::number;

/// One line for a section; nothing if none of its readings was chosen by the pace of the machine.
pub fn line(readings: &[Reading]) -> Option<String> {
    let chosen = readings
        .iter()
        .filter_map(|reading| Some((reading.samples, reading.quiet?)));
    let (mut count, mut quiet, mut taken) = (0, 0, 0);
    for (samples, own) in chosen {
        count += samples;
        quiet += own.counted;
        taken += own.taken;
    }
    let told = [count, taken, quiet].map(|count| number(count as f64));
    let [count, all, quiet] = told;
    (taken > 0).then(|| {
        format!(
            "<sub>{count} of {all} samples count; {quiet} of these were taken in quiet.</sub>\n"
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
        let expected =
            "<sub>1,000 of 5,000 samples count; 907 of these were taken in quiet.</sub>\n";
        assert_eq!(line(&readings).as_deref(), Some(expected));
        assert_eq!(line(&[unpaced]), None);
    }
}
