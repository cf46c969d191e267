//! The connection over Streamable HTTP: each request goes through the router of the server, without a socket.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use axum::{Router, body::Body, extract::Request, response::Response};
use http::{
    HeaderMap, HeaderValue, Method,
    header::{ACCEPT, CONTENT_TYPE, HOST},
};
use http_body_util::BodyExt;
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use serde_json::Value;
use tokio::task::AbortHandle;

use super::{
    AnswerQuestion, Exchange, ProtocolError, RepeatedArgument, answer,
    request_headers::{REVISION, SESSION, repeat_arguments, repeat_in_headers},
    routes::Routes,
};
use crate::wire::http::LocalEndpoint;

const ACCEPTED: &str = "application/json, text/event-stream";

/// A server behind its router.
pub(in crate::testing) struct HttpLink {
    peer: Arc<Peer>,
}

/// The server as the tasks of requests see it.
struct Peer {
    endpoint: LocalEndpoint,
    headers: HeaderMap,
    user: Option<AnswerQuestion>,
    routes: Arc<Routes>,
    /// The session that the server opened in the handshake.
    session: OnceLock<HeaderValue>,
    /// The revision of the handshake, which each later request of the legacy era repeats.
    revision: OnceLock<HeaderValue>,
    /// The tasks that read responses, for the end of the connection.
    reading: Mutex<Vec<AbortHandle>>,
}

impl HttpLink {
    /// Creates the connection. `headers` are those of each request, `user` answers the questions of the server.
    pub(in crate::testing) fn new(
        endpoint: LocalEndpoint,
        headers: HeaderMap,
        user: Option<AnswerQuestion>,
    ) -> Self {
        let peer = Peer {
            endpoint,
            headers,
            user,
            routes: Arc::default(),
            session: OnceLock::new(),
            revision: OnceLock::new(),
            reading: Mutex::default(),
        };
        Self {
            peer: Arc::new(peer),
        }
    }

    /// Keeps what the server said in the handshake, and opens the stream of a session.
    pub(in crate::testing) fn start_session(&self, revision: &str) {
        if let Ok(revision) = HeaderValue::from_str(revision) {
            let _ = self.peer.revision.set(revision);
        }
        if self.has_session() {
            let peer = Arc::clone(&self.peer);
            self.spawn(async move { peer.listen().await });
        }
    }

    pub(super) fn routes(&self) -> &Routes {
        &self.peer.routes
    }

    pub(super) fn endpoint(&self) -> &LocalEndpoint {
        &self.peer.endpoint
    }

    /// Returns true if the server has opened a session.
    pub(super) fn has_session(&self) -> bool {
        self.peer.session.get().is_some()
    }

    pub(super) fn request(
        &self,
        id: u64,
        message: Value,
        repeated: Vec<RepeatedArgument>,
    ) -> Exchange {
        let arrivals = self.peer.routes.add(id);
        let peer = Arc::clone(&self.peer);
        let reading = (!peer.routes.is_over()).then(|| {
            self.spawn(async move {
                if let Err(error) = peer.post(&message, &repeated).await {
                    peer.routes.refuse(id, error);
                }
                peer.routes.end_request(id);
            })
        });
        Exchange { arrivals, reading }
    }

    pub(super) async fn notify(&self, message: Value) {
        // The error of a notification has no one to go to, as on the wire.
        let _ = self.peer.post(&message, &[]).await;
    }

    pub(super) async fn close(&self) {
        let tasks = std::mem::take(&mut *self.tasks());
        for task in tasks {
            task.abort();
        }
        if self.has_session() {
            let _ = self.peer.send(Method::DELETE, None, &[]).await;
        }
        self.peer.routes.end();
    }

    fn spawn(&self, reading: impl Future<Output = ()> + Send + 'static) -> AbortHandle {
        let task = tokio::spawn(reading).abort_handle();
        let mut tasks = self.tasks();
        tasks.retain(|task| !task.is_finished());
        tasks.push(task.clone());
        task
    }

