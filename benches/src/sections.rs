//! The sections of the results: what each measures, and how it is told.

mod charts;

use std::time::Duration;

use fusion_bench_kit::{Result, floor, reading::Reading};

use crate::{
    build,
    context::Context,
    peers::{self, Peer, Program},
    process::{self, call, constraints, formats, layers, list, mixed, sync},
    report::{
        chart::Chart,
        machine,
        table::{markdown, pivot},
    },
    start, tokens,
    wire::{self, era::Era},
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

    /// Measures it.
    pub fn run(self, context: &Context, installed: &[Installed]) -> Result<Told> {
        match self {
            Self::Process => in_process(context, installed),
            Self::Wire => on_the_wire(context, installed),
            Self::Build => building(context),
            Self::Start => starting(context),
            Self::Tokens => tokens(context),
            Self::Soak => soak(context, installed),
        }
    }
}

fn in_process(context: &Context, installed: &[Installed]) -> Result<Told> {
    let readings = process::measure(context, &programs(installed))?;
    let table = |name, unit| pivot(&readings, name, unit);
    let row = |name, row| crate::report::table::list(&readings, name, row);
    let body = format!(
        "No transport, one thread. Each number is the median of those of several runs of a program, \
         and counts what was taken while the pace of the machine, as a short piece of work tells it \
         before and after, was within 15 % of its best. By hand tells the first problem of a call; Fusion tells all, \
         with what was expected. tower-mcp is called at a tool that is already found, as its router \
         calls it, in a program of its own; the other peers are measured on the wire alone.\n\n\
         ### One call\n\n{}\n{}\n{}\n{}\n### The call that the budgets are of\n\n\
         A string, an optional enum, a number with a default, a list.\n\n{}\n### Constraints\n\n{}\n{}\n### Layers\n\n{}\n\
         ### State sync\n\n{}\n### Results in TOON\n\n{}\n{}\n### The list\n\n{}",
        table(call::NAME, "ns"),
        table(call::NAME, "× by hand"),
        table(call::NAME, "× rmcp"),
        table(call::NAME, "allocations"),
        row(mixed::NAME, mixed::ROW),
        table(constraints::NAME, "ns"),
        table(constraints::NAME, "× by hand"),
        row(layers::NAME, layers::ROW),
        row(sync::NAME, layers::ROW),
        row(formats::CALLS, "50 rows"),
        table(formats::ENCODERS, "ns")
            + "\n"
            + &table(formats::ENCODERS, "× JSON")
            + "\n"
            + &table(formats::ENCODERS, "allocations"),
        row(list::NAME, list::ROW),
    );
    let charts = vec![("call", charts::call(&readings))];
    Ok(Told {
        readings,
        body,
        charts,
    })
}

fn on_the_wire(context: &Context, installed: &[Installed]) -> Result<Told> {
    let measured = wire::measure(context, &programs(installed))?;
    let missing = match measured.missing.as_slice() {
        [] => String::new(),
        missing => format!("### Left out\n\n- {}\n", missing.join("\n- ")),
    };
    let body = format!(
        "The call of 4 scalars, repeated by a program of its own on the same cores: with more in \
         flight the load takes its share of them, and rates of fast servers are those of both. CPU is \
         the server's, for one request. Servers of one table live at the same time, and are loaded in \
         turns for a fifth of a second each: a ratio to by hand is of two such windows beside each \
         other. Each number is the median of the windows in which the machine was quiet, or of the \
         quieter half of all; p99 is the one of a window, in which it is one of the slowest few \
         requests. Over HTTP each request in flight has a connection, and a session where the server \
         makes sessions. {}. {}.\n\n{}{missing}",
        wire::era::EXPLAINED,
        machine::runtimes(),
        wire::tables_of(&measured.readings),
    );
    let charts = vec![
        ("rate", charts::wire(&measured.readings, "requests/s")),
        ("cpu", charts::wire(&measured.readings, "CPU µs")),
    ];
    Ok(Told {
        readings: measured.readings,
        body,
        charts,
    })
}

