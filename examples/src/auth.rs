//! Authentication: a layer of the axum application checks a bearer token, and puts a caller into
//! the request that actions read.
//!
//! The layer responds to a request without a valid token with 401, before the body is read. The health
//! route needs no token, because the probes of a load balancer have none. Paths
//! that the server does not have stay 404 without a token, which clients rely on to find out that
//! there is no authorization server. The
//! value that it puts into the request's extensions is in the context of every call, and selects
//! the tools that the caller may see: two users of one endpoint see different tools. It also names
//! the caller whom an action asks: nobody else can answer the question.

use axum::{
    Router,
    extract::Request,
    http::{StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
};
use fusion_core::{
    BuildErrors, Ext, Filter, HttpServer, Registry, Server, server_info, tool_group,
};

/// The tokens of this example. A real server verifies tokens with its identity provider.
const TOKENS: [(&str, Caller); 2] = [
    ("ada-token", Caller::new("ada", &["member", "keeper"])),
    ("grace-token", Caller::new("grace", &["member"])),
];

/// The path of the health route.
const HEALTH: &str = "/health";

/// The authenticated caller, with the tags of the actions that are open to the caller.
#[derive(Clone, Debug)]
pub struct Caller {
    name: &'static str,
    scopes: &'static [&'static str],
}

impl Caller {
    const fn new(name: &'static str, scopes: &'static [&'static str]) -> Self {
        Self { name, scopes }
    }
}

struct Desk;

/// Work at one's own desk.
#[tool_group(name = "desk")]
impl Desk {
    /// Tell whose desk this is.
    #[action(read_only, tags("member"))]
    fn whose(caller: &Ext<Caller>) -> String {
        format!("This is the desk of {}.", caller.name)
    }

    /// Throw away all papers on one's own desk.
    #[action(
        destructive,
        tags("member"),
        confirm("Throw away all papers on your desk?")
    )]
    fn clear(caller: &Ext<Caller>) -> String {
        format!("The desk of {} is clear.", caller.name)
    }

    /// Open somebody's desk. [`Self::whose`] tells one's own.
    #[action(tags("keeper"))]
    fn open(
        caller: &Ext<Caller>,
        /** Whose desk. */
        owner: String,
    ) -> String {
        format!("{} opens the desk of {owner}.", caller.name)
    }
}

struct Keys;

/// Look after the keys.
#[tool_group(name = "keys", tags("keeper"))]
impl Keys {
    /// Count the keys.
    #[action(read_only)]
    fn count() -> &'static str {
        "There are two keys."
    }
}

/// Builds the server with its authentication layer.
///
/// # Errors
///
/// Returns the errors of `build()`. They do not depend on the request or the environment, so a test
/// finds them.
pub fn server() -> Result<HttpServer, BuildErrors> {
    let registry = Registry::builder()
        // The layer below inserts the caller. Without this line `build()` returns an error.
        .expects::<Caller>()
        // The caller who is asked, and nobody else, answers a question. Without this line, the caller
        // would be the whole header, and a renewed token another caller.
        .principal(|ctx| Some(ctx.get::<Caller>()?.name.to_owned()))
        .tool(Desk)
        .tool(Keys)
        .build()?;
    let http = Server::new(registry, server_info!())
        // A caller sees only the actions that have one of the caller's tags.
        .access(|caller: &Caller| Filter::any_tags(caller.scopes.iter().copied()))?
        .http()
        .health_path(HEALTH);
    Ok(http.map_router(|router: Router| router.layer(middleware::from_fn(authenticate))))
}

async fn authenticate(mut request: Request, next: Next) -> Response {
    if request.uri().path() == HEALTH {
        return next.run(request).await;
    }
    let header = request.headers().get(header::AUTHORIZATION);
    let token = header.and_then(|header| bearer_token(header.to_str().ok()?));
    let known = TOKENS.iter().find(|(known, _)| Some(*known) == token);
    let Some((_, caller)) = known else {
        let challenge = [(header::WWW_AUTHENTICATE, "Bearer")];
        // Some clients show the body to their user, and fail if there is none.
        let text = "a bearer token is required: `Authorization: Bearer <token>`\n";
        return (StatusCode::UNAUTHORIZED, challenge, text).into_response();
    };
    request.extensions_mut().insert(caller.clone());
    next.run(request).await
}

/// Returns the token of an `Authorization` header. The scheme may be written in any case.
fn bearer_token(header: &str) -> Option<&str> {
    let (scheme, token) = header.split_once(' ')?;
    let is_bearer = scheme.eq_ignore_ascii_case("Bearer");
    is_bearer.then(|| token.trim_start_matches(' '))
}
