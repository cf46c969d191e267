//! The lane over HTTP: the requests of one message that the endpoint answers without the SDK, and the
//! response to them. The headers of such a request are as plain as its body.

#[cfg(test)]
mod tests;

use std::{future::Future, pin::pin};

use http::{
    HeaderMap, HeaderName, HeaderValue, Response, StatusCode,
    header::{CONTENT_TYPE, HOST, ORIGIN},
    request::Parts,
};
use rmcp::model::{ProtocolVersion, RequestId};
use serde_json::Value;
use tracing::Instrument;

use super::{
    super::{
        call_refusal::CallRefusal,
        lane::{CallRequest, Lane, LaneCall, write_response},
        mount_wrapper::MountWrapper,
    },
    HttpServer,
    allowed_hosts::AllowedHosts,
    sdk_body::{SdkBody, SdkResponse},
    stop::HttpStop,
};
use crate::{
    ctx::{Cancellation, CancellationGuard, Era},
    error::CallError,
    registry::View,
    result::ToolResponse,
};

static VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
static METHOD: HeaderName = HeaderName::from_static("mcp-method");
static NAME: HeaderName = HeaderName::from_static("mcp-name");
/// The begin of a name in base64.
const ENCODED: &str = "=?";
/// The size that most responses have at least.
const CAPACITY: usize = 256;
/// The key of a schema that names a header for an argument.
const ANNOTATION: &str = "x-mcp-header";

impl HttpServer {
    /// Sets whether the endpoint answers plain `tools/call` requests itself, as
    /// [`Server::lane`](crate::Server::lane) does, whose setting it replaces.
    pub fn lane(mut self, lane: bool) -> Self {
        self.lane = lane;
        self
    }
}

/// The lane of an endpoint.
pub(super) struct HttpLane {
    lane: Lane,
    hosts: AllowedHosts,
    /// The tools with arguments that clients repeat in headers, which the SDK compares.
    annotated: Vec<String>,
    /// True if requests of the legacy era belong to sessions.
    has_sessions: bool,
    /// True if the refusal of a call that lacks scopes has a status.
    names_scopes: bool,
    stop: HttpStop,
}

impl HttpLane {
    /// Creates the lane of an endpoint. `hosts` is `None` for the loopback names.
    pub(super) fn new(
        wrapper: &MountWrapper,
        hosts: Option<&[String]>,
        has_sessions: bool,
        names_scopes: bool,
        stop: HttpStop,
    ) -> Self {
        Self {
            lane: Lane::new(wrapper),
            hosts: hosts.map_or_else(AllowedHosts::loopback, AllowedHosts::new),
            annotated: annotated_tools(&wrapper.view),
            has_sessions,
            names_scopes,
            stop,
        }
    }

    /// Returns the call of a request, or `None` if the request is the SDK's to answer.
    pub(super) fn read(&self, parts: &Parts, body: &[u8]) -> Option<LaneCall> {
        let headers = &parts.headers;
        if headers.contains_key(ORIGIN) || !self.hosts.contain(headers.get(HOST)?) {
            return None;
        }
        let era = era(headers)?;
        if era == Era::Legacy && self.has_sessions {
            return None;
        }
        let request = CallRequest::read(body)?;
        if request.era()? != era || request.wants_progress() {
            return None;
        }
        match era {
            Era::Modern => {
                let name = &*request.tool;
                let is_plain = has_only(headers, &METHOD, "tools/call")
                    && has_only(headers, &NAME, name)
                    && !name.starts_with(ENCODED)
                    && !self.annotated.iter().any(|tool| tool == name);
                is_plain.then_some(())?;
                self.lane.modern(request, true)
            }
            // Without a session there was no handshake, so that the client is unknown.
            _ => Some(LaneCall::new(request, Era::Legacy, None)),
        }
    }

