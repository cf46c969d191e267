//! Warnings of settings with which a server starts, and clients do not get far.

use super::resource_server::ResourceServer;
use crate::{error::nearest, registry::View};

/// The scopes of `OpenID` Connect, which no item needs.
const IDENTITY: [&str; 5] = ["openid", "profile", "email", "address", "phone"];

impl ResourceServer {
    /// Logs doubtful settings of a server of `view`, whose endpoint has the path `endpoint`. `has_host` is true for a
    /// server to which the whole host belongs; the endpoint of others may be nested.
    pub(in super::super) fn warn_of_doubtful(&self, view: &View, endpoint: &str, has_host: bool) {
        self.warn_of_another_path(endpoint, has_host);
        let known = view.scope_names();
        if known.is_empty() {
            return; // the author looks at scopes elsewhere
        }
        let is_unknown =
            |scope: &&String| !known.iter().chain(&IDENTITY).any(|known| *known == **scope);
        for scope in self.scopes.iter().filter(is_unknown) {
            let nearest = nearest(scope, known.iter().copied());
            tracing::warn!(
                scope,
                nearest,
                "clients request a scope that no action, prompt or resource of this server needs"
            );
        }
    }

    fn warn_of_another_path(&self, endpoint: &str, has_host: bool) {
        let Ok(url) = self.resource_url() else {
            return;
        };
        let mut served = url.clone();
        served.set_path(endpoint);
        let path = |url: &reqwest::Url| url.path().trim_end_matches('/').to_owned();
        let (expected, served) = (path(&url), path(&served));
        let is_reached = if has_host {
            expected == served
        } else {
            expected.ends_with(&served)
        };
        if !is_reached {
            let resource = &*self.resource;
            tracing::warn!(
                resource,
                endpoint,
                "clients send requests to the path of the resource, and the endpoint has another one: a proxy has to \
                 rewrite it"
            );
        }
    }
}
