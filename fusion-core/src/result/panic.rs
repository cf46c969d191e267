//! Conversion of panics to errors, so that a panic in one call neither stops the server nor leaves the
//! request without a response.

use std::{
    any::Any,
    future::Future,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    task::{Context, Poll},
};

use crate::error::ToolError;

/// A future that catches the panic of a pinned future and returns it as an error.
///
/// It borrows the pinned future, because moving a handler's future into a wrapper takes as long as the
/// rest of the call.
#[derive(Debug)]
pub struct CatchUnwind<'f, F: ?Sized>(Pin<&'f mut F>);

impl<F: Future + ?Sized> Future for CatchUnwind<'_, F> {
    type Output = Result<F::Output, ToolError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let future = self.0.as_mut();
        // After a panic the future is dropped and not polled again, so a broken state is not observable.
        match catch_unwind(AssertUnwindSafe(|| future.poll(cx))) {
            Ok(poll) => poll.map(Ok),
            Err(payload) => Poll::Ready(Err(panic_error(payload.as_ref()))),
        }
    }
}

/// Catches the panic of a pinned future. The bound `Send` is here, at the call of each handler, so that
/// rustc reports a future that is not `Send` at its handler and not at the dispatcher.
pub fn catch<F: Future + Send + ?Sized>(future: Pin<&mut F>) -> CatchUnwind<'_, F> {
    CatchUnwind(future)
}

/// Catches the panic of a function.
pub fn catch_call<T>(call: impl FnOnce() -> T) -> Result<T, ToolError> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|payload| panic_error(payload.as_ref()))
}

fn panic_error(payload: &(dyn Any + Send)) -> ToolError {
    let text = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    ToolError::from_panic(text.unwrap_or("a value that is not text"))
}
