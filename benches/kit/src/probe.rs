//! What is measured in process: a probe is one cell of a table, and runs batches of calls whose
//! arguments were made before the clock starts.

use std::rc::Rc;

use tokio::runtime::{Builder, Runtime};

/// Makes calls, once, and says whether all ended as they should. It keeps the room that their
/// arguments stood in: to give that back is no part of a call.
type Batch = Box<dyn FnMut() -> bool>;
type Prepare = dyn Fn(&Rc<Runtime>, usize) -> Batch;

/// One cell of a table.
pub struct Probe {
    /// What is done.
    pub row: String,
    /// Who does it.
    pub column: String,
    batch: Box<Prepare>,
}

impl Probe {
    /// A probe that calls `run` with a clone of `sample`, so often as it is asked to. `run` says
    /// whether the call ended as it should.
    pub fn new<T, F>(row: impl Into<String>, column: impl Into<String>, sample: T, run: F) -> Self
    where
        T: Clone + 'static,
        F: AsyncFn(T) -> bool + 'static,
    {
        let run = Rc::new(run);
        let batch = move |runtime: &Rc<Runtime>, calls: usize| -> Batch {
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
        };
        Self {
            row: row.into(),
            column: column.into(),
            batch: Box::new(batch),
        }
    }

    /// Makes the arguments of `calls` calls; what is returned makes the calls, and says whether all
    /// ended as they should.
    pub fn batch(&self, runtime: &Rc<Runtime>, calls: usize) -> impl FnMut() -> bool {
        (self.batch)(runtime, calls)
    }
}

/// Probes that are compared with each other, row by row.
pub struct Table {
    /// What the table is about.
    pub name: &'static str,
    /// The columns that the others are compared with.
    pub baselines: &'static [&'static str],
    /// Whether it tells how much more than those the others take, and not only how many times as much.
    pub differences: bool,
    probes: Vec<Probe>,
}

impl Table {
    /// A table without probes.
    pub fn new(name: &'static str, baselines: &'static [&'static str]) -> Self {
        Self {
            name,
            baselines,
            differences: false,
            probes: Vec::new(),
        }
    }

    /// The table, telling differences too. That of two medians would have no spread of its own.
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

    /// The probes, in the order in which they were added.
    pub fn probes(&self) -> &[Probe] {
        &self.probes
    }

    /// The probes of each row, in the order in which rows were first seen.
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

/// The runtime that all probes of a program share: one thread, with timers for layers that wait.
pub fn runtime() -> crate::Result<Rc<Runtime>> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    Ok(Rc::new(runtime))
}
