//! Calls of a lasting connection: cancellation, progress, many calls at once, the end of the input, and
//! actions that compute.

use std::time::Duration;

use fusion_core::{Registry, Server, server_info, tool_group};
use fusion_tests::{
    desk::Desk,
    wire::{Wire, is_lane_off, patient},
};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::{ERAS, Era};

/// Returns the text of an answer.
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
        wire.send(&era.request(3, "ping", json!({}))).await;
        assert_eq!(wire.receive().await["id"], 3);
        patient(desk.until_running(1)).await;
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
        tokio::time::sleep(Duration::from_millis(500)).await;
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
