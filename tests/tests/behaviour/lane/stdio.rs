//! The lane over a byte stream: random requests and a table of lines, and what only a lasting connection has:
//! cancellation, progress, many calls at once, the end of the input.

use std::{collections::BTreeMap, time::Duration};

use fusion_core::{Exposition, Registry, Server, server_info, tool_group};
use fusion_tests::{
    desk::Desk,
    wire::{MODERN, Wire, is_lane_off, modern, patient, request},
};
use serde_json::{Value, json};
use tokio::time::{Instant, timeout};

use super::{
    random::Random,
    without_references,
    work::{Ends, server},
};

/// The time after which nothing more is expected. Only messages without an answer reach it.
const SILENCE: Duration = Duration::from_millis(150);

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
        }
    }

    /// Sends a line to both, and expects that they answer it alike. Returns whether they answered.
    async fn compare(&mut self, line: &[u8]) -> bool {
        self.sent += 1;
        let ping = self.era.request(self.sent, "ping", json!({}));
        let bytes = [line, b"\n"].concat();
        let [on, off] = &mut self.wires;
        let (on, off) = tokio::join!(
            answers(on, &bytes, &ping, self.sent),
            answers(off, &bytes, &ping, self.sent)
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
async fn answers(wire: &mut Wire, line: &[u8], ping: &Value, pong: u64) -> Vec<String> {
    wire.send_bytes(line).await;
    wire.send(ping).await;
    let (mut seen, mut is_answered, mut has_pong) = (Vec::new(), false, false);
    while !(is_answered && has_pong) {
        let next = wire.receive();
        let message = if has_pong {
            let Ok(message) = timeout(SILENCE, next).await else {
                break;
            };
            message
        } else {
            next.await
        };
        if message["id"] == pong {
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

/// Returns the error or the text of an answer.
fn text(answer: &Value) -> &str {
    let text = answer["result"]["content"][0]["text"].as_str();
    text.unwrap_or_else(|| panic!("{answer}"))
}

#[tokio::test]
async fn progress_is_written_before_its_answer_in_both_eras() {
    for era in ERAS {
        let mut wire = Wire::open(Desk::new().registry());
        era.begin(&mut wire).await;
        for id in 1..20 {
            let token = if id % 2 == 0 { json!(id) } else { json!("t") };
            let mut call = era.call(id, "desk", &json!({"action": "work", "steps": 3}));
            call["params"]["_meta"]["progressToken"] = token.clone();
            wire.send(&call).await;
            for step in 1..=3 {
                let told = wire.receive().await;
                let params = json!({
                    "progressToken": token, "progress": f64::from(step), "total": 3.0,
                    "message": format!("step {step}"),
                });
                assert_eq!(told["params"], params, "{told}");
            }
            let answer = wire.receive().await;
            assert_eq!((&answer["id"], text(&answer)), (&json!(id), "done"));
        }
    }
}

fn cancel(id: u64) -> Value {
    let params = json!({"requestId": id});
    json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})
}

/// A wanted difference: the SDK ignores the cancellation of a call in the modern era.
#[tokio::test]
async fn a_cancelled_call_is_dropped_unanswered_in_both_eras() {
    for era in ERAS {
        if era == Era::Modern && is_lane_off() {
            continue;
        }
        let desk = Desk::new();
        let mut wire = Wire::open(desk.registry());
        era.begin(&mut wire).await;
        let wait = era.call(1, "desk", &json!({"action": "wait", "n": 1}));
        for _ in 0..3 {
            wire.send(&wait).await;
            patient(desk.until_running(1)).await;
            wire.send(&cancel(1)).await;
            patient(desk.until_running(0)).await;
        }
        // The id is free at once, and a late cancellation of another call does no harm.
        let escaped = cancel(1).to_string().replace('/', "\\/");
        wire.send(&wait).await;
        wire.send_bytes(format!("{escaped}\n").as_bytes()).await;
        wire.send(&cancel(2)).await;
        wire.send(&wait).await;
        desk.gate.add_permits(9);
        let answer = wire.receive().await;
        assert_eq!((&answer["id"], text(&answer)), (&json!(1), "1"));
        wire.close().await;
        let (rest, ended) = wire.end().await;
        assert_eq!(rest, Vec::<Value>::new());
        ended.unwrap();
    }
}

/// Reads as many answers, which have the numbers from 1 on.
async fn numbered(wire: &mut Wire, count: u64) {
    let mut open: Vec<bool> = vec![true; usize::try_from(count).unwrap() + 1];
    for _ in 0..count {
        let answer = wire.receive().await;
        let id = answer["id"].as_u64().unwrap();
        assert_eq!(text(&answer), id.to_string());
        assert!(std::mem::take(&mut open[usize::try_from(id).unwrap()]));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_thousand_calls_are_answered_if_the_input_ends_behind_them() {
    const CALLS: u64 = 2_000;
    for era in ERAS {
        for arguments in [
            |n: u64| json!({"action": "echo", "n": n}),
            |n: u64| json!({"action": "measure", "text": "x".repeat(usize::try_from(n).unwrap())}),
        ] {
            let mut wire = Wire::open(Desk::new().registry());
            era.begin(&mut wire).await;
            let lines = (1..=CALLS).map(|n| format!("{}\n", era.call(n, "desk", &arguments(n))));
            let lines: String = lines.collect();
            let sending = wire.send_all_and_close(lines.into_bytes());
            numbered(&mut wire, CALLS).await;
            patient(sending).await.unwrap();
            let (rest, ended) = wire.end().await;
            assert_eq!(rest, Vec::<Value>::new());
            ended.unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_read_before_a_stop_is_answered() {
    for era in ERAS {
        let desk = Desk::new();
        let mut wire = Wire::open(desk.registry());
        era.begin(&mut wire).await;
        for n in 1..=100 {
            let call = era.call(n, "desk", &json!({"action": "wait", "n": n}));
            wire.send(&call).await;
        }
        patient(desk.until_running(100)).await;
        wire.stop();
        tokio::time::sleep(Duration::from_millis(20)).await;
        // It is read no more.
        wire.send(&era.call(101, "desk", &json!({"action": "wait", "n": 101})))
            .await;
        desk.gate.add_permits(200);
        numbered(&mut wire, 100).await;
        let (rest, ended) = wire.end().await;
        assert_eq!(rest, Vec::<Value>::new());
        ended.unwrap();
    }
}

struct Cruncher;

/// Compute.
#[tool_group(name = "cruncher")]
impl Cruncher {
    /// Compute for some time, without an await.
    #[action]
    async fn crunch(&self, millis: u64) -> String {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_millis(millis) {
            std::hint::spin_loop();
        }
        "crunched".to_owned()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 3)]
async fn one_computing_action_holds_up_no_ping() {
    const LONG: Duration = Duration::from_secs(1);
    for era in ERAS {
        let registry = Registry::builder().tool(Cruncher).build().unwrap();
        let mut wire = Wire::serve(Server::new(registry, server_info!()));
        era.begin(&mut wire).await;
        for id in [1, 2, 3] {
            let arguments = json!({"action": "crunch", "millis": 1_000});
            let begun = Instant::now();
            wire.send(&era.call(id, "cruncher", &arguments)).await;
            wire.send(&era.request(id + 10, "ping", json!({}))).await;
            assert_eq!(wire.receive().await["id"], id + 10);
            assert!(begun.elapsed() < LONG, "{:?}", begun.elapsed());
            assert_eq!(text(&wire.receive().await), "crunched");
        }
    }
}
