//! What a section measured.

use fusion_bench_kit::reading::Reading;

/// What was measured, and what was not.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured {
    /// The numbers.
    pub readings: Vec<Reading>,
    /// A sentence for each contender that did not answer, with where and why.
    pub missing: Vec<String>,
}

impl Measured {
    /// All of it was measured.
    pub fn whole(readings: Vec<Reading>) -> Self {
        let missing = Vec::new();
        Self { readings, missing }
    }
}
