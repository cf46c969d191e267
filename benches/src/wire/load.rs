//! A load: a number of requests in flight for some time, and its outcome.

use std::time::Duration;

use fusion_bench_kit::{Result, statistics::quantile};

use super::{http::Clients, stdio::Pipes};

/// An open connection to a server.
pub(super) enum Connection {
    Stdio(Pipes),
    Http(Clients),
}

impl Connection {
    /// Opens the connections that `in_flight` requests need.
    pub(super) async fn prepare(&mut self, in_flight: usize) -> Result<()> {
        match self {
            Self::Stdio(_) => Ok(()),
            Self::Http(clients) => clients.prepare(in_flight).await,
        }
    }

    /// Closes the connections until the next `prepare`.
    pub(super) fn close_all(&mut self) {
        if let Self::Http(clients) = self {
            clients.close_all();
        }
    }

    /// Keeps `in_flight` requests going until the time is over and all are answered.
    pub(super) async fn load(&mut self, in_flight: usize, time: Duration) -> Result<Outcome> {
        match self {
            Self::Stdio(pipes) => pipes.load(in_flight, time).await,
            Self::Http(clients) => clients.load(in_flight, time).await,
        }
    }

    /// Sends `in_flight` requests at the same time, and waits until all are answered.
    pub(super) async fn batch(&mut self, in_flight: usize) -> Result<()> {
        match self {
            Self::Stdio(pipes) => pipes.batch(in_flight).await,
            Self::Http(clients) => clients.batch(in_flight).await,
        }
    }
}

/// The outcome of a load.
pub(super) struct Outcome {
    // Invariant: sorted, and not empty.
    nanoseconds: Vec<f64>,
    wall: Duration,
}

impl Outcome {
    /// Makes the outcome of the latencies of all requests, and their total time.
    pub(super) fn new(mut nanoseconds: Vec<f64>, wall: Duration) -> Result<Self> {
        if nanoseconds.is_empty() {
            return Err("no request was answered in time".into());
        }
        nanoseconds.sort_by(f64::total_cmp);
        Ok(Self { nanoseconds, wall })
    }

    pub(super) fn requests(&self) -> usize {
        self.nanoseconds.len()
    }

    /// Returns the requests in a second.
    pub(super) fn rate(&self) -> f64 {
        self.requests() as f64 / self.wall.as_secs_f64()
    }

    /// Returns the microseconds within which this part of the requests was answered.
    pub(super) fn latency(&self, part: f64) -> f64 {
        quantile(&self.nanoseconds, part).unwrap_or_default() / 1e3
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outcome_tells_the_rate_and_the_latencies() {
        let nanoseconds = (0..=100).rev().map(|n| f64::from(n) * 1e3).collect();
        let outcome = Outcome::new(nanoseconds, Duration::from_millis(500)).unwrap();
        let told = (
            outcome.requests(),
            outcome.rate(),
            outcome.latency(0.5),
            outcome.latency(0.99),
        );
        assert_eq!(told, (101, 202.0, 50.0, 99.0));
    }

    #[test]
    fn a_load_without_answers_is_an_error() {
        assert!(Outcome::new(Vec::new(), Duration::from_secs(1)).is_err());
    }
}
