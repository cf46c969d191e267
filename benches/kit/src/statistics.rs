//! Medians and spreads of samples.

/// The summary of many samples: the median, and the range of their middle eight tenths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// Half of the samples are below this value.
    pub median: f64,
    /// A tenth of the samples is below this value.
    pub low: f64,
    /// A tenth of the samples is above this value.
    pub high: f64,
}

impl Summary {
    /// Returns `None` if there are no samples.
    pub fn from_samples(mut samples: Vec<f64>) -> Option<Self> {
        samples.sort_by(f64::total_cmp);
        Some(Self {
            median: quantile(&samples, 0.5)?,
            low: quantile(&samples, 0.1)?,
            high: quantile(&samples, 0.9)?,
        })
    }

    /// Returns the width of the spread, relative to the median.
    pub fn spread(&self) -> f64 {
        (self.high - self.low) / self.median
    }
}

/// Returns the median, or `None` if there are no samples.
pub fn median(samples: Vec<f64>) -> Option<f64> {
    Summary::from_samples(samples).map(|summary| summary.median)
}

/// Returns the quantile of `sorted`, interpolated between two samples if necessary.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a place between 0 and the number of samples"
)]
pub fn quantile(sorted: &[f64], part: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = part.clamp(0.0, 1.0) * last as f64;
    let (below, above) = (place.floor() as usize, place.ceil() as usize);
    let (low, high) = (*sorted.get(below)?, *sorted.get(above)?);
    Some(low + (high - low) * place.fract())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_has_the_median_and_the_middle_eight_tenths() {
        let samples = (0..=100).rev().map(f64::from).collect();
        let summary = Summary {
            median: 50.0,
            low: 10.0,
            high: 90.0,
        };
        assert_eq!(Summary::from_samples(samples), Some(summary));
        assert!((summary.spread() - 1.6).abs() < f64::EPSILON);
    }

    #[test]
    fn between_two_samples_the_value_is_between_them() {
        assert_eq!(quantile(&[1.0, 2.0], 0.5), Some(1.5));
        assert_eq!(quantile(&[1.0, 2.0, 4.0], 0.75), Some(3.0));
    }

    #[test]
    fn one_sample_is_its_own_spread_and_none_is_nothing() {
        let alone = Summary {
            median: 7.0,
            low: 7.0,
            high: 7.0,
        };
        assert_eq!(Summary::from_samples(vec![7.0]), Some(alone));
        assert_eq!(Summary::from_samples(Vec::new()), None);
    }
}
