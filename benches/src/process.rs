//! Calls in process: nanoseconds and allocations, without a transport. The tables are in the
//! submodules; two programs run them, because counting allocations takes time.

pub mod bytes;
pub mod call;
pub mod constraints;
pub mod formats;
mod group;
pub mod list;
pub mod middleware;
pub mod mixed;
pub mod sync;

use std::{path::PathBuf, process::Command};

use fusion_bench_kit::{Result, floor, probe, probe::Table, reading, reading::Reading};

use crate::{
    context::{Context, run},
    measurements::Measurements,
    peers::{Peer, Program},
    runs,
};

/// Returns all tables of this package.
pub fn tables() -> Result<Vec<Table>> {
    let runtime = probe::runtime()?;
    Ok(vec![
        call::table(&runtime)?,
        mixed::table(&runtime)?,
        bytes::table()?,
        constraints::table()?,
        middleware::table()?,
        sync::table()?,
        formats::calls()?,
        formats::encoders()?,
        list::table(&runtime)?,
    ])
}

/// The name of the table of times that a contender's own program takes.
pub const SEPARATE: &str = "call, by a program of its own";

/// Runs the programs of this package and of those contenders that measure themselves, in turns.
pub fn measure(context: &Context, programs: &[(Peer, Program)]) -> Result<Measurements> {
    let mut readings = runs::merge_runs(context, || measure_once(context, programs))?;
    readings.extend(count_allocations(context.program("allocations"))?);
    for (peer, _) in self_measuring(programs) {
        let own = count_allocations(peer.counter(context))?;
        readings.extend(
            own.into_iter()
                .filter(|reading| reading.column != floor::NAME),
        );
    }
    Ok(Measurements::complete(readings))
}

/// Returns the contenders that have programs of their own.
fn self_measuring(programs: &[(Peer, Program)]) -> impl Iterator<Item = &(Peer, Program)> {
    programs.iter().filter(|(peer, _)| peer.measures_itself())
}

fn measure_once(context: &Context, programs: &[(Peer, Program)]) -> Result<Vec<Reading>> {
    let mut readings = measure_times(context, &Program::new(context.program("process")))?;
    for (peer, program) in self_measuring(programs) {
        let own =
            measure_times(context, program).map_err(|error| format!("{}: {error}", peer.name))?;
        readings.extend(own.into_iter().map(to_separate_table));
    }
    Ok(readings)
}

/// Moves the times of another program to a table of their own: the same code takes other times in
/// another program, so only ratios can be compared.
fn to_separate_table(reading: Reading) -> Reading {
    if reading.unit == "ns" {
        let table = SEPARATE.to_owned();
        Reading { table, ..reading }
    } else {
        reading
    }
}

fn count_allocations(program: PathBuf) -> Result<Vec<Reading>> {
    reading::from_lines(&run(&mut Command::new(program))?)
}

fn measure_times(context: &Context, program: &Program) -> Result<Vec<Reading>> {
    let mut command = Command::new(&program.file);
    command.args(&program.arguments).arg("time");
    if context.is_quick() {
        command.arg("quick");
    }
    reading::from_lines(&run(&mut command)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_another_program_stand_apart_and_its_ratios_beside_the_others() {
        let of = |table, column, unit| {
            Reading::from_samples([table, "4 scalars", column, unit], vec![2.0])
        };
        let own = [
            of(call::NAME, floor::NAME, "ns"),
            of(call::NAME, "tower-mcp", "ns"),
            of(call::NAME, "tower-mcp", "× by hand"),
        ];
        let told: Vec<_> = own.into_iter().flatten().map(to_separate_table).collect();
        let expected = [
            of(SEPARATE, floor::NAME, "ns"),
            of(SEPARATE, "tower-mcp", "ns"),
            of(call::NAME, "tower-mcp", "× by hand"),
        ];
        assert_eq!(told, expected.into_iter().flatten().collect::<Vec<_>>());
    }
}
