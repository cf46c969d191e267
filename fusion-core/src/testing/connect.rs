//! The settings of a test client, and the start of its server.

use std::{fmt, future::IntoFuture, panic::Location, pin::Pin, sync::Arc};

#[cfg(feature = "http")]
use http::{HeaderMap, HeaderName, HeaderValue, header::AUTHORIZATION};
use serde_json::{Map, Value, json};

use super::{
    client::TestClient,
    expect::fail,
    question::{TestAnswer, TestQuestion},
};
use crate::{
    call::Substitutes,
    ctx::Era,
    loopback::{
        AnswerQuestion, ELICITATION, Introduction, LoopbackLink, LoopbackSession, StreamLink,
    },
    registry::Registry,
    wire::{server::Server, server_info::ServerInfo},
};
#[cfg(feature = "http")]
use crate::{
    loopback::HttpLink,
    wire::http::{HttpServer, LocalEndpoint},
};

/// A server that a [`TestClient`] connects to: a [`Registry`], a [`Server`] or an `HttpServer`.
#[derive(Debug)]
pub struct TestServer(Transport);

#[derive(Debug)]
enum Transport {
    Lines(Box<Server>),
    #[cfg(feature = "http")]
    Http(Box<HttpServer>),
    /// The endpoint of another client.
    #[cfg(feature = "http")]
    Running(LocalEndpoint),
}

impl Transport {
    /// Sets values that stand in for those of providers.
    #[track_caller]
    fn substitute(&mut self, values: Substitutes) {
        let view = match self {
            Self::Lines(server) => server.view_mut(),
            #[cfg(feature = "http")]
            Self::Http(server) => server.view_mut(),
            #[cfg(feature = "http")]
            Self::Running(_) => {
                fail("the callers of a running server are those of its first client");
            }
        };
        if let Some(unread) = view.substitute(values) {
            fail(&format!(
                "nothing in the registry provides or expects `{unread}`, so no call of this client can read it"
            ));
        }
    }
}

impl From<Registry> for TestServer {
    fn from(registry: Registry) -> Self {
        Server::new(registry, ServerInfo::new("tested", "0")).into()
    }
}

impl From<Server> for TestServer {
    fn from(server: Server) -> Self {
        Self(Transport::Lines(Box::new(server)))
    }
}

#[cfg(feature = "http")]
impl From<HttpServer> for TestServer {
    fn from(server: HttpServer) -> Self {
        Self(Transport::Http(Box::new(server)))
    }
}

#[cfg(feature = "http")]
impl From<LocalEndpoint> for TestServer {
    fn from(endpoint: LocalEndpoint) -> Self {
        Self(Transport::Running(endpoint))
    }
}

/// The settings of a [`TestClient`]. Await it to connect.
///
/// # Panics
///
/// Awaiting it panics if the server refuses to start or refuses the client, and for a caller of a type that nothing
/// in the registry reads.
#[must_use = "a client connects when it is awaited"]
pub struct ConnectTestClient {
    server: TestServer,
    era: Era,
    client: Value,
    capabilities: Map<String, Value>,
    user: Option<AnswerQuestion>,
    substitutes: Substitutes,
    #[cfg(feature = "http")]
    headers: HeaderMap,
}

impl ConnectTestClient {
    pub(super) fn new(server: TestServer) -> Self {
        Self {
            server,
            era: Era::Modern,
            client: json!({"name": "test", "version": "0"}),
            capabilities: Map::new(),
            user: None,
            substitutes: Substitutes::default(),
            #[cfg(feature = "http")]
            headers: HeaderMap::new(),
        }
    }

    /// Speaks the revisions with a handshake, up to 2025-11-25.
    pub fn legacy(mut self) -> Self {
        self.era = Era::Legacy;
        self
    }

    /// Speaks the stateless revisions, from 2026-07-28 on. This is the default.
    pub fn modern(mut self) -> Self {
        self.era = Era::Modern;
        self
    }

