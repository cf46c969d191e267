//! The one command: builds everything, measures it, and writes `RESULTS.md` and the charts. A quick
//! run writes them into the target folder, so that published results always come from a full run.
//!
//! ```sh
//! cargo run --release --manifest-path benches/Cargo.toml --bin measure -- --quick
//! ```

use std::{fs, path::PathBuf, process::ExitCode, time::Instant};

use fusion_bench_kit::{Result, reading::Reading};
use fusion_benches::{
    context::{Context, run},
    options::{Options, USAGE},
    peers::{self, Peer},
    report::{
        budgets, how_fast, machine, quiet,
        results::{Section, merge},
        store,
    },
    sections::{self, Installed, SectionReport, Topic},
};

fn main() -> ExitCode {
    let done = Options::from_process_arguments().and_then(|options| {
        if let Some(options) = options {
            return measure_all(options);
        }
        println!("{USAGE}");
        Ok(())
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("measure: {error}");
            ExitCode::from(2)
        }
    }
}

fn measure_all(options: Options) -> Result<()> {
    let context = Context::new(options.effort);
    let begun = Instant::now();
    let installed = install(&context, &options.topics)?;
    let mut written = Vec::new();
    // With only some contenders, the table would not describe those of the other sections.
    if installed.len() == peers::ALL.len() {
        let body = sections::contenders(&context, &installed)?;
        written.push(Section {
            title: sections::CONTENDERS.to_owned(),
            body,
        });
    }
    let mut readings = Vec::new();
    for topic in options.topics {
        let (section, own) = measure(&context, topic, &installed)?;
        written.push(section);
        readings.extend(own);
    }
    let file = folder(&context)?.join("RESULTS.md");
    let before = fs::read_to_string(&file).unwrap_or_default();
    written.push(Section {
        title: sections::BUDGETS.to_owned(),
        body: budgets::table(&readings, &before),
    });
    let results = with_summary(&merge(&before, written, &sections::ORDER));
    fs::write(&file, &results)?;
    if !context.is_quick() {
        let readme = context.root().join("README.md");
        let text = how_fast::quote(&fs::read_to_string(&readme)?, &results)?;
        fs::write(readme, text)?;
    }
    eprintln!("{} after {:.0?}", file.display(), begun.elapsed());
    Ok(())
}

/// Returns the file of results with the summary of its own tables.
fn with_summary(results: &str) -> String {
    let summary = Section {
        title: sections::HOW_FAST.to_owned(),
        body: how_fast::summary(results),
    };
    merge(results, vec![summary], &sections::ORDER)
}

/// Returns the folder into which the results are written.
fn folder(context: &Context) -> Result<PathBuf> {
    let folder = if context.is_quick() {
        context.target.join("measure").join("quick")
    } else {
        context.benches.clone()
    };
    fs::create_dir_all(folder.join("charts"))?;
    Ok(folder)
}

/// Builds or installs the contenders that these sections measure.
fn install(context: &Context, topics: &[Topic]) -> Result<Vec<Installed>> {
    let taken = |peer: &Peer| topics.iter().any(|topic| topic.includes(peer));
    let taken: Vec<_> = peers::ALL.into_iter().filter(taken).collect();
    if !taken.is_empty() {
        eprintln!("building what is measured here");
        run(context
            .cargo()
            .args(["build", "--release", "--locked", "--bins"])
            .current_dir(&context.benches))?;
    }
    let installed = taken.into_iter().map(|peer| {
        eprintln!("installing {}", peer.name);
        (peer, peer.install(context))
    });
    Ok(installed.collect())
}

fn measure(
    context: &Context,
    topic: Topic,
    installed: &[Installed],
) -> Result<(Section, Vec<Reading>)> {
    eprintln!("measuring: {}", topic.name());
    let begun = Instant::now();
    let stamp = machine::stamp(context)?;
    let SectionReport {
        readings,
        body,
        charts,
    } = topic.run(context, installed)?;
    let before = store::load(context, topic.name())?;
    let quiet = quiet::line(&readings, topic.sample_noun()).unwrap_or_default();
    let compared = store::compare(&before, &readings);
    store::save(context, topic.name(), &readings)?;
    for (name, chart) in charts {
        let file = folder(context)?.join("charts").join(format!("{name}.svg"));
        fs::write(file, chart.svg())?;
    }
    eprintln!("measured: {} in {:.0?}", topic.name(), begun.elapsed());
    let title = topic.title().to_owned();
    let section = Section {
        title,
        body: format!("{stamp}{quiet}{compared}\n{body}"),
    };
    Ok((section, readings))
}
