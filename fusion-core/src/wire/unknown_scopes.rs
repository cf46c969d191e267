//! Views whose items need scopes, where nothing knows the scopes of a caller.
//!
//! Over HTTP nothing is granted then. Over stdio everything is, because the protocol has no authorization
//! there: the user who started the process is its caller.

use std::sync::{Arc, Once};

use crate::{ctx::Ctx, registry::View, scopes::GrantedScopes};

/// Logs that scopes are not enforced over a byte stream.
pub(super) fn warn_on_byte_stream(view: &View) {
    if let Some(item) = view.needs_unknown_scopes() {
        warn(&item);
    }
}

/// Returns the view of a mount, which is served by code that this crate does not see, so that it cannot
/// refuse to start.
pub(super) fn for_mount(view: View) -> View {
    let Some(item) = view.needs_unknown_scopes() else {
        return view;
    };
    view.granted_by(Arc::new(move |ctx: &Ctx| {
        if ctx.get::<http::request::Parts>().is_some() {
            return GrantedScopes::none();
        }
        warn(&item);
        GrantedScopes::all()
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

/// Logs once for the process that scopes are not enforced. `item` is the first item that needs one.
fn warn(item: &str) {
    static WARNED: Once = Once::new();

    WARNED.call_once(|| {
        tracing::warn!(
            item,
            "items need scopes, which are not enforced over this byte stream, because `scopes` of the \
             registry's builder is not set"
        );
    });
}
