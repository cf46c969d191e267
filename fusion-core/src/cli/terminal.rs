//! The terminal of a call: progress on standard error, and questions to the person at it.

#[cfg(feature = "ask")]
mod questions;

#[cfg(test)]
mod tests;

use std::{
    io::{self, IsTerminal as _},
    sync::{Arc, OnceLock},
    time::Duration,
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

#[cfg(feature = "ask")]
use crate::loopback::AnswerQuestion;
use crate::{
    ctx::{Cancellation, ProgressUpdate},
    error::on_one_line,
};

/// The time between two pictures of a spinner.
const TICK: Duration = Duration::from_millis(100);
/// The parts of a bar for one unit of progress, which may have a fraction.
const PARTS: f64 = 1000.0;

/// The terminal of a call. Without one, nothing is shown and nobody is asked.
pub(super) struct Terminal {
    /// `None` if standard error is no terminal.
    progress: Option<Arc<OnceLock<ProgressBar>>>,
    /// Fires at Ctrl-C in a question, where the terminal sends no signal.
    interruption: Cancellation,
}

impl Terminal {
    pub(super) fn new() -> Self {
        Self {
            progress: io::stderr().is_terminal().then(Arc::default),
            interruption: Cancellation::new(),
        }
    }

    pub(super) fn shows_progress(&self) -> bool {
        self.progress.is_some()
    }

    /// Returns the signal that fires at Ctrl-C in a question.
    pub(super) fn interruption(&self) -> &Cancellation {
        &self.interruption
    }

    /// Returns the function that asks the person; `None` if standard input is no terminal. After Ctrl-C it answers no
    /// question.
    #[cfg(feature = "ask")]
    pub(super) fn user(&self) -> Option<AnswerQuestion> {
        let progress = Arc::clone(self.progress.as_ref()?);
        let interruption = self.interruption.clone();
        io::stdin().is_terminal().then(|| -> AnswerQuestion {
            Arc::new(move |params| {
                if interruption.is_cancelled() {
                    return None;
                }
                let ask = || questions::ask(params);
                // A bar that was not drawn has no style, and would appear after the question.
                let answer = match progress.get() {
                    Some(bar) => bar.suspend(ask),
                    None => ask(),
                };
                if answer.is_none() {
                    interruption.cancel();
                }
                answer
            })
        })
    }

    /// Shows the progress of a call.
    pub(super) fn show(&self, update: &ProgressUpdate) {
        if let Some(progress) = &self.progress {
            let target = ProgressDrawTarget::stderr;
            let bar = progress.get_or_init(|| ProgressBar::with_draw_target(None, target()));
            draw(bar, update);
        }
    }

    /// Removes the progress.
    pub(super) fn clear(&self) {
        if let Some(bar) = self.progress.as_ref().and_then(|progress| progress.get()) {
            bar.finish_and_clear();
        }
    }
}

/// Draws progress: a bar, or a spinner if the total is unknown or nothing.
fn draw(bar: &ProgressBar, update: &ProgressUpdate) {
    let template = if let Some(total) = update.total.filter(|total| *total > 0.0) {
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
    let message = update.message.as_deref().unwrap_or_default();
    bar.set_message(on_one_line(message).into_owned());
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // rounded and not negative
fn parts(units: f64) -> u64 {
    (units.max(0.0) * PARTS).round() as u64
}
