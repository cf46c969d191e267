//! Without state sync, attributes of actions change no byte on the wire.

use fusion_core::{Exposition, Registry, Server, StateSync, server_info, tool_group};
use fusion_tests::wire::modern;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

mod bare {
    use super::tool_group;

    pub(super) struct Notes;

    /// Keep notes.
    #[tool_group]
    impl Notes {
        /// List notes.
        #[action(read_only)]
        async fn list(&self) -> String {
            "one".to_owned()
        }

        /// Add a note.
        #[action]
        async fn add(&self) -> String {
            "added".to_owned()
        }
    }
}

mod saying {
    use super::tool_group;

    pub(super) struct Notes;

    /// Keep notes.
    #[tool_group]
    impl Notes {
        /// List notes.
        #[action(read_only, cache = "no-store")]
        async fn list(&self) -> String {
            "one".to_owned()
        }

        /// Add a note.
        #[action(invalidates("self.*"))]
        async fn add(&self) -> String {
            "added".to_owned()
        }
    }
}

/// Every byte that a server writes to a client that lists, writes and reads.
async fn server_output(registry: Registry, exposition: Exposition) -> String {
    let (client, server) = tokio::io::duplex(1 << 20);
    let server = tokio::spawn(async move {
        let (read, write) = tokio::io::split(server);
        let server = Server::new(registry, server_info!());
        let server = server.exposition(exposition).unwrap();
        server.serve(read, write, std::future::pending()).await
    });
    let (mut read, mut write) = tokio::io::split(client);
    let add = match exposition {
        Exposition::Flat => json!({"name": "notes_add"}),
        _ => json!({"name": "notes", "arguments": {"action": "add"}}),
    };
    // One at a time: answers of several calls come in any order.
    let mut all = Vec::new();
    for message in [
        modern(1, "tools/list", json!({})),
        modern(2, "tools/call", add),
        modern(3, "server/discover", json!({})),
    ] {
        write
            .write_all(format!("{message}\n").as_bytes())
            .await
            .unwrap();
        loop {
            let byte = read.read_u8().await.unwrap();
            all.push(byte);
            if byte == b'\n' {
                break;
            }
        }
    }
    write.shutdown().await.unwrap();
    read.read_to_end(&mut all).await.unwrap();
    server.await.unwrap().unwrap();
    String::from_utf8(all).unwrap()
}

#[tokio::test]
async fn what_actions_say_of_it_changes_no_byte_without_state_sync() {
    for exposition in [Exposition::Grouped, Exposition::Flat] {
        let bare = Registry::builder().tool(bare::Notes).build().unwrap();
        let saying = Registry::builder().tool(saying::Notes).build().unwrap();
        let said = server_output(bare, exposition).await;
        assert_eq!(said.lines().count(), 3);
        assert_eq!(server_output(saying, exposition).await, said);
    }
}

#[tokio::test]
async fn a_state_sync_that_has_no_policy_changes_no_byte_either() {
    for exposition in [Exposition::Grouped, Exposition::Flat] {
        let off = Registry::builder().tool(bare::Notes).build().unwrap();
        let on = Registry::builder().state_sync(StateSync::new());
        let on = on.tool(bare::Notes).build().unwrap();
        assert_eq!(
            server_output(on, exposition).await,
            server_output(off, exposition).await
        );
    }
}

#[tokio::test]
async fn with_state_sync_the_same_group_says_all_of_it_on_the_wire() {
    let on = Registry::builder().state_sync(StateSync::new());
    let on = on.tool(saying::Notes).build().unwrap();
    let said = server_output(on, Exposition::Grouped).await;
    let lines: Vec<serde_json::Value> = said
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let list = &lines[0]["result"];
    assert_eq!(
        list["tools"][0]["description"],
        "Keep notes\nlist() List notes\nadd() Add a note\nCache-Control: no-store: list"
    );
    assert_eq!(list["cacheScope"], "public");
    assert_eq!(
        lines[1]["result"],
        json!({
            "resultType": "complete",
            "content": [
                {"type": "text", "text": "added"},
                {"type": "text", "text": "[System: Cache invalidated for notes.* — caused by notes.add]"},
            ],
            "isError": false,
            "_meta": {"dev.fusion/invalidates": ["notes.*"]},
        })
    );
}
