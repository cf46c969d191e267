//! In process: nanoseconds and allocations of a call, without a transport. The tables stand in the
//! files below; two programs run them, since counting allocations takes time.

pub mod call;
pub mod constraints;
pub mod formats;
mod group;
pub mod layers;
pub mod list;
pub mod mixed;
pub mod sync;

use std::{path::PathBuf, process::Command};

use fusion_bench_kit::{Result, floor, probe, probe::Table, reading, reading::Reading};

use crate::{
    context::{Context, run},
    measured::Measured,
    peers::{Peer, Program},
    runs,
};

/// All tables of this package.
pub fn tables() -> Result<Vec<Table>> {
    let runtime = probe::runtime()?;
    Ok(vec![
        call::table(&runtime)?,
        mixed::table(&runtime)?,
        constraints::table()?,
        layers::table()?,
        sync::table()?,
        formats::calls()?,
        formats::encoders()?,
        list::table(&runtime)?,
    ])
}

/// What the table is called of the times that a contender's own program takes.
pub const APART: &str = "call, by a program of its own";

/// Runs the programs of this package and of those contenders that measure themselves, in turns.
pub fn measure(context: &Context, programs: &[(Peer, Program)]) -> Result<Measured> {
    let mut readings = runs::several(context, || once(context, programs))?;
    readings.extend(counted(context.program("allocations"))?);
    for (peer, _) in themselves(programs) {
        let own = counted(peer.counter(context))?;
        readings.extend(
            own.into_iter()
                .filter(|reading| reading.column != floor::NAME),
        );
    }
    Ok(Measured::whole(readings))
}

/// Those that have programs of their own.
fn themselves(programs: &[(Peer, Program)]) -> impl Iterator<Item = &(Peer, Program)> {
    programs.iter().filter(|(peer, _)| peer.measures_itself())
}

fn once(context: &Context, programs: &[(Peer, Program)]) -> Result<Vec<Reading>> {
    let mut readings = timed(context, &Program::of(context.program("process")))?;
    for (peer, program) in themselves(programs) {
        let own = timed(context, program).map_err(|error| format!("{}: {error}", peer.name))?;
        readings.extend(own.into_iter().map(apart));
    }
    Ok(readings)
}

/// Times of another program are no times of this one, in which the same code takes others; ratios are.
fn apart(reading: Reading) -> Reading {
    if reading.unit == "ns" {
        let table = APART.to_owned();
        Reading { table, ..reading }
    } else {
        reading
    }
}

fn counted(program: PathBuf) -> Result<Vec<Reading>> {
    reading::from_lines(&run(&mut Command::new(program))?)
}

fn timed(context: &Context, program: &Program) -> Result<Vec<Reading>> {
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
        let of = |table, column, unit| Reading::of([table, "4 scalars", column, unit], vec![2.0]);
        let own = [
            of(call::NAME, floor::NAME, "ns"),
            of(call::NAME, "tower-mcp", "ns"),
            of(call::NAME, "tower-mcp", "× by hand"),
        ];
        let told: Vec<_> = own.into_iter().flatten().map(apart).collect();
        let expected = [
            of(APART, floor::NAME, "ns"),
            of(APART, "tower-mcp", "ns"),
            of(call::NAME, "tower-mcp", "× by hand"),
        ];
        assert_eq!(told, expected.into_iter().flatten().collect::<Vec<_>>());
    }
}
