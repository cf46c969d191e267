//! Sessions over HTTP of servers that ask: they belong to the caller who opened them, and their questions end with
//! the server.

use std::time::{Duration, Instant};

use fusion_core::Server;
use fusion_tests::http::{Client, Reply, Served};
use tokio::{io::BufReader, net::TcpStream};

use super::{
    http::{next_event, session},
    *,
};

/// A caller, by a header of its own.
#[derive(Clone)]
struct Caller(String);

async fn caller(ctx: &Ctx) -> Result<Caller, &'static str> {
    let parts: &axum::http::request::Parts = ctx.get().ok_or("not over HTTP")?;
    let name = parts.headers.get("x-caller").ok_or("nobody")?;
    Ok(Caller(name.to_str().unwrap_or_default().to_owned()))
}

/// Calls an action that asks. Returns the stream of the call, and the question.
async fn asked_of(client: &Client) -> (BufReader<TcpStream>, Value) {
    let params = json!({"name": "shop", "arguments": {"action": "close", "issue": 7}});
    let call = fusion_tests::wire::request(1, "tools/call", params).to_string();
    let mut stream = BufReader::new(client.sent(call.as_bytes()).await);
    let asked = next_event(&mut stream).await;
    assert_eq!(asked["method"], "elicitation/create", "{asked}");
    (stream, asked)
}

fn answer_to(question: &Value) -> String {
    let result = accept(&json!({"reason": "done"}));
    json!({"jsonrpc": "2.0", "id": question["id"], "result": result}).to_string()
}

#[tokio::test]
async fn another_caller_with_the_id_of_a_session_finds_none() {
    // By the default, and by a function over what a provider inserts.
    for header in ["authorization", "x-caller"] {
        let shop = Shop::default();
        let builder = match header {
            "x-caller" => shop
                .builder()
                .provide(caller)
                .principal(|ctx| ctx.get::<Caller>().map(|caller| caller.0.clone())),
            _ => shop.builder(),
        };
        let (address, serving) = serve(builder.build().unwrap()).await;
        let plain = Client::to(address);
        let of = |client: &Client, name: &str| client.header(header, name);
        let ada = session(&of(&plain, "Bearer ada")).await;
        let (mut stream, question) = asked_of(&ada).await;
        for other in [of(&ada, "Bearer eve"), ada.without(header)] {
            for body in [
                answer_to(&question),
                json!({"jsonrpc": "2.0", "id": 9, "method": "ping"}).to_string(),
                json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
                    .to_string(),
            ] {
                let refused = other.post(body.as_bytes()).await;
                assert_eq!(refused.status, 404, "{refused:?}");
            }
            let resumed = other.header("last-event-id", "0/0");
            for (client, method) in [(&other, "GET"), (&resumed, "GET"), (&other, "DELETE")] {
                let refused = Reply::read(client.head(method, "\r\n").await).await;
                assert_eq!(refused.status, 404, "{refused:?}");
            }
        }
        assert_eq!(shop.counts(), [1, 0, 0, 0], "nothing happened");
        let answered = ada.post(answer_to(&question).as_bytes()).await;
        assert_eq!(answered.status, 202);
        let done = next_event(&mut stream).await;
        assert_eq!(done["result"]["content"][0]["text"], "closed 7: done None");
        serving.abort();
    }
}

/// Serves a registry with sessions by its router, which does not ask for a principal at its start.
async fn serve(registry: Registry) -> (std::net::SocketAddr, tokio::task::JoinHandle<()>) {
    let http = Server::new(registry, server_info!()).http();
    let router = http.legacy_sessions(true).router();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let serving = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    (address, serving)
}

#[tokio::test]
async fn a_server_whose_callers_are_one_has_sessions_of_everybody() {
    let shop = Shop::default();
    let registry = shop.builder().principal(|_| None).build().unwrap();
    let served = Served::with(registry, |http| http.legacy_sessions(true));
    let ada = session(&served.client.header("authorization", "Bearer ada")).await;
    let (mut stream, question) = asked_of(&ada).await;
    let renewed = ada.header("authorization", "Bearer ada2");
    assert_eq!(
        renewed.post(answer_to(&question).as_bytes()).await.status,
        202
    );
    let done = next_event(&mut stream).await;
    assert_eq!(done["result"]["content"][0]["text"], "closed 7: done None");
    served.end().await;
}

#[tokio::test]
async fn an_open_question_ends_when_the_server_stops() {
    let shop = Shop::default();
    let registry = shop.builder().principal(|_| None).build().unwrap();
    let grace = Duration::from_secs(20);
    let http = Server::new(registry, server_info!()).grace(grace).http();
    let mut served = Served::start(http.legacy_sessions(true));
    let client = session(&served.client).await;
    let (mut stream, _) = asked_of(&client).await;
    let stopped = Instant::now();
    served.stop();
    let ended = next_event(&mut stream).await;
    assert_eq!(
        ended["result"]["content"][0]["text"],
        "[shop/close] the user could not be asked: the server is ending"
    );
    served.end().await;
    assert!(stopped.elapsed() < grace / 2, "{:?}", stopped.elapsed());
    assert_eq!(shop.counts(), [1, 0, 0, 1]);
}
