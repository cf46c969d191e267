//! The view of the caller of a request.

use rmcp::{ErrorData, RoleServer, service::RequestContext};

use super::{
    call_refusal::{self, RefusalSlot},
    context,
    mount_wrapper::MountWrapper,
};
use crate::{ctx::Ctx, registry::View};

impl MountWrapper {
    /// Returns the view of a request's caller, or an error if the caller is refused.
    pub(super) async fn caller_view(
        &self,
        request: RequestContext<RoleServer>,
    ) -> Result<View, ErrorData> {
        if !self.view.depends_on_caller() {
            return Ok(self.view.clone());
        }
        let slot = RefusalSlot::of(&request.extensions);
        let mut ctx: Ctx = context::ctx(request);
        let seen = self.view.seen_by(&mut ctx).await;
        seen.map_err(|error| {
            call_refusal::record(slot.as_ref(), &error);
            ErrorData::invalid_request(error.to_string(), None)
        })
    }
}
