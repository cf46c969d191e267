//! A future with a thread of its own, which may block. A thread of the runtime would keep the process alive in
//! a read that does not end, or in a write to a client that does not read; a plain thread ends with the process.

use std::{
    future::Future,
    io,
    pin::pin,
    sync::Arc,
    task::{Context, Wake, Waker},
    thread::{self, Thread},
};

use tokio::{runtime::Handle, task::JoinHandle};

/// The way in which a future is driven.
#[derive(Clone, Copy)]
pub(super) enum Driver {
    /// As a task of the runtime. The future must not block.
    Task,
    /// On a thread of its own.
    Thread,
}

/// A future that is driven. If it is a task, it ends when this is dropped.
pub(super) struct Driving(Option<JoinHandle<()>>);

impl Driver {
    /// Drives a future within the current runtime.
    pub(super) fn drive<F>(self, name: &str, future: F) -> io::Result<Driving>
    where
        F: Future<Output = ()> + Send + 'static,
    {
        Ok(Driving(match self {
            Self::Task => Some(tokio::spawn(future)),
            Self::Thread => {
                spawn(name, future)?;
                None
            }
        }))
    }
}

impl Drop for Driving {
    fn drop(&mut self) {
        if let Some(task) = &self.0 {
            task.abort();
        }
    }
}

/// Runs a future on a thread of its own, within the current runtime. The thread ends with the future.
fn spawn<F>(name: &str, future: F) -> io::Result<()>
where
    F: Future<Output = ()> + Send + 'static,
{
    let runtime = Handle::current();
    let run = move || {
        let _inside = runtime.enter();
        block_on(future);
    };
    thread::Builder::new().name(name.to_owned()).spawn(run)?;
    Ok(())
}

struct ThreadWaker(Thread);

impl Wake for ThreadWaker {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.0.unpark();
    }
}

fn block_on(future: impl Future<Output = ()>) {
    let waker = Waker::from(Arc::new(ThreadWaker(thread::current())));
    let mut cx = Context::from_waker(&waker);
    let mut future = pin!(future);
    while future.as_mut().poll(&mut cx).is_pending() {
        // A wake-up since the poll makes this return at once.
        thread::park();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn a_future_on_a_thread_of_its_own_is_woken_and_is_within_the_runtime() {
        let (to_thread, mut received) = mpsc::channel::<u32>(1);
        let (to_test, mut results) = mpsc::channel(1);
        spawn("test", async move {
            while let Some(number) = received.recv().await {
                tokio::time::sleep(Duration::from_millis(1)).await;
                let _ = to_test.send(number * 2).await;
            }
        })
        .unwrap();
        for number in 0..3 {
            to_thread.send(number).await.unwrap();
            assert_eq!(results.recv().await, Some(number * 2));
        }
        drop(to_thread);
        assert_eq!(results.recv().await, None);
    }
}
