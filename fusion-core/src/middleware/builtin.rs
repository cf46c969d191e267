//! The built-in middleware. It uses only the public traits.

mod concurrency;
mod exclusive;
mod heartbeat;
#[cfg(feature = "rate-limit")]
mod rate_limit;
#[cfg(feature = "rate-limit")]
mod shared_rate_limit;
mod timeout;
mod trace;

pub use concurrency::Concurrency;
pub use exclusive::Exclusive;
pub use heartbeat::Heartbeat;
#[cfg(feature = "rate-limit")]
pub use rate_limit::RateLimit;
#[cfg(feature = "rate-limit")]
pub use shared_rate_limit::{OnFailure, SharedRateLimit};
pub use timeout::{ActionTimeout, Timeout};
pub use trace::Trace;

use std::{
    future::{Future, poll_fn},
    pin::Pin,
    task::Poll,
    time::Duration,
};

/// Polls a future once and returns its output if it is ready. Most handlers are ready at the first
/// poll, which saves reading the clock and setting a timer.
pub(crate) async fn poll_once<F: Future + ?Sized>(mut future: Pin<&mut F>) -> Option<F::Output> {
    poll_fn(|cx| match future.as_mut().poll(cx) {
        Poll::Ready(output) => Poll::Ready(Some(output)),
        Poll::Pending => Poll::Ready(None),
    })
    .await
}

/// Formats a duration as `5 s`, `1.5 s` or `250 ms`.
pub(crate) fn format_duration(duration: Duration) -> String {
    match duration.as_millis() {
        millis if millis < 1_000 => format!("{millis} ms"),
        _ => format!("{} s", duration.as_secs_f64()),
    }
}
