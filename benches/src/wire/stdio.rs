//! The load over stdio: lines, with many requests in flight on one pair of pipes, answered in any
//! order.

use std::time::{Duration, Instant};

use fusion_bench_kit::Result;
use serde::Deserialize;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    process::{ChildStdin, ChildStdout},
    time::timeout,
};

use super::{era::Call, load::Outcome};

const PATIENCE: Duration = Duration::from_secs(60);

/// An open session.
pub(super) struct Pipes {
    call: Call,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    next: u64,
}

/// The part of a message that is read; a message that is not a response has no id of a request.
#[derive(Deserialize)]
struct ResponseId {
    id: Option<u64>,
}

impl Pipes {
    /// Opens a session, and makes one call to test it.
    pub(super) async fn open(
        (input, output): (ChildStdin, ChildStdout),
        call: Call,
    ) -> Result<Self> {
        let mut pipes = Self {
            call,
            input,
            output: BufReader::new(output),
            next: 1,
        };
        let opening = pipes.handshake();
        timeout(PATIENCE, opening)
            .await
            .map_err(|_| "the handshake is not answered")??;
        Ok(pipes)
    }

    async fn handshake(&mut self) -> Result<()> {
        if let Some([hello, ready]) = self.call.handshake() {
            self.input
                .write_all(format!("{hello}\n").as_bytes())
                .await?;
            let mut line = Vec::new();
            self.answer(&mut line).await?;
            self.input
                .write_all(format!("{ready}\n").as_bytes())
                .await?;
        }
        Ok(())
    }

    /// Reads to the next response, and skips messages that the server sends on its own.
    async fn answer(&mut self, line: &mut Vec<u8>) -> Result<u64> {
        loop {
            line.clear();
            if self.output.read_until(b'\n', line).await? == 0 {
                return Err("the server left".into());
            }
            if let Ok(ResponseId { id: Some(id) }) = serde_json::from_slice(line) {
                return Ok(id);
            }
        }
    }

    /// Keeps `in_flight` requests going. Unread responses never fill a pipe: those to 256 requests
    /// are shorter than its 64 KiB, so neither side blocks in a write while the other does.
    pub(super) async fn load(&mut self, in_flight: usize, time: Duration) -> Result<Outcome> {
        let start = Instant::now();
        let first = self.next;
        let mut sent = Vec::new();
        let mut nanoseconds = Vec::new();
        let (mut line, mut lines) = (Vec::new(), Vec::new());
        for _ in 0..in_flight {
            self.write(&mut lines, &mut sent);
        }
        self.input.write_all(&lines).await?;
        while nanoseconds.len() < sent.len() {
            let answer = self.answer(&mut line);
            let id = timeout(PATIENCE, answer)
                .await
                .map_err(|_| "a call is not answered")??;
            let place = usize::try_from(id.wrapping_sub(first))?;
            let begun: &Instant = sent.get(place).ok_or("an answer to what was not asked")?;
            nanoseconds.push(begun.elapsed().as_nanos() as f64);
            self.check(&line)?;
            if start.elapsed() < time {
                lines.clear();
                self.write(&mut lines, &mut sent);
                self.input.write_all(&lines).await?;
            }
        }
        Outcome::new(nanoseconds, start.elapsed())
    }

    /// Sends `in_flight` calls in one write, and reads their answers. Neither side blocks in a write
    /// while the other does, as in [`load`](Self::load).
    pub(super) async fn batch(&mut self, in_flight: usize) -> Result<()> {
        let mut lines = Vec::new();
        for _ in 0..in_flight {
            self.write(&mut lines, &mut Vec::new());
        }
        self.input.write_all(&lines).await?;
        let mut line = Vec::new();
        for _ in 0..in_flight {
            let answer = self.answer(&mut line);
            timeout(PATIENCE, answer)
                .await
                .map_err(|_| "a call is not answered")??;
            self.check(&line)?;
        }
        Ok(())
    }

    fn check(&self, line: &[u8]) -> Result<()> {
        if self.call.is_answered_by(line) {
            Ok(())
        } else {
            Err(format!("answered {}", String::from_utf8_lossy(line).trim()).into())
        }
    }

    fn write(&mut self, lines: &mut Vec<u8>, sent: &mut Vec<Instant>) {
        self.call.write(self.next, lines);
        lines.push(b'\n');
        self.next += 1;
        sent.push(Instant::now());
    }
}
