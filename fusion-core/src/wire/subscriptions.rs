//! Notifications of changed resources. A client of the modern era lists the resources in its
//! subscription stream, a client of the legacy era subscribes to each of them.
//!
//! Access to a resource is checked before each notification, not only at the subscription.

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
    listen_streams::ListenStream,
    method_not_found::unsupported_method,
    mount_wrapper::MountWrapper,
    offers::{RequestOwner, has_resources},
};
use crate::{call::Subscriber, ctx::Cancellation, registry::View, wire::list_changes::ListChanges};

/// The header that identifies the session of a client of the legacy era over HTTP.
const SESSION: &str = "mcp-session-id";

type Cx = RequestContext<RoleServer>;

/// The subscriptions of one connection of the legacy era.
#[derive(Default)]
pub(super) struct LegacySubscriptions {
    subscriber: OnceLock<Arc<Subscriber>>,
    /// The latest subscription request. It identifies the client for access checks.
    request: Arc<Mutex<Option<Cx>>>,
}

/// The access check for a resource, evaluated for each notification.
struct ResourceVisibility {
    view: View,
    attached: Arc<AtomicBool>,
}

impl ResourceVisibility {
    async fn includes(&self, uri: &str, request: &Cx) -> bool {
        if !self.attached.load(std::sync::atomic::Ordering::Acquire) {
            return false;
        }
        if !self.view.depends_on_caller() {
            return self.view.has_resource(uri);
        }
        // The request may have ended, which cancels its token; the check must not be cancelled with it.
        let mut ctx = context::ctx(request.clone()).with_cancellation(Cancellation::default());
        let seen = self.view.seen_by(&mut ctx).await;
        seen.is_ok_and(|seen| {
            seen.has_resource(uri) && seen.require_scopes_of_resource(uri).is_ok()
        })
    }
}

impl MountWrapper {
    fn resource_visibility(&self) -> ResourceVisibility {
        ResourceVisibility {
            view: self.view.clone(),
            attached: Arc::clone(&self.attached),
        }
    }

