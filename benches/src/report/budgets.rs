//! The budgets of the design, and the check that they hold.

mod list;

use fusion_bench_kit::{
    reading::Reading,
    words::{amount, number, range},
};

use self::list::BUDGETS;
use super::{
    blocks::join_blocks,
    results,
    table::{Column, cells, markdown},
};
use crate::sections::BUDGETS as BUDGETS_TITLE;

/// One budget: a number and its bound.
struct Budget {
    what: &'static str,
    bound: Bound,
    unit: &'static str,
    /// The keys of its readings; if there are several, the worst counts.
    of: &'static [[&'static str; 4]],
    /// The key of a reading whose median is subtracted first. It is subtracted from the median and
    /// from both ends of the spread; a spread of differences that are measured has a reading of its
    /// own.
    less: Option<[&'static str; 4]>,
    /// The keys of the readings by which those of `of` are divided, one for each, or none.
    beside: &'static [[&'static str; 4]],
    /// The divisor.
    divided_by: f64,
}

/// The maximum or the minimum of a budget.
#[derive(Clone, Copy)]
enum Bound {
    AtMost(f64),
    AtLeast(f64),
}

const INTRO: &str = "The bound of each budget of the design, and its median. A budget of a section that was not measured \
    again keeps its row. The sections below describe how each number is measured; a rate relative to another is \
    the quotient of two medians of one run.";

/// Writes all budgets with the readings of this run: the medians, and the range of the middle eight
/// tenths. A budget without readings keeps its row of the file of results.
pub fn table(readings: &[Reading], file: &str) -> String {
    let columns = [
        Column::words("what"),
        Column::numbers("bound"),
        Column::numbers("measured"),
        Column::words("holds"),
    ];
    let before: Vec<_> = results::section(file, BUDGETS_TITLE)
        .lines()
        .map(cells)
        .collect();
    let row = |budget: &Budget| {
        let now = budget.row(readings);
        let same = |row: &&Vec<&str>| row.len() == now.len() && row[..2] == now[..2];
        let measured = budget.measured(readings, |one| one.median).is_some();
        match before.iter().find(same).filter(|_| !measured) {
            Some(row) => row.iter().copied().map(str::to_owned).collect(),
            None => now,
        }
    };
    let rows: Vec<_> = BUDGETS.iter().map(row).collect();
    join_blocks([INTRO, &markdown(&columns, &rows)])
}

impl Bound {
    /// Returns the part by which a value misses the bound; `None` if the bound holds.
    fn missed_by(self, value: f64) -> Option<f64> {
        let missed = match self {
            Self::AtMost(most) => value / most - 1.0,
            Self::AtLeast(least) => 1.0 - value / least,
        };
        (!self.holds(value)).then_some(missed)
    }

    fn holds(self, value: f64) -> bool {
        match self {
            Self::AtMost(most) => value <= most,
            Self::AtLeast(least) => value >= least,
        }
    }

    fn text(self, unit: &str) -> String {
        match self {
            Self::AtMost(most) => format!("≤ {}", amount(most, unit)),
            Self::AtLeast(least) => format!("≥ {}", amount(least, unit)),
        }
    }

    /// Returns the worse of two values.
    fn worse(self, one: f64, other: f64) -> f64 {
        match self {
            Self::AtMost(_) => one.max(other),
            Self::AtLeast(_) => one.min(other),
        }
    }
}

impl Budget {
    /// Computes one part of the readings, such as their medians.
    fn measured(&self, readings: &[Reading], part: fn(&Reading) -> f64) -> Option<f64> {
        let find = |key: [&str; 4]| readings.iter().find(|reading| reading.has_key(key));
        let less = match self.less {
            Some(key) => find(key)?.median,
            None => 0.0,
        };
        let one = |(index, key): (usize, &[&str; 4])| {
            let beside = match self.beside.get(index) {
                Some(key) => find(*key)?.median,
                None => 1.0,
            };
            Some((part(find(*key)?) - less) / beside / self.divided_by)
        };
        let all: Option<Vec<f64>> = self.of.iter().enumerate().map(one).collect();
        all?.into_iter()
            .reduce(|one, other| self.bound.worse(one, other))
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
            Some(value) => match self.bound.missed_by(value) {
                None => "yes".to_owned(),
                Some(by) if by.is_finite() => format!("**no**, by {} %", number(by * 100.0)),
                Some(_) => "**no**".to_owned(),
            },
        };
        let bound = self.bound.text(self.unit);
        vec![self.what.to_owned(), bound, measured, holds]
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
                let beside = budget.beside.iter();
                let beside = beside.filter_map(|key| reading(*key, less));
                let readings: Vec<_> = own.chain(base).chain(beside).collect();
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

    #[test]
    fn a_rate_is_divided_by_that_of_another_and_the_lower_is_judged() {
        let place = BUDGETS
            .iter()
            .position(|budget| budget.what.ends_with("relative to rmcp"))
            .unwrap();
        let Budget { of, beside, .. } = BUDGETS[place];
        let rates = |rate| {
            let own = [(of[0], 300.0), (of[1], rate)];
            row(
                place,
                &[own[0], own[1], (beside[0], 100.0), (beside[1], 50.0)],
            )
        };
        assert_eq!(rates(150.0), ["3.00 ×", "yes"]);
        assert_eq!(rates(100.0), ["2.00 ×", "**no**, by 20.0 %"]);
        assert_eq!(row(place, &[(of[0], 1.0), (of[1], 1.0)])[0], "not measured");
    }

    #[test]
    fn a_budget_that_is_not_measured_again_keeps_its_row() {
        let first = readings(&[(BUDGETS[0].of[0], 1.2), (BUDGETS[5].of[0], 6.5)]);
        let section = |body: String| format!("# Results\n\n## {BUDGETS_TITLE}\n\n{body}\n");
        let file = section(table(&first, ""));
        let second = table(&readings(&[(BUDGETS[5].of[0], 7.0)]), &file);
        let told: Vec<_> = second
            .lines()
            .map(cells)
            .filter(|row| row.len() == 4 && row[3] == "yes")
            .map(|row| [row[1], row[2]])
            .collect();
        assert_eq!(told, [["≤ 1.30 ×", "1.20 ×"], ["≤ 10.0 ms", "7.00 ms"]]);
    }
}
