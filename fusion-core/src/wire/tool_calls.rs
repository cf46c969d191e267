//! Tool calls: routing to the registry or the handler, and the registry's responses.

use std::pin::pin;

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestMethod, CallToolRequestParams, CallToolResponse, CallToolResult,
        ConstString, ContentBlock, CustomRequest, CustomResult, ErrorCode, InputResponses,
        ServerCapabilities,
    },
    service::RequestContext,
};
use serde_json::Value;

#[cfg(all(feature = "ask", feature = "http"))]
use super::client_link::PeerLink;
use super::{
    call_refusal::{self, RefusalSlot},
    context, convert, elicitation,
    malformed_arguments::{answers_error, params_error},
    mount_wrapper::MountWrapper,
};
#[cfg(all(feature = "ask", feature = "http"))]
use crate::ctx::link::SharedLink;
use crate::{
    ctx::{Ctx, Era},
    error::CallError,
    registry::View,
};

type Cx = RequestContext<RoleServer>;

/// The view that handles a call.
pub(super) enum CallOwner {
    /// The complete view, which checks the access of the caller itself.
    CompleteView,
    /// The caller's view, with the context of the request.
    CallerView(Box<(View, Ctx)>),
}

/// A call of a tool of the registry.
pub(super) struct ToolRequest {
    name: String,
    arguments: Value,
    /// The state of a call that asked, and the answers.
    answers: Option<(String, InputResponses)>,
}

/// The values that the context of a call has beside its request.
struct CallExtras {
    answers: Option<(String, InputResponses)>,
    /// The connection of a server that may stop while a question is open.
    #[cfg(all(feature = "ask", feature = "http"))]
    link: Option<SharedLink>,
}

impl CallExtras {
    fn add_to(self, ctx: Ctx) -> Ctx {
        #[cfg(all(feature = "ask", feature = "http"))]
        let ctx = match self.link {
            Some(link) => ctx.with_link(link),
            None => ctx,
        };
        match self.answers {
            #[cfg(feature = "ask")]
            Some((state, answers)) => ctx.with_answers(state, answers),
            _ => ctx,
        }
    }
}

impl From<CallToolRequestParams> for ToolRequest {
    fn from(params: CallToolRequestParams) -> Self {
        let answers = params.input_responses.unwrap_or_default();
        Self {
            name: params.name.into_owned(),
            arguments: params.arguments.map_or(Value::Null, Value::Object),
            answers: params.request_state.map(|state| (state, answers)),
        }
    }
}

impl MountWrapper {
    /// Returns the view that handles a call of `name`; `None` if the registry does not handle it.
    pub(super) async fn call_owner<H: ServerHandler>(
        &self,
        inner: &H,
        name: &str,
        request: &Cx,
    ) -> Option<CallOwner> {
        if !self.shares(inner, has_tools) {
            // The handler has no tools, so the registry also returns the error for an unknown name.
            return Some(CallOwner::CompleteView);
        }
        if !self.view.depends_on_caller() {
            return self.view.find(name).map(|_| CallOwner::CompleteView);
        }
        // A caller that may not see the tool gets the handler's response for an unknown tool.
        let mut ctx = context::ctx(request.clone());
        let seen = self.view.seen_by(&mut ctx).await.ok()?;
        seen.find(name)?;
        Some(CallOwner::CallerView(Box::new((seen, ctx))))
    }

    /// Returns the handler's response while the registry is detached. The handler may have a tool with
    /// the same name.
    pub(super) async fn handler_response_while_detached<H: ServerHandler>(
        &self,
        inner: &H,
        params: &CallToolRequestParams,
        request: &Cx,
    ) -> Option<Result<CallToolResponse, ErrorData>> {
        let is_hidden = self.hidden.contains(&params.name);
        if self.is_attached() || is_hidden || !self.shares(inner, has_tools) {
            return None;
        }
        let answer = inner.call_tool(params.clone(), request.clone()).await;
        // Not every handler implements `get_tool`. This error is a handler's response for an unknown
        // tool.
        let unknown = matches!(&answer, Err(error) if error.code == ErrorCode::INVALID_PARAMS);
        (!unknown || inner.get_tool(&params.name).is_some()).then_some(answer)
    }

