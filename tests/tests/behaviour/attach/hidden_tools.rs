//! Single tools of an attached handler that the mount hides.

use fusion_core::{Exposition, Mount, Registry, tool_group};
use fusion_tests::full::Full;
use rmcp::ServerHandler as _;
use serde_json::json;

use super::{Client, ERAS, text};

struct Texts;

/// Write texts.
#[tool_group(name = "texts")]
impl Texts {
    /// Write a simple text.
    #[action(read_only, flat_name = "test_simple_text")]
    fn simple(&self) -> &'static str {
        "ours"
    }
}

fn mount() -> Mount {
    let registry = Registry::builder().tool(Texts).build().unwrap();
    registry.mount().exposition(Exposition::Flat).unwrap()
}

#[tokio::test]
async fn a_hidden_tool_is_neither_listed_nor_called_and_others_stay() {
    for era in ERAS {
        let theirs = Client::connect(Full::default(), era).await.names().await;
        let mount = mount().hide(["test_simple_text", "test_image_content"]);
        let mut client = Client::connect(mount.attach(Full::default()), era).await;

        let mut expected = vec!["test_simple_text".to_owned()];
        let hidden = ["test_simple_text", "test_image_content"];
        expected.extend(theirs.into_iter().filter(|name| !hidden.contains(&&**name)));
        assert_eq!(client.names().await, expected);
        // The name of a hidden tool is free for one of the registry.
        let answer = client.call("test_simple_text", json!({})).await;
        assert_eq!(text(&answer), "ours");
        let answer = client.call("test_image_content", json!({})).await;
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
        let answer = client.call("test_error_handling", json!({})).await;
        assert!(answer["result"]["isError"].as_bool().unwrap(), "{answer}");
    }
}

#[tokio::test]
async fn a_hidden_tool_stays_hidden_while_the_registry_is_detached() {
    for era in ERAS {
        let mount = mount().hide(["test_simple_text"]);
        let mut client = Client::connect(mount.attach(Full::default()), era).await;
        mount.detach();
        let listed = client.names().await;
        assert!(
            !listed.contains(&"test_simple_text".to_owned()),
            "{listed:?}"
        );
        let answer = client.call("test_simple_text", json!({})).await;
        let text = "Error: test_simple_text is not available at the moment. \
                    List the tools again for those that are.";
        assert_eq!(super::text(&answer), text);
    }
}

#[tokio::test]
async fn arguments_that_are_no_object_do_not_reach_a_hidden_tool() {
    for era in ERAS {
        let mount = mount().hide(["test_image_content"]);
        let mut client = Client::connect(mount.attach(Full::default()), era).await;
        let answer = client.call("test_image_content", json!([1])).await;
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
    }
}

#[test]
fn get_tool_and_try_attach_know_what_is_hidden() {
    let plain = mount().try_attach(Full::default());
    assert!(plain.is_err(), "both have `test_simple_text`");
    let mount = mount()
        .hide(["test_simple_text"])
        .hide(["test_image_content"]);
    let handler = mount.try_attach(Full::default()).unwrap();
    assert!(handler.get_tool("test_image_content").is_none());
    assert!(handler.get_tool("test_audio_content").is_some());
    let ours = handler.get_tool("test_simple_text").unwrap();
    assert_eq!(ours.description.as_deref(), Some("Write a simple text."));
    mount.detach();
    assert!(handler.get_tool("test_simple_text").is_none());
}
