//! The sections of the results: the measurement of each, and its text. The text is a function of
//! the measurement.

mod build;
mod charts;
mod contenders;
mod counts;
mod process;
mod programs;
mod soak;
mod start;
mod tokens;
mod wire;

use fusion_bench_kit::{Result, floor, reading::Reading};

pub use contenders::contenders;

use crate::{
    context::Context,
    measurements::Measurements,
    peers::{self, Peer, Program},
    report::chart::Chart,
};

/// A section that can be selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Calls without a transport.
    Process,
    /// Servers under load.
    Wire,
    /// Instructions, syscalls, allocations and memory of servers.
    Counts,
    /// Compiling.
    Build,
    /// Programs that serve.
    Programs,
    /// `build()`, and the size of the registry.
    Start,
    /// Tokens that a model reads.
    Tokens,
    /// Minutes of load; runs only if it is selected by name.
    Soak,
}

/// The heading of the summary, which the README quotes.
pub const HOW_FAST: &str = "How fast";
/// The heading of the table of contenders.
pub const CONTENDERS: &str = "Contenders";
/// The heading of the table of budgets.
pub const BUDGETS: &str = "Budgets";
/// The heading of the section that `real-servers/run` writes.
pub const REAL_SERVERS: &str = "Real servers";
/// All headings, in the order of the file.
pub const ORDER: [&str; 12] = [
    HOW_FAST,
    BUDGETS,
    CONTENDERS,
    "In process",
    "On the wire",
    "Counted on the wire",
    "Building",
    "Programs",
    "Starting",
    "Tokens",
    REAL_SERVERS,
    "Soak",
];

/// The result of a section.
pub struct SectionReport {
    /// The numbers.
    pub readings: Vec<Reading>,
    /// The text.
    pub body: String,
    /// The charts, by the names of their files.
    pub charts: Vec<(&'static str, Chart)>,
}

/// A contender, and its program or the reason why there is none.
pub type Installed = (Peer, Result<Program>);

impl Topic {
    /// All sections, in the order in which they run.
    pub const ALL: [Self; 8] = [
        Self::Tokens,
        Self::Process,
        Self::Wire,
        Self::Counts,
        Self::Start,
        Self::Build,
        Self::Programs,
        Self::Soak,
    ];

    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Process => "process",
            Self::Wire => "wire",
            Self::Counts => "counts",
            Self::Build => "build",
            Self::Programs => "programs",
            Self::Start => "start",
            Self::Tokens => "tokens",
            Self::Soak => "soak",
        }
    }

    /// Returns the heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::Process => "In process",
            Self::Wire => "On the wire",
            Self::Counts => "Counted on the wire",
            Self::Build => "Building",
            Self::Programs => "Programs",
            Self::Start => "Starting",
            Self::Tokens => "Tokens",
            Self::Soak => "Soak",
        }
    }

    /// Returns the noun for one sample of this section.
    pub fn sample_noun(self) -> &'static str {
        match self {
            Self::Wire | Self::Soak => "window",
            Self::Process
            | Self::Counts
            | Self::Build
            | Self::Programs
            | Self::Start
            | Self::Tokens => "sample",
        }
    }

    /// Returns true if the section runs the program of this contender.
    pub fn includes(self, peer: &Peer) -> bool {
        match self {
            // Contenders of this package are measured by a program of the package.
            Self::Process => peer.is_here() || peer.measures_itself(),
            Self::Wire => true,
            Self::Counts => crate::wire::counts::CONTENDERS.contains(&peer.name),
            Self::Soak => [floor::NAME, peers::fusion::GROUPED].contains(&peer.name),
            Self::Build | Self::Programs | Self::Start | Self::Tokens => false,
        }
    }

    /// Measures the section and writes its text.
    pub fn run(self, context: &Context, installed: &[Installed]) -> Result<SectionReport> {
        let programs = || programs(installed);
        let measured = match self {
            Self::Process => crate::process::measure(context, &programs())?,
            Self::Wire => crate::wire::measure(context, &programs())?,
            Self::Counts => crate::wire::counts::count(context, &programs())?,
            Self::Build => crate::build::measure(context)?,
            Self::Programs => crate::programs::measure(context)?,
            Self::Start => crate::start::measure(context)?,
            Self::Tokens => crate::tokens::measure(context)?,
            Self::Soak => soak::measure(context, programs())?,
        };
        Ok(self.report(measured))
    }

    /// Writes the text of a section that was measured.
    pub fn report(self, measured: Measurements) -> SectionReport {
        let Measurements { readings, missing } = measured;
        let (body, charts) = match self {
            Self::Process => process::report(&readings),
            Self::Wire => wire::report(&readings, &missing),
            Self::Counts => counts::report(&readings, &missing),
            Self::Build => build::report(&readings),
            Self::Programs => programs::report(&readings),
            Self::Start => start::report(&readings),
            Self::Tokens => tokens::report(&readings),
            Self::Soak => soak::report(&readings),
        };
        SectionReport {
            readings,
            body,
            charts,
        }
    }
}

/// The text and the charts of a section.
type Page = (String, Vec<(&'static str, Chart)>);

/// Writes the image links of the charts in the file of results.
fn pictures(charts: &[(&str, Chart)]) -> String {
    let picture = |(name, chart): &(&str, Chart)| format!("![{}](charts/{name}.svg)", chart.title);
    let pictures: Vec<_> = charts.iter().map(picture).collect();
    pictures.join("\n\n")
}

/// Returns the contenders that could be installed.
fn programs(installed: &[Installed]) -> Vec<(Peer, Program)> {
    let program = |(peer, program): &Installed| Some((*peer, program.as_ref().ok()?.clone()));
    installed.iter().filter_map(program).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_shows_its_pictures_and_has_no_two_empty_lines_below_each_other() {
        let readings = || {
            let key = ["call", "4 scalars", floor::NAME, "ns"];
            Reading::from_samples(key, vec![1.0]).into_iter().collect()
        };
        for topic in Topic::ALL {
            let missing = vec!["one: it did not answer".to_owned()];
            let told = topic.report(Measurements {
                readings: readings(),
                missing,
            });
            assert!(!told.body.contains("\n\n\n"), "{}", told.body);
            for (name, chart) in &told.charts {
                let picture = format!("\n\n![{}](charts/{name}.svg)\n\n", chart.title);
                assert!(told.body.contains(&picture), "{}", told.body);
            }
        }
    }
}
