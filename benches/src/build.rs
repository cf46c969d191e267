//! Build times: the time that rustc takes for 10, 60 and 300 actions, the size of the program, and
//! the number of expanded lines, beside rmcp's macros.

use std::{
    fs::{self, Permissions},
    os::unix::fs::PermissionsExt as _,
    path::PathBuf,
    process::Command,
    time::{Duration, Instant},
};

use fusion_bench_kit::{
    Result,
    reading::{Reading, ratio_unit},
    words::with_noun,
};

use crate::{
    context::{Context, run},
    generate::{Framework, Package},
    measurements::Measurements,
    samples::Samples,
};

/// A check of the package, whose dependencies were built before.
pub const CHECK: &str = "check";
/// A check after the body of one action changed, with incremental compilation.
pub const INCREMENTAL: &str = "check after a change";
/// A release build of the package, whose dependencies were built before.
pub const RELEASE: &str = "release build";
/// The size of the program.
pub const BINARY: &str = "program, stripped";
/// The column of Fusion without its feature `validate`.
const LEAN: &str = "fusion, without `validate`";
/// The lines that `-Zunpretty=expanded` prints.
pub const EXPANDED: &str = "expanded lines";

/// The unit of wall-clock time.
pub const CLOCK: &str = "seconds";
/// The unit of the time of all processors.
pub const CPU: &str = "CPU seconds";

/// The numbers of actions.
pub const SIZES: [usize; 3] = [10, 60, 300];

/// Measures all sizes; the two frameworks take turns.
pub fn measure(context: &Context) -> Result<Measurements> {
    let rounds = if context.is_quick() { 1 } else { 3 };
    let sizes = if context.is_quick() {
        &SIZES[..2]
    } else {
        &SIZES
    };
    let mut samples = Samples::default();
    for &actions in sizes {
        let packages = Framework::ALL.map(|framework| {
            Package::with_one(context, framework, actions).map(|made| (framework, made))
        });
        let packages: Vec<_> = packages.into_iter().collect::<Result<_>>()?;
        for (framework, package) in &packages {
            warm_up(context, package)?;
            sizes_of(context, package, *framework, actions, &mut samples)?;
        }
        for round in 0..rounds {
            for step in [CHECK, INCREMENTAL, RELEASE] {
                let mut taken = Vec::new();
                for (framework, package) in &packages {
                    let source = change_first_body(&framework.program(actions), round);
                    package.rewrite(&source)?;
                    taken.push(time(&mut command(context, package, step))?);
                }
                push_times(&mut samples, step, actions, &taken);
            }
        }
    }
    Ok(Measurements::complete(
        samples.readings(Reading::from_samples),
    ))
}

/// The time of a build: on the clock, and of all processors.
struct BuildTime {
    wall: Duration,
    cpu: Duration,
}

fn push_times(samples: &mut Samples<f64>, step: &str, actions: usize, taken: &[BuildTime]) {
    let row = with_noun(actions, "action");
    for (framework, taken) in Framework::ALL.iter().zip(taken) {
        samples.push(
            [step, &row, framework.name(), CLOCK],
            taken.wall.as_secs_f64(),
        );
        samples.push([step, &row, framework.name(), CPU], taken.cpu.as_secs_f64());
    }
    if let [fusion, rmcp] = taken {
        let ratio = fusion.cpu.as_secs_f64() / rmcp.cpu.as_secs_f64();
        let unit = ratio_unit(Framework::Rmcp.name());
        samples.push([step, &row, Framework::Fusion.name(), &unit], ratio);
    }
}

/// Returns the program with the body of its first action changed, differently in each round.
pub(crate) fn change_first_body(source: &str, round: usize) -> String {
    source.replacen("format!(\"", &format!("format!(\"{round} "), 1)
}

/// Builds the dependencies for each of the steps.
fn warm_up(context: &Context, package: &Package) -> Result<()> {
    for step in [CHECK, INCREMENTAL, RELEASE] {
        run(&mut command(context, package, step))?;
    }
    Ok(())
}

