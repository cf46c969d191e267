//! The charts of the README.

use fusion_bench_kit::{
    floor,
    reading::{Reading, ratio_unit},
    words::{in_unit, number},
    work::Case,
};

use crate::{
    build,
    peers::{self, Peer},
    process,
    report::chart::{Bar, Chart, Series},
    tokens,
    wire::{self, REQUESTS, Transport, era::Era},
};

fn chart(title: &str, unit: &str, bars: Vec<Bar>) -> Chart {
    Chart {
        title: title.to_owned(),
        unit: unit.to_owned(),
        legend: Vec::new(),
        bars,
        cut: false,
        notes: Vec::new(),
    }
}

/// Makes the bar of a contender.
fn bar(label: String, reading: &Reading) -> Bar {
    let series = if label.starts_with("fusion") {
        Series::Ours
    } else {
        Series::Other
    };
    Bar::from_reading(label, reading, series)
}

/// Makes the chart of one call in process, with the numbers that can be compared between programs.
pub(super) fn call(readings: &[Reading]) -> Chart {
    let row = Case::Scalars.name();
    let unit = ratio_unit(floor::NAME);
    let key = |column, unit| [process::call::NAME, row, column, unit];
    let own = readings
        .iter()
        .filter(|reading| reading.has_key(key(&reading.column, &unit)));
    let mut bars = vec![Bar::from_value(floor::NAME, 1.0, Series::Other)];
    bars.extend(own.map(|reading| bar(reading.column.clone(), reading)));
    let by_hand = readings
        .iter()
        .find(|reading| reading.has_key(key(floor::NAME, "ns")));
    let by_hand = by_hand.map_or_else(String::new, |reading| {
        format!(", which takes {} ns", number(reading.median))
    });
    let unit = format!("times as long as by hand{by_hand}; less is better");
    let apart = peers::ALL
        .into_iter()
        .filter(|peer| peer.measures_itself() && bars.iter().any(|bar| bar.label == peer.name));
    let note = |peer: Peer| {
        format!(
            "{}: compared with by hand in a program of its own",
            peer.name
        )
    };
    Chart {
        notes: apart.map(note).collect(),
        ..chart("One call of four scalars, in process", &unit, bars)
    }
}

/// Makes the chart of the contenders over one transport, with sixteen requests in flight.
pub(super) fn wire(readings: &[Reading], transport: Transport, unit: &'static str) -> Chart {
    let (table, over) = (wire::table(transport, Era::Modern), transport.name());
    let own = readings
        .iter()
        .filter(|reading| reading.has_key([&table, &reading.row, "16", unit]));
    let (what, which) = if unit == REQUESTS {
        ("Requests answered in a second", "more")
    } else {
        ("Microseconds of processor time for a request", "less")
    };
    let footnote = |name: &str| {
        let peer = peers::ALL.into_iter().find(|peer| peer.name == name)?;
        peer.over_http
            .filter(|_| unit == REQUESTS && transport == Transport::Http)
    };
    let label = |name: &str| match footnote(name) {
        Some(_) => format!("{name} *"),
        None => name.to_owned(),
    };
    let bars = own.clone().map(|reading| bar(label(&reading.row), reading));
    let notes = own.filter_map(|reading| Some(format!("* {}", footnote(&reading.row)?)));
    Chart {
        notes: notes.collect(),
        // Scripts take so much more CPU time that the bars of all programs would look alike.
        cut: unit != REQUESTS,
        ..chart(
            &format!("{what}, over {over}"),
            &format!(
                "protocol: {}; 16 requests in flight; {which} is better",
                Era::Modern.name()
            ),
            bars.collect(),
        )
    }
}

/// Makes the chart of release builds of all sizes.
pub(super) fn build(readings: &[Reading]) -> Chart {
    let own = readings.iter().filter(|reading| {
        reading.has_key([build::RELEASE, &reading.row, &reading.column, build::CPU])
    });
    let label = |reading: &Reading| format!("{}, {}", reading.column, reading.row);
    chart(
        "Release build, by the number of actions",
        "seconds of processor time, without dependencies; less is better",
        own.map(|reading| bar(label(reading), reading)).collect(),
    )
}

