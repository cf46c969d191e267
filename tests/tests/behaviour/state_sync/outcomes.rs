//! The whole response for each outcome of a call, each attribute and each exposition.

use fusion_core::{Cancellation, Content, Ctx, Exposition, ToolResponse};
use serde_json::{Value, json};

use super::{ALL, SyncDeclaration, call_outcome, notice};

const ENDINGS: [&str; 6] = ["good", "fails", "panics", "waits", "wrong", "unchanged"];

fn arguments(exposition: Exposition, ending: &str) -> Value {
    let mut arguments = json!({"how": ending});
    if exposition == Exposition::Grouped {
        arguments["action"] = json!("sort");
    }
    arguments
}

/// Returns the expected response to a call of `ending`.
fn expected(
    exposition: Exposition,
    said: SyncDeclaration,
    ending: &str,
) -> Result<ToolResponse, String> {
    let place = match exposition {
        Exposition::Grouped => "desk/sort",
        _ => "desk_sort",
    };
    let done = || ToolResponse::text("sorted").with_meta("example.com/papers", 3);
    match ending {
        "good" if said.invalidates() => {
            let blocks = vec![Content::text("sorted"), notice()];
            Ok(ToolResponse::blocks(blocks)
                .with_meta("example.com/papers", 3)
                .with_meta("dev.fusion/invalidates", vec!["desk.*"]))
        }
        "good" => Ok(done()),
        "unchanged" => Ok(done().unchanged()),
        "fails" => Err(format!("[{place}] it fell")),
        "panics" => Err(format!("[{place}] internal error (reference ######)")),
        "waits" => Err("the call was cancelled".to_owned()),
        _ => Err(format!(
            "Validation failed for {place}:\n- how: expected good|unchanged|fails|panics|waits, got \"wrong\"\nExpected: how: good|unchanged|fails|panics|waits (required)\nFix these fields and call again."
        )),
    }
}

#[tokio::test]
async fn only_a_success_that_changed_something_says_what_is_stale() {
    let mut told = 0;
    for exposition in [Exposition::Grouped, Exposition::BySafety, Exposition::Flat] {
        for said in ALL {
            let registry = said.registry();
            for ending in ENDINGS {
                let cancellation = Cancellation::new();
                let ctx = Ctx::new().with_cancellation(cancellation.clone());
                let call = call_outcome(&registry, exposition, arguments(exposition, ending), ctx);
                let result = if ending == "waits" {
                    let cancel = async {
                        tokio::task::yield_now().await;
                        cancellation.cancel();
                    };
                    tokio::join!(call, cancel).0
                } else {
                    call.await
                };
                let wanted = expected(exposition, said, ending);
                assert_eq!(result, wanted, "{exposition:?} {said:?} {ending}");
                let meta = result.as_ref().ok().and_then(ToolResponse::meta);
                told += usize::from(meta.is_some_and(|meta| meta.len() == 2));
            }
        }
    }
    // One ending of six, for two declarations of five, in three expositions.
    assert_eq!(told, 2 * 3);
}

#[tokio::test]
async fn a_read_says_nothing() {
    for said in ALL {
        let registry = said.registry();
        let read = json!({"action": "read"});
        let response = registry.call("desk", read, Ctx::new()).await.unwrap();
        assert_eq!(response, ToolResponse::text("papers"), "{said:?}");
    }
}
