//! The result of measuring a section.

use fusion_bench_kit::reading::Reading;

/// The numbers of a section, and the contenders without numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measurements {
    /// The numbers.
    pub readings: Vec<Reading>,
    /// A sentence for each contender that did not answer, with the place and the reason.
    pub missing: Vec<String>,
}

impl Measurements {
    /// Makes the result of a section in which every contender was measured.
    pub fn complete(readings: Vec<Reading>) -> Self {
        let missing = Vec::new();
        Self { readings, missing }
    }
}
