//! Telling clients that a resource has changed, in the way of each era: a stateless client names
//! what it wants in the request by which it listens, one with a handshake subscribes.
//!
//! Whether a client may still see a resource is asked when it is told, not only when it subscribes.

use std::{
    convert::Infallible,
    sync::{Arc, Mutex, OnceLock, PoisonError, atomic::AtomicBool},
};

use http::request::Parts;
use rmcp::{
    ErrorData, Peer, RoleServer, ServerHandler,
    model::{
        ResourceUpdatedNotificationParam, SubscribeRequestMethod, SubscribeRequestParams,
        SubscriptionFilter, UnsubscribeRequestParams,
    },
    service::{RequestContext, SubscriptionSink},
};

use super::{
    context, convert,
    listen_streams::ListenStreams,
    mount_wrapper::MountWrapper,
    resources::{RequestOwner, has_resources},
};
use crate::{call::Subscriber, ctx::Cancellation, registry::View, wire::list_changes::ListChanges};

/// By what a client of the legacy era over HTTP is known from one request to the next.
const SESSION: &str = "mcp-session-id";

type Cx = RequestContext<RoleServer>;

/// What one connection of the legacy era subscribed to.
#[derive(Default)]
pub(super) struct LegacySubscriptions {
    subscriber: OnceLock<Arc<Subscriber>>,
    /// The request that subscribed last: it says who the client is.
    request: Arc<Mutex<Option<Cx>>>,
}

/// Who may see what, asked anew each time.
struct ResourceVisibility {
    view: View,
    there: Arc<AtomicBool>,
}

impl ResourceVisibility {
    async fn sees(&self, uri: &str, request: &Cx) -> bool {
        if !self.there.load(std::sync::atomic::Ordering::Acquire) {
            return false;
        }
        if !self.view.depends_on_caller() {
            return self.view.has_resource(uri);
        }
        // The request may have ended long ago: that it can be cancelled no more cancels nothing.
        let mut ctx = context::ctx(request.clone()).with_cancellation(Cancellation::default());
        let seen = self.view.seen_by(&mut ctx).await;
        seen.is_ok_and(|seen| seen.has_resource(uri))
    }
}

impl MountWrapper {
    fn sight(&self) -> ResourceVisibility {
        ResourceVisibility {
            view: self.view.clone(),
            there: Arc::clone(&self.there),
        }
    }

