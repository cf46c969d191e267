//! A contender's program as a child: started, watched through /proc, ended.

use std::{fs, net::TcpListener, process::Stdio, time::Duration};

use fusion_bench_kit::Result;
use tokio::{
    net::TcpStream,
    process::{Child, ChildStdin, ChildStdout, Command},
    time::{sleep, timeout},
};

use super::load::Connection;
use crate::peers::Program;

/// How long a server may take to listen, and to leave.
const PATIENCE: Duration = Duration::from_secs(60);

pub(super) struct Server {
    child: Child,
    pid: u32,
}

impl Server {
    pub(super) fn over_pipes(program: &Program) -> Result<(Self, (ChildStdin, ChildStdout))> {
        let mut server = Self::start(program, &["stdio"], true)?;
        let pipes = server.child.stdin.take().zip(server.child.stdout.take());
        Ok((server, pipes.ok_or("no pipes")?))
    }

    /// Also the port on which it listens.
    pub(super) async fn over_http(program: &Program) -> Result<(Self, u16)> {
        // Free a moment ago; nothing else here opens ports of its own accord.
        let port = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
        let mut server = Self::start(program, &["http", &port.to_string()], false)?;
        let mut listening = async || -> Result<()> {
            while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
                if let Some(status) = server.child.try_wait()? {
                    return Err(format!("it ended with {status} before it listened").into());
                }
                sleep(Duration::from_millis(10)).await;
            }
            Ok(())
        };
        timeout(PATIENCE, listening())
            .await
            .map_err(|_| "it did not listen in time")??;
        Ok((server, port))
    }

    fn start(program: &Program, task: &[&str], piped: bool) -> Result<Self> {
        let pipe = || if piped { Stdio::piped() } else { Stdio::null() };
        let child = Command::new(&program.file)
            .args(&program.arguments)
            .args(task)
            .envs(program.variables.iter().copied())
            .stdin(pipe())
            .stdout(pipe())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        let pid = child.id().ok_or("it ended at once")?;
        Ok(Self { child, pid })
    }

    /// Processor time so far, of all threads that it has.
    pub(super) fn cpu(&self) -> Result<Duration> {
        let mut nanoseconds = 0;
        for thread in fs::read_dir(format!("/proc/{}/task", self.pid))? {
            // A thread that ends meanwhile is one that had nothing to do.
            if let Ok(times) = fs::read_to_string(thread?.path().join("schedstat")) {
                nanoseconds += on_cpu(&times).ok_or("no times in /proc")?;
            }
        }
        Ok(Duration::from_nanos(nanoseconds))
    }

    /// The most memory that it ever held, in bytes.
    pub(super) fn peak_memory(&self) -> Result<u64> {
        self.memory("VmHWM:")
    }

    /// The memory that it holds, in bytes.
    pub(super) fn current_memory(&self) -> Result<u64> {
        self.memory("VmRSS:")
    }

    fn memory(&self, field: &str) -> Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.pid))?;
        Ok(memory(&status, field).ok_or("no memory in /proc")?)
    }

    /// Takes the connection away; who does not leave by itself is ended.
    pub(super) async fn stop(mut self, connection: Connection) -> Result<()> {
        let piped = matches!(connection, Connection::Stdio(_));
        drop(connection);
        let patience = if piped {
            Duration::from_millis(500)
        } else {
            Duration::ZERO
        };
        if timeout(patience, self.child.wait()).await.is_err() {
            self.child.kill().await?;
        }
        Ok(())
    }
}

/// Nanoseconds on a processor, which stand before those of waiting for one.
fn on_cpu(schedstat: &str) -> Option<u64> {
    schedstat.split(' ').next()?.parse().ok()
}

fn memory(status: &str, field: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(field))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_is_read_in_nanoseconds() {
        assert_eq!(on_cpu("297904863 77396749 1650\n"), Some(297_904_863));
        assert_eq!(on_cpu(""), None);
    }

    #[test]
    fn memory_is_read_in_bytes() {
        let status = "Name:\tx\nVmHWM:\t    2048 kB\nVmRSS:\t    1024 kB\n";
        assert_eq!(memory(status, "VmHWM:"), Some(2 << 20));
        assert_eq!(memory(status, "VmRSS:"), Some(1 << 20));
        assert_eq!(memory(status, "VmSwap:"), None);
    }
}
