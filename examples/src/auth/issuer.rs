//! The smallest authorization server that clients of MCP can walk through: metadata, registration, the flow of
//! an authorization code with PKCE, and client credentials. It asks nobody for a password, and is for this
//! example only.

use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{Arc, Mutex, PoisonError},
    time::{SystemTime, UNIX_EPOCH},
};

use axum::{
    Form, Json, Router,
    extract::{Query, State},
    http::{StatusCode, Uri},
    response::{IntoResponse, Redirect, Response},
    routing::{get, post},
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD as BASE64};
use ring::{
    digest,
    rand::{SecureRandom, SystemRandom},
    signature::{Ed25519KeyPair, KeyPair},
};
use serde::Deserialize;
use serde_json::{Value, json};

/// The users, with the scopes that they may grant.
const USERS: [(&str, &[&str]); 2] = [
    ("ada", &["desk:read", "desk:open", "keys:read"]),
    ("grace", &["desk:read"]),
];

/// The seconds for which a token is valid.
const LIFETIME: u64 = 10 * 60;

/// An issuer whose key lives as long as the process.
pub(super) struct DemoIssuer {
    base: String,
    key: Ed25519KeyPair,
    random: SystemRandom,
    codes: Mutex<HashMap<String, Authorization>>,
}

/// The parameters of an authorization request. A code stands for it until the client redeems it.
#[derive(Deserialize)]
struct Authorization {
    redirect_uri: String,
    code_challenge: String,
    resource: String,
    scope: Option<String>,
    state: Option<String>,
    /// The user; `ada` if the client names none.
    login_hint: Option<String>,
}

#[derive(Deserialize)]
#[serde(tag = "grant_type", rename_all = "snake_case")]
enum TokenRequest {
    AuthorizationCode {
        code: String,
        code_verifier: String,
        redirect_uri: String,
    },
    /// The name of a user is a client here, so that a line of `curl` gets a token.
    ClientCredentials {
        client_id: String,
        resource: String,
        scope: Option<String>,
    },
}

impl DemoIssuer {
    /// Creates an issuer with a new key.
    pub(super) fn new(address: SocketAddr) -> Result<Self, &'static str> {
        let random = SystemRandom::new();
        let key = Ed25519KeyPair::generate_pkcs8(&random);
        let key = key.map_err(|_| "the system has no random numbers")?;
        let key = Ed25519KeyPair::from_pkcs8(key.as_ref()).map_err(|_| "no key")?;
        Ok(Self {
            base: format!("http://{address}/idp"),
            key,
            random,
            codes: Mutex::default(),
        })
    }

    /// Returns the identifier of the issuer.
    pub(super) fn url(&self) -> String {
        self.base.clone()
    }

    /// Returns the routes of the issuer.
    pub(super) fn router(self) -> Router {
        Router::new()
            .route("/.well-known/oauth-authorization-server/idp", get(metadata))
            .route("/idp/keys", get(keys))
            .route("/idp/register", post(register))
            .route("/idp/authorize", get(authorize))
            .route("/idp/token", post(token))
            .with_state(Arc::new(self))
    }

    /// Signs a token for a user, with the requested scopes that the user may grant.
    fn grant(&self, user: &str, resource: &str, requested: Option<&str>) -> Response {
        let Some((_, allowed)) = USERS.iter().find(|(name, _)| *name == user) else {
            return refused("invalid_client");
        };
        let is_requested =
            |scope: &str| requested.is_none_or(|all| all.split(' ').any(|one| one == scope));
        let scopes: Vec<_> = allowed
            .iter()
            .copied()
            .filter(|scope| is_requested(scope))
            .collect();
        let scope = scopes.join(" ");
        let claims = json!({
            "iss": self.base, "aud": resource, "sub": user, "scope": scope, "exp": now() + LIFETIME,
        });
        Json(json!({
            "access_token": self.signed(&claims),
            "token_type": "Bearer",
            "expires_in": LIFETIME,
            "scope": scope,
        }))
        .into_response()
    }

    fn signed(&self, claims: &Value) -> String {
        let header = json!({"alg": "EdDSA", "typ": "at+jwt", "kid": "demo"});
        let [header, claims] = [&header, claims].map(|part| BASE64.encode(part.to_string()));
        let message = format!("{header}.{claims}");
        let signature = BASE64.encode(self.key.sign(message.as_bytes()));
        format!("{message}.{signature}")
    }

    /// Keeps a request, and returns its code.
    fn keep(&self, request: Authorization) -> Option<String> {
        let mut bytes = [0; 16];
        self.random.fill(&mut bytes).ok()?;
        let code = BASE64.encode(bytes);
        let mut codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
        codes.insert(code.clone(), request);
        Some(code)
    }

    /// Takes the request of a code, which is valid once.
    fn redeem(&self, code: &str) -> Option<Authorization> {
        let mut codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
        codes.remove(code)
    }
}

