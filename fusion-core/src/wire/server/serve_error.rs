//! The error of a server.

/// The error with which serving ended.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The client did not start with an MCP message.
    #[error("the client did not open an MCP connection: {0}")]
    Handshake(String),
    /// The task of the connection panicked or was aborted.
    #[error("the connection was lost: {0}")]
    Connection(String),
    /// The server cannot listen on the address.
    #[cfg(feature = "http")]
    #[error("cannot listen on {address}: {}", .source.kind())]
    Bind {
        /// The address.
        address: std::net::SocketAddr,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// Actions ask their users, and nothing names the callers over HTTP, so that another caller could answer.
    #[cfg(all(feature = "ask", feature = "http"))]
    #[error(
        "`{action}` asks its user, and nothing names the callers, so that another one could answer: set `principal` of the registry's builder, to `|_| None` for a server without callers"
    )]
    NoPrincipal {
        /// The first action that asks, as `tool/key`.
        action: String,
    },
    /// The settings of [`HttpServer::oauth`](crate::HttpServer::oauth) cannot be used.
    #[cfg(feature = "oauth")]
    #[error("{0}")]
    OAuth(#[from] crate::wire::http::oauth::OAuthError),
    /// Actions, prompts or resources read the claims of an access token, and nothing verifies one.
    #[cfg(feature = "oauth")]
    #[error(
        "`{item}` reads `Ext<Claims>`, and nothing verifies access tokens: set `oauth` of the HTTP server, or provide the claims yourself"
    )]
    UnknownClaims {
        /// The first item that reads claims, as `tool/key`.
        item: String,
    },
    /// Actions, prompts or resources need scopes, and nothing knows those of a caller over HTTP.
    #[cfg(feature = "http")]
    #[error(
        "`{item}` needs a scope, and nothing knows which scopes a caller over HTTP was granted: set `scopes` of the registry's builder"
    )]
    UnknownScopes {
        /// The first item that needs a scope, as `tool/key`.
        item: String,
    },
    /// The standard streams or signals of the process cannot be used.
    #[error("the process's own streams or signals cannot be used")]
    Process(#[from] std::io::Error),
}
