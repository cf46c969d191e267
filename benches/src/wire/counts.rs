//! Counts of one call on the wire: instructions, syscalls and allocations of the server. A server is run
//! twice with different numbers of calls, and the difference is divided by the difference of these
//! numbers; the start and the end of the server are therefore not counted. Other work of the machine
//! hardly changes a count.

mod instrument;
mod memory;

use fusion_bench_kit::{Error, Result, floor, reading::Reading};

pub use memory::{IDLE, IDLE_TABLE, MEMORY};

use self::instrument::Instrument;
use super::{Transport, era::Era, runtime, start, table, window::RunningServer};
use crate::{
    context::Context,
    measurements::Measurements,
    peers::{self, Peer, Program},
    samples::Samples,
};

/// The units of the counts.
pub const UNITS: [&str; 3] = ["instructions", "syscalls", "allocations"];
/// The contenders that are counted. The first of Fusion is also counted without the lane.
pub const CONTENDERS: [&str; 3] = [floor::NAME, peers::fusion::GROUPED, peers::rmcp::NAME];

/// The calls before those that are counted, one after the other. Fusion polls an action at once when it
/// was fast for some calls, and under an instrument the first calls are slow.
const WARM_UP: usize = 128;

/// One load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Load {
    transport: Transport,
    era: Era,
    in_flight: usize,
}

struct CountPlan {
    /// The number of differences of each number.
    rounds: usize,
    /// The two numbers of calls for valgrind; each is a multiple of the requests in flight.
    calls: [usize; 2],
}

impl CountPlan {
    fn new(context: &Context) -> Self {
        if context.is_quick() {
            let calls = [256, 512];
            Self { rounds: 1, calls }
        } else {
            let calls = [256, 1_280];
            Self { rounds: 3, calls }
        }
    }

    /// Returns the two numbers of calls. Syscalls depend on the order in which threads run, also in the calls
    /// before those that are counted, and strace is fast enough for more calls.
    fn calls(&self, instrument: Instrument) -> [usize; 2] {
        let [few, many] = self.calls;
        match instrument {
            Instrument::Syscalls => [few, 4 * many],
            Instrument::Instructions | Instrument::Allocations => [few, many],
        }
    }
}

/// Returns the numbers of requests in flight. Over HTTP each request has a connection, so that more of
/// them make the same work.
pub fn levels(transport: Transport) -> &'static [usize] {
    match transport {
        Transport::Stdio => &[1, 256],
        Transport::Http => &[1],
    }
}

fn loads() -> impl Iterator<Item = Load> {
    super::combinations().flat_map(|(transport, era)| {
        levels(transport).iter().map(move |in_flight| Load {
            transport,
            era,
            in_flight: *in_flight,
        })
    })
}

/// Counts with each program that is installed, and reads the memory of the servers.
pub fn count(context: &Context, programs: &[(Peer, Program)]) -> Result<Measurements> {
    let programs = contenders(programs);
    let plan = CountPlan::new(context);
    let mut run = CountRun {
        context,
        samples: Samples::default(),
        missing: Vec::new(),
    };
    runtime()?.block_on(async {
        for instrument in Instrument::ALL {
            if let Err(error) = instrument.check() {
                run.report_missing(&format!("{} were not counted", instrument.unit()), &error);
                continue;
            }
            for round in 1..=plan.rounds {
                eprintln!("counting {}, round {round}", instrument.unit());
                run.round(&plan, instrument, &programs).await;
            }
        }
        for _ in 0..plan.rounds {
            run.memory(&programs).await;
        }
    });
    if !context.is_quick() {
        run.idle();
    }
    Ok(Measurements {
        readings: run.samples.readings(Reading::from_samples),
        missing: run.missing,
    })
}

/// Returns the contenders in the order of the tables.
fn contenders(programs: &[(Peer, Program)]) -> Vec<(Peer, Program)> {
    let own = programs
        .iter()
        .filter(|(peer, _)| CONTENDERS.contains(&peer.name));
    own.flat_map(|(peer, program)| {
        let without_lane = peer.without_lane(program);
        std::iter::once((*peer, program.clone())).chain(without_lane)
    })
    .collect()
}

