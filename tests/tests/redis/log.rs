//! The log of a test.

use std::{
    future::Future,
    io,
    sync::{Arc, Mutex},
};

use tracing_subscriber::{filter::LevelFilter, fmt::MakeWriter, util::SubscriberInitExt as _};

/// The lines that were logged on the thread of a test.
#[derive(Clone, Default)]
pub struct WrittenLog(Arc<Mutex<Vec<u8>>>);

impl WrittenLog {
    /// Returns the lines of Fusion with a text.
    pub fn lines(&self, text: &str) -> Vec<String> {
        let bytes = self.0.lock().unwrap().clone();
        let log = String::from_utf8(bytes).unwrap();
        let lines = log.lines().map(str::trim);
        lines
            .filter(|line| line.contains(" fusion_core::") && line.contains(text))
            .map(str::to_owned)
            .collect()
    }
}

impl io::Write for WrittenLog {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for WrittenLog {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

/// Runs a test on a runtime of one thread, whose log it gets.
pub async fn logged<F: Future>(test: impl FnOnce(WrittenLog) -> F) -> F::Output {
    let written = WrittenLog::default();
    let _guard = tracing_subscriber::fmt()
        .with_writer(written.clone())
        .with_max_level(LevelFilter::INFO)
        .with_ansi(false)
        .without_time()
        .finish()
        .set_default();
    test(written).await
}
