//! Programs of ten actions that serve over Streamable HTTP, beside those of rmcp's macros: their sizes, the
//! work to build one again after a change, and the number of crates.

use std::{fs, process::Command};

use fusion_bench_kit::{
    Result,
    reading::{Reading, ratio_unit},
    words::with_noun,
};

use crate::{
    build::{change_first_body, cpu_time, stripped_size},
    context::{Context, run},
    generate::{Framework, Package},
    measurements::Measurements,
    samples::Samples,
};

/// The size of a program of a release build without symbols.
pub const RELEASE: &str = "release program, stripped";
/// The size of a program of a debug build, with the debug information of all crates.
pub const DEBUG: &str = "debug program";
/// The processor time of a debug build after the body of one action changed.
pub const REBUILD: &str = "debug build after a change";
/// The number of crates that are compiled into a program, and the procedural macros.
pub const CRATES: &str = "crates";

/// The unit of sizes.
pub const SIZE: &str = "MiB";
/// The unit of processor time.
pub const CPU: &str = "CPU seconds";
/// The number of actions.
pub const ACTIONS: usize = 10;
/// The row of the crates of the default features.
pub const DEFAULT: &str = "default features";
/// The row of the crates of a server over HTTP.
pub const HTTP: &str = "over HTTP";

/// Builds the programs; in the rebuilds, the frameworks take turns.
pub fn measure(context: &Context) -> Result<Measurements> {
    let row = with_noun(ACTIONS, "action");
    let mut samples = Samples::default();
    let packages = Framework::ALL.map(|framework| {
        Package::serving(context, framework, ACTIONS).map(|package| (framework, package))
    });
    let packages: Vec<_> = packages.into_iter().collect::<Result<_>>()?;
    let mut debug_sizes = Vec::new();
    for (framework, package) in &packages {
        let column = framework.name();
        run(context
            .cargo()
            .args(["build", "--release", "--quiet"])
            .current_dir(&package.folder))?;
        samples.push(
            [RELEASE, &row, column, SIZE],
            stripped_size(context, package)?,
        );
        run(&mut debug_build(context, package))?;
        let program = context.target.join("debug").join(&package.name);
        let size = fs::metadata(program)?.len() as f64 / f64::from(1 << 20);
        samples.push([DEBUG, &row, column, SIZE], size);
        debug_sizes.push(size);
        samples.push([CRATES, HTTP, column, CRATES], crates(context, package)?);
        let least = Package::with_one(context, *framework, ACTIONS)?;
        samples.push([CRATES, DEFAULT, column, CRATES], crates(context, &least)?);
    }
    push_ratio(&mut samples, DEBUG, &row, &debug_sizes);
    for round in 0..if context.is_quick() { 1 } else { 5 } {
        let mut times = Vec::new();
        for (framework, package) in &packages {
            let source = change_first_body(&framework.http_program(ACTIONS), round);
            package.rewrite(&source)?;
            let time = cpu_time(&mut debug_build(context, package))?.as_secs_f64();
            samples.push([REBUILD, &row, framework.name(), CPU], time);
            times.push(time);
        }
        push_ratio(&mut samples, REBUILD, &row, &times);
    }
    Ok(Measurements::complete(
        samples.readings(Reading::from_samples),
    ))
}

fn push_ratio(samples: &mut Samples<f64>, table: &str, row: &str, values: &[f64]) {
    if let [fusion, rmcp] = values {
        let unit = ratio_unit(Framework::Rmcp.name());
        samples.push([table, row, Framework::Fusion.name(), &unit], fusion / rmcp);
    }
}

fn debug_build(context: &Context, package: &Package) -> Command {
    let mut cargo = context.cargo();
    cargo
        .args(["build", "--quiet"])
        .env("CARGO_INCREMENTAL", "1")
        .current_dir(&package.folder);
    cargo
}

/// Counts the dependencies of a package.
fn crates(context: &Context, package: &Package) -> Result<f64> {
    let mut tree = context.cargo();
    tree.args(["tree", "--quiet", "--prefix", "none", "--no-dedupe"])
        .args(["--edges", "normal"])
        .current_dir(&package.folder);
    Ok(distinct_crates(&run(&mut tree)?) as f64)
}

/// Counts the lines of different crates, without the first one, which is the package itself.
fn distinct_crates(tree: &str) -> usize {
    let name = |line: &str| {
        let mut words = line.split_whitespace().map(str::to_owned);
        words.next().zip(words.next())
    };
    let mut names: Vec<_> = tree.lines().skip(1).filter_map(name).collect();
    names.sort_unstable();
    names.dedup();
    names.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_counts_once_for_each_version() {
        let tree = "own v0.1.0 (/somewhere)\na v1.0.0\nb v1.0.0 (proc-macro)\nb v1.0.0 (proc-macro)\nb v2.0.0\n";
        assert_eq!(distinct_crates(tree), 3);
        assert_eq!(distinct_crates("own v0.1.0\n"), 0);
    }
}
