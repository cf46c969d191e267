//! The check of large arguments on a thread of its own, so that other requests do not wait for it.

use std::{
    sync::{Arc, Mutex, PoisonError},
    thread,
};

use serde_json::{Map, Value};
use tokio::sync::{Semaphore, oneshot};
use tokio_util::sync::CancellationToken;

use super::row::LocatedRow;
use crate::{
    args::{CheckedArguments, OwnedRules, ReadingRules},
    error::{CallError, ToolError},
};

/// The maximum number of threads that check arguments at a time.
const MAX_THREADS: usize = 4;

static THREADS: Semaphore = Semaphore::const_new(MAX_THREADS);

/// Checks the arguments of a row on another thread.
pub(super) async fn check_elsewhere(
    rules: ReadingRules<'_>,
    row: &LocatedRow<'_, '_>,
    arguments: Map<String, Value>,
    cancellation: Option<&CancellationToken>,
) -> Result<CheckedArguments, CallError> {
    let keeps_sent = row.tool.dispatch.reads_arguments() || row.def.sync.notifies.is_some();
    let checking = on_thread(OwnedRules::from(rules), arguments, keeps_sent);
    let checked = match cancellation {
        None => checking.await,
        Some(token) => match token.run_until_cancelled(checking).await {
            Some(checked) => checked,
            None => return Err(CallError::Cancelled),
        },
    };
    checked.map_err(|error| row.failed(error))
}

/// Checks arguments on a new thread. It is no thread of the runtime's blocking pool: the runtime waits
/// for that pool when it shuts down, and a call without a runtime has none.
async fn on_thread(
    rules: OwnedRules,
    arguments: Map<String, Value>,
    keeps_sent: bool,
) -> Result<CheckedArguments, ToolError> {
    let permit = THREADS.acquire().await.map_err(|error| no_thread(&error))?;
    let (sender, receiver) = oneshot::channel();
    // The check stays here until a thread takes it, so that it is not lost if none starts.
    let check = move || {
        // The receiver is gone if the request was cancelled.
        let _ = sender.send(rules.check(arguments, keeps_sent));
        drop(permit);
    };
    let check = Arc::new(Mutex::new(Some(check)));
    let taken = Arc::clone(&check);
    let thread = thread::Builder::new().name("fusion-arguments".to_owned());
    if thread.spawn(move || run_once(&taken)).is_err() {
        run_once(&check);
    }
    receiver.await.map_err(|error| no_thread(&error))
}

fn run_once(check: &Mutex<Option<impl FnOnce()>>) {
    let check = check.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(check) = check {
        check();
    }
}

fn no_thread(error: &dyn std::error::Error) -> ToolError {
    ToolError::internal(format!("the arguments were not checked: {error}"))
}

// Without the feature, `build()` refuses patterns.
#[cfg(all(test, feature = "validate"))]
mod tests {
    use std::{
        future::Future as _,
        pin::pin,
        task::{Context, Poll, Waker},
    };

    use serde_json::json;

    use super::*;
    use crate::{Content, Ctx, Registry, tool_group};

    struct Notes;

    #[tool_group(name = "notes", crate = crate)]
    impl Notes {
        /// Counts the letters of a note.
        #[action]
        #[expect(clippy::unused_self)]
        fn count(
            &self,
            /// The note.
            #[arg(pattern = "^[a-z]*$")]
            text: String,
        ) -> String {
            text.len().to_string()
        }
    }

    /// All threads are taken, so that a call that needs one is not ready at its first poll.
    #[tokio::test]
    async fn large_arguments_are_checked_on_another_thread() {
        let registry = Registry::builder().tool(Notes).build().unwrap();
        let threads = u32::try_from(MAX_THREADS).unwrap();
        let taken = THREADS.acquire_many(threads).await.unwrap();
        for (length, waits) in [(1_000, false), (100_000, true)] {
            let sent = json!({"action": "count", "text": "a".repeat(length)});
            let mut call = pin!(registry.call("notes", sent, Ctx::new()));
            let polled = call.as_mut().poll(&mut Context::from_waker(Waker::noop()));
            assert_eq!(matches!(polled, Poll::Pending), waits, "{length}");
        }
        drop(taken);
        for (letter, answer) in [("a", Some("100000")), ("A", None)] {
            let sent = json!({"action": "count", "text": letter.repeat(100_000)});
            let result = registry.call("notes", sent, Ctx::new()).await;
            let content = result.ok().map(|response| response.content().to_vec());
            let expected = answer.map(|answer| vec![Content::text(answer)]);
            assert_eq!(content, expected);
        }
    }
}
