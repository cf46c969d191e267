//! Authorization: access tokens of OAuth decide who calls, and their scopes what the caller may do.
//!
//! The server is a resource server: a request without a valid token gets 401, with the place at which a client
//! learns where tokens come from. A real one names its identity provider there. This example has a small
//! issuer of its own on the same port, so that it runs without anything else.
//!
//! Two users of one endpoint see different tools: an action is hidden from a caller without its scope, or, where
//! the tool steps up, it is listed and the client is told which scope to request. The issuer and the subject of
//! the token also name the caller whom an action asks: nobody else can answer the question.

mod issuer;

use std::net::SocketAddr;

use axum::Router;
use fusion_core::{
    Ext, HttpServer, Registry, Server,
    auth::{Claims, ResourceServer, Scopes},
    server_info, tool_group,
};

use issuer::DemoIssuer;

struct Desk;

/// Work at one's own desk.
#[tool_group(name = "desk", scope("desk:read"))]
impl Desk {
    /// Tell whose desk this is.
    #[action(read_only)]
    fn whose(claims: &Ext<Claims>) -> String {
        format!("This is the desk of {}.", name(claims))
    }

    /// Throw away all papers on one's own desk.
    #[action(destructive, confirm("Throw away all papers on your desk?"))]
    fn clear(claims: &Ext<Claims>) -> String {
        format!("The desk of {} is clear.", name(claims))
    }

    /// Open somebody's desk. [`Self::whose`] tells one's own.
    #[action(scope("desk:open"))]
    fn open(
        claims: &Ext<Claims>,
        /** Whose desk. */
        owner: String,
    ) -> String {
        format!("{} opens the desk of {owner}.", name(claims))
    }
}

struct Keys;

/// Look after the keys.
#[tool_group(name = "keys", scope("keys:read"))]
impl Keys {
    /// Count the keys.
    #[action(read_only)]
    fn count() -> &'static str {
        "There are two keys."
    }
}

fn name(claims: &Claims) -> &str {
    claims.subject().unwrap_or("nobody")
}

/// Builds the server for an address of this machine, with the issuer beside it.
///
/// # Errors
///
/// Returns the errors of `build()`, and an error if the system has no random numbers for the key of the issuer.
pub fn server(address: SocketAddr) -> Result<HttpServer, Box<dyn std::error::Error>> {
    let registry = Registry::builder()
        // A client without `desk:open` learns that it may request it. The keys stay hidden.
        .missing_scopes("desk", Scopes::StepUp)
        .tool(Desk)
        .tool(Keys)
        .build()?;
    let issuer = DemoIssuer::new(address)?;
    let resource = ResourceServer::new(format!("http://{address}/mcp"))
        .issuer(issuer.url())
        .scopes(["desk:read"])
        .name("The desk");
    Ok(Server::new(registry, server_info!())
        .http()
        .oauth(resource)
        .map_router(|router: Router| router.merge(issuer.router())))
}
