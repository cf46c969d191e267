//! Middleware that most servers need. Each is written with the public traits alone.

mod concurrency;
mod exclusive;
mod heartbeat;
#[cfg(feature = "rate-limit")]
mod rate_limit;
mod timeout;
mod trace;

pub use concurrency::Concurrency;
pub use exclusive::Exclusive;
pub use heartbeat::Heartbeat;
#[cfg(feature = "rate-limit")]
pub use rate_limit::RateLimit;
pub use timeout::{ActionTimeout, Timeout};
pub use trace::Trace;

use std::{
    future::{Future, poll_fn},
    pin::Pin,
    task::Poll,
    time::Duration,
};

/// The output of a future that needs no second poll: most handlers are done at once, and then no
/// clock is read and no timer set.
async fn at_once<F: Future>(mut future: Pin<&mut F>) -> Option<F::Output> {
    poll_fn(|cx| match future.as_mut().poll(cx) {
        Poll::Ready(output) => Poll::Ready(Some(output)),
        Poll::Pending => Poll::Ready(None),
    })
    .await
}

/// `5 s`, `1.5 s`, `250 ms`.
fn in_words(duration: Duration) -> String {
    match duration.as_millis() {
        millis if millis < 1_000 => format!("{millis} ms"),
        _ => format!("{} s", duration.as_secs_f64()),
    }
}