    /// Calls a tool of the registry.
    pub(super) async fn call(
        &self,
        owner: CallOwner,
        call: ToolRequest,
        request: Cx,
    ) -> Result<CallToolResponse, ErrorData> {
        let ToolRequest {
            name,
            arguments,
            answers,
        } = call;
        if !self.is_attached() {
            let response = self.response_while_detached(owner, &name, request);
            return response.await.map(CallToolResponse::from);
        }
        // The peer of a connection of the modern era is known from its first request on.
        self.connection.link.set(request.peer.clone());
        let cancellation = self.cancellation(&request);
        let slot = RefusalSlot::of(&request.extensions);
        let extras = CallExtras {
            answers,
            #[cfg(all(feature = "ask", feature = "http"))]
            link: (self.stopping.as_ref())
                .map(|stopping| PeerLink::until(request.peer.clone(), stopping.clone())),
        };
        let call = pin!(async {
            match owner {
                CallOwner::CompleteView => {
                    let ctx = extras.add_to(context::ctx(request));
                    self.view.call(&name, arguments, ctx).await
                }
                CallOwner::CallerView(seen) => {
                    let (view, ctx) = *seen;
                    view.call(&name, arguments, extras.add_to(ctx)).await
                }
            }
        });
        let result = cancellation.run(call).await;
        match result {
            Ok(response) => Ok(convert::response(response).into()),
            Err(CallError::Asked { questions, state }) => {
                Ok(elicitation::input_required(&questions, &state).into())
            }
            Err(error) => {
                call_refusal::record(slot.as_ref(), &error);
                convert::error(&error).map(CallToolResponse::from)
            }
        }
    }

    /// Returns the response to a call while the registry is detached. A name that never existed is
    /// unknown.
    async fn response_while_detached(
        &self,
        owner: CallOwner,
        name: &str,
        request: Cx,
    ) -> Result<CallToolResult, ErrorData> {
        let known = match owner {
            CallOwner::CallerView(_) => true,
            CallOwner::CompleteView => {
                let seen = self.caller_view(request).await;
                seen.is_ok_and(|seen| seen.find(name).is_some())
            }
        };
        if !known {
            return convert::error(&CallError::unknown_tool(name));
        }
        let text = format!(
            "Error: {name} is not available at the moment. List the tools again for those that are."
        );
        Ok(CallToolResult::error(vec![ContentBlock::text(text)]))
    }

    /// Handles a `tools/call` whose arguments are not an object. The SDK cannot deserialize it and
    /// passes it as a custom request. The model sent the arguments, so the error is a tool result.
    pub(super) async fn custom_call<H: ServerHandler>(
        &self,
        inner: &H,
        custom: CustomRequest,
        request: Cx,
    ) -> Result<CustomResult, ErrorData> {
        if custom.method != CallToolRequestMethod::VALUE {
            return inner.on_custom_request(custom, request).await;
        }
        let params = custom.params.as_ref().and_then(Value::as_object);
        let name = params.and_then(|params| params.get("name")?.as_str());
        let owner = match name {
            Some(name)
                if !self.is_attached()
                    && !self.hidden.contains(name)
                    && inner.get_tool(name).is_some() =>
            {
                None
            }
            Some(name) => self.call_owner(inner, name, &request).await,
            None => (!self.shares(inner, has_tools)).then_some(CallOwner::CompleteView),
        };
        let Some(owner) = owner else {
            if let Some(unknown) = name.and_then(|name| self.hidden.unknown(name)) {
                return Err(unknown);
            }
            return inner.on_custom_request(custom, request).await;
        };
        let Some(name) = name.map(str::to_owned) else {
            return Err(params_error(&custom));
        };
        if let Some(error) = answers_error(&custom) {
            return Err(error);
        }
        let arguments = match custom.params {
            Some(Value::Object(mut params)) => params.remove("arguments").unwrap_or_default(),
            _ => Value::Null,
        };
        let era = context::era(&request);
        let call = ToolRequest {
            name,
            arguments,
            answers: None,
        };
        let value = match self.call(owner, call, request).await? {
            CallToolResponse::InputRequired(result) => serde_json::to_value(result),
            CallToolResponse::Complete(mut result) => {
                if era != Era::Modern {
                    // The SDK removes this field only from results of typed requests.
                    result.result_type = None;
                }
                serde_json::to_value(result)
            }
            _ => return Err(ErrorData::internal_error("internal error", None)),
        };
        let value = value.map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        Ok(CustomResult::new(value))
    }
}

pub(super) fn has_tools(capabilities: &ServerCapabilities) -> bool {
    capabilities.tools.is_some()
}