    /// Returns the response to a call. A dropped future cancels the call. Not an `async fn`: the future of one would
    /// hold the call and the parts of its request several times, and axum moves it to a box.
    ///
    /// # Errors
    ///
    /// The refusal of a call that has a status of its own.
    pub(super) fn answer(
        &self,
        call: LaneCall,
        mut parts: Parts,
    ) -> impl Future<Output = Result<SdkResponse, CallRefusal>> + Send {
        let span = call.span();
        let LaneCall {
            tool,
            arguments,
            mut ctx,
            id,
            ..
        } = call;
        let era = ctx.era();
        // The extensions of the request, so that `&Ext<T>` finds the values that tower layers inserted.
        *ctx.extensions_mut() = {
            let mut extensions = std::mem::take(&mut parts.extensions);
            extensions.extend(std::mem::take(ctx.extensions_mut()));
            extensions
        };
        ctx.insert(parts);
        let cancellation = Cancellation::of_call(self.stop.calls());
        let cancels = CancellationGuard::new(cancellation.clone());
        let ctx = ctx.with_cancellation(cancellation);
        async move {
            let _cancels = cancels;
            let running = pin!(self.lane.view.call_sent(&tool, arguments, ctx));
            let result = running.instrument(span).await;
            self.respond(&id, era, result)
        }
    }

    /// Returns the response to a call that has ended, or its refusal.
    fn respond(
        &self,
        id: &RequestId,
        era: Era,
        result: Result<ToolResponse, CallError>,
    ) -> Result<SdkResponse, CallRefusal> {
        if self.stop.is_over() && matches!(result, Err(CallError::Cancelled)) {
            // The endpoint replaces it, as it does for a call that the SDK cancelled.
            return Ok(interrupted());
        }
        if let Err(error) = &result
            && let Some(refusal) = CallRefusal::of(error)
            && (self.names_scopes || refusal == CallRefusal::Unauthorized)
        {
            return Err(refusal);
        }
        let mut body = Vec::with_capacity(CAPACITY);
        write_response(&mut body, id, era, result);
        Ok(json_response(body))
    }
}

fn json_response(body: Vec<u8>) -> SdkResponse {
    let mut response = Response::new(SdkBody::from(body));
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(CONTENT_TYPE, json);
    response
}

fn interrupted() -> SdkResponse {
    let mut response = Response::new(SdkBody::default());
    *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
    response
}

/// Returns the era that the headers announce, or `None` for a version that only the SDK knows.
pub(super) fn era(headers: &HeaderMap) -> Option<Era> {
    let mut versions = headers.get_all(&VERSION).iter();
    let Some(version) = versions.next() else {
        return Some(Era::Legacy);
    };
    if versions.next().is_some() {
        return None;
    }
    let known = ProtocolVersion::KNOWN_VERSIONS
        .iter()
        .find(|known| version == known.as_str())?;
    if known.has_initialize() {
        Some(Era::Legacy)
    } else {
        (*known == ProtocolVersion::V_2026_07_28).then_some(Era::Modern)
    }
}

/// Returns whether a header occurs once, with this value, which must be ASCII.
fn has_only(headers: &HeaderMap, name: &HeaderName, value: &str) -> bool {
    let mut values = headers.get_all(name).iter();
    let only = values.next().and_then(|only| only.to_str().ok());
    only == Some(value) && values.next().is_none()
}

/// Returns the names of the tools with annotated arguments.
fn annotated_tools(view: &View) -> Vec<String> {
    let tools = view.tools().iter();
    let annotated = tools.filter(|tool| is_annotated(tool.input_schema.get("properties")));
    annotated.map(|tool| tool.name.clone()).collect()
}

fn is_annotated(properties: Option<&Value>) -> bool {
    let properties = properties.and_then(Value::as_object);
    properties.is_some_and(|properties| {
        properties.values().any(|property| {
            property.get(ANNOTATION).is_some() || is_annotated(property.get("properties"))
        })
    })
}
