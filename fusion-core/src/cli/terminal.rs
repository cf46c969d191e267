//! The terminal of a call: progress on standard error, and questions to the person at it.

#[cfg(feature = "ask")]
mod questions;

use std::{
    io::{self, IsTerminal as _},
    time::Duration,
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::ctx::ProgressUpdate;
#[cfg(feature = "ask")]
use crate::loopback::AnswerQuestion;

/// The time between two pictures of a spinner.
const TICK: Duration = Duration::from_millis(100);
/// The parts of a bar for one unit of progress, which may have a fraction.
const PARTS: f64 = 1000.0;

/// The terminal of a call. Without one, nothing is shown and nobody is asked.
pub(super) struct Terminal {
    bar: Option<ProgressBar>,
}

impl Terminal {
    pub(super) fn new() -> Self {
        let bar = io::stderr()
            .is_terminal()
            .then(|| ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()));
        Self { bar }
    }

    pub(super) fn shows_progress(&self) -> bool {
        self.bar.is_some()
    }

    /// Returns the function that asks the person; `None` if standard input is no terminal.
    #[cfg(feature = "ask")]
    pub(super) fn user(&self) -> Option<AnswerQuestion> {
        let bar = self.bar.clone()?;
        io::stdin().is_terminal().then(|| -> AnswerQuestion {
            std::sync::Arc::new(move |params| Some(bar.suspend(|| questions::ask(params))))
        })
    }

    /// Shows the progress of a call.
    pub(super) fn show(&self, update: &ProgressUpdate) {
        let Some(bar) = &self.bar else {
            return;
        };
        let template = if let Some(total) = update.total {
            bar.set_length(parts(total));
            "{bar:30} {percent:>3} % {wide_msg}"
        } else {
            bar.enable_steady_tick(TICK);
            "{spinner} {wide_msg}"
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_position(parts(update.done));
        bar.set_message(update.message.clone().unwrap_or_default());
    }

    /// Removes the progress.
    pub(super) fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // rounded and not negative
fn parts(units: f64) -> u64 {
    (units.max(0.0) * PARTS).round() as u64
}