    fn tasks(&self) -> std::sync::MutexGuard<'_, Vec<AbortHandle>> {
        self.peer
            .reading
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for HttpLink {
    fn drop(&mut self) {
        for task in self.tasks().iter() {
            task.abort();
        }
    }
}

impl Peer {
    /// Sends a message, and passes the messages of the response on until its end.
    async fn post(
        self: &Arc<Self>,
        message: &Value,
        repeated: &[RepeatedArgument],
    ) -> Result<(), ProtocolError> {
        let response = self.send(Method::POST, Some(message), repeated).await;
        if let Some(session) = response.headers().get(&SESSION) {
            let _ = self.session.set(session.clone());
        }
        let status = response.status();
        let kind = response.headers().get(CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if kind.starts_with("text/event-stream") {
            self.read_stream(response.into_body()).await;
            return Ok(());
        }
        let is_json = kind.starts_with("application/json");
        let body = response.into_body().collect().await;
        let body = body
            .map(http_body_util::Collected::to_bytes)
            .unwrap_or_default();
        let received = is_json
            .then(|| serde_json::from_slice::<Value>(&body).ok())
            .flatten();
        match received {
            Some(mut received) if received.get("jsonrpc").is_some() => {
                // The server read no id, and the response is for this message all the same.
                if received["id"].is_null() {
                    let Some(id) = message.get("id") else {
                        return Ok(());
                    };
                    received["id"] = id.clone();
                }
                self.pass(received);
                Ok(())
            }
            _ if status.is_success() && body.is_empty() => Ok(()),
            _ => Err(ProtocolError::of_status(status, &body)),
        }
    }

    /// Reads the stream of a session, with the notifications that belong to no request.
    async fn listen(self: &Arc<Self>) {
        let response = self.send(Method::GET, None, &[]).await;
        if response.status().is_success() {
            self.read_stream(response.into_body()).await;
        }
    }

    /// Reads the messages of a stream of server-sent events until its end.
    async fn read_stream(self: &Arc<Self>, mut body: Body) {
        let mut events = Vec::new();
        while let Some(Ok(frame)) = body.frame().await {
            let Ok(data) = frame.into_data() else {
                continue;
            };
            events.extend_from_slice(&data);
            while let Some(end) = events.windows(2).position(|two| two == b"\n\n") {
                let event: Vec<u8> = events.drain(..end + 2).collect();
                if let Some(data) = data_of(&event) {
                    self.pass_data(data.as_bytes());
                }
            }
        }
    }

    /// Passes the message in the data of an event on.
    fn pass_data(self: &Arc<Self>, data: &[u8]) {
        let message = serde_json::from_slice(data).ok().filter(Value::is_object);
        match message {
            Some(message) => self.pass(message),
            None => self.routes.fail(&ProtocolError::no_message(data)),
        }
    }

    /// Passes a message on; a request of the server gets the answer of the user.
    fn pass(self: &Arc<Self>, message: Value) {
        let Some(request) = self.routes.pass(message) else {
            return;
        };
        match answer(&request, self.user.as_ref()) {
            Ok(None) => {}
            Ok(Some(response)) => {
                let peer = Arc::clone(self);
                tokio::spawn(async move {
                    let _ = peer.send(Method::POST, Some(&response), &[]).await;
                });
            }
            Err(error) => self.routes.fail(&error),
        }
    }

    /// Sends an HTTP request through the router.
    async fn send(
        &self,
        method: Method,
        message: Option<&Value>,
        repeated: &[RepeatedArgument],
    ) -> Response {
        let mut request = Request::new(
            message.map_or_else(Body::empty, |message| Body::from(message.to_string())),
        );
        *request.method_mut() = method;
        if let Ok(uri) = self.endpoint.path.parse() {
            *request.uri_mut() = uri;
        }
        let headers = request.headers_mut();
        if let Ok(host) = HeaderValue::from_str(&self.endpoint.host) {
            headers.insert(HOST, host);
        }
        headers.insert(ACCEPT, HeaderValue::from_static(ACCEPTED));
        if let Some(session) = self.session.get() {
            headers.insert(&SESSION, session.clone());
        }
        if let Some(revision) = self.revision.get() {
            headers.insert(&REVISION, revision.clone());
        }
        if let Some(message) = message {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
            repeat_in_headers(message, headers);
            repeat_arguments(repeated, headers);
        }
        // The headers of the test replace those of the client, so that a test can send wrong ones.
        let own: HashSet<_> = self.headers.keys().collect();
        for name in own {
            headers.remove(name);
        }
        for (name, value) in &self.headers {
            headers.append(name, value.clone());
        }
        let router: Router = self.endpoint.router.clone();
        match TowerToHyperService::new(router).call(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        }
    }
}

/// Returns the data of an event; `None` for a comment, and for an event without data.
fn data_of(event: &[u8]) -> Option<String> {
    let event = String::from_utf8_lossy(event);
    let lines = event.lines().filter_map(|line| line.strip_prefix("data:"));
    let data: Vec<_> = lines.map(str::trim_start).collect();
    let data = data.join("\n");
    (!data.is_empty()).then_some(data)
}
