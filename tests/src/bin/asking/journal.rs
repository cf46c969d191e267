//! The journal: a line for each thing that a handler did, in a file.

use std::{
    fs::{File, OpenOptions},
    io::{self, Write},
    path::Path,
    sync::Arc,
};

/// A file that is only appended to.
#[derive(Clone)]
pub(super) struct Journal(Arc<File>);

impl Journal {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Self(Arc::new(file)))
    }

    /// Appends a line at once, so that it stands there however the process ends.
    pub(super) fn note(&self, line: &str) {
        if let Err(error) = (&*self.0).write_all(format!("{line}\n").as_bytes()) {
            eprintln!("the journal cannot be written: {error}");
        }
    }

    /// Notes the begin of a handler that asks.
    pub(super) fn begin(&self, what: String) -> HandlerRun<'_> {
        self.note(&format!("begins {what}"));
        HandlerRun {
            journal: self,
            what,
            has_ended: false,
        }
    }
}

/// One run of a handler that asks. It notes its end when the handler returns, and when it is dropped before.
pub(super) struct HandlerRun<'j> {
    journal: &'j Journal,
    what: String,
    has_ended: bool,
}

impl HandlerRun<'_> {
    /// Notes the end with its result.
    pub(super) fn end(mut self, result: String) -> String {
        self.has_ended = true;
        self.journal.note(&format!("ends {}: {result}", self.what));
        result
    }
}

impl Drop for HandlerRun<'_> {
    fn drop(&mut self) {
        if !self.has_ended {
            self.journal.note(&format!("drops {}", self.what));
        }
    }
}
