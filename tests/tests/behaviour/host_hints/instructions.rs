//! The instructions that a server sends: those of its author, and those of its tools.

use fusion_core::{Exposition, Filter, Server, TestClient, server::ServerInfo};

use super::*;

/// Returns what clients of both eras read.
async fn sent(server: impl Fn() -> Server) -> Option<String> {
    let legacy = TestClient::of(server()).legacy().await;
    let modern = TestClient::of(server()).modern().await;
    let legacy = legacy.instructions().await.unwrap();
    assert_eq!(modern.instructions().await.unwrap(), legacy);
    legacy
}

fn server(exposition: Exposition) -> Server {
    let server = Server::new(registry(), ServerInfo::new("desk", "1"));
    server.exposition(exposition).unwrap()
}

#[tokio::test]
async fn an_outline_is_sent_where_it_is_asked_for() {
    let outline = "desk: Everything about a project\n\
                   - issues: Track issues\n\
                   - labels: Name what issues are about\n\
                   files: Keep files";
    let grouped = || server(Exposition::Grouped);
    assert_eq!(sent(grouped).await, None);
    assert_eq!(sent(|| grouped().outline()).await.as_deref(), Some(outline));
    let with_author = || grouped().instructions("Ask first.").outline();
    let both = format!("Ask first.\n\n{outline}");
    assert_eq!(sent(with_author).await.as_deref(), Some(&*both));
    let by_safety = || server(Exposition::BySafety).outline();
    assert_eq!(
        sent(by_safety).await.as_deref(),
        Some(
            "files_*: Keep files.\n\
             desk_issues_list, desk_write: Everything about a project\n\
             - issues: Track issues\n\
             - labels: Name what issues are about"
        )
    );
    // `find` is loaded at once and has it.
    assert_eq!(sent(|| server(Exposition::Search).outline()).await, None);
}

#[tokio::test]
async fn what_is_hidden_is_in_no_outline() {
    let shown = Filter::except(["desk/labels.create", "files/read", "files/delete"]);
    let server = || {
        server(Exposition::Grouped)
            .outline()
            .filter(&shown)
            .unwrap()
    };
    assert_eq!(
        sent(server).await.as_deref(),
        Some("desk: Everything about a project\n- issues: Track issues")
    );
}

/// A text of 100 characters.
macro_rules! hundred {
    () => {
        "aaaa aaaa aaaa aaaa aaaa aaaa aaaa aaaa aaaa aaaa aaaa aaaa aaaa aaaa aaaa aaaa aaaa aaaa aaaa aaaa "
    };
}

struct Long;

#[tool_group(description = concat!("Keep long notes. ", hundred!(), hundred!(), hundred!(), hundred!(), hundred!()))]
impl Long {
    /// Do nothing.
    #[action]
    fn run() {}
}

struct Longer;

#[tool_group(description = concat!("Keep longer notes. ", hundred!(), hundred!(), hundred!(), hundred!(), hundred!()))]
impl Longer {
    /// Do nothing.
    #[action]
    fn run() {}

    /// Do nothing but once.
    #[action(tags("admin"))]
    fn once() {}
}

fn long() -> Registry {
    Registry::builder().tool(Long).tool(Longer).build().unwrap()
}

/// Returns what follows the author's text of `length` characters.
async fn beside(length: usize, filter: &Filter) -> Option<String> {
    let author = "ä".repeat(length);
    let server = || {
        let server = Server::new(long(), ServerInfo::new("long", "1"));
        let server = server.exposition(Exposition::Flat).unwrap();
        server.instructions(&author).filter(filter).unwrap()
    };
    let sent = sent(server).await.unwrap();
    let rest = sent.strip_prefix(&author).unwrap();
    if rest.is_empty() {
        return None;
    }
    assert!(sent.chars().count() <= 2_048, "{}", sent.chars().count());
    Some(rest.strip_prefix("\n\n").unwrap().to_owned())
}

#[tokio::test]
async fn the_docs_of_tools_are_cut_to_what_the_author_leaves() {
    let all = Filter::all();
    let whole = |name: &str| {
        format!(
            "{name}_*: Keep {name} notes. {}",
            hundred!().repeat(5).trim_end()
        )
    };
    let both = format!("{}\n{}", whole("long"), whole("longer"));
    let room = 2_048 - 2 - both.chars().count();
    assert_eq!(beside(room, &all).await, Some(both));
    let sentences = "long_*: Keep long notes\nlonger_*: Keep longer notes";
    assert_eq!(beside(room + 1, &all).await.as_deref(), Some(sentences));
    let room = 2_048 - 2 - sentences.len();
    assert_eq!(beside(room, &all).await.as_deref(), Some(sentences));
    assert_eq!(
        beside(room + 1, &all).await.as_deref(),
        Some("long_*: Keep long notes\nand 1 more")
    );
    // What is hidden is not counted.
    let only = Filter::only(["long/run"]);
    assert_eq!(
        beside(room + 1, &only).await.as_deref(),
        Some("long_*: Keep long notes")
    );
    for length in [2_040, 2_048, 3_000] {
        assert_eq!(beside(length, &all).await, None, "{length}");
    }
}
