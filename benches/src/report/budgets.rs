//! The budgets of the design, and whether they hold.

use fusion_bench_kit::reading::Reading;

use super::table::{markdown, number};

/// One budget: a number that is to be at most so much.
struct Budget {
    what: &'static str,
    most: f64,
    unit: &'static str,
    /// Which reading it is; several are judged by the worst.
    of: &'static [[&'static str; 4]],
    /// What is taken off before, and by what it is divided.
    less: Option<[&'static str; 4]>,
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

const NO_LAYER: [&str; 4] = ["layers", "4 scalars", "no layer", "ns"];

const BUDGETS: [Budget; 11] = [
    ratio(
        "a call of 4 arguments, beside by hand",
        1.3,
        &[["mixed", "4 arguments", "fusion, grouped", "× by hand"]],
    ),
    ratio(
        "a call of 4 arguments, beside rmcp's router",
        1.0,
        &[["mixed", "4 arguments", "fusion, grouped", "× rmcp"]],
    ),
    Budget {
        what: "each static layer, of ten",
        most: 10.0,
        unit: "ns",
        of: &[["layers", "4 scalars", "10 static layers", "ns"]],
        less: Some(NO_LAYER),
        divided_by: 10.0,
    },
    Budget {
        what: "each static layer, of ten",
        most: 0.0,
        unit: "allocations",
        of: &[["layers", "4 scalars", "10 static layers", "allocations"]],
        less: Some(["layers", "4 scalars", "no layer", "allocations"]),
        divided_by: 10.0,
    },
    ratio(
        "a call where there are 1,000 actions, beside 10",
        1.3,
        &[[
            "many actions",
            "4 arguments",
            "1000 actions",
            "× 10 actions",
        ]],
    ),
    Budget {
        what: "`build()` of 1,000 actions of 4 arguments",
        most: 10.0,
        unit: "ms",
        of: &[["build()", "1000 actions", "fusion", "ms"]],
        less: None,
        divided_by: 1.0,
    },
    ratio(
        "`tools/list` of 60 tools, beside rmcp's router",
        1.0,
        &[["list", "60 tools", "fusion, attached", "× rmcp"]],
    ),
    ratio(
        "release build of 60 actions, beside rmcp's macros",
        1.0,
        &[["release build", "60 actions", "fusion", "× rmcp"]],
    ),
    ratio(
        "TOON of typed rows, beside `serde_json`",
        1.2,
        &[["encode", "50 typed rows", "TOON", "× JSON"]],
    ),
    ratio(
        "TOON of values, beside `serde_json`",
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

/// All budgets with what was measured last: the medians, and where the middle eight tenths are.
pub fn table(readings: &[Reading]) -> String {
    let head = ["what", "at most", "measured", "holds"].map(str::to_owned);
    let rows: Vec<_> = BUDGETS.iter().map(|budget| budget.row(readings)).collect();
    markdown(&head, &rows)
}

impl Budget {
    /// One part of the readings, such as their medians, put together.
    fn measured(&self, readings: &[Reading], part: fn(&Reading) -> f64) -> Option<f64> {
        let part = |key| readings.iter().find(|reading| reading.is(key)).map(part);
        let less = self.less.map_or(Some(0.0), part)?;
        let worst = |most: f64, one: f64| most.max((one - less) / self.divided_by);
        let all: Option<Vec<f64>> = self.of.iter().map(|key| part(*key)).collect();
        Some(all?.into_iter().fold(f64::MIN, worst))
    }

    fn row(&self, readings: &[Reading]) -> Vec<String> {
        let digits = |value: f64| match self.unit {
            RATIO => format!("{value:.2}"),
            _ => number(value),
        };
        let told = |value: f64| format!("{} {}", digits(value), self.unit);
        let parts: [fn(&Reading) -> f64; 3] = [|one| one.median, |one| one.low, |one| one.high];
        let [median, low, high] = parts.map(|part| self.measured(readings, part));
        let measured = match (median, low.zip(high)) {
            (None, _) => "not measured".to_owned(),
            (Some(median), Some((low, high))) if (low, high) != (median, median) => {
                let (low, high) = (digits(low.min(high)), digits(high.max(low)));
                format!("{} ({low}–{high})", told(median))
            }
            (Some(median), _) => told(median),
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
        vec![self.what.to_owned(), told(self.most), measured, holds]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn readings(numbers: &[([&str; 4], f64)]) -> Vec<Reading> {
        numbers
            .iter()
            .map(|(key, value)| Reading::of(*key, vec![*value]).unwrap())
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
    fn the_spread_is_put_together_as_the_median_is() {
        let reading = |key, low, median, high| {
            Reading::of(key, vec![median]).map(|reading| Reading {
                low,
                high,
                ..reading
            })
        };
        let layers = reading(BUDGETS[2].of[0], 550.0, 580.0, 700.0);
        let none = reading(NO_LAYER, 480.0, 500.0, 590.0);
        let readings: Vec<_> = layers.into_iter().chain(none).collect();
        let told = BUDGETS[2].row(&readings).split_off(2);
        assert_eq!(told, ["8.00 ns (7.00–11.0)", "yes"]);
    }

    #[test]
    fn a_layer_costs_what_ten_cost_more_than_none() {
        let numbers = [(BUDGETS[2].of[0], 580.0), (NO_LAYER, 500.0)];
        assert_eq!(row(2, &numbers), ["8.00 ns", "yes"]);
        assert_eq!(row(2, &numbers[..1]), ["not measured", ""]);
    }

    #[test]
    fn of_several_numbers_the_worst_is_judged() {
        let [typed, values] = [BUDGETS[10].of[0], BUDGETS[10].of[1]];
        assert_eq!(
            row(10, &[(typed, 3.0), (values, 30.0)]),
            ["30.0 allocations", "**no**, by 50.0 %"]
        );
    }
}
