//! The samples of several rounds, from which readings are made.

use fusion_bench_kit::reading::Reading;

/// Samples by key, in the order in which each key was first seen: plain numbers, or numbers with
/// the pace of the machine.
#[derive(Debug)]
pub struct Samples<T>(Vec<([String; 4], Vec<T>)>);

impl<T> Default for Samples<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Samples<T> {
    /// Adds a sample of `[table, row, column, unit]`.
    pub fn push(&mut self, key: [&str; 4], value: T) {
        match self.0.iter_mut().find(|(other, _)| other == &key) {
            Some((_, values)) => values.push(value),
            None => self.0.push((key.map(str::to_owned), vec![value])),
        }
    }

    /// Makes a reading of each key by `of`.
    pub fn readings(self, of: impl Fn([&str; 4], Vec<T>) -> Option<Reading>) -> Vec<Reading> {
        let reading =
            |(key, values): ([String; 4], Vec<T>)| of(key.each_ref().map(String::as_str), values);
        self.0.into_iter().filter_map(reading).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_of_one_number_make_one_reading() {
        let mut samples = Samples::default();
        let (a, b) = (["t", "a", "c", "s"], ["t", "b", "c", "s"]);
        for (key, value) in [(a, 1.0), (b, 5.0), (a, 3.0), (a, 2.0)] {
            samples.push(key, value);
        }
        let told: Vec<_> = samples
            .readings(Reading::from_samples)
            .into_iter()
            .map(|reading| (reading.row, reading.median, reading.samples))
            .collect();
        assert_eq!(told, [("a".to_owned(), 2.0, 3), ("b".to_owned(), 5.0, 1)]);
    }
}
