//! The lane over a byte stream: random requests, a table of lines, and the handshake.

mod calls;

use std::{collections::BTreeMap, time::Duration};

use fusion_core::Exposition;
use fusion_tests::wire::{MODERN, Wire, modern, request};
use serde_json::{Value, json};
use tokio::time::timeout;

use super::{
    random::Random,
    without_references,
    work::{Ends, server},
};

/// The time after which nothing more is expected. Only messages without an answer reach it.
const SILENCE: Duration = Duration::from_millis(150);
/// The same for calls that end by the timeout of the server.
const LONG_SILENCE: Duration = Duration::from_secs(1);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Era {
    Legacy,
    Modern,
}

const ERAS: [Era; 2] = [Era::Legacy, Era::Modern];

impl Era {
    fn meta(self) -> Value {
        match self {
            Self::Legacy => Value::Null,
            Self::Modern => json!({
                "io.modelcontextprotocol/protocolVersion": MODERN,
                "io.modelcontextprotocol/clientCapabilities": {"sampling": {}},
                "io.modelcontextprotocol/clientInfo": {"name": "wire", "version": "1"},
            }),
        }
    }

    fn request(self, id: u64, method: &str, params: Value) -> Value {
        match self {
            Self::Legacy => request(id, method, params),
            Self::Modern => modern(id, method, params),
        }
    }

    fn call(self, id: u64, tool: &str, arguments: &Value) -> Value {
        self.request(
            id,
            "tools/call",
            json!({"name": tool, "arguments": arguments}),
        )
    }

    /// Begins a connection, after which the lane is open.
    async fn begin(self, wire: &mut Wire) {
        if self == Self::Legacy {
            wire.shake_hands().await;
        }
        // The first requests are the SDK's.
        for id in 900_000..900_002 {
            wire.send(&self.request(id, "tools/list", json!({}))).await;
            assert_eq!(wire.receive().await["id"], id);
        }
    }
}

/// The connections with the lane on and off.
struct Pair {
    wires: [Wire; 2],
    ends: [Ends; 2],
    era: Era,
    sent: u64,
    silence: Duration,
}

impl Pair {
    async fn new(exposition: Exposition, era: Era) -> Self {
        let [(on, ends_on), (off, ends_off)] = [true, false].map(|lane| server(exposition, lane));
        let mut wires = [on, off].map(Wire::serve);
        for wire in &mut wires {
            era.begin(wire).await;
        }
        Self {
            wires,
            ends: [ends_on, ends_off],
            era,
            sent: 1_000_000,
            silence: SILENCE,
        }
    }

    /// Sends a line to both, and expects that they answer it alike. Returns whether they answered.
    async fn compare(&mut self, line: &[u8]) -> bool {
        self.sent += 1;
        let ping = self.era.request(self.sent, "ping", json!({}));
        let bytes = [line, b"\n"].concat();
        let sent = (&bytes[..], &ping, self.sent);
        let [on, off] = &mut self.wires;
        let (on, off) = tokio::join!(
            answers(on, sent, self.silence),
            answers(off, sent, self.silence)
        );
        let text = String::from_utf8_lossy(line);
        assert_eq!(on, off, "lane on and off: {text}");
        let ends = self.ends.each_ref().map(Ends::take);
        assert_eq!(ends[0], ends[1], "observers: {text}");
        !on.is_empty()
    }

    async fn end(self) {
        for mut wire in self.wires {
            wire.close().await;
            let (rest, ended) = wire.end().await;
            assert_eq!(rest, Vec::<Value>::new());
            ended.unwrap();
        }
    }
}

/// Sends a line and a ping, and returns all messages but the pong, sorted.
async fn answers(
    wire: &mut Wire,
    (line, ping, id): (&[u8], &Value, u64),
    silence: Duration,
) -> Vec<String> {
    wire.send_bytes(line).await;
    wire.send(ping).await;
    let (mut seen, mut is_answered, mut has_pong) = (Vec::new(), false, false);
    while !(is_answered && has_pong) {
        let next = wire.receive();
        let message = if has_pong {
            let Ok(message) = timeout(silence, next).await else {
                break;
            };
            message
        } else {
            next.await
        };
        if message["id"] == id {
            has_pong = true;
            continue;
        }
        is_answered |= message.get("method").is_none();
        seen.push(without_references(message).to_string());
    }
    seen.sort();
    seen
}