    /// `resources/subscribe`
    pub(super) async fn subscribe_one<H: ServerHandler>(
        &self,
        inner: &H,
        params: SubscribeRequestParams,
        request: Cx,
    ) -> Result<(), ErrorData> {
        let uri = &params.uri;
        let is_ours = |view: &View| uri.len() <= convert::LONGEST_URI && view.has_resource(uri);
        match self.whose(inner, has_resources, is_ours, &request).await? {
            #[allow(deprecated)] // clients of the legacy era know no other way
            RequestOwner::Theirs => inner.subscribe(params, request).await,
            RequestOwner::Nobodys => Err(convert::unknown_resource(uri)),
            RequestOwner::Ours(_) if self.forgets_clients || is_forgotten(&request) => {
                // The answer would be the last that this client hears of it.
                Err(ErrorData::method_not_found::<SubscribeRequestMethod>())
            }
            RequestOwner::Ours(_) => {
                let watching = &self.connection.watching;
                let subscriber = watching
                    .subscriber
                    .get_or_init(|| self.watch(&request.peer));
                if !subscriber.subscribe(uri) {
                    let most = Subscriber::MAX_URIS;
                    let text = format!(
                        "too many subscriptions: unsubscribe from some of the {most} resources first"
                    );
                    return Err(ErrorData::invalid_params(text, None));
                }
                *watching
                    .request
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner) = Some(request);
                Ok(())
            }
        }
    }

    /// `resources/unsubscribe`
    pub(super) async fn unsubscribe_one<H: ServerHandler>(
        &self,
        inner: &H,
        params: UnsubscribeRequestParams,
        request: Cx,
    ) -> Result<(), ErrorData> {
        let subscriber = self.connection.watching.subscriber.get();
        let ours = subscriber.is_some_and(|subscriber| subscriber.unsubscribe(&params.uri));
        if ours || !self.shares(inner, has_resources) {
            // Also of what it never subscribed to: there is nothing to learn here.
            return Ok(());
        }
        #[allow(deprecated)] // clients of the legacy era know no other way
        inner.unsubscribe(params, request).await
    }

    /// Tells the client of a connection what it will want to know, until the connection ends.
    fn watch(&self, peer: &Peer<RoleServer>) -> Arc<Subscriber> {
        let subscriber = self.view.subscriber();
        let (sight, peer) = (self.sight(), peer.clone());
        let request = Arc::clone(&self.connection.watching.request);
        let news = Arc::clone(&subscriber);
        let connection = self.connection.token();
        tokio::spawn(connection.run_until_cancelled_owned(async move {
            loop {
                for uri in news.changed().await {
                    let request = request.lock().unwrap_or_else(PoisonError::into_inner).clone();
                    let Some(request) = request else { continue };
                    // It may have been ended meanwhile.
                    if !sight.sees(&uri, &request).await || !news.is_subscribed(&uri) {
                        continue;
                    }
                    let param = ResourceUpdatedNotificationParam::new(uri);
                    if let Err(error) = peer.notify_resource_updated(param).await {
                        tracing::debug!(%error, "a client was not told that a resource has changed");
                        return;
                    }
                }
            }
        }));
        subscriber
    }

    /// What of the asked-for notifications a client of the modern era gets.
    pub(super) fn accepted<H: ServerHandler>(
        &self,
        inner: &H,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        let theirs = inner.accepted_subscription_filter(requested);
        let changes = self.changes.is_some();
        let asked = |wanted: Option<bool>, has: bool| changes && has && wanted == Some(true);
        let tools = asked(requested.tools_list_changed, self.has.tools);
        let prompts = asked(requested.prompts_list_changed, self.has.prompts);
        let resources = asked(requested.resources_list_changed, self.has.resources);
        let wanted = requested.resource_subscriptions.iter().flatten();
        // What depends on who asks is not known yet: then all is accepted, hidden or unknown.
        let ours = |uri: &&String| {
            let known = self.view.depends_on_caller() || self.view.has_resource(uri);
            uri.len() <= convert::LONGEST_URI && known
        };
        let ours: Vec<_> = if self.has.resources {
            wanted
                .filter(ours)
                .take(Subscriber::MAX_URIS)
                .cloned()
                .collect()
        } else {
            Vec::new()
        };
        let any = tools || prompts || resources || !ours.is_empty();
        let serves = self.alone && (changes || self.has.resources);
        if theirs.is_none() && !any && !serves {
            return None;
        }
        // The SDK keeps of it what was asked for, and what the capabilities allow.
        let mut accepted = theirs.unwrap_or_default();
        let or = |theirs: Option<bool>, ours: bool| ours.then_some(true).or(theirs);
        accepted.tools_list_changed = or(accepted.tools_list_changed, tools);
        accepted.prompts_list_changed = or(accepted.prompts_list_changed, prompts);
        accepted.resources_list_changed = or(accepted.resources_list_changed, resources);
        self.connection.accepted.push(self.listening(ours.clone()));
        if !ours.is_empty() {
            let all = accepted.resource_subscriptions.get_or_insert_default();
            all.extend(ours);
        }
        Some(accepted)
    }

    /// Listens to all lists and to some resources, from now on.
    fn listening(&self, uris: Vec<String>) -> ListenStreams {
        let subscriber = self.view.subscriber();
        for uri in &uris {
            subscriber.subscribe(uri);
        }
        let lists = self.changes.as_ref().map(ListChanges::receiver);
        ListenStreams {
            uris,
            subscriber,
            lists,
        }
    }

    /// Sends what is ours on a stream that a client of the modern era has opened.
    pub(super) async fn tell(&self, sink: &SubscriptionSink, request: Cx) -> Infallible {
        let wanted = sink.accepted().resource_subscriptions.as_deref();
        let wanted = wanted.filter(|_| self.has.resources).unwrap_or_default();
        let begun = self.connection.accepted.take(wanted);
        let ListenStreams {
            subscriber, lists, ..
        } = begun.unwrap_or_else(|| self.listening(wanted.to_vec()));
        let lists = async {
            match lists {
                Some(changes) => ListChanges::send(changes, sink, self.has).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            never = lists => never,
            never = self.tell_of_resources(&subscriber, sink, request) => never,
        }
    }

    async fn tell_of_resources(
        &self,
        subscriber: &Subscriber,
        sink: &SubscriptionSink,
        request: Cx,
    ) -> Infallible {
        let sight = self.sight();
        loop {
            for uri in subscriber.changed().await {
                if !sight.sees(&uri, &request).await {
                    continue;
                }
                if let Err(error) = sink.notify_resource_updated(uri).await {
                    tracing::debug!(%error, "a client was not told that a resource has changed");
                    return std::future::pending().await;
                }
            }
        }
    }
}

/// Whether nothing is kept of whoever sent a request: over HTTP, without a session.
fn is_forgotten(request: &Cx) -> bool {
    let parts = request.extensions.get::<Parts>();
    parts.is_some_and(|parts| !parts.headers.contains_key(SESSION))
}
