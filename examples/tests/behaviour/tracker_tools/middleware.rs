//! The tracker's middleware: callers, audit, timeouts, output cap, exclusive calls.

use fusion_core::{Content, Ctx, Exposition, Registry, build::ActionGroup};
use fusion_examples::tracker::{
    AuditTable, HEADER, Issues, registry,
    store::{IssueId, NewComment, Store},
};
use rusqlite::Connection;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::calls::{call_agreed, tracker};

/// Returns the context of a call over HTTP whose header names the user.
fn ctx_of_user(name: &str) -> Ctx {
    let request = http::Request::builder().header(HEADER, name);
    let (parts, ()) = request.body(()).unwrap().into_parts();
    let mut ctx = Ctx::new();
    ctx.insert(parts);
    ctx
}

async fn call_text(registry: &Registry, arguments: Value) -> String {
    match call_agreed(registry, arguments).await {
        Ok(response) => match response.content() {
            // The notice of a write stands behind it.
            [Content::Text(text), ..] => text.clone(),
            other => panic!("{other:?}"),
        },
        Err(error) => error.to_string(),
    }
}

type Row = (
    Option<String>,
    String,
    Option<String>,
    String,
    Option<String>,
);

fn row(
    who: Option<&str>,
    tool: &str,
    action: Option<&str>,
    outcome: &str,
    code: Option<&str>,
) -> Row {
    let owned = |text: Option<&str>| text.map(str::to_owned);
    let (tool, outcome) = (tool.to_owned(), outcome.to_owned());
    (owned(who), tool, owned(action), outcome, owned(code))
}

#[tokio::test]
async fn every_call_is_in_the_audit_with_who_made_it_and_how_it_ended() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("tracker.db");
    let store = Store::open(&path).unwrap();
    let (registry, queue) = registry(&store).unwrap();
    let writer = tokio::spawn(queue.write_to(AuditTable::new(store)));
    let long = "x".repeat(65);
    for (ctx, tool, arguments) in [
        (
            ctx_of_user("ada"),
            "tracker",
            json!({"action": "issues.get", "issue": 1}),
        ),
        (
            ctx_of_user("ada"),
            "tracker",
            json!({"issue": 1, "action": "issues.get"}),
        ),
        (
            ctx_of_user(" grace "),
            "tracker",
            json!({"action": "issues.get", "issue": 99}),
        ),
        (
            ctx_of_user("ada"),
            "tracker",
            json!({"action": "issues.get"}),
        ),
        (
            ctx_of_user("ada"),
            "tracker",
            json!({"action": "issues.got"}),
        ),
        (
            ctx_of_user("ada"),
            "trakcer",
            json!({"action": "issues.get", "issue": 1}),
        ),
        (
            ctx_of_user(&long),
            "tracker",
            json!({"action": "issues.delete", "issue": 1}),
        ),
        (
            ctx_of_user(""),
            "tracker",
            json!({"action": "issues.delete", "issue": 1}),
        ),
    ] {
        let _ = registry.call(tool, arguments, ctx).await;
    }
    drop(registry);
    writer.await.unwrap();

    let sql = Connection::open(&path).unwrap();
    let mut rows = sql
        .prepare("SELECT who, tool, action, outcome, code FROM calls ORDER BY id")
        .unwrap();
    let rows = rows.query_map([], |row| row.try_into()).unwrap();
    let rows: Vec<Row> = rows.collect::<Result<_, _>>().unwrap();
    let (ada, get) = (Some("ada"), Some("issues.get"));
    assert_eq!(
        rows,
        [
            row(ada, "tracker", get, "answered", None),
            row(ada, "tracker", get, "answered", None),
            row(Some("grace"), "tracker", get, "failed", Some("not_found")),
            row(ada, "tracker", get, "invalid", None),
            row(ada, "tracker", Some("issues.got"), "unknown_action", None),
            row(ada, "trakcer", None, "unknown_tool", None),
            row(None, "tracker", None, "refused", Some("bad_caller")),
            row(None, "tracker", None, "refused", Some("bad_caller")),
        ]
    );
    let fingerprints: (i64, i64) = sql
        .query_row(
            "SELECT count(arguments), count(DISTINCT arguments) FROM calls",
            [],
            |row| row.try_into(),
        )
        .unwrap();
    // Of the four calls with a known action; two are equal apart from the order of arguments.
    assert_eq!(fingerprints, (4, 3));
}

