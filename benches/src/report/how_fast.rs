//! The summary at the top of the results, made of the tables below it. The README quotes it.

use fusion_bench_kit::{Result, floor};

use super::{
    results::section,
    table::{NOT_MEASURED, cells},
};
use crate::{
    peers, programs,
    sections::{HOW_FAST, Topic},
    wire::{self, Transport, era::Era},
};

const FUSION: &str = peers::fusion::GROUPED;
const BEGIN: &str = "<!-- how fast: written by benches, `--bin measure` -->\n";
const END: &str = "<!-- end of how fast -->\n";

/// The words of a peer in a sentence, if these are not its name.
const WORDS: [(&str, &str); 3] = [
    (FUSION, "Fusion"),
    (floor::NAME, "a server by hand"),
    ("TypeScript SDK", "the TypeScript SDK"),
];

/// Writes the lines whose numbers are in the file of results.
pub fn summary(file: &str) -> String {
    let tables = Tables { file };
    let lines = [
        tables.rates(Transport::Http),
        tables.rates(Transport::Stdio),
        tables.counts(),
        tables.process(),
        tables.building(),
    ];
    lines
        .into_iter()
        .flatten()
        .map(|line| format!("- {line}\n"))
        .collect()
}

/// Puts the summary of the results into the README.
pub fn quote(readme: &str, results: &str) -> Result<String> {
    let place = || {
        let (before, rest) = readme.split_once(BEGIN)?;
        let (_, after) = rest.split_once(END)?;
        Some((before, after))
    };
    let (before, after) =
        place().ok_or_else(|| format!("the README has no place for the summary: {BEGIN}{END}"))?;
    let summary = section(results, HOW_FAST);
    Ok(format!("{before}{BEGIN}{summary}\n{END}{after}"))
}

/// The tables of the file of results.
#[derive(Clone, Copy)]
struct Tables<'f> {
    file: &'f str,
}

impl<'f> Tables<'f> {
    /// Returns the median in a cell: below a heading of a section, in the table whose head begins with
    /// `corner`, in the row that begins with `row`, in the column `column`.
    fn median(
        self,
        topic: Topic,
        heading: &str,
        corner: &str,
        row: &[&str],
        column: &str,
    ) -> Option<&'f str> {
        let own = format!("### {heading}\n");
        let (_, tables) = section(self.file, topic.title()).split_once(&own)?;
        let tables = tables.split("\n### ").next()?;
        let mut head = Vec::new();
        for line in tables.lines() {
            let cells = cells(line);
            if !line.starts_with('|') {
                head.clear();
            } else if head.is_empty() {
                head = cells;
            } else if head.first() == Some(&corner) && cells.starts_with(row) {
                let place = head.iter().position(|name| *name == column)?;
                let cell = cells.get(place)?;
                let median = cell.split(" (").next()?;
                return (median != NOT_MEASURED).then_some(median);
            }
        }
        None
    }

    fn wire(
        self,
        topic: Topic,
        transport: Transport,
        [in_flight, peer, unit]: [&str; 3],
    ) -> Option<&'f str> {
        let table = wire::table(transport, Era::Modern);
        self.median(topic, &table, "in flight", &[in_flight, peer], unit)
    }

    /// Writes the request rates of the contenders over one transport. A rate that needs a note is left
    /// to the chart, which has the note.
    fn rates(self, transport: Transport) -> Option<String> {
        let rate = |peer| {
            self.wire(Topic::Wire, transport, ["16", peer, wire::REQUESTS])
                .map(|rate| (peer, rate))
        };
        let (_, own) = rate(FUSION)?;
        let others: Vec<_> = peers::ALL
            .iter()
            .filter(|peer| ![FUSION, peers::fusion::FLAT].contains(&peer.name))
            .filter(|peer| transport == Transport::Stdio || peer.over_http.is_none())
            .filter_map(|peer| rate(peer.name))
            .map(|(peer, rate)| format!("{} {rate}", words(peer)))
            .collect();
        Some(format!(
            "Over {} with 16 requests in flight, Fusion answers {own} requests a second; {}.",
            transport.name(),
            enumeration(&others),
        ))
    }

    /// Writes the work of one call over each transport.
    fn counts(self) -> Option<String> {
        let work = |transport: Transport, peer| {
            let number = |unit| self.wire(Topic::Counts, transport, ["1", peer, unit]);
            let [instructions, syscalls, allocations] = wire::counts::UNITS.map(number);
            Some(format!(
                "{} instructions, {} syscalls and {} allocations",
                instructions?, syscalls?, allocations?
            ))
        };
        let over = |transport: Transport| {
            let others = wire::counts::CONTENDERS.into_iter();
            let others: Vec<_> = others
                .filter(|peer| *peer != FUSION)
                .filter_map(|peer| Some(format!("{} {}", words(peer), work(transport, peer)?)))
                .collect();
            let own = work(transport, FUSION)?;
            Some(format!(
                "over {} {own} ({})",
                transport.name(),
                others.join("; ")
            ))
        };
        Some(format!(
            "One call takes {}, and {}.",
            over(Transport::Stdio)?,
            over(Transport::Http)?
        ))
    }

    /// Writes the times of calls without a transport.
    fn process(self) -> Option<String> {
        let budget = "The call of the budgets";
        let mixed = |unit| self.median(Topic::Process, budget, "4 arguments", &[FUSION], unit);
        let wrong = |row| self.median(Topic::Process, "One call", "× rmcp", &[row], FUSION);
        Some(format!(
            "Without a transport, a call of four arguments takes {} × the time of a `match` by hand with `serde_json`, \
             and {} × that of rmcp's router. A call with a wrong argument takes {} × that of rmcp's router, because \
             the response lists every problem.",
            mixed("× by hand")?,
            mixed("× rmcp")?,
            wrong("20 arguments, 1 problem")?,
        ))
    }

    /// Writes the costs of building.
    fn building(self) -> Option<String> {
        let build =
            |row, column| self.median(Topic::Build, "release build", "× rmcp", &[row], column);
        let (topic, release) = (Topic::Programs, programs::RELEASE);
        let size = |column| self.median(topic, release, programs::SIZE, &["10 actions"], column);
        let start = self.median(Topic::Start, "build()", "ms", &["1,000 actions"], "fusion");
        Some(format!(
            "A release build of 60 actions takes {} × the processor time of rmcp's macros, without dependencies, and \
             `build()` of 1,000 actions {} ms. A stripped program of ten actions that serves over Streamable HTTP has \
             {} MiB; rmcp's has {}.",
            build("60 actions", "fusion")?,
            start?,
            size("fusion")?,
            size("rmcp")?,
        ))
    }
}

