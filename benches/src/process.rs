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

use std::process::Command;

use fusion_bench_kit::{Result, floor, probe, probe::Table, reading, reading::Reading};

use crate::{
    context::{Context, run},
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

/// Runs the programs of this package and of those contenders that measure themselves, in turns.
pub fn measure(context: &Context, programs: &[(Peer, Program)]) -> Result<Vec<Reading>> {
    let mut readings = runs::several(context, || once(context, programs))?;
    let counted = run(&mut Command::new(context.program("allocations")))?;
    readings.extend(reading::from_lines(&counted)?);
    Ok(readings)
}

fn once(context: &Context, programs: &[(Peer, Program)]) -> Result<Vec<Reading>> {
    let mut readings = timed(context, &Program::of(context.program("process")))?;
    for (peer, program) in programs.iter().filter(|(peer, _)| peer.measures_itself()) {
        let mut own = timed(context, program).map_err(|error| format!("{}: {error}", peer.name))?;
        // Its floor is only what its ratios are of.
        own.retain(|reading| reading.column != floor::NAME);
        readings.extend(own);
    }
    Ok(readings)
}

fn timed(context: &Context, program: &Program) -> Result<Vec<Reading>> {
    let mut command = Command::new(&program.file);
    command.args(&program.arguments).arg("time");
    if context.is_quick() {
        command.arg("quick");
    }
    reading::from_lines(&run(&mut command)?)
}