fn command(context: &Context, package: &Package, step: &str) -> Command {
    let mut cargo = context.cargo();
    cargo.current_dir(&package.folder);
    cargo.args(if step == RELEASE {
        ["build", "--release"]
    } else {
        ["check", "--quiet"]
    });
    // Without incremental compilation, a check compiles the whole package; with it, only what
    // changed.
    cargo.env(
        "CARGO_INCREMENTAL",
        if step == INCREMENTAL { "1" } else { "0" },
    );
    cargo
}

fn sizes_of(
    context: &Context,
    package: &Package,
    framework: Framework,
    actions: usize,
    samples: &mut Samples<f64>,
) -> Result<()> {
    let row = with_noun(actions, "action");
    let size = stripped_size(context, package)?;
    samples.push([BINARY, &row, framework.name(), "MiB"], size);
    if framework == Framework::Fusion {
        let lean = Package::lean(context, actions)?;
        run(&mut command(context, &lean, RELEASE))?;
        samples.push([BINARY, &row, LEAN, "MiB"], stripped_size(context, &lean)?);
    }
    let mut expand = context.cargo();
    expand
        .env("RUSTC_WORKSPACE_WRAPPER", bootstrap(context)?)
        .env("CARGO_INCREMENTAL", "0")
        .current_dir(&package.folder)
        .args([
            "rustc",
            "--quiet",
            "--profile",
            "check",
            "--",
            "-Zunpretty=expanded",
        ]);
    let expanded = run(&mut expand)?;
    samples.push(
        [EXPANDED, &row, framework.name(), "lines"],
        expanded.lines().count() as f64,
    );
    Ok(())
}

/// Returns the size of the program without symbols, in MiB.
pub(crate) fn stripped_size(context: &Context, package: &Package) -> Result<f64> {
    let program = context.program(&package.name);
    let stripped = program.with_extension("stripped");
    run(Command::new("strip").arg("-o").arg(&stripped).arg(&program))?;
    let bytes = fs::metadata(&stripped)?.len();
    fs::remove_file(&stripped)?;
    Ok(bytes as f64 / f64::from(1 << 20))
}

/// Writes a wrapper of the compiler that accepts unstable flags, for the package itself only: with
/// `RUSTC_BOOTSTRAP` set for all packages, dependencies would be built anew, and again in the next
/// step.
fn bootstrap(context: &Context) -> Result<PathBuf> {
    let file = context.target.join("generated").join("bootstrap");
    fs::write(&file, "#!/bin/sh\nRUSTC_BOOTSTRAP=1 exec \"$@\"\n")?;
    fs::set_permissions(&file, Permissions::from_mode(0o755))?;
    Ok(file)
}

fn time(command: &mut Command) -> Result<BuildTime> {
    let before = children()?;
    let start = Instant::now();
    run(command)?;
    let wall = start.elapsed();
    Ok(BuildTime {
        wall,
        cpu: children()?.saturating_sub(before),
    })
}

/// Returns the processor time of a command.
pub(crate) fn cpu_time(command: &mut Command) -> Result<Duration> {
    Ok(time(command)?.cpu)
}

/// Returns the processor time of all children that ended. Linux reports it in hundredths of a
/// second.
fn children() -> Result<Duration> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    let fields = stat
        .rsplit_once(')')
        .ok_or("no name in /proc")?
        .1
        .split_whitespace();
    let mut ticks = 0;
    for field in fields.skip(13).take(2) {
        ticks += field.parse::<u64>()?;
    }
    Ok(Duration::from_millis(10 * ticks))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_in_one_body_and_another_in_each_round() {
        let source = Framework::Fusion.program(2);
        let (first, second) = (change_first_body(&source, 1), change_first_body(&source, 2));
        assert_ne!(first, second);
        let differ = source
            .lines()
            .zip(first.lines())
            .filter(|(one, other)| one != other);
        let differ: Vec<_> = differ.map(|(_, other)| other.trim()).collect();
        assert_eq!(differ, [r#"format!("1 {name} {age:?} {days} {tags:?}")"#]);
    }

    #[test]
    fn processor_time_of_children_grows_with_them() {
        let before = children().unwrap();
        let busy = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done";
        let taken = time(Command::new("sh").args(["-c", busy])).unwrap();
        // Other tests run children at the same time.
        let all = children().unwrap().saturating_sub(before);
        assert!(taken.cpu > Duration::ZERO && taken.cpu <= all);
    }
}