type Issuer = State<Arc<DemoIssuer>>;

async fn metadata(State(issuer): Issuer) -> Json<Value> {
    let base = &issuer.base;
    Json(json!({
        "issuer": base,
        "authorization_endpoint": format!("{base}/authorize"),
        "token_endpoint": format!("{base}/token"),
        "registration_endpoint": format!("{base}/register"),
        "jwks_uri": format!("{base}/keys"),
        "response_types_supported": ["code"],
        "grant_types_supported": ["authorization_code", "client_credentials"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["none"],
    }))
}

async fn keys(State(issuer): Issuer) -> Json<Value> {
    let x = BASE64.encode(issuer.key.public_key());
    Json(json!({"keys": [{"kty": "OKP", "crv": "Ed25519", "kid": "demo", "use": "sig", "x": x}]}))
}

/// Registers a client (RFC 7591): any client is `demo`.
async fn register(Json(mut client): Json<Value>) -> (StatusCode, Json<Value>) {
    client["client_id"] = "demo".into();
    client["token_endpoint_auth_method"] = "none".into();
    (StatusCode::CREATED, Json(client))
}

/// Grants at once, where a real issuer would show a page. The code goes to clients on this machine only.
async fn authorize(State(issuer): Issuer, Query(request): Query<Authorization>) -> Response {
    let uri: Option<Uri> = request.redirect_uri.parse().ok();
    let host = uri.as_ref().and_then(Uri::host);
    if !matches!(host, Some("localhost" | "127.0.0.1")) {
        return refused("invalid_request");
    }
    let state = request.state.as_ref();
    let state = state.map_or_else(String::new, |state| format!("state={state}&"));
    let target = format!("{}?{state}", request.redirect_uri);
    match issuer.keep(request) {
        Some(code) => Redirect::to(&format!("{target}code={code}")).into_response(),
        None => refused("server_error"),
    }
}

async fn token(State(issuer): Issuer, Form(request): Form<TokenRequest>) -> Response {
    match request {
        TokenRequest::AuthorizationCode {
            code,
            code_verifier,
            redirect_uri,
        } => {
            let challenge = digest::digest(&digest::SHA256, code_verifier.as_bytes());
            let challenge = BASE64.encode(challenge);
            let is_same = |request: &Authorization| {
                request.code_challenge == challenge && request.redirect_uri == redirect_uri
            };
            match issuer.redeem(&code).filter(is_same) {
                Some(request) => {
                    let user = request.login_hint.as_deref().unwrap_or("ada");
                    issuer.grant(user, &request.resource, request.scope.as_deref())
                }
                None => refused("invalid_grant"),
            }
        }
        TokenRequest::ClientCredentials {
            client_id,
            resource,
            scope,
        } => issuer.grant(&client_id, &resource, scope.as_deref()),
    }
}

fn refused(error: &str) -> Response {
    (StatusCode::BAD_REQUEST, Json(json!({"error": error}))).into_response()
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap_or_default().as_secs()
}
