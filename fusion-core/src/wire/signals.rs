//! The signals that end the process: SIGTERM and Ctrl-C. Each is noticed from the creation of its value on; one
//! that arrives before it is waited for is kept.

use std::io;

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Ctrl-C.
pub(crate) struct Interrupt(
    #[cfg(unix)] Signal,
    #[cfg(windows)] tokio::signal::windows::CtrlC,
);

impl Interrupt {
    #[cfg(unix)]
    pub(crate) fn new() -> io::Result<Self> {
        signal(SignalKind::interrupt()).map(Self)
    }

    #[cfg(windows)]
    pub(crate) fn new() -> io::Result<Self> {
        tokio::signal::windows::ctrl_c().map(Self)
    }

    /// Waits until the process receives Ctrl-C.
    pub(crate) async fn received(&mut self) {
        self.0.recv().await;
    }
}

/// SIGTERM, where there is one, and Ctrl-C.
pub(crate) struct Signals {
    interrupt: Interrupt,
    #[cfg(unix)]
    terminate: Signal,
}

impl Signals {
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Self {
            interrupt: Interrupt::new()?,
            #[cfg(unix)]
            terminate: signal(SignalKind::terminate())?,
        })
    }

    /// Waits until the process receives one of them.
    pub(crate) async fn any(&mut self) {
        #[cfg(unix)]
        tokio::select! {
            _ = self.terminate.recv() => {}
            () = self.interrupt.received() => {}
        }
        #[cfg(not(unix))]
        self.interrupt.received().await;
    }
}
