//! Measurements in process. A probe is one cell of a table, and runs batches of calls whose
//! arguments were made before the clock starts.

use std::rc::Rc;

use tokio::runtime::{Builder, Runtime};

/// Runs the calls of one batch, and returns true if all ended as expected. It keeps the memory of
/// their arguments, because freeing it is not part of a call.
pub type BatchFn = Box<dyn FnMut() -> bool>;
type PrepareFn = dyn Fn(&Rc<Runtime>, usize) -> BatchFn;

/// One cell of a table.
pub struct Probe {
    /// The row: the work that is done.
    pub row: String,
    /// The column: the contender that does the work.
    pub column: String,
    batch: Box<PrepareFn>,
}

impl Probe {
    /// Makes a probe that calls `run` with a clone of `sample`, once for each call of a batch.
    /// `run` returns true if the call ended as expected.
    pub fn new<T, F>(row: impl Into<String>, column: impl Into<String>, sample: T, run: F) -> Self
    where
        T: Clone + 'static,
        F: AsyncFn(T) -> bool + 'static,
    {
        let run = Rc::new(run);
        Self::from_batches(row, column, move |runtime, calls| {
            let (run, runtime) = (Rc::clone(&run), Rc::clone(runtime));
            let mut samples = vec![Some(sample.clone()); calls];
            Box::new(move || {
                runtime.block_on(async {
                    let mut right = true;
                    for sample in samples.iter_mut().filter_map(Option::take) {
                        right &= run(sample).await;
                    }
                    right
                })
            })
        })
    }

    /// Makes a probe whose batches `prepare` makes, each with this number of calls.
    pub fn from_batches(
        row: impl Into<String>,
        column: impl Into<String>,
        prepare: impl Fn(&Rc<Runtime>, usize) -> BatchFn + 'static,
    ) -> Self {
        Self {
            row: row.into(),
            column: column.into(),
            batch: Box::new(prepare),
        }
    }

    /// Makes the arguments of a batch. The returned function runs the calls, and returns true if
    /// all ended as expected.
    pub fn batch(&self, runtime: &Rc<Runtime>, calls: usize) -> impl FnMut() -> bool {
        (self.batch)(runtime, calls)
    }
}

/// Probes that are compared with each other, row by row.
pub struct Table {
    /// The name of the table.
    pub name: &'static str,
    /// The columns with which the others are compared.
    pub baselines: &'static [&'static str],
    /// If set, the table has the differences to the baselines besides the ratios.
    pub differences: bool,
    probes: Vec<Probe>,
}

impl Table {
    /// Makes a table without probes.
    pub fn new(name: &'static str, baselines: &'static [&'static str]) -> Self {
        Self {
            name,
            baselines,
            differences: false,
            probes: Vec::new(),
        }
    }

    /// Adds differences to the table. They are measured, because the difference of two medians
    /// would have no spread.
    #[must_use]
    pub fn with_differences(self) -> Self {
        Self {
            differences: true,
            ..self
        }
    }

    /// Adds a probe.
    pub fn push(&mut self, probe: Probe) {
        self.probes.push(probe);
    }

    /// Returns the probes in the order in which they were added.
    pub fn probes(&self) -> &[Probe] {
        &self.probes
    }

    /// Returns the probes of each row, in the order in which the rows were first seen.
    pub fn rows(&self) -> Vec<Vec<&Probe>> {
        let mut rows: Vec<Vec<&Probe>> = Vec::new();
        for probe in &self.probes {
            match rows.iter_mut().find(|row| row[0].row == probe.row) {
                Some(row) => row.push(probe),
                None => rows.push(vec![probe]),
            }
        }
        rows
    }
}

/// Makes the runtime that all probes of a program share: one thread, with timers for middleware
/// that waits.
pub fn runtime() -> crate::Result<Rc<Runtime>> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    Ok(Rc::new(runtime))
}
