//! One window of load on one server: its outcome, its cost, and the pace of the machine.

use std::time::Duration;

use fusion_bench_kit::{
    Result, floor,
    pace::{Pace, PacedSample},
};

use super::{CPU, Plan, REQUESTS, load::Connection, server::Server};
use crate::{peers::Peer, samples::Samples};

/// A contender whose server runs.
pub(super) struct RunningServer {
    pub(super) peer: Peer,
    pub(super) server: Server,
    pub(super) connection: Connection,
}

/// The numbers of one window.
pub(super) struct Window {
    rate: f64,
    p50: f64,
    p99: f64,
    cpu: f64,
    peak: f64,
    pace: f64,
}

impl RunningServer {
    /// Loads the server for one window, after a shorter one that is not measured.
    pub(super) async fn window(
        &mut self,
        plan: &Plan,
        pace: &mut Pace,
        in_flight: usize,
    ) -> Result<Window> {
        self.connection.prepare(in_flight).await?;
        self.connection.load(in_flight, plan.warm_up).await?;
        let before = self.server.cpu()?;
        let load = self.connection.load(in_flight, plan.window);
        let (outcome, pace) = with_pace(pace, load).await;
        let cpu = self.server.cpu()?.saturating_sub(before);
        let outcome = outcome?;
        self.connection.close_all();
        Ok(Window {
            rate: outcome.rate(),
            p50: outcome.latency(0.5),
            p99: outcome.latency(0.99),
            cpu: cpu.as_secs_f64() * 1e6 / outcome.requests() as f64,
            peak: self.server.peak_memory()? as f64 / f64::from(1 << 20),
            pace,
        })
    }
}

impl Window {
    /// Stores the numbers of the window, and their ratios to those of the floor a moment before.
    pub(super) fn push_to(
        &self,
        samples: &mut Samples<PacedSample>,
        [table, peer, column]: [&str; 3],
        floor: Option<&Self>,
    ) {
        let mut push = |unit, paced| samples.push([table, peer, column, unit], paced);
        push(REQUESTS, self.with_own_pace(self.rate));
        push("p50 µs", self.with_own_pace(self.p50));
        push("p99 µs", self.with_own_pace(self.p99));
        push(CPU, self.with_own_pace(self.cpu));
        push("peak MiB", self.with_own_pace(self.peak));
        if let Some(floor) = floor.filter(|_| peer != floor::NAME) {
            let p50 = self
                .with_own_pace(self.p50)
                .ratio_to(floor.with_own_pace(floor.p50));
            let cpu = self
                .with_own_pace(self.cpu)
                .ratio_to(floor.with_own_pace(floor.cpu));
            push("p50 × by hand", p50);
            push("CPU × by hand", cpu);
        }
    }

    fn with_own_pace(&self, value: f64) -> PacedSample {
        let pace = self.pace;
        PacedSample { value, pace }
    }
}

/// The time between two readings of the pace during a load: a reading takes less than a hundredth
/// of it.
const BETWEEN_READINGS: Duration = Duration::from_millis(5);

/// Returns the output of a load, and the pace of the machine during it.
async fn with_pace<T>(pace: &mut Pace, load: impl Future<Output = T>) -> (T, f64) {
    let mut paces = Vec::new();
    let reading = async {
        loop {
            // The first reading loads into the caches what the load displaced.
            pace.read();
            paces.push(pace.read());
            tokio::time::sleep(BETWEEN_READINGS).await;
        }
    };
    let done = tokio::select! {
        done = load => done,
        never = reading => never,
    };
    let mean = pace.mean(&paces);
    (done, mean)
}

#[cfg(test)]
mod tests {
    use fusion_bench_kit::reading::Reading;

    use super::*;

    #[test]
    fn a_window_is_compared_with_the_one_of_the_floor() {
        let window = |p50, cpu| Window {
            rate: 100.0,
            p50,
            p99: 900.0,
            cpu,
            peak: 4.0,
            pace: 13.0,
        };
        let (floor, other) = (window(100.0, 10.0), window(150.0, 40.0));
        let mut samples = Samples::default();
        floor.push_to(&mut samples, ["t", floor::NAME, "1"], Some(&floor));
        other.push_to(&mut samples, ["t", "other", "1"], Some(&floor));
        let plain =
            |samples: Vec<PacedSample>| samples.into_iter().map(|sample| sample.value).collect();
        let readings = samples.readings(|key, samples| Reading::from_samples(key, plain(samples)));
        let ratios: Vec<_> = readings
            .iter()
            .filter(|reading| reading.unit.contains('×'))
            .map(|reading| (reading.row.as_str(), reading.unit.as_str(), reading.median))
            .collect();
        let expected = [
            ("other", "p50 × by hand", 1.5),
            ("other", "CPU × by hand", 4.0),
        ];
        assert_eq!(ratios, expected);
    }
}
