//! The ids under which the SDK knows the requests of a connection.
//!
//! The SDK writes an id into its log as it is, line breaks included. It also takes the late answer of a
//! cancelled request for that of the next request with the same id. Requests with such ids get numbers of
//! our own, and all other ids stay. Over HTTP without a session, `http/replaced_id.rs` does it.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    hash::{BuildHasher, RandomState},
};

use http::request::Parts;
use rmcp::{
    RoleServer,
    model::{
        ClientNotification, Extensions, GetExtensions, GetMeta, JsonRpcMessage, RequestId,
        ServerResult,
    },
    service::{RxJsonRpcMessage, TxJsonRpcMessage},
    transport::Transport,
};

use crate::error::on_one_line;

/// The first of our numbers, and the first number above them. A client that uses one of them gets
/// another.
const FIRST_OWN: i64 = i64::MIN;
const END_OF_OWN: i64 = i64::MIN / 2;
/// The cancelled ids that are known. After as many, each id counts as cancelled.
const MAX_CANCELLED: usize = 4_096;

/// The id that the client has sent, in the extensions of a request whose id was replaced.
#[derive(Clone)]
pub(super) struct ClientRequestId(pub(super) RequestId);

/// Returns the id that the client has sent.
pub(super) fn client_id<'a>(id: &'a RequestId, extensions: &'a Extensions) -> &'a RequestId {
    match id {
        RequestId::Number(number) if *number < END_OF_OWN => {
            let replaced = extensions.get::<ClientRequestId>().or_else(|| {
                let parts = extensions.get::<Parts>()?;
                parts.extensions.get::<ClientRequestId>()
            });
            replaced.map_or(id, |replaced| &replaced.0)
        }
        _ => id,
    }
}

/// Returns whether an id may not stand in the log as it is, or is one of our numbers.
pub(super) fn is_unsafe(id: &RequestId) -> bool {
    match id {
        RequestId::Number(number) => *number < END_OF_OWN,
        RequestId::String(text) => matches!(on_one_line(text), Cow::Owned(_)),
    }
}

/// Returns one of our numbers, which nobody can guess.
#[cfg(feature = "http")]
pub(super) fn random_number() -> i64 {
    FIRST_OWN + (RandomState::new().hash_one(()) >> 2).cast_signed()
}

/// A transport that replaces ids which the SDK does not handle well.
pub(super) struct ReplacedIds<T> {
    inner: T,
    ids: RequestIds,
}

impl<T> ReplacedIds<T> {
    pub(super) fn new(inner: T) -> Self {
        Self {
            inner,
            ids: RequestIds::default(),
        }
    }
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for ReplacedIds<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        mut message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.ids.restore(&mut message);
        self.inner.send(message)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        let mut message = self.inner.receive().await?;
        self.ids.replace(&mut message);
        Some(message)
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.inner.close().await
    }
}

/// The replaced ids of the requests in flight.
#[derive(Default)]
struct RequestIds {
    // Invariant: each is the inverse of the other.
    by_own: HashMap<i64, RequestId>,
    by_client: HashMap<RequestId, i64>,
    /// The number of ids that were replaced.
    replaced: i64,
    cancelled: CancelledIds,
}

impl RequestIds {
    fn replace(&mut self, message: &mut RxJsonRpcMessage<RoleServer>) {
        match message {
            JsonRpcMessage::Request(request) if self.must_replace(&request.id) => {
                let own = FIRST_OWN + self.replaced;
                self.replaced += 1;
                let id = std::mem::replace(&mut request.id, RequestId::Number(own));
                let extensions = request.request.extensions_mut();
                extensions.insert(ClientRequestId(id.clone()));
                self.by_client.insert(id.clone(), own);
                self.by_own.insert(own, id);
            }
            JsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) =
                    &mut notification.notification
                    && let Some(id) = &mut cancelled.params.request_id
                {
                    self.cancelled.insert(id);
                    if let Some(own) = self.by_client.remove(id) {
                        self.by_own.remove(&own);
                        *id = RequestId::Number(own);
                    }
                }
            }
            _ => {}
        }
    }

    fn must_replace(&self, id: &RequestId) -> bool {
        is_unsafe(id) || self.cancelled.may_contain(id)
    }

    fn restore(&mut self, message: &mut TxJsonRpcMessage<RoleServer>) {
        if self.by_own.is_empty() {
            return;
        }
        match message {
            JsonRpcMessage::Response(response) => {
                if let Some(id) = self.settle(&response.id) {
                    if let ServerResult::SubscriptionsListenResult(result) = &mut response.result {
                        result.meta.set_subscription_id(id.clone());
                    }
                    response.id = id;
                }
            }
            JsonRpcMessage::Error(error) => {
                if let Some(id) = error.id.as_ref().and_then(|id| self.settle(id)) {
                    error.id = Some(id);
                }
            }
            JsonRpcMessage::Notification(notification) => {
                let notification = &mut notification.notification;
                if let Some(RequestId::Number(own)) = notification.get_meta().subscription_id()
                    && let Some(id) = self.by_own.get(&own)
                {
                    notification.get_meta_mut().set_subscription_id(id.clone());
                }
            }
            JsonRpcMessage::Request(_) => {}
        }
    }

    /// Forgets a request, and returns the client's id if it was replaced.
    fn settle(&mut self, id: &RequestId) -> Option<RequestId> {
        let RequestId::Number(own) = id else {
            return None;
        };
        let id = self.by_own.remove(own)?;
        self.by_client.remove(&id);
        Some(id)
    }
}

/// The ids of cancelled requests, by their hashes. Two ids with one hash cost a replacement only.
#[derive(Default)]
struct CancelledIds {
    hasher: RandomState,
    hashes: HashSet<u64>,
}

impl CancelledIds {
    fn insert(&mut self, id: &RequestId) {
        if self.hashes.len() < MAX_CANCELLED {
            self.hashes.insert(self.hasher.hash_one(id));
        }
    }

    fn may_contain(&self, id: &RequestId) -> bool {
        let known = self.hashes.len();
        known == MAX_CANCELLED || known > 0 && self.hashes.contains(&self.hasher.hash_one(id))
    }
}
