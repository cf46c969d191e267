//! An issuer of access tokens for tests: keys that sign anything, and a server with the documents of the issuer.

use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    response::Response,
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD as BASE64};
use ring::{
    rand::SystemRandom,
    rsa::{KeyPair as RsaKeyPair, PublicKeyComponents},
    signature::{
        ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair, RSA_PKCS1_SHA256,
    },
};
use serde_json::{Value, json};
use tokio::net::TcpListener;

/// A key pair with an id.
pub struct SigningKey {
    /// The id.
    pub id: String,
    pair: Pair,
}

enum Pair {
    P256(EcdsaKeyPair),
    Ed25519(Ed25519KeyPair),
    Rsa(Box<RsaKeyPair>),
}

impl SigningKey {
    /// Creates a new key for `ES256`.
    pub fn p256(id: &str) -> Self {
        let random = SystemRandom::new();
        let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let document = EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
        let pair = EcdsaKeyPair::from_pkcs8(algorithm, document.as_ref(), &random).unwrap();
        Self::new(id, Pair::P256(pair))
    }

    /// Creates a new key for `EdDSA`.
    pub fn ed25519(id: &str) -> Self {
        let document = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
        let pair = Ed25519KeyPair::from_pkcs8(document.as_ref()).unwrap();
        Self::new(id, Pair::Ed25519(pair))
    }

    /// Returns the one key for `RS256`, because `ring` creates none.
    pub fn rsa(id: &str) -> Self {
        let pair = RsaKeyPair::from_pkcs8(include_bytes!("issuer/rsa-2048.pk8")).unwrap();
        Self::new(id, Pair::Rsa(Box::new(pair)))
    }

    fn new(id: &str, pair: Pair) -> Self {
        let id = id.to_owned();
        Self { id, pair }
    }

    /// Returns the name of the algorithm.
    pub fn algorithm(&self) -> &'static str {
        match self.pair {
            Pair::P256(_) => "ES256",
            Pair::Ed25519(_) => "EdDSA",
            Pair::Rsa(_) => "RS256",
        }
    }

    /// Returns the public key as a member of a key set.
    pub fn jwk(&self) -> Value {
        let mut jwk = match &self.pair {
            Pair::P256(pair) => {
                let (x, y) = pair.public_key().as_ref()[1..].split_at(32);
                json!({"kty": "EC", "crv": "P-256", "x": BASE64.encode(x), "y": BASE64.encode(y)})
            }
            Pair::Ed25519(pair) => {
                let x = BASE64.encode(pair.public_key().as_ref());
                json!({"kty": "OKP", "crv": "Ed25519", "x": x})
            }
            Pair::Rsa(pair) => {
                let public = PublicKeyComponents::<Vec<u8>>::from(pair.public());
                let (n, e) = (BASE64.encode(public.n), BASE64.encode(public.e));
                json!({"kty": "RSA", "n": n, "e": e})
            }
        };
        jwk["kid"] = self.id.clone().into();
        jwk["use"] = "sig".into();
        jwk
    }

    /// Returns a token with these claims, as an issuer would sign it.
    pub fn token(&self, claims: &Value) -> String {
        let header = json!({"alg": self.algorithm(), "kid": self.id, "typ": "at+jwt"});
        self.token_with(&header, claims)
    }

    /// Returns a token with any header and any claims.
    pub fn token_with(&self, header: &Value, claims: &Value) -> String {
        self.sign(&header.to_string(), &claims.to_string())
    }

    /// Signs any two texts as header and claims.
    pub fn sign(&self, header: &str, claims: &str) -> String {
        let signed = format!("{}.{}", BASE64.encode(header), BASE64.encode(claims));
        format!(
            "{signed}.{}",
            BASE64.encode(self.signature(signed.as_bytes()))
        )
    }

    fn signature(&self, bytes: &[u8]) -> Vec<u8> {
        let random = SystemRandom::new();
        match &self.pair {
            Pair::P256(pair) => pair.sign(&random, bytes).unwrap().as_ref().to_vec(),
            Pair::Ed25519(pair) => pair.sign(bytes).as_ref().to_vec(),
            Pair::Rsa(pair) => {
                let mut signature = vec![0; pair.public().modulus_len()];
                pair.sign(&RSA_PKCS1_SHA256, &random, bytes, &mut signature)
                    .unwrap();
                signature
            }
        }
    }
}

/// Returns the seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap()
        .as_secs()
}

/// A document of the issuer, as it is served.
#[derive(Clone)]
pub struct IssuerDocument {
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: Vec<(&'static str, String)>,
    /// The body.
    pub body: String,
    /// The time before the response.
    pub delay: Duration,
}

impl IssuerDocument {
    /// A response with 200 and JSON.
    pub fn json(body: &Value) -> Self {
        Self {
            status: 200,
            headers: Vec::new(),
            body: body.to_string(),
            delay: Duration::ZERO,
        }
    }
}

#[derive(Default)]
struct IssuerState {
    documents: HashMap<String, IssuerDocument>,
    requests: HashMap<String, usize>,
}

/// A server with the documents of an issuer, which a test changes.
#[derive(Clone)]
pub struct TestIssuer {
    address: SocketAddr,
    state: Arc<Mutex<IssuerState>>,
}

impl TestIssuer {
    /// Serves nothing, on a free port.
    pub async fn empty() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let state = Arc::default();
        let app = Router::new()
            .fallback(respond)
            .with_state(Arc::clone(&state));
        tokio::spawn(async move { axum::serve(listener, app).await });
        Self { address, state }
    }

    /// Serves the metadata of RFC 8414, and a key set.
    pub async fn with_keys(keys: &[&SigningKey]) -> Self {
        let issuer = Self::empty().await;
        issuer.serve(
            "/.well-known/oauth-authorization-server",
            IssuerDocument::json(&json!({
                "issuer": issuer.url(),
                "jwks_uri": format!("{}/keys", issuer.url()),
            })),
        );
        issuer.serve_keys(keys);
        issuer
    }

    /// Returns the identifier of the issuer.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Sets the document at a path.
    pub fn serve(&self, path: &str, document: IssuerDocument) {
        self.state().documents.insert(path.to_owned(), document);
    }

    /// Sets the key set.
    pub fn serve_keys(&self, keys: &[&SigningKey]) {
        self.serve("/keys", IssuerDocument::json(&key_set(keys)));
    }

    /// Removes all documents: every request gets 503.
    pub fn go_down(&self) {
        self.state().documents.clear();
    }

    /// Returns the number of requests for a path.
    pub fn requests(&self, path: &str) -> usize {
        self.state().requests.get(path).copied().unwrap_or_default()
    }

    fn state(&self) -> MutexGuard<'_, IssuerState> {
        self.state.lock().unwrap()
    }
}

/// Returns the key set of keys.
pub fn key_set(keys: &[&SigningKey]) -> Value {
    let keys: Vec<_> = keys.iter().map(|key| key.jwk()).collect();
    json!({"keys": keys})
}

async fn respond(State(state): State<Arc<Mutex<IssuerState>>>, request: Request) -> Response {
    let path = request.uri().path().to_owned();
    let document = {
        let mut state = state.lock().unwrap();
        *state.requests.entry(path.clone()).or_default() += 1;
        state.documents.get(&path).cloned()
    };
    let Some(document) = document else {
        return Response::builder().status(503).body(Body::empty()).unwrap();
    };
    tokio::time::sleep(document.delay).await;
    let mut response = Response::builder().status(document.status);
    for (name, value) in &document.headers {
        response = response.header(*name, value);
    }
    response.body(Body::from(document.body)).unwrap()
}
