//! A panic becomes a value: one of many calls must not take the server, or its own answer, away.

use std::{
    any::Any,
    future::Future,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    task::{Context, Poll},
};

use crate::error::ToolError;

/// A pinned future whose panic is an error value.
///
/// It borrows the future where it is pinned: moving a handler's future into a wrapper costs as
/// much as the rest of the call.
#[derive(Debug)]
pub struct CatchUnwind<'f, F: ?Sized>(Pin<&'f mut F>);

impl<F: Future + ?Sized> Future for CatchUnwind<'_, F> {
    type Output = Result<F::Output, ToolError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let future = self.0.as_mut();
        // The future is dropped unpolled after a panic, so nobody sees a broken state.
        match catch_unwind(AssertUnwindSafe(|| future.poll(cx))) {
            Ok(poll) => poll.map(Ok),
            Err(payload) => Poll::Ready(Err(panicked(payload.as_ref()))),
        }
    }
}

/// Guards a pinned future. `Send` is asked for here, at a handler's own call: a handler that is not
/// is reported under its name, and not as a part of the dispatcher.
pub fn catch<F: Future + Send + ?Sized>(future: Pin<&mut F>) -> CatchUnwind<'_, F> {
    CatchUnwind(future)
}

/// Guards a plain function.
pub fn catch_call<T>(call: impl FnOnce() -> T) -> Result<T, ToolError> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|payload| panicked(payload.as_ref()))
}

fn panicked(payload: &(dyn Any + Send)) -> ToolError {
    let text = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    ToolError::panicked(text.unwrap_or("a value that is not text"))
}
