//! The scenarios of `tests/clients/scenarios.json` through [`TestClient`], in both eras and over both transports.
//! `tests/clients/scenarios.py` runs them through the SDK for Python and through raw lines.

use std::{
    collections::VecDeque,
    fs,
    path::PathBuf,
    sync::{Arc, Mutex},
};

use fusion_core::{
    Exposition, TestClient,
    testing::{ConnectTestClient, ProtocolError, TestAnswer},
};
use fusion_tests::{scenarios::server, wire::is_lane_off};
use serde_json::{Map, Value, json};

/// The members of a result that belong to the protocol and not to its outcome.
const PROTOCOL: [&str; 5] = ["_meta", "cacheScope", "nextCursor", "resultType", "ttlMs"];
const LISTS: [(&str, &str, &str); 4] = [
    ("tools", "tools/list", "tools"),
    ("prompts", "prompts/list", "prompts"),
    ("resources", "resources/list", "resources"),
    ("templates", "resources/templates/list", "resourceTemplates"),
];

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("clients/scenarios.json")
}

#[tokio::test]
async fn every_scenario_has_its_outcome_through_the_test_client() {
    let scenarios: Value = serde_json::from_str(&fs::read_to_string(file()).unwrap()).unwrap();
    let mut blessed = scenarios.clone();
    let mut faults = Vec::new();
    for is_http in [false, true] {
        for is_legacy in [false, true] {
            for (place, scenario) in scenarios.as_array().unwrap().iter().enumerate() {
                let user = User::default();
                let exposition = match scenario["exposition"].as_str() {
                    Some("flat") => Exposition::Flat,
                    _ => Exposition::Grouped,
                };
                let client = client(exposition, is_http, is_legacy, &user).await;
                for (at, step) in scenario["steps"].as_array().unwrap().iter().enumerate() {
                    let outcome = run(&client, &user, step).await;
                    let expected = match step.get("legacy").filter(|_| is_legacy) {
                        Some(legacy) => legacy,
                        None => &step["expect"],
                    };
                    if outcome != *expected {
                        let name = &scenario["name"];
                        faults.push(format!(
                            "{name}, step {at}, http {is_http}, legacy {is_legacy}\nexpected {expected}\nreceived {outcome}"
                        ));
                    }
                    let step = &mut blessed[place]["steps"][at];
                    if !is_http && !is_legacy {
                        step["expect"] = outcome;
                        step.as_object_mut().unwrap().remove("legacy");
                    } else if !is_http && step["expect"] != outcome {
                        step["legacy"] = outcome;
                    }
                }
                client.close().await.unwrap();
            }
        }
    }
    if std::env::var_os("BLESS").is_some() {
        let text = serde_json::to_string_pretty(&blessed).unwrap();
        fs::write(file(), text + "\n").unwrap();
        return;
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

/// The answers of the next questions, and the questions that were asked.
#[derive(Clone, Default)]
struct User(Arc<Mutex<(VecDeque<Value>, Vec<String>)>>);

impl User {
    fn answer(&self, question: &str) -> TestAnswer {
        let mut state = self.0.lock().unwrap();
        state.1.push(question.to_owned());
        let answer = state.0.pop_front().unwrap_or_default();
        match answer["action"].as_str() {
            Some("accept") => TestAnswer::Accept(answer["content"].clone()),
            Some("decline") => TestAnswer::Decline,
            _ => TestAnswer::Cancel,
        }
    }
}

fn client(
    exposition: Exposition,
    is_http: bool,
    is_legacy: bool,
    user: &User,
) -> ConnectTestClient {
    let server = server(exposition).unwrap().lane(!is_lane_off());
    let client = if is_http {
        TestClient::of(server.http().legacy_sessions(true))
    } else {
        TestClient::of(server)
    };
    let user = user.clone();
    let client = client.answer(move |question| user.answer(&question.message));
    if is_legacy { client.legacy() } else { client }
}

/// Runs a step, and returns its outcome in the form of the file.
async fn run(client: &TestClient, user: &User, step: &Value) -> Value {
    let arguments = step["arguments"].clone();
    if let Some(key) = step["call"].as_str() {
        return call(client, user, key, step).await;
    }
    if let Some(list) = step["list"].as_str() {
        return pages(client, list).await;
    }
    if step.get("instructions").is_some() {
        return json!({"text": client.instructions().await.unwrap()});
    }
    let (method, params) = if let Some(prompt) = step["prompt"].as_str() {
        (
            "prompts/get",
            json!({"name": prompt, "arguments": arguments}),
        )
    } else if let Some(uri) = step["read"].as_str() {
        ("resources/read", json!({"uri": uri}))
    } else {
        ("completion/complete", step["complete"].clone())
    };
    match client.request(method, params).await {
        Ok(result) => outcome_of(&result),
        Err(error) => error_of(&error),
    }
}

async fn call(client: &TestClient, user: &User, key: &str, step: &Value) -> Value {
    let answers = step["answers"].as_array().cloned().unwrap_or_default();
    user.0.lock().unwrap().0.extend(answers);
    let call = client.call(key, step["arguments"].clone());
    let mut running = call.start().await;
    let mut progress = Vec::new();
    while let Some(update) = running.progress().await {
        if step.get("cancel").is_some() {
            running.cancel().await;
            return json!({"cancelled": true});
        }
        progress.push(
            json!({"progress": update.done, "total": update.total, "message": update.message}),
        );
    }
    let mut outcome = match running.outcome().await.raw() {
        Ok(result) => outcome_of(result),
        Err(error) => error_of(error),
    };
    if step.get("progress").is_some() {
        outcome["progress"] = progress.into();
    }
    let questions = std::mem::take(&mut user.0.lock().unwrap().1);
    if !questions.is_empty() {
        outcome["questions"] = questions.into();
    }
    outcome
}

async fn pages(client: &TestClient, list: &str) -> Value {
    let (_, method, member) = LISTS.iter().find(|(name, ..)| *name == list).unwrap();
    let (mut pages, mut params) = (Vec::new(), json!({}));
    loop {
        let page = client.request(method, params).await.unwrap();
        let items = page[*member].as_array().unwrap().iter();
        pages.push(items.map(listed).collect::<Value>());
        match &page["nextCursor"] {
            Value::Null => return json!({"pages": pages}),
            cursor => params = json!({"cursor": cursor}),
        }
    }
}

/// Returns the name of a listed item, its URI and the names of its arguments.
fn listed(item: &Value) -> Value {
    let mut names = vec![item["name"].clone()];
    names.extend(["uri", "uriTemplate"].map(|key| item[key].clone()));
    let arguments = item["arguments"].as_array().into_iter().flatten();
    names.extend(arguments.map(|argument| argument["name"].clone()));
    names.retain(|name| !name.is_null());
    names.into()
}

/// Returns a result without what belongs to the protocol, and with our part of its `_meta`.
fn outcome_of(result: &Value) -> Value {
    let members = result.as_object().unwrap().iter();
    let own = members.filter(|(key, value)| {
        !PROTOCOL.contains(&key.as_str()) && (*key != "isError" || **value == true)
    });
    let own = own.map(|(key, value)| (key.clone(), value.clone()));
    let mut outcome: Map<_, _> = own.collect();
    let meta = result["_meta"].as_object().into_iter().flatten();
    let meta = meta.filter(|(key, _)| key.starts_with("dev.fusion/"));
    let meta: Map<_, _> = meta
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    if !meta.is_empty() {
        outcome.insert("meta".to_owned(), meta.into());
    }
    outcome.into()
}

fn error_of(error: &ProtocolError) -> Value {
    json!({"error": {"code": error.code, "message": error.message}})
}