/// The counts so far.
struct CountRun<'c> {
    context: &'c Context,
    samples: Samples<f64>,
    missing: Vec<String>,
}

impl CountRun<'_> {
    /// Takes one difference of each number. A server that fails is left out.
    async fn round(
        &mut self,
        plan: &CountPlan,
        instrument: Instrument,
        programs: &[(Peer, Program)],
    ) {
        for load in loads() {
            let table = table(load.transport, load.era);
            for (peer, program) in programs {
                let program = instrument.around(program, self.context);
                match self
                    .difference(plan, instrument, load, (*peer, &program))
                    .await
                {
                    Ok(each) => {
                        let column = load.in_flight.to_string();
                        let key = [table.as_str(), peer.name, &column, instrument.unit()];
                        self.samples.push(key, each);
                    }
                    Err(error) => {
                        let what = format!("{} of {}, {table}", instrument.unit(), peer.name);
                        self.report_missing(&what, &error);
                    }
                }
            }
        }
    }

    /// Returns the count of one call.
    async fn difference(
        &self,
        plan: &CountPlan,
        instrument: Instrument,
        load: Load,
        (peer, program): (Peer, &Program),
    ) -> Result<f64> {
        let both = plan.calls(instrument);
        let mut totals = [0.0; 2];
        for (total, calls) in totals.iter_mut().zip(both) {
            serve(load, (peer, program), calls).await?;
            *total = instrument.read(self.context)?;
        }
        Ok(each(totals, both))
    }

    fn report_missing(&mut self, what: &str, error: &Error) {
        let reason = format!("{what}: {error}");
        if !self.missing.contains(&reason) {
            self.missing.push(reason);
        }
    }
}

fn each([few, many]: [f64; 2], calls: [usize; 2]) -> f64 {
    (many - few) / (calls[1] - calls[0]) as f64
}

/// Runs a server from its start to its end.
async fn serve(load: Load, (peer, program): (Peer, &Program), calls: usize) -> Result<()> {
    let RunningServer {
        server,
        mut connection,
        ..
    } = start(load.transport, load.era, peer, program).await?;
    connection.prepare(load.in_flight).await?;
    for _ in 0..WARM_UP {
        connection.batch(1).await?;
    }
    for _ in 0..=calls / load.in_flight {
        connection.batch(load.in_flight).await?;
    }
    server.end(connection).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_of_calls_is_a_multiple_of_those_in_flight() {
        for effort in [
            fusion_bench_kit::rounds::Effort::Quick,
            fusion_bench_kit::rounds::Effort::Full,
        ] {
            let plan = CountPlan::new(&Context::new(effort));
            for instrument in Instrument::ALL {
                let calls = plan.calls(instrument);
                let whole = loads().all(|load| calls.map(|calls| calls % load.in_flight) == [0, 0]);
                assert!(whole, "{calls:?}");
            }
        }
        assert_eq!(loads().count(), 6);
    }

    #[test]
    fn a_call_is_the_difference_of_two_runs_by_the_difference_of_their_calls() {
        let told = each([1_000_512.0, 1_002_048.0], [256, 1_792]);
        assert!((told - 1.0).abs() < f64::EPSILON, "{told}");
    }

    #[test]
    fn an_instrument_has_a_column() {
        assert_eq!(Instrument::ALL.map(Instrument::unit), UNITS);
    }

    #[test]
    fn fusion_is_counted_with_the_lane_and_without() {
        let program = Program::new("/bin/server".into());
        let all = peers::ALL.map(|peer| (peer, program.clone()));
        let told: Vec<_> = contenders(&all)
            .into_iter()
            .map(|(peer, program)| (peer.name, program.variables))
            .collect();
        let expected = [
            (floor::NAME, vec![]),
            (peers::fusion::GROUPED, vec![]),
            (peers::fusion::WITHOUT_LANE, vec![peers::fusion::LANE_OFF]),
            (peers::rmcp::NAME, vec![]),
        ];
        assert_eq!(told, expected);
    }
}