/// Makes the chart of the tokens that a model reads of the first example server.
pub(super) fn tokens(readings: &[Reading]) -> Chart {
    let first = readings.first().map_or("", |reading| reading.row.as_str());
    let own = readings
        .iter()
        .filter(|reading| reading.has_key([tokens::NAME, first, &reading.column, tokens::TOKENS]));
    let bar = |reading: &Reading| {
        let percent_of_flat = tokens::percent_of_flat(readings, reading);
        let bar = Bar::from_reading(reading.column.clone(), reading, exposition(&reading.column));
        Bar {
            label_text: format!("{} ({percent_of_flat})", bar.label_text),
            ..bar
        }
    };
    let actions = readings
        .iter()
        .find(|reading| reading.has_key([tokens::NAME, first, tokens::FLAT, "tools"]));
    let actions = actions.map_or_else(String::new, |reading| {
        format!(
            ", a server of {} actions",
            in_unit(reading.median, &reading.unit)
        )
    });
    Chart {
        legend: vec![
            (Series::Other, "Flat: a tool for each action"),
            (Series::Third, "BySafety: read, write, destroy"),
            (Series::Ours, "Grouped: one tool for all"),
        ],
        notes: vec![
            "Workflow, Compact, Toon: how a tool of several actions describes them".to_owned(),
        ],
        ..chart(
            &format!("Tokens that a model reads of {first}{actions}"),
            "tokens of o200k_base; less is better",
            own.map(bar).collect(),
        )
    }
}

fn exposition(column: &str) -> Series {
    match column.split(',').next() {
        Some("Grouped") => Series::Ours,
        Some("BySafety") => Series::Third,
        _ => Series::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(key: [&str; 4], value: f64) -> Reading {
        Reading::from_samples(key, vec![value]).unwrap()
    }

    fn bar_values(chart: &Chart) -> Vec<(&str, f64, Series)> {
        let bars = chart.bars.iter();
        bars.map(|bar| (bar.label.as_str(), bar.value, bar.series))
            .collect()
    }

    #[test]
    fn a_call_is_shown_as_times_by_hand_whose_own_time_is_said() {
        let of = |row, column, unit, value| reading(["call", row, column, unit], value);
        let chart = super::call(&[
            of("4 scalars", floor::NAME, "ns", 211.0),
            of("4 scalars", "fusion, flat", "ns", 440.0),
            of("4 scalars", "fusion, flat", "× by hand", 2.1),
            of("4 scalars", "tower-mcp", "× by hand", 2.2),
            of("no argument", "rmcp", "× by hand", 9.0),
        ]);
        let expected = [
            ("by hand", 1.0, Series::Other),
            ("fusion, flat", 2.1, Series::Ours),
            ("tower-mcp", 2.2, Series::Other),
        ];
        assert_eq!(bar_values(&chart), expected);
        let note = "tower-mcp: compared with by hand in a program of its own";
        assert_eq!(chart.notes, [note]);
        let unit = "times as long as by hand, which takes 211 ns; less is better";
        assert_eq!(chart.unit, unit);
    }

    #[test]
    fn no_two_charts_have_one_title_and_each_says_which_way_is_good() {
        let charts = [
            call(&[]),
            wire(&[], Transport::Http, REQUESTS),
            wire(&[], Transport::Http, wire::CPU),
            wire(&[], Transport::Stdio, REQUESTS),
            build(&[]),
            tokens(&[]),
        ];
        let mut titles: Vec<_> = charts.iter().map(|chart| chart.title.as_str()).collect();
        titles.sort_unstable();
        titles.dedup();
        assert_eq!(titles.len(), charts.len());
        for chart in &charts {
            assert!(chart.unit.contains(" is better"), "{}", chart.unit);
        }
    }

    #[test]
    fn a_footnote_is_no_wider_than_the_chart() {
        // The chart is 720 wide, with some 7.5 for each letter and a margin on both sides.
        let notes = peers::ALL.into_iter().filter_map(|peer| peer.over_http);
        for note in notes {
            assert!(note.chars().count() <= 90, "{note}");
        }
    }

    #[test]
    fn an_exposition_has_a_colour_and_a_row_its_part_of_flat() {
        let tokens_of = |column, value| reading([tokens::NAME, "tracker", column, "tokens"], value);
        let chart = tokens(&[
            reading([tokens::NAME, "tracker", "Flat", "tools"], 20.0),
            tokens_of("Flat", 1702.0),
            tokens_of("BySafety, Toon", 1421.0),
            tokens_of("Grouped, Compact", 896.0),
        ]);
        let expected = [
            ("Flat", 1702.0, Series::Other),
            ("BySafety, Toon", 1421.0, Series::Third),
            ("Grouped, Compact", 896.0, Series::Ours),
        ];
        assert_eq!(bar_values(&chart), expected);
        assert_eq!(chart.bars[2].label_text, "896 (53 %)");
        assert_eq!(
            chart.title,
            "Tokens that a model reads of tracker, a server of 20 actions"
        );
    }
}
