//! Lists in pages return each item once, and a cursor is valid only for its own list and view.

use fusion_core::{Exposition, Server, server_info};
use fusion_tests::{
    full::Full,
    notes::{Caller, Notes, registry},
};
use serde_json::{Value, json};

use super::{Client, ERAS, Era, all};

const LISTS: [(&str, &str, &str); 4] = [
    ("tools/list", "tools", "name"),
    ("prompts/list", "prompts", "name"),
    ("resources/list", "resources", "uri"),
    (
        "resources/templates/list",
        "resourceTemplates",
        "uriTemplate",
    ),
];

/// One item a page, each tool an action, for everybody.
fn server() -> Server {
    let server = Server::new(registry(&Notes::default()), server_info!());
    server.exposition(Exposition::Flat).unwrap().page_size(1)
}

/// The pages of a list, and the cursors that led to them.
async fn pages(client: &mut Client, method: &str) -> (Vec<Value>, Vec<String>) {
    let (mut pages, mut cursors) = (Vec::new(), Vec::new());
    let mut params = json!({});
    loop {
        let page = client.result(method, params).await;
        let next = page["nextCursor"].as_str().map(str::to_owned);
        pages.push(page);
        let Some(next) = next else {
            return (pages, cursors);
        };
        params = json!({"cursor": next});
        cursors.push(next);
        assert!(pages.len() < 100, "{method} never ends");
    }
}

#[tokio::test]
async fn all_pages_of_a_list_are_the_list() {
    for era in ERAS {
        let mut client = Client::connect_server(server(), era).await;
        let mut whole = Client::connect_server(server().page_size(1_000), era).await;
        for (method, items, key) in LISTS {
            let list = whole.result(method, json!({})).await;
            let names = all(&list, items, key);
            assert!(names.len() > 1, "{method} is worth paging");
            assert_eq!(list.get("nextCursor"), None);
            let (pages, _) = pages(&mut client, method).await;
            let walked: Vec<_> = pages
                .iter()
                .flat_map(|page| all(page, items, key))
                .collect();
            assert_eq!(walked, names, "{method}");
            for page in pages {
                assert_eq!(page[items].as_array().unwrap().len(), 1);
                assert_eq!(page.get("cacheScope"), list.get("cacheScope"));
                assert_eq!(page.get("ttlMs"), list.get("ttlMs"));
            }
        }
    }
}

#[tokio::test]
async fn a_cursor_leads_on_in_its_own_list_of_its_own_view_and_nowhere_else() {
    for era in ERAS {
        let mut client = Client::connect_server(server(), era).await;
        let hidden = server().access(Caller::sees).unwrap();
        // It may see less.
        let mut other = Client::connect_server(hidden, era).await;
        let mut bare = Client::connect_server(server().page_size(2), era).await;
        let unknown = json!({
            "code": -32602,
            "message": "unknown cursor: ask again without one, from the beginning",
        });
        for (method, ..) in LISTS {
            let (_, cursors) = pages(&mut client, method).await;
            for (elsewhere, ..) in LISTS.into_iter().filter(|list| list.0 != method) {
                let params = json!({"cursor": cursors[0]});
                assert_eq!(
                    client.error(elsewhere, params).await,
                    unknown,
                    "{method} {elsewhere}"
                );
            }
            let params = json!({"cursor": cursors[0]});
            assert_eq!(
                other.error(method, params.clone()).await,
                unknown,
                "{method}"
            );
            assert_eq!(bare.error(method, params).await, unknown, "{method}");
            let mut forged = cursors[0].clone();
            forged.replace_range(7..8, if &forged[7..8] == "0" { "1" } else { "0" });
            for forged in [
                forged,
                String::new(),
                "x".to_owned(),
                "~".to_owned(),
                format!("{}0", cursors[0]),
            ] {
                let error = client.error(method, json!({"cursor": forged})).await;
                assert_eq!(error, unknown, "{method} {forged:?}");
            }
        }
    }
}

#[tokio::test]
async fn two_processes_go_on_with_each_others_lists() {
    let mut one = Client::connect_server(server(), Era::Modern).await;
    let mut other = Client::connect_server(server(), Era::Modern).await;
    let first = one.result("prompts/list", json!({})).await;
    let params = json!({"cursor": first["nextCursor"]});
    let second = other.result("prompts/list", params).await;
    assert_eq!(all(&second, "prompts", "name"), ["vault_plan"]);
}

#[tokio::test]
async fn the_handlers_list_follows_ours() {
    for era in ERAS {
        let mount = registry(&Notes::default()).mount().page_size(2);
        let mut attached = Client::connect(mount.attach(Full::default()), era).await;
        let mut alone = Client::connect(Full::default(), era).await;
        let theirs = alone.result("resources/list", json!({})).await;
        let theirs = all(&theirs, "resources", "uri");
        let (pages, _) = pages(&mut attached, "resources/list").await;
        let pages: Vec<_> = pages
            .iter()
            .map(|page| all(page, "resources", "uri"))
            .collect();
        assert_eq!(pages[0], ["fusion://manifest.json", "notes://all"]);
        assert_eq!(pages[1][..2], ["notes://picture", "vault://gold"]);
        assert_eq!(pages[1][2..], theirs);
        assert_eq!(pages.len(), 2);
        // While detached, the registry's items are not listed.
        let first = attached.result("resources/list", json!({})).await;
        mount.detach();
        let params = json!({"cursor": first["nextCursor"]});
        let error = attached.error("resources/list", params).await;
        assert_eq!(error["code"], -32602);
    }
}

#[tokio::test]
async fn a_mount_around_a_mount_tells_its_cursors_from_the_others() {
    let inner = registry(&Notes::default()).mount().page_size(1);
    let desk = fusion_core::Registry::builder()
        .manifest()
        .tool(fusion_tests::desk::Desk::new())
        .build()
        .unwrap();
    let handler = desk.mount().attach(inner.attach(Full::default()));
    let mut client = Client::connect(handler, Era::Modern).await;
    let (pages, cursors) = pages(&mut client, "resources/list").await;
    let uris: Vec<_> = pages
        .iter()
        .flat_map(|page| all(page, "resources", "uri"))
        .collect();
    // The inner manifest stands where the outer one does, and is hidden.
    assert_eq!(
        uris,
        [
            "fusion://manifest.json",
            "notes://all",
            "notes://picture",
            "vault://gold",
            "test://static-text",
            "test://static-binary",
            "test://watched-resource",
        ]
    );
    assert!(
        cursors.iter().all(|cursor| cursor.starts_with("~fusion-")),
        "{cursors:?}"
    );
}
