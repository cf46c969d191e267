//! Tools that only some callers may see, beside those of a handler: a hidden tool answers as an
//! unknown one.

use fusion_core::{Ctx, Exposition, Filter, Mount, Registry, ToolError, tool_group};
use fusion_tests::full::Full;
use serde_json::json;

use super::{Client, ERAS, Era, text};

/// A caller, identified by the name of its client.
#[derive(Clone)]
struct Caller(String);

async fn caller(ctx: &Ctx) -> Result<Caller, ToolError> {
    let client = ctx.client().ok_or("who are you?")?;
    match client.name.as_str() {
        "stranger" => Err("go away".into()),
        name => Ok(Caller(name.to_owned())),
    }
}

struct Clock;

/// Tell the time.
#[tool_group(name = "clock")]
impl Clock {
    /// Tell the time.
    #[action(read_only, tags("wire"))]
    fn now(&self) -> &'static str {
        "noon"
    }
}

struct Vault;

/// Keep secrets.
#[tool_group(name = "vault", tags("admin"))]
impl Vault {
    /// Open the vault.
    #[action(alias("crack"))]
    fn open(&self) -> &'static str {
        "open"
    }
}

fn mount() -> Mount {
    let registry = Registry::builder()
        .provide(caller)
        .tool(Clock)
        .tool(Vault)
        .build()
        .unwrap();
    let mount = registry.mount().exposition(Exposition::Flat).unwrap();
    mount
        .access(|Caller(name): &Caller| Filter::any_tags([name.clone()]))
        .unwrap()
}

#[tokio::test]
async fn a_hidden_tool_is_answered_as_by_the_handler_without_it() {
    for era in ERAS {
        // `wire` is no admin.
        let mut alone = Client::connect(Full::default(), era).await;
        let mut attached = Client::connect(mount().attach(Full::default()), era).await;
        for name in ["vault_open", "vault_crack", "vault", "vault_opn", "nothing"] {
            for arguments in [json!({}), json!({"x": 1}), json!([1]), json!("x")] {
                let before = alone.call(name, arguments.clone()).await;
                let after = attached.call(name, arguments.clone()).await;
                assert_eq!(
                    after.to_string(),
                    before.to_string(),
                    "{era:?} {name} {arguments}"
                );
            }
        }
        assert_eq!(text(&attached.call("clock_now", json!({})).await), "noon");
        let (theirs, mut all) = (alone.names().await, attached.names().await);
        assert_eq!(all.remove(0), "clock_now");
        assert_eq!(all, theirs);
    }
}

#[tokio::test]
async fn callers_of_one_handler_see_their_own() {
    let mut client = Client::connect(mount().attach(Full::default()), Era::Modern).await;
    let mut alone = Client::connect(Full::default(), Era::Modern).await;
    let theirs = alone.names().await;
    for (name, ours) in [
        ("wire", vec!["clock_now"]),
        ("admin", vec!["vault_open"]),
        ("nobody", vec![]),
        // A provider refuses it; the handler's tools are there for everybody.
        ("stranger", vec![]),
    ] {
        let list = client.send_as(name, "tools/list", json!({})).await["result"].clone();
        let expected = ours
            .iter()
            .map(|name| (*name).to_owned())
            .chain(theirs.clone());
        assert_eq!(super::names(&list), expected.collect::<Vec<_>>(), "{name}");
        assert_eq!(list["cacheScope"], "private");
        let call = json!({"name": "vault_open", "arguments": {}});
        let answer = client.send_as(name, "tools/call", call.clone()).await;
        if name == "admin" {
            assert_eq!(text(&answer), "open");
        } else {
            let unknown = alone.send_as(name, "tools/call", call).await;
            assert_eq!(answer["error"], unknown["error"]);
        }
        let told = client.send_as(name, "server/discover", json!({})).await["result"].clone();
        let words = match name {
            "wire" => "A server of somebody else.\n\nclock_*: Tell the time.",
            "admin" => "A server of somebody else.\n\nvault_*: Keep secrets.",
            _ => "A server of somebody else.",
        };
        assert_eq!(
            (&told["instructions"], &told["cacheScope"]),
            (&json!(words), &json!("private"))
        );
    }
}

#[tokio::test]
async fn tools_that_are_away_are_told_of_to_those_only_who_may_see_them() {
    let mount = mount();
    let mut client = Client::connect(mount.attach(Full::default()), Era::Modern).await;
    let mut alone = Client::connect(Full::default(), Era::Modern).await;
    mount.detach();
    let call = json!({"name": "vault_open", "arguments": {}});
    let answer = client.send_as("admin", "tools/call", call.clone()).await;
    let away = "Error: vault_open is not available at the moment. List the tools again for those that are.";
    assert_eq!(text(&answer), away);
    let answer = client.send_as("wire", "tools/call", call.clone()).await;
    let unknown = alone.send_as("wire", "tools/call", call).await;
    assert_eq!(answer["error"], unknown["error"]);
}
