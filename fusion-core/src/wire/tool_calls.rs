//! Whose a call is, and the answer where it is ours.

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestMethod, CallToolRequestParams, CallToolResponse, CallToolResult,
        ConstString, ContentBlock, CustomRequest, CustomResult, ErrorCode, ServerCapabilities,
    },
    service::RequestContext,
};
use serde_json::Value;

use super::{context, convert, mount_wrapper::MountWrapper};
use crate::{
    ctx::{Ctx, Era},
    error::CallError,
    registry::View,
};

type Cx = RequestContext<RoleServer>;

/// Whose answer a call gets.
pub(super) enum CallOwner {
    /// That of the whole view, which sees to who asks.
    Whole,
    /// That of what its caller sees, with the context in which that was asked.
    Seen(Box<(View, Ctx)>),
}

impl MountWrapper {
    /// Whether a call of `name` is for the tools of this registry, and what its caller sees.
    pub(super) async fn claims<H: ServerHandler>(
        &self,
        inner: &H,
        name: &str,
        request: &Cx,
    ) -> Option<CallOwner> {
        if !self.shares(inner, has_tools) {
            // Nobody else could answer it: even what is wrong with it is ours to say.
            return Some(CallOwner::Whole);
        }
        if !self.view.depends_on_caller() {
            return self.view.find(name).map(|_| CallOwner::Whole);
        }
        // A caller who may not see it is answered as by a handler without it.
        let mut ctx = context::ctx(request.clone());
        let seen = self.view.seen_by(&mut ctx).await.ok()?;
        seen.find(name)?;
        Some(CallOwner::Seen(Box::new((seen, ctx))))
    }

    /// Where the tools are away: the answer of a handler that may have one of the same name.
    pub(super) async fn theirs<H: ServerHandler>(
        &self,
        inner: &H,
        params: &CallToolRequestParams,
        request: &Cx,
    ) -> Option<Result<CallToolResponse, ErrorData>> {
        if self.is_there() || !self.shares(inner, has_tools) {
            return None;
        }
        let answer = inner.call_tool(params.clone(), request.clone()).await;
        // Not every handler says by `get_tool` what it has. One that has no such tool answers so.
        let unknown = matches!(&answer, Err(error) if error.code == ErrorCode::INVALID_PARAMS);
        (!unknown || inner.get_tool(&params.name).is_some()).then_some(answer)
    }

    pub(super) async fn call(
        &self,
        claim: CallOwner,
        name: &str,
        arguments: Value,
        request: Cx,
    ) -> Result<CallToolResult, ErrorData> {
        if !self.is_there() {
            return self.away(claim, name, request).await;
        }
        let result = match claim {
            CallOwner::Whole => self.view.call(name, arguments, context::ctx(request)).await,
            CallOwner::Seen(seen) => {
                let (view, ctx) = *seen;
                view.call(name, arguments, ctx).await
            }
        };
        match result {
            Ok(response) => Ok(convert::response(response)),
            Err(error) => convert::error(&error),
        }
    }

    /// The answer to a call while the tools are away. A name that never existed stays unknown.
    async fn away(
        &self,
        claim: CallOwner,
        name: &str,
        request: Cx,
    ) -> Result<CallToolResult, ErrorData> {
        let known = match claim {
            CallOwner::Seen(_) => true,
            CallOwner::Whole => {
                let seen = self.seen(request).await;
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

    /// A `tools/call` whose arguments are no object does not fit the SDK's type and arrives here.
    /// The model sent them, so the model is told.
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
        let claim = match name {
            Some(name) if !self.is_there() && inner.get_tool(name).is_some() => None,
            Some(name) => self.claims(inner, name, &request).await,
            None => (!self.shares(inner, has_tools)).then_some(CallOwner::Whole),
        };
        let Some(claim) = claim else {
            return inner.on_custom_request(custom, request).await;
        };
        let Some(Value::Object(mut params)) = custom.params else {
            return Err(ErrorData::invalid_params("params: expected object", None));
        };
        let Some(Value::String(name)) = params.remove("name") else {
            return Err(ErrorData::invalid_params("name: expected string", None));
        };
        let arguments = params.remove("arguments").unwrap_or_default();
        let era = context::era(&request);
        let mut result = self.call(claim, &name, arguments, request).await?;
        if era != Era::Modern {
            // The SDK does this for results of its own types.
            result.result_type = None;
        }
        let value = serde_json::to_value(result)
            .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        Ok(CustomResult::new(value))
    }
}

pub(super) fn has_tools(capabilities: &ServerCapabilities) -> bool {
    capabilities.tools.is_some()
}
