//! The context of a request that is no call, for providers.

use axum::extract::Request;

use crate::ctx::{Ctx, Era};

/// Returns a context with the head of a request, as its calls have it.
pub(super) fn request_context(request: &Request, era: Era) -> Ctx {
    let mut head = http::Request::new(());
    *head.method_mut() = request.method().clone();
    *head.uri_mut() = request.uri().clone();
    *head.version_mut() = request.version();
    head.headers_mut().clone_from(request.headers());
    let (parts, ()) = head.into_parts();
    let mut ctx = Ctx::new().with_era(era);
    ctx.extensions_mut().clone_from(request.extensions());
    ctx.insert(parts);
    ctx
}