    /// Handles `resources/subscribe`.
    pub(super) async fn subscribe_one<H: ServerHandler>(
        &self,
        inner: &H,
        params: SubscribeRequestParams,
        request: Cx,
    ) -> Result<(), ErrorData> {
        let uri = &params.uri;
        let is_ours = |view: &View| uri.len() <= convert::LONGEST_URI && view.has_resource(uri);
        match self
            .request_owner(inner, has_resources, is_ours, &request)
            .await?
        {
            #[allow(deprecated)] // clients of the legacy era have no other method
            RequestOwner::Handler => inner.subscribe(params, request).await,
            RequestOwner::Unknown => Err(convert::unknown_resource(uri)),
            RequestOwner::Registry(_) if self.forgets_clients || is_forgotten(&request) => {
                // Without a session the client could never be notified.
                Err(unsupported_method::<SubscribeRequestMethod>())
            }
            RequestOwner::Registry(seen) => {
                let allowed = seen.0.require_scopes_of_resource(uri);
                allowed.map_err(|error| convert::refusal(&error))?;
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

    /// Handles `resources/unsubscribe`.
    pub(super) async fn unsubscribe_one<H: ServerHandler>(
        &self,
        inner: &H,
        params: UnsubscribeRequestParams,
        request: Cx,
    ) -> Result<(), ErrorData> {
        let subscriber = self.connection.watching.subscriber.get();
        let ours = subscriber.is_some_and(|subscriber| subscriber.unsubscribe(&params.uri));
        if ours || !self.shares(inner, has_resources) {
            // The response is the same without a subscription, so that it reveals nothing.
            return Ok(());
        }
        #[allow(deprecated)] // clients of the legacy era have no other method
        inner.unsubscribe(params, request).await
    }

    /// Notifies the client of a connection of its changed resources until the connection ends.
    fn watch(&self, peer: &Peer<RoleServer>) -> Arc<Subscriber> {
        let subscriber = self.view.subscriber();
        let (visibility, peer) = (self.resource_visibility(), peer.clone());
        let request = Arc::clone(&self.connection.watching.request);
        let news = Arc::clone(&subscriber);
        let connection = self.connection.token();
        tokio::spawn(connection.run_until_cancelled_owned(async move {
            loop {
                for uri in news.changed().await {
                    let request = request.lock().unwrap_or_else(PoisonError::into_inner).clone();
                    let Some(request) = request else { continue };
                    // The subscription may have ended during the access check.
                    if !visibility.includes(&uri, &request).await || !news.is_subscribed(&uri) {
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

    /// Returns the accepted part of a subscription request of the modern era.
    pub(super) fn accept_subscription<H: ServerHandler>(
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
        let ours = self.own_uris(requested.resource_subscriptions.as_deref());
        let any = tools || prompts || resources || !ours.is_empty();
        let serves = self.inner_is_empty && (changes || self.has.resources);
        if theirs.is_none() && !any && !serves {
            return None;
        }
        // The SDK intersects this with the request and the capabilities.
        let mut accepted = theirs.unwrap_or_default();
        let or = |theirs: Option<bool>, ours: bool| ours.then_some(true).or(theirs);
        accepted.tools_list_changed = or(accepted.tools_list_changed, tools);
        accepted.prompts_list_changed = or(accepted.prompts_list_changed, prompts);
        accepted.resources_list_changed = or(accepted.resources_list_changed, resources);
        self.connection
            .accepted_streams
            .push(self.record_changes(ours.clone()));
        if !ours.is_empty() {
            let all = accepted.resource_subscriptions.get_or_insert_default();
            all.extend(ours);
        }
        Some(accepted)
    }

    /// Returns the URIs that the registry accepts on a subscription stream.
    fn own_uris(&self, uris: Option<&[String]>) -> Vec<String> {
        // The caller is not known yet. If access depends on it, all URIs are accepted, so that the
        // response does not reveal hidden ones.
        let is_own = |uri: &&String| {
            let known = self.view.depends_on_caller() || self.view.has_resource(uri);
            uri.len() <= convert::LONGEST_URI && known
        };
        let uris = uris.filter(|_| self.has.resources).unwrap_or_default();
        let own = uris.iter().filter(is_own).take(Subscriber::MAX_URIS);
        own.cloned().collect()
    }

    /// Starts recording changes of all lists and of these resources.
    fn record_changes(&self, uris: Vec<String>) -> ListenStream {
        let subscriber = self.view.subscriber();
        for uri in &uris {
            subscriber.subscribe(uri);
        }
        let lists = self.changes.as_ref();
        let lists = lists.map(|changes| changes.receiver(&self.view));
        ListenStream {
            uris,
            subscriber,
            lists,
        }
    }

    /// Sends the registry's notifications on a subscription stream of the modern era.
    pub(super) async fn send_notifications(
        &self,
        sink: &SubscriptionSink,
        request: Cx,
    ) -> Infallible {
        let wanted = self.own_uris(sink.accepted().resource_subscriptions.as_deref());
        let accepted = self.connection.accepted_streams.take(&wanted);
        let ListenStream {
            subscriber, lists, ..
        } = accepted.unwrap_or_else(|| self.record_changes(wanted));
        let lists = async {
            match lists {
                Some(changes) => ListChanges::send(changes, sink, self.has).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            never = lists => never,
            never = self.send_resource_updates(&subscriber, sink, request) => never,
        }
    }

    async fn send_resource_updates(
        &self,
        subscriber: &Subscriber,
        sink: &SubscriptionSink,
        request: Cx,
    ) -> Infallible {
        let visibility = self.resource_visibility();
        loop {
            for uri in subscriber.changed().await {
                if !visibility.includes(&uri, &request).await {
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

/// Returns true if no state is kept for the client of a request, which is HTTP without a session.
fn is_forgotten(request: &Cx) -> bool {
    let parts = request.extensions.get::<Parts>();
    parts.is_some_and(|parts| !parts.headers.contains_key(SESSION))
}
