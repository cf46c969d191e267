//! Requests for prompts, resources and completions: routing to the registry or the handler, and the
//! registry's responses.

use std::time::Duration;

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CompleteRequestParams, CompleteResult, GetPromptRequestParams, GetPromptResponse,
        ReadResourceRequestParams, ReadResourceResponse, Reference as Referred, ServerCapabilities,
    },
    service::RequestContext,
};
use serde_json::Value;

use super::{
    call_refusal::{self, RefusalSlot},
    context, convert,
    mount_wrapper::MountWrapper,
};
use crate::{call::Reference, ctx::Ctx, error::CallError, registry::View};

type Cx = RequestContext<RoleServer>;

/// The timeout of a completion. It is fixed, because a user waits for it while typing and middleware,
/// such as a timeout, does not wrap completions.
const LONGEST_COMPLETION: Duration = Duration::from_secs(10);

/// The owner of a prompt or a resource.
pub(super) enum RequestOwner {
    /// The registry, with the caller's view and the context of the request.
    Registry(Box<(View, Ctx)>),
    /// The handler.
    Handler,
    /// No owner: the item does not exist or is hidden from the caller.
    Unknown,
}

impl MountWrapper {
    /// Determines the owner of an item. `is_ours` searches the view of the caller; the handler can own
    /// the item only if it has items of this `kind`.
    pub(super) async fn request_owner<H: ServerHandler>(
        &self,
        inner: &H,
        kind: impl Fn(&ServerCapabilities) -> bool,
        is_ours: impl Fn(&View) -> bool,
        request: &Cx,
    ) -> Result<RequestOwner, ErrorData> {
        let shared = self.shares(inner, kind);
        let otherwise = if shared {
            RequestOwner::Handler
        } else {
            RequestOwner::Unknown
        };
        if !self.is_attached() {
            return Ok(otherwise);
        }
        let mut ctx = context::ctx(request.clone());
        let view = match self.view.seen_by(&mut ctx).await {
            Ok(view) => view,
            // A caller that the registry refuses gets the handler's response.
            Err(_) if shared => return Ok(RequestOwner::Handler),
            Err(error) => {
                let slot = RefusalSlot::of(&request.extensions);
                return Err(refused(slot.as_ref(), &error));
            }
        };
        Ok(if is_ours(&view) {
            RequestOwner::Registry(Box::new((view, ctx)))
        } else {
            otherwise
        })
    }

    /// Handles `prompts/get`.
    pub(super) async fn fill<H: ServerHandler>(
        &self,
        inner: &H,
        params: GetPromptRequestParams,
        request: Cx,
    ) -> Result<GetPromptResponse, ErrorData> {
        let name = &params.name;
        let is_ours = |view: &View| view.has_prompt(name);
        let is_in = |capabilities: &ServerCapabilities| capabilities.prompts.is_some();
        match self.request_owner(inner, is_in, is_ours, &request).await? {
            RequestOwner::Handler => inner.get_prompt(params, request).await,
            RequestOwner::Unknown => Err(convert::refusal(&CallError::unknown_prompt(name))),
            RequestOwner::Registry(seen) => {
                let (view, ctx) = *seen;
                let slot = RefusalSlot::of(&request.extensions);
                let arguments = params.arguments.unwrap_or_default();
                let filled = view.prompt(name, arguments, ctx).await;
                let filled = filled.map_err(|error| refused(slot.as_ref(), &error))?;
                Ok(convert::messages(filled).into())
            }
        }
    }

    /// Handles `resources/read`.
    pub(super) async fn read_one<H: ServerHandler>(
        &self,
        inner: &H,
        params: ReadResourceRequestParams,
        request: Cx,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = &params.uri;
        let is_ours = |view: &View| view.has_resource(uri);
        match self
            .request_owner(inner, has_resources, is_ours, &request)
            .await?
        {
            RequestOwner::Handler => inner.read_resource(params, request).await,
            RequestOwner::Unknown => Err(convert::unknown_resource(uri)),
            RequestOwner::Registry(seen) => {
                let (view, ctx) = *seen;
                let slot = RefusalSlot::of(&request.extensions);
                let read = view.read(uri, ctx).await.map_err(|error| match error {
                    // The handler of the resource returned that it does not exist.
                    CallError::UnknownResource { .. } => convert::unknown_resource(uri),
                    error => refused(slot.as_ref(), &error),
                })?;
                Ok(convert::contents(read).into())
            }
        }
    }

    /// Handles `completion/complete`.
    pub(super) async fn complete_one<H: ServerHandler>(
        &self,
        inner: &H,
        params: CompleteRequestParams,
        request: Cx,
    ) -> Result<CompleteResult, ErrorData> {
        let reference = match &params.r#ref {
            Referred::Prompt(prompt) => Reference::Prompt(&prompt.name),
            Referred::Resource(resource) => Reference::Resource(&resource.uri),
            // A kind of reference that this version does not know.
            _ => return inner.complete(params, request).await,
        };
        let is_ours = |view: &View| match reference {
            Reference::Prompt(name) => view.has_prompt(name),
            Reference::Resource(uri) => view.has_template(uri) || view.has_resource(uri),
        };
        let is_in = |capabilities: &ServerCapabilities| capabilities.completions.is_some();
        match self.request_owner(inner, is_in, is_ours, &request).await? {
            RequestOwner::Handler => inner.complete(params, request).await,
            // The protocol defines an unknown reference as an invalid parameter.
            RequestOwner::Unknown => Err(convert::refusal(&reference.unknown())),
            RequestOwner::Registry(seen) => {
                let (view, ctx) = *seen;
                let (name, value) = (&*params.argument.name, &*params.argument.value);
                let filled = params.context.and_then(|context| context.arguments);
                let filled = filled.unwrap_or_default().into_iter();
                let filled = filled.map(|(name, value)| (name, Value::String(value)));
                let filled = filled.collect();
                let slot = RefusalSlot::of(&request.extensions);
                let completing = view.complete(reference, name, value, filled, ctx);
                match tokio::time::timeout(LONGEST_COMPLETION, completing).await {
                    Ok(Ok(completion)) => convert::completion(completion),
                    Ok(Err(error)) => Err(refused(slot.as_ref(), &error)),
                    Err(_) => {
                        let seconds = LONGEST_COMPLETION.as_secs();
                        let text = format!("the completion took more than {seconds} s");
                        Err(ErrorData::internal_error(text, None))
                    }
                }
            }
        }
    }
}

/// Converts an error, and records its status for the endpoint.
fn refused(slot: Option<&RefusalSlot>, error: &CallError) -> ErrorData {
    call_refusal::record(slot, error);
    convert::refusal(error)
}

pub(super) fn has_resources(capabilities: &ServerCapabilities) -> bool {
    capabilities.resources.is_some()
}
