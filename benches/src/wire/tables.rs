//! The tables of the wire: one for each transport and era, the contenders under each other for as
//! many requests in flight.

use fusion_bench_kit::reading::Reading;

use super::{LEVELS, Transport, combinations, table};
use crate::{
    peers,
    report::table::{distinct, markdown, spread},
};

const UNITS: [&str; 7] = [
    "requests/s",
    "p50 µs",
    "p50 × by hand",
    "p99 µs",
    "CPU µs",
    "CPU × by hand",
    "peak MiB",
];

/// All tables.
pub fn of(readings: &[Reading]) -> String {
    combinations()
        .map(|(transport, era)| {
            let name = table(transport, era);
            let notes = if transport == Transport::Http {
                footnotes()
            } else {
                String::new()
            };
            format!("### {name}\n\n{}{notes}\n", one(readings, &name))
        })
        .collect()
}

fn footnotes() -> String {
    let notes = peers::ALL
        .into_iter()
        .filter_map(|peer| Some((peer.name, peer.over_http?)));
    notes
        .map(|(name, note)| format!("\n<sub>{name} {note}.</sub>\n"))
        .collect()
}

fn one(readings: &[Reading], table: &str) -> String {
    let own = readings.iter().filter(|reading| reading.table == table);
    let peers = distinct(own.map(|reading| reading.row.as_str()));
    let mut head = vec!["in flight".to_owned(), "who".to_owned()];
    head.extend(UNITS.map(str::to_owned));
    let mut rows = Vec::new();
    for level in LEVELS.map(|level| level.to_string()) {
        for peer in &peers {
            let cells = UNITS.map(|unit| {
                let key = [table, peer, level.as_str(), unit];
                let found = readings.iter().find(|reading| reading.is(key));
                found.map_or_else(|| "–".to_owned(), spread)
            });
            let mut row = vec![level.clone(), (*peer).to_owned()];
            row.extend(cells);
            rows.push(row);
        }
    }
    markdown(&head, &rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::era::Era;

    #[test]
    fn contenders_stand_under_each_other_for_each_level() {
        let table = table(Transport::Stdio, Era::Legacy);
        let reading = |peer: &str, value| {
            Reading::of([&table, peer, "1", "requests/s"], vec![value]).unwrap()
        };
        let told = one(&[reading("a", 10.0), reading("b", 20.0)], &table);
        let rows: Vec<_> = told.lines().skip(2).take(3).collect();
        let expected = [
            "| 1 | a | 10.0 | – | – | – | – | – | – |",
            "| 1 | b | 20.0 | – | – | – | – | – | – |",
            "| 16 | a | – | – | – | – | – | – | – |",
        ];
        assert_eq!(rows, expected);
    }
}
