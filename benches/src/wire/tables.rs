//! The tables of the wire: one for each transport and era, with the contenders below each other for
//! each level of load.

use fusion_bench_kit::{
    floor,
    reading::{Reading, ratio_unit},
};

use super::{CPU, LEVELS, REQUESTS, Transport, combinations, counts, table};
use crate::{
    peers,
    report::table::{Column, cell, distinct, markdown, with_note, with_reason},
};

const UNITS: [&str; 7] = [
    REQUESTS,
    "p50 µs",
    "p50 × by hand",
    "p99 µs",
    CPU,
    "CPU × by hand",
    "peak MiB",
];

const NOT_COUNTED: &str = "see “Not counted”";
const STOPPED: &str = "it stopped responding; see “Left out”";

/// Writes all tables.
pub fn all_tables(readings: &[Reading]) -> String {
    combinations()
        .map(|(transport, era)| {
            let name = table(transport, era);
            let table = level_table(readings, &name, &LEVELS, &UNITS);
            let table = with_reason(table, STOPPED);
            let table = match transport {
                Transport::Http => with_notes(table, &peers_of(readings, &name)),
                Transport::Stdio => table,
            };
            format!("### {name}\n\n{table}\n")
        })
        .collect()
}

/// Writes all tables of counts.
pub fn count_tables(readings: &[Reading]) -> String {
    combinations()
        .map(|(transport, era)| {
            let name = table(transport, era);
            let levels = counts::levels(transport);
            let table = level_table(readings, &name, levels, &counts::UNITS);
            let table = with_reason(table, NOT_COUNTED);
            format!("### {name}\n\n{table}\n")
        })
        .collect()
}

/// Adds the notes of the contenders that have a row.
fn with_notes(table: String, listed: &[&str]) -> String {
    let own = peers::ALL
        .into_iter()
        .filter(|peer| listed.contains(&peer.name));
    let notes = own.filter_map(|peer| Some(format!("{} {}.", peer.name, peer.over_http?)));
    notes.fold(table, |table, note| with_note(&table, &note))
}

fn peers_of<'r>(readings: &'r [Reading], table: &str) -> Vec<&'r str> {
    let own = readings.iter().filter(|reading| reading.table == table);
    distinct(own.map(|reading| reading.row.as_str()))
}

fn level_table(readings: &[Reading], table: &str, levels: &[usize], units: &[&str]) -> String {
    let peers = peers_of(readings, table);
    let mut head = vec![Column::numbers("in flight"), Column::words("who")];
    head.extend(units.iter().copied().map(Column::numbers));
    let mut rows = Vec::new();
    for level in levels.iter().map(usize::to_string) {
        for peer in &peers {
            let mut row = vec![level.clone(), (*peer).to_owned()];
            let number = |unit: &&str| number(readings, [table, peer, &level, unit]);
            row.extend(units.iter().map(number));
            rows.push(row);
        }
    }
    markdown(&head, &rows)
}

/// Formats a number. The floor has the ratio 1 to itself, which is not measured.
fn number(readings: &[Reading], key: [&str; 4]) -> String {
    let [_, peer, _, unit] = key;
    let beside = ratio_unit(floor::NAME);
    if peer == floor::NAME && unit.ends_with(&beside) {
        "1".to_owned()
    } else {
        cell(readings, key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::era::Era;

    #[test]
    fn contenders_stand_under_each_other_for_each_level() {
        let table = table(Transport::Stdio, Era::Legacy);
        let reading = |peer: &str, value| {
            Reading::from_samples([&table, peer, "1", "requests/s"], vec![value]).unwrap()
        };
        let readings = [reading("a", 10.0), reading("b", 20.0)];
        let told = level_table(&readings, &table, &LEVELS, &UNITS);
        let rows: Vec<_> = told.lines().skip(2).take(3).collect();
        let expected = [
            "| 1 | a | 10.0 | – | – | – | – | – | – |",
            "| 1 | b | 20.0 | – | – | – | – | – | – |",
            "| 16 | a | – | – | – | – | – | – | – |",
        ];
        assert_eq!(rows, expected);
    }

    #[test]
    fn a_footnote_stands_only_under_a_table_with_its_contender() {
        let told = |peers: &[&str]| with_notes("table".to_owned(), peers);
        assert_eq!(told(&["by hand", "rmcp"]), "table");
        let expected = "rust-mcp-sdk leaves TCP_NODELAY off";
        assert!(told(&["by hand", "rust-mcp-sdk"]).contains(expected));
    }
}