    /// Connects over Streamable HTTP instead of lines: through the router, with the headers that the protocol
    /// requires and the first host that the server accepts. Convert the server by [`Server::http`] before, to set
    /// more.
    #[cfg(feature = "http")]
    pub fn http(mut self) -> Self {
        if let Transport::Lines(server) = self.server.0 {
            self.server = server.http().into();
        }
        self
    }

    /// Sends a header with each request over HTTP, in place of one that the client sends by itself.
    ///
    /// # Panics
    ///
    /// If the name or the value is no header.
    #[cfg(feature = "http")]
    #[track_caller]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        match (
            HeaderName::from_bytes(name.as_bytes()),
            HeaderValue::from_str(value),
        ) {
            (Ok(name), Ok(value)) => self.headers.append(name, value),
            _ => fail(&format!("`{name}: {value}` is no header")),
        };
        self
    }

    /// Sends a bearer token with each request over HTTP.
    ///
    /// # Panics
    ///
    /// If the token has characters that no header can have.
    #[cfg(feature = "http")]
    #[track_caller]
    pub fn bearer(self, token: &str) -> Self {
        self.header(AUTHORIZATION.as_str(), &format!("Bearer {token}"))
    }

    /// Inserts a value into the context of each request, in place of the provider of that type. Access filters,
    /// guards and actions read it as they read the provider's.
    pub fn as_caller<T: Clone + Send + Sync + 'static>(mut self, caller: T) -> Self {
        self.substitutes.add(caller);
        self
    }

    /// Sets the name and version that the client introduces itself with, `test` and `0` by default.
    pub fn client(mut self, name: &str, version: &str) -> Self {
        self.client = json!({"name": name, "version": version});
        self
    }

    /// Declares a capability of the client, as on the wire.
    pub fn capability(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.capabilities.insert(name.to_owned(), value.into());
        self
    }

    /// Answers the questions of the server by a function, and declares that the client shows forms to its user.
    pub fn answer(
        mut self,
        answer: impl Fn(&TestQuestion) -> TestAnswer + Send + Sync + 'static,
    ) -> Self {
        self.user = Some(Arc::new(move |params| {
            answer(&TestQuestion::read(params)).to_result()
        }));
        self.capability(ELICITATION, json!({"form": {}}))
    }

    /// Connects. It panics where the client is awaited, unless the server refuses the client.
    #[track_caller]
    fn connect(self) -> impl Future<Output = TestClient> + Send {
        let Self {
            mut server,
            era,
            client,
            capabilities,
            user,
            substitutes,
            ..
        } = self;
        if !substitutes.is_empty() {
            server.0.substitute(substitutes);
        }
        let link = match server.0 {
            Transport::Lines(server) => {
                #[cfg(feature = "http")]
                super::expect::expect(self.headers.is_empty(), || {
                    "headers are sent over HTTP only: call `.http()`, too".to_owned()
                });
                LoopbackLink::Stream(StreamLink::start(*server, user.clone()))
            }
            #[cfg(feature = "http")]
            Transport::Http(server) => match server.start_locally() {
                Ok(endpoint) => {
                    LoopbackLink::Http(HttpLink::new(endpoint, self.headers, user.clone()))
                }
                Err(error) => fail(&format!("the server does not start: {error}")),
            },
            #[cfg(feature = "http")]
            Transport::Running(endpoint) => {
                LoopbackLink::Http(HttpLink::new(endpoint, self.headers, user.clone()))
            }
        };
        let introduction = Introduction {
            era,
            client,
            capabilities: capabilities.into(),
        };
        let place = Location::caller();
        async move {
            match LoopbackSession::open(link, introduction, user).await {
                Ok(session) => TestClient {
                    session: Arc::new(session),
                },
                Err(error) => fail(&format!("{place}: the server refuses the client: {error}")),
            }
        }
    }
}

impl IntoFuture for ConnectTestClient {
    type Output = TestClient;
    type IntoFuture = Pin<Box<dyn Future<Output = TestClient> + Send>>;

    #[track_caller]
    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.connect())
    }
}

impl fmt::Debug for ConnectTestClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConnectTestClient")
            .field("server", &self.server)
            .field("era", &self.era)
            .field("client", &self.client)
            .finish_non_exhaustive()
    }
}
