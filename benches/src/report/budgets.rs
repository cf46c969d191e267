//! The budgets of the design, and the check that they hold.

use fusion_bench_kit::{
    reading::Reading,
    words::{amount, number, range},
};

use super::{
    blocks::join_blocks,
    table::{Column, markdown},
};

/// One budget: a number and its maximum.
struct Budget {
    what: &'static str,
    most: f64,
    unit: &'static str,
    /// The keys of its readings; if there are several, the worst counts.
    of: &'static [[&'static str; 4]],
    /// The key of a reading whose median is subtracted first. It is subtracted from the median and
    /// from both ends of the spread; a spread of differences that are measured has a reading of its
    /// own.
    less: Option<[&'static str; 4]>,
    /// The divisor.
    divided_by: f64,
}

const RATIO: &str = "×";

const fn ratio(what: &'static str, most: f64, of: &'static [[&'static str; 4]]) -> Budget {
    Budget {
        what,
        most,
        unit: RATIO,
        of,
        less: None,
        divided_by: 1.0,
    }
}

const BUDGETS: [Budget; 12] = [
    ratio(
        "a call of 4 arguments, relative to by hand",
        1.3,
        &[["mixed", "4 arguments", "fusion, grouped", "× by hand"]],
    ),
    ratio(
        "a call of 4 arguments, relative to rmcp's router",
        1.0,
        &[["mixed", "4 arguments", "fusion, grouped", "× rmcp"]],
    ),
    Budget {
        what: "each static middleware, of ten",
        most: 10.0,
        unit: "ns",
        of: &[[
            "middleware",
            "4 scalars",
            "10 static middleware",
            "ns more than no middleware",
        ]],
        less: None,
        divided_by: 10.0,
    },
    Budget {
        what: "each static middleware, of ten",
        most: 0.0,
        unit: "allocations",
        of: &[[
            "middleware",
            "4 scalars",
            "10 static middleware",
            "allocations",
        ]],
        less: Some(["middleware", "4 scalars", "no middleware", "allocations"]),
        divided_by: 10.0,
    },
    ratio(
        "a call among 1,000 actions, relative to 10",
        1.3,
        &[[
            "many actions",
            "4 arguments",
            "1,000 actions",
            "× 10 actions",
        ]],
    ),
    Budget {
        what: "`build()` of 1,000 actions of 4 arguments",
        most: 10.0,
        unit: "ms",
        of: &[["build()", "1,000 actions", "fusion", "ms"]],
        less: None,
        divided_by: 1.0,
    },
    ratio(
        "`build()` of 1,000 actions in one group, relative to five groups of 200",
        2.0,
        &[["groups", "1,000 actions", "one group", "× five groups"]],
    ),
    ratio(
        "`tools/list` of 60 tools, relative to rmcp's router",
        1.0,
        &[["list", "60 tools", "fusion, attached", "× rmcp"]],
    ),
    ratio(
        "release build of 60 actions, relative to rmcp's macros",
        1.0,
        &[["release build", "60 actions", "fusion", "× rmcp"]],
    ),
    ratio(
        "TOON of typed rows, relative to `serde_json`",
        1.2,
        &[["encode", "50 typed rows", "TOON", "× JSON"]],
    ),
    ratio(
        "TOON of values, relative to `serde_json`",
        1.2,
        &[["encode", "50 rows as Value", "TOON", "× JSON"]],
    ),
    Budget {
        what: "TOON of 50 rows, typed or not",
        most: 20.0,
        unit: "allocations",
        of: &[
            ["encode", "50 typed rows", "TOON", "allocations"],
            ["encode", "50 rows as Value", "TOON", "allocations"],
        ],
        less: None,
        divided_by: 1.0,
    },
];

const INTRO: &str = "The maximum of each budget of the design, and its median. The sections below describe how \
    each number is measured.";

/// Writes all budgets with the latest readings: the medians, and the range of the middle eight
/// tenths.
pub fn table(readings: &[Reading]) -> String {
    let columns = [
        Column::words("what"),
        Column::numbers("at most"),
        Column::numbers("measured"),
        Column::words("holds"),
    ];
    let rows: Vec<_> = BUDGETS.iter().map(|budget| budget.row(readings)).collect();
    join_blocks([INTRO, &markdown(&columns, &rows)])
}

impl Budget {
    /// Computes one part of the readings, such as their medians.
    fn measured(&self, readings: &[Reading], part: fn(&Reading) -> f64) -> Option<f64> {
        let find = |key: [&str; 4]| readings.iter().find(|reading| reading.has_key(key));
        let less = match self.less {
            Some(key) => find(key)?.median,
            None => 0.0,
        };
        let worst = |most: f64, one: f64| most.max((one - less) / self.divided_by);
        let all: Option<Vec<f64>> = self.of.iter().map(|key| find(*key).map(part)).collect();
        Some(all?.into_iter().fold(f64::MIN, worst))
    }

    fn row(&self, readings: &[Reading]) -> Vec<String> {
        let parts: [fn(&Reading) -> f64; 3] = [|one| one.median, |one| one.low, |one| one.high];
        let [median, low, high] = parts.map(|part| self.measured(readings, part));
        let measured = match (median, low.zip(high)) {
            (None, _) => "not measured".to_owned(),
            (Some(median), Some((low, high))) if low < high => {
                let range = range(low, high, self.unit);
                format!("{} ({range})", amount(median, self.unit))
            }
            (Some(median), _) => amount(median, self.unit),
        };
        let holds = match median {
            None => String::new(),
            Some(value) if value <= self.most => "yes".to_owned(),
            Some(value) if self.most > 0.0 => {
                let by = (value / self.most - 1.0) * 100.0;
                format!("**no**, by {} %", number(by))
            }
            Some(_) => "**no**".to_owned(),
        };
        let most = amount(self.most, self.unit);
        vec![self.what.to_owned(), most, measured, holds]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn readings(numbers: &[([&str; 4], f64)]) -> Vec<Reading> {
        numbers
            .iter()
            .map(|(key, value)| Reading::from_samples(*key, vec![*value]).unwrap())
            .collect()
    }

    fn row(what: usize, numbers: &[([&str; 4], f64)]) -> Vec<String> {
        BUDGETS[what].row(&readings(numbers)).split_off(2)
    }

    #[test]
    fn a_budget_holds_or_is_missed_by_so_much() {
        let key = BUDGETS[0].of[0];
        assert_eq!(row(0, &[(key, 1.29)]), ["1.29 ×", "yes"]);
        assert_eq!(row(0, &[(key, 1.56)]), ["1.56 ×", "**no**, by 20.0 %"]);
        assert_eq!(row(0, &[]), ["not measured", ""]);
    }

    #[test]
    fn no_median_is_outside_of_its_own_spread() {
        // The median of each reading is within its own spread.
        let reading = |key, middle: f64| {
            let reading = Reading::from_samples(key, vec![middle]);
            reading.map(|reading| Reading {
                low: middle * 0.99,
                high: middle * 1.4,
                ..reading
            })
        };
        let parts: [fn(&Reading) -> f64; 3] = [|one| one.low, |one| one.median, |one| one.high];
        for (ours, less) in [(3.0, 1.0), (5.0, 4.9), (2.0, 7.0)] {
            for budget in &BUDGETS {
                let own = budget
                    .of
                    .iter()
                    .zip(1..)
                    .filter_map(|(key, times)| reading(*key, ours * f64::from(times)));
                let base = budget.less.and_then(|key| reading(key, less));
                let readings: Vec<_> = own.chain(base).collect();
                let told = parts.map(|part| budget.measured(&readings, part).unwrap());
                assert!(told.is_sorted(), "{}: {told:?}", budget.what);
            }
        }
    }

    #[test]
    fn a_middleware_costs_the_tenth_part_of_what_ten_cost_more_than_none() {
        let key = BUDGETS[2].of[0];
        let samples = vec![28.0, 36.0, 38.0];
        let readings = [Reading::from_samples(key, samples).unwrap()];
        let told = BUDGETS[2].row(&readings).split_off(2);
        assert_eq!(told, ["3.60 ns (2.96–3.76)", "yes"]);
        assert_eq!(row(2, &[]), ["not measured", ""]);
    }

    #[test]
    fn a_middleware_allocates_what_ten_allocate_more_than_none() {
        let [ten, none] = [BUDGETS[3].of[0], BUDGETS[3].less.unwrap()];
        assert_eq!(row(3, &[(ten, 1.0), (none, 1.0)]), ["0 allocations", "yes"]);
        let more = row(3, &[(ten, 11.0), (none, 1.0)]);
        assert_eq!(more, ["1 allocation", "**no**"]);
        assert_eq!(row(3, &[(ten, 1.0)]), ["not measured", ""]);
    }

    #[test]
    fn of_several_numbers_the_worst_is_judged() {
        let [typed, values] = [BUDGETS[11].of[0], BUDGETS[11].of[1]];
        assert_eq!(
            row(11, &[(typed, 3.0), (values, 30.0)]),
            ["30 allocations", "**no**, by 50.0 %"]
        );
    }
}