fn building(context: &Context) -> Result<Told> {
    let readings = build::measure(context)?.readings;
    let mut body = String::from(
        "Generated packages: so many actions of four arguments with the same prose. Their dependencies \
         were built before; Fusion's are rmcp's and more: it has its default features, with stdio and \
         the validator, where rmcp's has macros and a server without stdio or HTTP; neither \
         serves. Ratios are of processor time.\n",
    );
    for (step, units) in [
        (build::CHECK, ["s", "s of CPU", "× rmcp"].as_slice()),
        (build::INCREMENTAL, &["s", "s of CPU", "× rmcp"]),
        (build::RELEASE, &["s", "s of CPU", "× rmcp"]),
        (build::BINARY, &["MiB"]),
        (build::EXPANDED, &["lines"]),
    ] {
        body += &format!("\n### {step}\n\n");
        for unit in units {
            body += &format!("{}\n", pivot(&readings, step, unit));
        }
    }
    let charts = vec![("build", charts::build(&readings))];
    Ok(Told {
        readings,
        body,
        charts,
    })
}

fn starting(context: &Context) -> Result<Told> {
    let readings = start::measure(context)?.readings;
    let body = format!(
        "One tool of so many actions of four arguments; the greatest is five groups in one tool. \
         rmcp's column is its router of as many tools. Several runs, in quiet, as in process.\n\n### build()\n\n{}\n{}\n\
         ### A call among many actions\n\n{}",
        pivot(&readings, start::BUILD, "ms"),
        pivot(&readings, start::BUILD, "KiB held"),
        crate::report::table::list(&readings, start::CALLS, "4 arguments"),
    );
    Ok(Told {
        readings,
        body,
        charts: Vec::new(),
    })
}

fn tokens(context: &Context) -> Result<Told> {
    let (table, readings) = tokens::measure(context)?;
    let body = format!(
        "What a model reads of the example servers: names, descriptions and input schemas, in tokens \
         of o200k_base; the same prose is in all of them.\n\n{table}"
    );
    let charts = vec![("tokens", charts::tokens(&readings))];
    Ok(Told {
        readings,
        body,
        charts,
    })
}

fn soak(context: &Context, installed: &[Installed]) -> Result<Told> {
    let (time, slices) = if context.is_quick() {
        (Duration::from_secs(10), 5)
    } else {
        (Duration::from_secs(600), 20)
    };
    let mut programs = programs(installed);
    programs.retain(|(peer, _)| Topic::Soak.takes(peer));
    let readings = wire::soak(&programs, time, slices)?.readings;
    let table = |unit| pivot(&readings, wire::SOAK, unit);
    let body = format!(
        "Servers over Streamable HTTP, {}, 16 in flight. All live for the whole time and are loaded in \
         turns, each for its part of a slice, so that what the machine does to one it does to the \
         other.\n\n{}\n{}\n{}",
        Era::Modern.name(),
        table("MiB held"),
        table("requests/s"),
        table("p99 µs"),
    );
    Ok(Told {
        readings,
        body,
        charts: Vec::new(),
    })
}

/// The contenders that there are.
fn programs(installed: &[Installed]) -> Vec<(Peer, Program)> {
    let program = |(peer, program): &Installed| Some((*peer, program.as_ref().ok()?.clone()));
    installed.iter().filter_map(program).collect()
}

/// The table of contenders: versions, notes, and why some could not be built.
pub fn contenders(context: &Context, installed: &[Installed]) -> Result<String> {
    let head = ["who", "package", "version", "what to know"].map(str::to_owned);
    let mut rows = Vec::new();
    for (peer, program) in installed {
        let note = match program {
            Ok(_) => peer.note.to_owned(),
            Err(error) => format!(
                "**not built**: {}",
                context
                    .without_folders(&error.to_string())
                    .replace('\n', " ")
            ),
        };
        rows.push(vec![
            peer.name.to_owned(),
            format!("`{}`", peer.package),
            peer.version(context)?,
            note,
        ]);
    }
    let intro = "All do the same work behind the same five actions: no argument; four scalars; a \
                 nested struct and a list; an enum and optionals; twenty arguments. Each is written as \
                 its own documentation shows, with its own settings. What a contender can do and Fusion \
                 cannot, or the other way round, is no part of these numbers.\n\n";
    Ok(intro.to_owned() + &markdown(&head, &rows))
}
