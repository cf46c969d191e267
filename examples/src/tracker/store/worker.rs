//! A thread that owns a database connection, and the handle to it.
//!
//! SQLite blocks, and a connection serves one statement at a time; so the connection is on a plain
//! thread, which takes jobs from a queue in order and sends each answer through a oneshot channel.

use std::io;
use std::sync::mpsc;
use std::thread;

use rusqlite::Connection;
use tokio::sync::oneshot;

use super::error::StoreError;

type Job = Box<dyn FnOnce(&mut Connection) + Send>;

/// A handle to the thread. Dropping the last handle ends the thread and closes the connection.
#[derive(Clone, Debug)]
pub(super) struct Worker {
    jobs: mpsc::Sender<Job>,
}

impl Worker {
    /// Starts the thread with its connection.
    pub(super) fn start(name: &str, mut connection: Connection) -> io::Result<Self> {
        let (jobs, queue) = mpsc::channel::<Job>();
        thread::Builder::new()
            .name(name.to_owned())
            .spawn(move || {
                for job in queue {
                    job(&mut connection);
                }
            })?;
        Ok(Self { jobs })
    }

    /// Runs `work` on the thread, after the jobs that were queued before.
    ///
    /// If the caller is dropped before its turn, `work` does not start. Once started it runs to its
    /// end, and the answer is dropped.
    pub(super) async fn call<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, done) = oneshot::channel();
        let job: Job = Box::new(move |connection| {
            if !answer.is_closed() {
                let _ = answer.send(work(connection));
            }
        });
        self.jobs.send(job).map_err(|_| StoreError::Closed)?;
        done.await.unwrap_or(Err(StoreError::Closed))
    }
}

#[cfg(test)]
mod tests {
    use std::future::{Future, poll_fn};
    use std::pin::pin;
    use std::task::Poll;

    use super::*;

    fn worker() -> Worker {
        Worker::start("test", Connection::open_in_memory().unwrap()).unwrap()
    }

    /// Starts `call`, and drops it before it ends.
    async fn poll_once<T>(call: impl Future<Output = T>) {
        let mut call = pin!(call);
        poll_fn(|context| {
            assert!(call.as_mut().poll(context).is_pending());
            Poll::Ready(())
        })
        .await;
    }

    #[tokio::test]
    async fn a_call_that_is_dropped_before_its_turn_is_not_begun() {
        let worker = worker();
        let (release, held) = mpsc::channel();
        let mut blocking = pin!(worker.call(move |_| {
            held.recv().unwrap();
            Ok(())
        }));
        poll_once(blocking.as_mut()).await;

        let (tell, begun) = mpsc::channel();
        poll_once(worker.call(move |_| {
            tell.send(()).unwrap();
            Ok(())
        }))
        .await;

        release.send(()).unwrap();
        blocking.await.unwrap();
        worker.call(|_| Ok(())).await.unwrap();
        assert_eq!(begun.recv(), Err(mpsc::RecvError));
    }

    #[tokio::test]
    async fn a_call_that_is_dropped_after_it_has_begun_runs_to_its_end() {
        let worker = worker();
        let (tell_begun, begun) = mpsc::channel();
        let (release, held) = mpsc::channel();
        let (tell_ended, ended) = mpsc::channel();
        {
            let mut call = pin!(worker.call(move |_| {
                tell_begun.send(()).unwrap();
                held.recv().unwrap();
                tell_ended.send(()).unwrap();
                Ok(())
            }));
            poll_once(call.as_mut()).await;
            begun.recv().unwrap();
        }
        release.send(()).unwrap();
        assert_eq!(ended.recv(), Ok(()));
        worker.call(|_| Ok(())).await.unwrap();
    }

    #[tokio::test]
    async fn a_thread_that_has_died_answers_closed() {
        let worker = worker();
        let died = worker
            .call(|_| -> Result<(), _> { panic!("on purpose") })
            .await;
        assert!(matches!(died, Err(StoreError::Closed)));
        let later = worker.call(|_| Ok(())).await;
        assert!(matches!(later, Err(StoreError::Closed)));
    }
}
