//! A contender's program as a child process: started, observed through /proc, stopped.

use std::{fs, net::TcpListener, process::Stdio, time::Duration};

use fusion_bench_kit::Result;
use tokio::{
    net::TcpStream,
    process::{Child, ChildStdin, ChildStdout, Command},
    time::{sleep, timeout},
};

use super::load::Connection;
use crate::{context::run, peers::Program};

/// The time that a server may take to listen, and to exit.
const PATIENCE: Duration = Duration::from_secs(60);

pub(super) struct Server {
    child: Child,
    pid: u32,
}

impl Server {
    pub(super) fn start_with_pipes(program: &Program) -> Result<(Self, (ChildStdin, ChildStdout))> {
        let mut server = Self::start(program, &["stdio"], true)?;
        let pipes = server.child.stdin.take().zip(server.child.stdout.take());
        Ok((server, pipes.ok_or("no pipes")?))
    }

    /// Starts the program, and also returns the port on which it listens.
    pub(super) async fn start_with_http(program: &Program) -> Result<(Self, u16)> {
        // The port was free a moment ago, and no other code here opens ports.
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

    /// Returns the processor time so far of all threads of the server.
    pub(super) fn cpu(&self) -> Result<Duration> {
        let mut nanoseconds = 0;
        for thread in fs::read_dir(format!("/proc/{}/task", self.pid))? {
            // A thread that ended in between had used no time.
            if let Ok(times) = fs::read_to_string(thread?.path().join("schedstat")) {
                nanoseconds += on_cpu(&times).ok_or("no times in /proc")?;
            }
        }
        Ok(Duration::from_nanos(nanoseconds))
    }

    /// Returns the peak memory of the server, in bytes.
    pub(super) fn peak_memory(&self) -> Result<u64> {
        self.memory("VmHWM:")
    }

    /// Returns the current memory of the server, in bytes.
    pub(super) fn current_memory(&self) -> Result<u64> {
        self.memory("VmRSS:")
    }

    fn memory(&self, field: &str) -> Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.pid))?;
        Ok(memory(&status, field).ok_or("no memory in /proc")?)
    }

    /// Closes the connection, and waits until the server has ended. A server over HTTP is sent
    /// SIGTERM; if another program runs the server as its child, the child is.
    pub(super) async fn end(mut self, connection: Connection) -> Result<()> {
        let piped = matches!(connection, Connection::Stdio(_));
        drop(connection);
        if !piped {
            let children = format!("/proc/{0}/task/{0}/children", self.pid);
            let children = fs::read_to_string(children)?;
            let child = children.split_whitespace().next().map(str::to_owned);
            let pid = child.unwrap_or_else(|| self.pid.to_string());
            run(std::process::Command::new("kill").arg(pid))?;
        }
        let ended = timeout(PATIENCE, self.child.wait()).await;
        ended.map_err(|_| "it did not end")??;
        Ok(())
    }

    /// Closes the connection. A server that does not exit by itself is killed.
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

/// Parses the nanoseconds on a processor, which precede those of waiting for one.
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
