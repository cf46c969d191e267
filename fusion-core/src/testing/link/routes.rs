//! The requests that wait for messages, and the listeners of notifications.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use serde_json::Value;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::{Arrival, ProtocolError};

const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";

/// The receivers of the messages of a connection.
#[derive(Default)]
pub(super) struct Routes {
    waiting: Mutex<WaitingReceivers>,
}

#[derive(Default)]
struct WaitingReceivers {
    /// True after the connection has ended, so that nothing waits for it.
    is_over: bool,
    requests: HashMap<u64, UnboundedSender<Arrival>>,
    listeners: Vec<UnboundedSender<Value>>,
}

impl Routes {
    /// Adds a request. Its receiver is empty after the connection has ended.
    pub(super) fn add(self: &Arc<Self>, id: u64) -> Arrivals {
        let (sender, receiver) = unbounded_channel();
        let mut waiting = self.lock();
        if !waiting.is_over {
            waiting.requests.insert(id, sender);
        }
        drop(waiting);
        Arrivals {
            id,
            receiver,
            routes: Arc::clone(self),
        }
    }

    /// Adds a listener of the notifications that belong to no request.
    pub(super) fn listen(&self) -> UnboundedReceiver<Value> {
        let (sender, receiver) = unbounded_channel();
        let mut waiting = self.lock();
        if !waiting.is_over {
            waiting.listeners.push(sender);
        }
        receiver
    }

    /// Passes a message of the server on. Returns it if it is a request, which the user answers.
    pub(super) fn pass(&self, message: Value) -> Option<Value> {
        let is_request = message.get("method").is_some() && message.get("id").is_some();
        if is_request {
            return Some(message);
        }
        let mut waiting = self.lock();
        match request_of(&message) {
            Some(id) => {
                if let Some(sender) = waiting.requests.get(&id) {
                    let _ = sender.send(Ok(message));
                }
            }
            None if message.get("method").is_some() => waiting
                .listeners
                .retain(|listener| listener.send(message.clone()).is_ok()),
            // An error without an id is for a request that the server could not read: one of those that wait.
            None => {
                for sender in waiting.requests.values() {
                    let _ = sender.send(Ok(message.clone()));
                }
            }
        }
        None
    }

    /// Ends a request with what is no message.
    #[cfg(feature = "http")]
    pub(super) fn refuse(&self, id: u64, error: ProtocolError) {
        if let Some(sender) = self.lock().requests.get(&id) {
            let _ = sender.send(Err(error));
        }
    }

    /// Ends all waits with an error, after which the connection cannot go on.
    pub(super) fn fail(&self, error: &ProtocolError) {
        for sender in self.lock().requests.values() {
            let _ = sender.send(Err(error.clone()));
        }
        self.end();
    }

    /// Returns true after the connection has ended.
    #[cfg(feature = "http")]
    pub(super) fn is_over(&self) -> bool {
        self.lock().is_over
    }

    /// Ends the wait for the messages of one request.
    pub(super) fn end_request(&self, id: u64) {
        self.lock().requests.remove(&id);
    }

    /// Ends all waits, after the connection has ended.
    pub(super) fn end(&self) {
        let mut waiting = self.lock();
        *waiting = WaitingReceivers {
            is_over: true,
            ..WaitingReceivers::default()
        };
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, WaitingReceivers> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The messages that arrive for one request.
pub(in crate::testing) struct Arrivals {
    id: u64,
    receiver: UnboundedReceiver<Arrival>,
    routes: Arc<Routes>,
}

impl Arrivals {
    /// Returns the next message; `None` after the connection has ended.
    pub(in crate::testing) async fn next(&mut self) -> Option<Arrival> {
        self.receiver.recv().await
    }
}

impl Drop for Arrivals {
    fn drop(&mut self) {
        self.routes.end_request(self.id);
    }
}

/// Returns the request that a message belongs to.
fn request_of(message: &Value) -> Option<u64> {
    let Some(method) = message.get("method") else {
        return message["id"].as_u64();
    };
    let params = &message["params"];
    match &params["_meta"][SUBSCRIPTION] {
        Value::Null if method == "notifications/progress" => params["progressToken"].as_u64(),
        Value::String(id) => id.parse().ok(),
        id => id.as_u64(),
    }
}
