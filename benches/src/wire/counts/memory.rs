//! The memory of connections that are used, and of the example server that waits for requests.

use std::{thread, time::Duration};

use fusion_bench_kit::Result;

use super::{CountRun, Peer, Program, RunningServer, Transport, runtime, start};
use crate::{
    context::run,
    wire::{era::Era, server::Server},
};

/// The name of the table of connections.
pub const MEMORY: &str = "a busy HTTP connection";
/// The name of the table of the idle server.
pub const IDLE_TABLE: &str = "an idle server";
/// The example server that idles, and the name of its row.
pub const IDLE: &str = "tracker";

/// The numbers of connections; a server with the fewer ones has already used everything once.
const CONNECTIONS: [usize; 2] = [16, 256];
/// The number of calls over each connection.
const CALLS: usize = 20;

impl CountRun<'_> {
    /// Reads the memory of a connection of each server. A server that fails is left out.
    pub(super) async fn memory(&mut self, programs: &[(Peer, Program)]) {
        for (peer, program) in programs {
            match busy_connection(*peer, program).await {
                Ok(kibibytes) => {
                    let key = [MEMORY, peer.name, "memory", "KiB"];
                    self.samples.push(key, kibibytes);
                }
                Err(error) => self.report_missing(&format!("{MEMORY} of {}", peer.name), &error),
            }
        }
    }

    /// Reads the memory of the example server some moments after its start.
    pub(super) fn idle(&mut self) {
        match self.idle_memory() {
            Ok(mebibytes) => self
                .samples
                .push([IDLE_TABLE, IDLE, "memory", "MiB"], mebibytes),
            Err(error) => self.report_missing(IDLE_TABLE, &error),
        }
    }

    fn idle_memory(&self) -> Result<f64> {
        let package = ["-p", "fusion-examples", "--bin", IDLE];
        run(self
            .context
            .cargo()
            .args(["build", "--release", "--locked"])
            .args(package)
            .current_dir(self.context.root()))?;
        let mut program = Program::new(self.context.program(IDLE));
        let data = self.context.target.join("measure").join("tracker.db");
        program.arguments = vec!["--db".to_owned(), data.display().to_string()];
        runtime()?.block_on(async {
            let (server, _pipes) = Server::start_with_pipes(&program)?;
            thread::sleep(Duration::from_secs(2));
            Ok(server.current_memory()? as f64 / f64::from(1 << 20))
        })
    }
}

/// Returns the KiB by which the peak of a server rises with each further connection.
async fn busy_connection(peer: Peer, program: &Program) -> Result<f64> {
    let RunningServer {
        server,
        mut connection,
        ..
    } = start(Transport::Http, Era::Modern, peer, program).await?;
    let mut peaks = [0.0; 2];
    for (peak, connections) in peaks.iter_mut().zip(CONNECTIONS) {
        connection.prepare(connections).await?;
        for _ in 0..CALLS {
            connection.batch(connections).await?;
        }
        *peak = server.peak_memory()? as f64 / 1024.0;
        connection.close_all();
    }
    server.stop(connection).await?;
    Ok(super::each(peaks, CONNECTIONS))
}
