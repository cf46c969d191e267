//! One window of load on one server: what came of it, what it cost, and how quiet it was.

use std::time::Duration;

use fusion_bench_kit::{
    Result, floor,
    pace::{Pace, Paced},
};

use super::{CPU, Plan, REQUESTS, load::Connection, server::Server};
use crate::{peers::Peer, samples::Samples};

/// A contender whose server runs.
pub(super) struct Running {
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

impl Running {
    /// Loads it for one window, behind a shorter one that is not measured.
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
        let (outcome, pace) = during(pace, load).await;
        let cpu = self.server.cpu()?.saturating_sub(before);
        let outcome = outcome?;
        self.connection.rest();
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
    /// Keeps its numbers, and how many times those of the floor they are, a moment before.
    pub(super) fn note(
        &self,
        samples: &mut Samples<Paced>,
        [table, peer, column]: [&str; 3],
        floor: Option<&Self>,
    ) {
        let mut push = |unit, paced| samples.push([table, peer, column, unit], paced);
        push(REQUESTS, self.paced(self.rate));
        push("p50 µs", self.paced(self.p50));
        push("p99 µs", self.paced(self.p99));
        push(CPU, self.paced(self.cpu));
        push("peak MiB", self.paced(self.peak));
        if let Some(floor) = floor.filter(|_| peer != floor::NAME) {
            let p50 = self.paced(self.p50).ratio_to(floor.paced(floor.p50));
            let cpu = self.paced(self.cpu).ratio_to(floor.paced(floor.cpu));
            push("p50 × by hand", p50);
            push("CPU × by hand", cpu);
        }
    }

    fn paced(&self, value: f64) -> Paced {
        let pace = self.pace;
        Paced { value, pace }
    }
}

/// How often the pace is read while a load is on: two readings take some hundredth of this.
const BETWEEN_READINGS: Duration = Duration::from_millis(5);

/// What a load ends with, and the pace of the machine meanwhile.
async fn during<T>(pace: &mut Pace, load: impl Future<Output = T>) -> (T, f64) {
    let mut paces = Vec::new();
    let reading = async {
        loop {
            // The first brings back what the load took from the caches.
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
        floor.note(&mut samples, ["t", floor::NAME, "1"], Some(&floor));
        other.note(&mut samples, ["t", "other", "1"], Some(&floor));
        let plain = |samples: Vec<Paced>| samples.into_iter().map(|sample| sample.value).collect();
        let readings = samples.readings(|key, samples| Reading::of(key, plain(samples)));
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
