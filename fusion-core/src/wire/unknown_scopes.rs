//! Views whose items need scopes, where nothing knows the scopes of a caller. No scope is granted then.
//!
//! Over stdio every scope is, because the protocol has no authorization there: the user who started the process is
//! its caller. An author may state the same of another stream.

use std::sync::{Arc, Once};

use crate::{ctx::Ctx, registry::View, scopes::GrantedScopes};

/// Logs that scopes are not enforced over the standard streams.
pub(super) fn warn_over_stdio(view: &View) {
    if let Some(item) = view.needs_unknown_scopes() {
        tracing::warn!(
            item,
            "items need scopes, which are not enforced over stdio, because `scopes` of the registry's builder is not \
             set"
        );
    }
}

/// Returns the view of a byte stream whose other end may be anybody.
pub(super) fn for_byte_stream(view: View) -> View {
    let Some(item) = view.needs_unknown_scopes() else {
        return view;
    };
    view.log_unknown_scopes(|| {
        tracing::error!(
            item,
            "nothing knows which scopes a caller over this byte stream was granted, so that items with scopes are \
             unavailable: set `scopes` of the registry's builder, or `trust_caller` of the server if the caller is the \
             user who started this process"
        );
    });
    view.granted_by(Arc::new(|_| GrantedScopes::none()))
}

/// Returns the view of a mount, which is served by code that this crate does not see, so that it cannot refuse to
/// start.
pub(super) fn for_mount(view: View, trusts_caller: bool) -> View {
    let Some(item) = view.needs_unknown_scopes() else {
        return view;
    };
    if !trusts_caller {
        tracing::error!(
            item,
            "nothing knows which scopes a caller of this mount was granted, so that items with scopes are \
             unavailable: set `scopes` of the registry's builder, or `trust_caller` of the mount if it is served over \
             a stream whose other end is the user who started this process"
        );
        return view.granted_by(Arc::new(|_| GrantedScopes::none()));
    }
    let logged = Once::new();
    view.granted_by(Arc::new(move |ctx: &Ctx| {
        if ctx.get::<http::request::Parts>().is_none() {
            return GrantedScopes::all();
        }
        logged.call_once(|| {
            tracing::error!(
                item,
                "nothing knows which scopes a caller over HTTP was granted, so that items with scopes are unavailable: \
                 set `scopes` of the registry's builder; `trust_caller` has no effect over HTTP"
            );
        });
        GrantedScopes::none()
    }))
}

/// Returns the view of a router over HTTP, which cannot refuse to start either.
#[cfg(feature = "http")]
pub(super) fn for_router(view: View) -> View {
    let Some(item) = view.needs_unknown_scopes() else {
        return view;
    };
    tracing::error!(
        item,
        "nothing knows which scopes a caller over HTTP was granted, so that items with scopes are \
         unavailable: set `scopes` of the registry's builder"
    );
    view.granted_by(Arc::new(|_| GrantedScopes::none()))
}
