//! The sections of the results: what each measures, and how it is told. What is told is a function of
//! what was measured.

mod build;
mod charts;
mod contenders;
mod process;
mod soak;
mod start;
mod tokens;
mod wire;

use fusion_bench_kit::{Result, floor, reading::Reading};

pub use contenders::contenders;

use crate::{
    context::Context,
    measured::Measured,
    peers::{self, Peer, Program},
    report::chart::Chart,
};

/// A section that can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Calls without a transport.
    Process,
    /// Servers under load.
    Wire,
    /// Compiling.
    Build,
    /// `build()` and what it leaves.
    Start,
    /// What a model reads.
    Tokens,
    /// Minutes of load; only by its name.
    Soak,
}

/// The heading of the table of contenders.
pub const CONTENDERS: &str = "Contenders";
/// The heading of the table of budgets.
pub const BUDGETS: &str = "Budgets";
/// All headings, in the order of the file.
pub const ORDER: [&str; 8] = [
    BUDGETS,
    CONTENDERS,
    "In process",
    "On the wire",
    "Building",
    "Starting",
    "Tokens",
    "Soak",
];

/// What a section found out.
pub struct Told {
    /// The numbers.
    pub readings: Vec<Reading>,
    /// How they are told.
    pub body: String,
    /// Pictures, by the names of their files.
    pub charts: Vec<(&'static str, Chart)>,
}

/// A contender, and its program or why there is none.
pub type Installed = (Peer, Result<Program>);

impl Topic {
    /// All, in the order in which they run.
    pub const ALL: [Self; 6] = [
        Self::Tokens,
        Self::Process,
        Self::Wire,
        Self::Start,
        Self::Build,
        Self::Soak,
    ];

    /// What it is called on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Process => "process",
            Self::Wire => "wire",
            Self::Build => "build",
            Self::Start => "start",
            Self::Tokens => "tokens",
            Self::Soak => "soak",
        }
    }

    /// Its heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::Process => "In process",
            Self::Wire => "On the wire",
            Self::Build => "Building",
            Self::Start => "Starting",
            Self::Tokens => "Tokens",
            Self::Soak => "Soak",
        }
    }

    /// One of what it takes to make a number of it.
    pub fn taken(self) -> &'static str {
        match self {
            Self::Wire | Self::Soak => "window",
            Self::Process | Self::Build | Self::Start | Self::Tokens => "sample",
        }
    }

    /// Whether it runs this contender's program.
    pub fn takes(self, peer: &Peer) -> bool {
        match self {
            // Those of this package are measured by a program of its own.
            Self::Process => peer.is_here() || peer.measures_itself(),
            Self::Wire => true,
            Self::Soak => [floor::NAME, peers::fusion::GROUPED].contains(&peer.name),
            Self::Build | Self::Start | Self::Tokens => false,
        }
    }

    /// Measures it, and tells it.
    pub fn run(self, context: &Context, installed: &[Installed]) -> Result<Told> {
        let programs = || programs(installed);
        let measured = match self {
            Self::Process => crate::process::measure(context, &programs())?,
            Self::Wire => crate::wire::measure(context, &programs())?,
            Self::Build => crate::build::measure(context)?,
            Self::Start => crate::start::measure(context)?,
            Self::Tokens => crate::tokens::measure(context)?,
            Self::Soak => soak::measure(context, programs())?,
        };
        Ok(self.tell(measured))
    }

    /// Tells what was measured.
    pub fn tell(self, measured: Measured) -> Told {
        let Measured { readings, missing } = measured;
        let (body, charts) = match self {
            Self::Process => process::tell(&readings),
            Self::Wire => wire::tell(&readings, &missing),
            Self::Build => build::tell(&readings),
            Self::Start => start::tell(&readings),
            Self::Tokens => tokens::tell(&readings),
            Self::Soak => soak::tell(&readings),
        };
        Told {
            readings,
            body,
            charts,
        }
    }
}

/// Words and pictures of a section.
type Page = (String, Vec<(&'static str, Chart)>);

/// The pictures where the file of results shows them.
fn pictures(charts: &[(&str, Chart)]) -> String {
    let picture = |(name, chart): &(&str, Chart)| format!("![{}](charts/{name}.svg)", chart.title);
    let pictures: Vec<_> = charts.iter().map(picture).collect();
    pictures.join("\n\n")
}

/// The contenders that there are.
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
            Reading::of(key, vec![1.0]).into_iter().collect()
        };
        for topic in Topic::ALL {
            let missing = vec!["one: it did not answer".to_owned()];
            let told = topic.tell(Measured {
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