#[tokio::test(flavor = "multi_thread")]
async fn random_lines_get_the_same_responses_with_and_without_the_lane() {
    const REQUESTS: u64 = 300;
    for exposition in [Exposition::Grouped, Exposition::Flat] {
        for era in ERAS {
            let mut pair = Pair::new(exposition, era).await;
            let mut answered = 0;
            for seed in 0..REQUESTS {
                let mut random = Random::new(seed);
                let message = random.call(exposition == Exposition::Flat, &era.meta());
                let line = random.text_of(&message);
                answered += u64::from(pair.compare(line.as_bytes()).await);
            }
            assert!(answered > REQUESTS * 9 / 10, "{answered}");
            pair.end().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_of_lines_gets_the_same_responses_with_and_without_the_lane() {
    for era in ERAS {
        let mut pair = Pair::new(Exposition::Grouped, era).await;
        pair.silence = LONG_SILENCE;
        let call = |arguments: Value| era.call(1, "work", &arguments).to_string();
        let plain = call(json!({"action": "request"}));
        let other = match era {
            Era::Legacy => Era::Modern,
            Era::Modern => Era::Legacy,
        };
        let mut lines = vec![
            format!("{plain}\r"),
            format!("\u{feff}{plain}"),
            format!("  {plain}\t "),
            format!("{plain}{plain}"),
            format!("[{plain}]"),
            other
                .call(2, "work", &json!({"action": "request"}))
                .to_string(),
            era.call(3, "wrok", &json!({"action": "request"}))
                .to_string(),
            era.request(4, "tools/call", json!({"name": "work"}))
                .to_string(),
            era.request(5, "tools/call", json!({"name": "work", "arguments": null}))
                .to_string(),
            era.request(6, "tools/list", json!({})).to_string(),
            era.request(7, "no/method", json!({})).to_string(),
        ];
        for id in [
            "-1",
            "9223372036854775807",
            "-9223372036854775808",
            "9223372036854775808",
            "1.0",
            "1e2",
            "1.5",
            "null",
            r#""""#,
            r#""a\nb""#,
            r#""\u0007""#,
            r#""1""#,
            "[1]",
        ] {
            lines.push(plain.replace(r#""id":1"#, &format!(r#""id":{id}"#)));
        }
        // Each of them twice, because the second call of an action goes another way.
        for action in [
            json!({"action": "echo", "text": "a\u{2028}b", "times": 2}),
            json!({"action": "echo", "text": "a".repeat(40_000), "times": 2}),
            json!({"action": "kinds", "number": "7", "share": 1, "on": true, "order": "newest", "tags": []}),
            json!({"action": "object", "x": 1}),
            json!({"action": "list", "length": 3}),
            json!({"action": "blocks"}),
            json!({"action": "fail", "how": "plain"}),
            json!({"action": "fail", "how": "internal"}),
            json!({"action": "boom"}),
            json!({"action": "sleep", "millis": 400}),
            json!({"action": "request"}),
            json!({"action": "caller"}),
            json!({"action": "secret", "text": "word"}),
            json!({"action": "unknown"}),
        ] {
            lines.extend([call(action.clone()), call(action)]);
        }
        for line in lines {
            pair.compare(line.as_bytes()).await;
        }
        pair.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_around_the_handshake_are_the_same_with_and_without_the_lane() {
    let mut seen = Vec::new();
    for lane in [true, false] {
        let mut wire = Wire::serve(server(Exposition::Grouped, lane).0);
        let who = |id: u64| Era::Legacy.call(id, "work", &json!({"action": "request"}));
        let hello = |id: u64, name: &str| {
            let params = json!({
                "protocolVersion": "2025-06-18",
                "capabilities": {"roots": {}},
                "clientInfo": {"name": name, "version": "2", "title": "Wire"},
            });
            request(id, "initialize", params)
        };
        let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        let mut answers = BTreeMap::new();
        let mut messages = vec![
            who(1),
            hello(2, "first"),
            who(3),
            initialized.clone(),
            who(4),
        ];
        messages.extend([who(5), request(6, "ping", json!({})), who(7)]);
        // A second handshake, which no client needs.
        messages.extend([hello(8, "second"), who(9), initialized, who(10)]);
        for message in messages {
            let id = message["id"].clone();
            wire.send(&message).await;
            if !id.is_null() {
                let answer = wire.receive().await;
                answers.insert(id.to_string(), without_references(answer).to_string());
            }
        }
        wire.close().await;
        let (rest, _) = wire.end().await;
        assert_eq!(rest, Vec::<Value>::new());
        seen.push(answers);
    }
    assert_eq!(seen[0], seen[1]);
    assert_eq!(seen[0].len(), 10);
}
