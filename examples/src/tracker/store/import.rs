//! Imports many issues: slow and observable outside of the transaction, all or nothing inside.

use std::fmt;
use std::time::Duration;

use super::draft::{NewIssue, invalid_error};
use super::error::StoreError;
use super::import_text::MAX_IMPORT;
use super::issues;
use super::types::IssueId;
use super::worker::Worker;

/// The callbacks of an import.
pub struct ImportHooks {
    /// The pause after each issue, so that a client can follow and cancel.
    pub pace: Duration,
    /// Called after each prepared issue with its index and the total. Must not block.
    pub progress: Box<dyn FnMut(usize, usize) + Send>,
    /// Called before each issue, while preparing and while storing. Must not block.
    pub cancelled: Box<dyn Fn() -> bool + Send>,
}

/// No pause, no progress, no cancellation.
impl Default for ImportHooks {
    fn default() -> Self {
        Self {
            pace: Duration::ZERO,
            progress: Box::new(|_, _| {}),
            cancelled: Box::new(|| false),
        }
    }
}

impl fmt::Debug for ImportHooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ImportHooks")
            .field("pace", &self.pace)
            .finish_non_exhaustive()
    }
}

pub(super) async fn import(
    writer: &Worker,
    new: Vec<NewIssue>,
    mut hooks: ImportHooks,
) -> Result<Vec<IssueId>, StoreError> {
    let total = new.len();
    if total > MAX_IMPORT {
        let rule = format!("must be at most {MAX_IMPORT} at a time; these are {total}");
        return Err(invalid_error("issues", rule));
    }
    let mut drafts = Vec::with_capacity(total);
    for issue in new {
        if (hooks.cancelled)() {
            return Err(StoreError::Cancelled);
        }
        drafts.push(issue.check()?);
        (hooks.progress)(drafts.len(), total);
        // A sleep of zero would last until the timer's next tick.
        if hooks.pace.is_zero() {
            tokio::task::yield_now().await;
        } else {
            tokio::time::sleep(hooks.pace).await;
        }
    }
    let cancelled = hooks.cancelled;
    writer
        .call(move |connection| issues::create_all(connection, &drafts, &*cancelled))
        .await
}
