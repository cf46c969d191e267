//! The pictures of the README.

use fusion_bench_kit::{reading::Reading, work::Case};

use crate::{
    build, peers, process,
    report::chart::{Bar, Chart},
    tokens,
    wire::{self, Transport, era::Era},
};

fn chart<'a>(
    (title, unit): (&str, &str),
    bars: impl Iterator<Item = (String, &'a Reading)>,
) -> Chart {
    let bar = |(label, reading): (String, &Reading)| Bar {
        ours: label.starts_with("fusion"),
        label,
        value: reading.median,
    };
    Chart {
        title: title.to_owned(),
        unit: unit.to_owned(),
        bars: bars.map(bar).collect(),
        notes: Vec::new(),
    }
}

/// One call in process.
pub(super) fn call(readings: &[Reading]) -> Chart {
    let row = Case::Scalars.name();
    let own = readings
        .iter()
        .filter(|reading| reading.is([process::call::NAME, row, &reading.column, "ns"]));
    let title = (
        "One call of four scalars, in process",
        "nanoseconds; less is better",
    );
    chart(title, own.map(|reading| (reading.column.clone(), reading)))
}

const RATE: &str = "requests/s";

/// Contenders over HTTP, sixteen in flight.
pub(super) fn wire(readings: &[Reading], unit: &'static str) -> Chart {
    let table = wire::table(Transport::Http, Era::Modern);
    let own = readings
        .iter()
        .filter(|reading| reading.is([&table, &reading.row, "16", unit]));
    let words = match unit {
        RATE => "requests in a second; more is better",
        _ => "microseconds of the server's processor for a request; less is better",
    };
    let title = format!("{table}, 16 in flight");
    let footnote = |name: &str| {
        let peer = peers::ALL.into_iter().find(|peer| peer.name == name)?;
        peer.over_http.filter(|_| unit == RATE)
    };
    let label = |name: &str| match footnote(name) {
        Some(_) => format!("{name} *"),
        None => name.to_owned(),
    };
    let bars = own.clone().map(|reading| (label(&reading.row), reading));
    let notes = own.filter_map(|reading| Some(format!("* {}", footnote(&reading.row)?)));
    Chart {
        notes: notes.collect(),
        ..chart((&title, words), bars)
    }
}

/// Release builds of all sizes.
pub(super) fn build(readings: &[Reading]) -> Chart {
    let own = readings
        .iter()
        .filter(|reading| reading.is([build::RELEASE, &reading.row, &reading.column, "s of CPU"]));
    let title = (
        "Release build of so many actions",
        "seconds of processor time; less is better",
    );
    chart(
        title,
        own.map(|reading| (format!("{}, {}", reading.column, reading.row), reading)),
    )
}

/// What a model reads of the first example server.
pub(super) fn tokens(readings: &[Reading]) -> Chart {
    let first = readings.first().map_or("", |reading| reading.row.as_str());
    let own = readings
        .iter()
        .filter(|reading| reading.is([tokens::NAME, first, &reading.column, "tokens"]));
    let title = format!("What a model reads of {first}");
    let words = (title.as_str(), "tokens of o200k_base; less is better");
    chart(words, own.map(|reading| (reading.column.clone(), reading)))
}

#[cfg(test)]
mod tests {
    use fusion_bench_kit::floor;

    use super::*;

    #[test]
    fn a_chart_shows_its_own_numbers_and_marks_ours() {
        let reading = |row, column, unit| {
            Reading::of([process::call::NAME, row, column, unit], vec![500.0]).unwrap()
        };
        let readings = [
            reading("4 scalars", floor::NAME, "ns"),
            reading("4 scalars", "fusion, flat", "ns"),
            reading("4 scalars", "fusion, flat", "allocations"),
            reading("no argument", "rmcp", "ns"),
        ];
        let told: Vec<_> = call(&readings)
            .bars
            .into_iter()
            .map(|bar| (bar.label, bar.ours))
            .collect();
        assert_eq!(
            told,
            [
                ("by hand".to_owned(), false),
                ("fusion, flat".to_owned(), true)
            ]
        );
    }
}