#[tokio::test]
async fn a_caller_without_a_name_is_refused_before_anything_is_done() {
    let (registry, _dir) = tracker();
    let arguments = json!({"action": "issues.delete", "issue": 1});
    let refused = registry.call("tracker", arguments, ctx_of_user(" ")).await;
    assert_eq!(
        refused.unwrap_err().to_string(),
        "Error: the header x-tracker-user holds no name: 1 to 64 characters of plain text"
    );
    let arguments = json!({"action": "issues.get", "issue": 1});
    assert!(call_text(&registry, arguments).await.starts_with('{'));
}

// The clock stands still until there is nothing to do but to wait: the store's threads wait, too.
#[tokio::test(start_paused = true)]
async fn a_call_that_the_database_holds_up_is_answered_in_time() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("tracker.db");
    let (registry, _) = registry(&Store::open(&path).unwrap()).unwrap();
    let other = Connection::open(&path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let arguments = json!({"action": "issues.open", "title": "Too late"});
    assert_eq!(
        call_text(&registry, arguments).await,
        "[tracker/issues.open] no answer within 10 s, so it was stopped\n\
         Hint: A part of it may have been done: look before you call again."
    );
    other.execute_batch("ROLLBACK").unwrap();
}

#[test]
fn an_import_has_more_time_than_anything_else() {
    let actions = <Issues as ActionGroup>::SPEC.actions.iter();
    let seconds = actions.map(|action| (action.key, action.timeout.unwrap().as_secs()));
    assert_eq!(
        seconds.collect::<Vec<_>>(),
        [
            ("list", 10),
            ("get", 10),
            ("open", 10),
            ("close", 10),
            ("assign", 10),
            ("accept", 10),
            ("delete", 10),
            ("import", 120),
            ("triage", 10),
            ("issue", 10),
        ]
    );
}

#[tokio::test]
async fn a_list_that_is_too_long_is_cut_and_tells_how_to_ask_for_less() {
    let dir = TempDir::new().unwrap();
    let store = Store::open(dir.path().join("tracker.db")).unwrap();
    let (registry, _) = registry(&store).unwrap();
    let issue: IssueId = serde_json::from_value(json!(1)).unwrap();
    for _ in 0..100 {
        let comment = NewComment {
            issue,
            author: "ada".to_owned(),
            body: "x".repeat(1_000),
        };
        store.add_comment(comment).await.unwrap();
    }
    let whole = serde_json::to_string(&store.comments(issue, 100, 0).await.unwrap()).unwrap();
    let tokens = whole.len().div_ceil(3);
    let arguments = json!({"action": "comments.list", "issue": 1, "limit": 100});
    let cut = registry.call("tracker", arguments, Ctx::new()).await;
    assert_eq!(
        cut.unwrap().content(),
        [
            Content::text(&whole[..30_000]),
            Content::text(format!(
                "[Cut: 10000 of {tokens} tokens (estimated) are shown. \
                 Ask for less with limit, offset.]"
            )),
        ]
    );

    let flat = registry.view(Exposition::Flat).unwrap();
    let arguments = json!({"issue": 1, "limit": 100});
    let refused = flat.call("tracker_comments_list", arguments, Ctx::new());
    assert_eq!(
        refused.await.unwrap_err().to_string(),
        format!(
            "[tracker_comments_list] the result is {tokens} tokens (estimated) long, \
             and 10000 fit\nHint: Ask for less with limit, offset."
        )
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_who_delete_one_issue_at_once_one_deletes_it() {
    let (registry, _dir) = tracker();
    let calls: Vec<_> = (0..20)
        .map(|n| {
            let registry = registry.clone();
            // However it is sent.
            let id = [json!(3), json!("3"), json!(3.0)][n % 3].clone();
            let arguments = json!({"action": "issues.delete", "issue": id});
            tokio::spawn(async move { call_text(&registry, arguments).await })
        })
        .collect();
    let mut answers = Vec::new();
    for call in calls {
        answers.push(call.await.unwrap());
    }
    answers.sort_unstable();
    let mut expected = vec!["deleted issue 3".to_owned()];
    expected.extend(vec!["there was no issue 3".to_owned(); 19]);
    assert_eq!(answers, expected);
}