fn words(peer: &str) -> &str {
    let own = WORDS.iter().find(|(name, _)| *name == peer);
    own.map_or(peer, |(_, words)| words)
}

/// Joins items by commas, the last one by `and`.
fn enumeration(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::context::Context;

    const FILE: &str = "# Results\n\n## On the wire\n\n### Streamable HTTP, modern (2026-07-28)\n\n\
        | in flight | who | requests/s | p50 µs |\n| ---: | --- | ---: | ---: |\n\
        | 1 | by hand | 9 (8–10) | 1 |\n\
        | 16 | by hand | 53,756 (40,223–56,900) | 1 |\n\
        | 16 | fusion, grouped | 17,297 | 1 |\n| 16 | rmcp | – | – |\n\
        | 16 | rust-mcp-sdk | 389 (380–404) | 1 |\n\
        | 16 | TypeScript SDK | 694 (588–747) | 1 |\n\n## Building\n";

    #[test]
    fn a_line_has_the_medians_of_its_table_and_no_line_has_a_number_that_is_missing() {
        let expected = "- Over Streamable HTTP with 16 requests in flight, Fusion answers 17,297 requests a \
                        second; a server by hand 53,756 and the TypeScript SDK 694.\n";
        assert_eq!(summary(FILE), expected);
        assert_eq!(summary(""), "");
    }

    #[test]
    fn the_readme_keeps_what_is_around_the_summary() {
        let readme = format!("# Fusion\n\n{BEGIN}old\n{END}\n## License\n");
        let results = "# Results\n\n## How fast\n\n- one\n- two\n\n## Budgets\n";
        let expected = format!("# Fusion\n\n{BEGIN}- one\n- two\n{END}\n## License\n");
        assert_eq!(quote(&readme, results).unwrap(), expected);
        assert!(quote("# Fusion\n", results).is_err());
    }

    #[test]
    fn the_summary_and_the_readme_are_those_of_the_results() {
        let context = Context::new(fusion_bench_kit::rounds::Effort::Full);
        let results = fs::read_to_string(context.benches.join("RESULTS.md")).unwrap();
        assert_eq!(section(&results, HOW_FAST), summary(&results).trim());
        let readme = fs::read_to_string(context.root().join("README.md")).unwrap();
        assert_eq!(quote(&readme, &results).unwrap(), readme);
    }
}
