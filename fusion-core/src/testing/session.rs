//! The session of a test client: its era, its ids, and the form of its requests.

use std::sync::atomic::{AtomicU64, Ordering};

use rmcp::model::ProtocolVersion;
use serde_json::{Map, Value, json};

use super::{
    failure::ProtocolError,
    link::{Arrival, Exchange, TestLink},
    outcome::is_question,
    question::{AnswerQuestion, TestQuestion},
};
use crate::ctx::Era;

/// The revision with a handshake that the client speaks.
const LEGACY: ProtocolVersion = ProtocolVersion::V_2025_11_25;
/// The revision without a handshake that the client speaks.
const MODERN: ProtocolVersion = ProtocolVersion::V_2026_07_28;
/// The member of `_meta` with the revision of a request.
pub(super) const REVISION_KEY: &str = "io.modelcontextprotocol/protocolVersion";
const PROGRESS_TOKEN: &str = "progressToken";
const CLIENT_KEY: &str = "io.modelcontextprotocol/clientInfo";
const CAPABILITIES_KEY: &str = "io.modelcontextprotocol/clientCapabilities";

/// A client that has shaken hands, if its era has a handshake.
pub(super) struct TestSession {
    pub(super) link: TestLink,
    era: Era,
    client: Value,
    capabilities: Value,
    user: Option<AnswerQuestion>,
    next_id: AtomicU64,
    /// The result of the handshake; `None` in the modern era.
    pub(super) handshake: Option<Value>,
}

/// A request that has no id yet.
#[derive(Clone)]
pub(super) struct ClientRequest<'m> {
    pub(super) method: &'m str,
    pub(super) params: Value,
    pub(super) wants_progress: bool,
    /// The arguments that HTTP repeats in headers: the end of a header's name, and the value.
    pub(super) repeated: Vec<RepeatedArgument>,
}

/// The end of a header's name, and the argument that it repeats.
pub(super) type RepeatedArgument = (String, String);

impl<'m> ClientRequest<'m> {
    /// Creates a request that wants no progress.
    pub(super) fn new(method: &'m str, params: Value) -> Self {
        Self {
            method,
            params,
            wants_progress: false,
            repeated: Vec::new(),
        }
    }
}

/// The client as it introduces itself.
pub(super) struct Introduction {
    pub(super) era: Era,
    pub(super) client: Value,
    pub(super) capabilities: Value,
}

impl TestSession {
    /// Introduces the client to the server.
    pub(super) async fn open(
        link: TestLink,
        introduction: Introduction,
        user: Option<AnswerQuestion>,
    ) -> Result<Self, ProtocolError> {
        let Introduction {
            era,
            client,
            capabilities,
        } = introduction;
        let mut session = Self {
            link,
            era,
            client,
            capabilities,
            user,
            next_id: AtomicU64::new(1),
            handshake: None,
        };
        if era == Era::Legacy {
            session.shake_hands().await?;
        }
        Ok(session)
    }

    async fn shake_hands(&mut self) -> Result<(), ProtocolError> {
        let params = json!({
            "protocolVersion": LEGACY.as_str(),
            "capabilities": self.capabilities,
            "clientInfo": self.client,
        });
        let result = self.request("initialize", params).await?;
        #[cfg(feature = "http")]
        if let TestLink::Http(link) = &self.link {
            link.start_session(
                result["protocolVersion"]
                    .as_str()
                    .unwrap_or(LEGACY.as_str()),
            );
        }
        self.notify("notifications/initialized", json!({})).await;
        self.handshake = Some(result);
        Ok(())
    }

    pub(super) fn is_modern(&self) -> bool {
        self.era == Era::Modern
    }

    /// Returns true if the client repeats annotated arguments of a call in headers.
    pub(super) fn repeats_arguments(&self) -> bool {
        self.is_modern() && self.link.is_http()
    }

    /// Sends a request and returns its result.
    pub(super) async fn request(
        &self,
        method: &str,
        params: Value,
    ) -> Result<Value, ProtocolError> {
        let request = ClientRequest::new(method, params);
        let (_, mut exchange) = self.start(request).await;
        response(&mut exchange, method).await
    }

    /// Sends a request. Returns its id, and the messages that belong to it.
    pub(super) async fn start(&self, request: ClientRequest<'_>) -> (u64, Exchange) {
        let ClientRequest {
            method,
            mut params,
            wants_progress,
            repeated,
        } = request;
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        if wants_progress {
            add_meta(&mut params, PROGRESS_TOKEN, id.into());
        }
        self.introduce(&mut params);
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        (id, self.link.request(id, message, repeated).await)
    }

    /// Sends a notification.
    pub(super) async fn notify(&self, method: &str, mut params: Value) {
        self.introduce(&mut params);
        let message = json!({"jsonrpc": "2.0", "method": method, "params": params});
        self.link.notify(message).await;
    }

    /// Adds the members of `_meta` by which each message of the modern era introduces its client.
    fn introduce(&self, params: &mut Value) {
        if self.is_modern() {
            add_meta(params, REVISION_KEY, MODERN.as_str().into());
            add_meta(params, CLIENT_KEY, self.client.clone());
            add_meta(params, CAPABILITIES_KEY, self.capabilities.clone());
        }
    }

    /// Answers the questions of a result, as parameters of the request that follows. Returns `None` for a result
    /// without questions, and if the user does not answer each of them.
    pub(super) fn answers(&self, result: &Value) -> Option<Map<String, Value>> {
        if !is_question(result) {
            return None;
        }
        let user = self.user.as_ref()?;
        let mut responses = Map::new();
        for (id, request) in result["inputRequests"].as_object()? {
            let question = TestQuestion::read(&request["params"]);
            responses.insert(id.clone(), user(&question).to_result()?);
        }
        let mut params = Map::new();
        params.insert("inputResponses".to_owned(), responses.into());
        if let Some(state) = result.get("requestState") {
            params.insert("requestState".to_owned(), state.clone());
        }
        Some(params)
    }
}

/// Adds a member to the `_meta` of parameters, unless a test has set it. Parameters that are no object stay as they
/// are, so that a test can send them.
fn add_meta(params: &mut Value, key: &str, value: Value) {
    if params.is_null() {
        *params = Map::new().into();
    }
    let meta = params
        .as_object_mut()
        .map(|params| params.entry("_meta").or_insert_with(|| Map::new().into()));
    if let Some(meta) = meta.and_then(Value::as_object_mut) {
        meta.entry(key).or_insert(value);
    }
}

/// Waits for the response to a request, and drops the notifications about it.
pub(super) async fn response(
    exchange: &mut Exchange,
    method: &str,
) -> Result<Value, ProtocolError> {
    loop {
        match exchange.arrivals.next().await {
            Some(Ok(message)) if message.get("method").is_some() => {}
            arrival => return result_of(arrival, method),
        }
    }
}

/// Returns the result in the response to a request.
pub(super) fn result_of(arrival: Option<Arrival>, method: &str) -> Result<Value, ProtocolError> {
    let mut message = arrival.ok_or_else(|| ProtocolError::unanswered(method))??;
    match message.get("error") {
        Some(error) => Err(ProtocolError::of_response(error)),
        None => Ok(message["result"].take()),
    }
}
