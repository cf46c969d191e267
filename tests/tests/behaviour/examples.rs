//! Examples of actions: `build()` reads them, and help, catalogs, locks and searches show them.

mod mistakes;

use fusion_core::{Content, Ctx, Exposition, Fields, Registry, View, spec::Describe, tool_group};
use serde_json::{Value, json};

#[derive(Fields)]
struct Scope {
    /// The team.
    team: Option<String>,
}

struct Issues;

const FIRST: u64 = 1;

/// Track issues.
#[tool_group(name = "issues", common = Scope)]
impl Issues {
    /// Close an issue.
    #[action(
        idempotent,
        example("that one is through", issue = 7),
        example("end what the core team began", team = "core", issue = FIRST)
    )]
    fn close(scope: &Scope, issue: u64, #[arg(secret)] token: String) -> String {
        format!("{:?} {issue} {}", scope.team, token.len())
    }

    /// Find issues.
    #[action(
        read_only,
        omit_common,
        example("everything"),
        example("what Ada and Linus do", names = ["ada", "linus"], "per-page" = 5_000_000_000),
        example("colder than zero", degrees = -1.5, within = {"to": null, "from": {"b": 1, "a": [true]}})
    )]
    fn list(
        names: Option<Vec<String>>,
        #[arg(name = "per-page")] size: Option<u64>,
        degrees: Option<f64>,
        #[arg(any)] within: Option<Value>,
    ) -> String {
        format!("{names:?} {size:?} {degrees:?} {within:?}")
    }

    /// Open an issue.
    #[action(once, example("a new one", title = "New"))]
    fn open(title: String) -> String {
        title
    }
}

/// Everything.
#[tool_group(name = "desk")]
struct Desk {
    #[group(rename(issue = "number"))]
    issues: Issues,
}

fn desk() -> Registry {
    let builder = Registry::builder().describe(Describe::Brief);
    builder.tool(Desk { issues: Issues }).build().unwrap()
}

async fn text(view: &View, tool: &str, arguments: Value) -> String {
    let answer = view.call(tool, arguments, Ctx::new()).await.unwrap();
    let [Content::Text(text)] = answer.content() else {
        panic!("{answer:?}")
    };
    text.clone()
}

#[tokio::test]
async fn help_shows_examples_with_the_published_names() {
    let view = desk().view(Exposition::Grouped).unwrap();
    let help = |topic| json!({"action": "help", "topic": topic});
    assert_eq!(
        text(&view, "desk", help("issues.close")).await,
        "\
issues.close(number, token, team?)
Close an issue.
Arguments:
- number: integer 0.. (required)
- token: string (required, secret)
- team: string. The team.
Example: that one is through: {\"number\":7}
Example: end what the core team began: {\"team\":\"core\",\"number\":1}
Hints: changes data, idempotent"
    );
    let list = text(&view, "desk", help("issues.list")).await;
    let examples: Vec<_> = list
        .lines()
        .filter(|line| line.starts_with("Example"))
        .collect();
    assert_eq!(
        examples,
        [
            "Example: everything: {}",
            "Example: what Ada and Linus do: {\"names\":[\"ada\",\"linus\"],\"per-page\":5000000000}",
            "Example: colder than zero: {\"degrees\":-1.5,\"within\":{\"from\":{\"a\":[true],\"b\":1},\"to\":null}}",
        ]
    );
}

#[test]
fn lists_do_not_grow_by_examples() {
    struct Plain;

    /// Track issues.
    #[tool_group(name = "notes")]
    impl Plain {
        /// Close an issue.
        #[action]
        fn close(issue: u64) -> String {
            issue.to_string()
        }
    }

    struct Told;

    /// Track issues.
    #[tool_group(name = "notes")]
    impl Told {
        /// Close an issue.
        #[action(example("that one is through", issue = 7))]
        fn close(issue: u64) -> String {
            issue.to_string()
        }
    }

    let plain = Registry::builder().tool(Plain).build().unwrap();
    let told = Registry::builder().tool(Told).build().unwrap();
    for exposition in [
        Exposition::Grouped,
        Exposition::BySafety,
        Exposition::Flat,
        Exposition::Search,
    ] {
        let [plain, told] = [&plain, &told].map(|registry| registry.view(exposition).unwrap());
        assert_eq!(plain.tools(), told.tools());
    }
}

#[test]
fn programs_read_examples_in_the_metadata_and_in_the_catalog() {
    let view = desk().view(Exposition::Grouped).unwrap();
    let actions = view.actions();
    let close = actions.iter().find(|action| action.key == "issues.close");
    let examples: Vec<_> = close
        .unwrap()
        .examples
        .iter()
        .map(|example| {
            (
                example.sentence.as_str(),
                Value::from(example.arguments.clone()),
            )
        })
        .collect();
    assert_eq!(
        examples,
        [
            ("that one is through", json!({"number": 7})),
            (
                "end what the core team began",
                json!({"number": 1, "team": "core"})
            ),
        ]
    );
    let manifest = view.manifest().to_string();
    assert!(
        manifest.contains(r#"{"arguments":{"title":"New"},"sentence":"a new one"}"#),
        "{manifest}"
    );
}

#[test]
fn a_lock_has_examples_by_their_sentences() {
    let lock = desk().lock();
    let close = &lock.actions["desk/issues.open"];
    assert_eq!(close.examples["a new one"], r#"{"title":"New"}"#);
    assert_eq!(
        lock.to_string().parse::<fusion_core::lock::Lock>().unwrap(),
        lock
    );
}

#[tokio::test]
async fn a_search_finds_an_action_by_the_words_of_its_examples() {
    let view = desk().view(Exposition::Search).unwrap();
    for (query, key) in [
        ("is it through?", "issues.close"),
        ("Linus", "issues.list"),
        ("colder", "issues.list"),
    ] {
        let found = text(&view, "find", json!({"query": query})).await;
        let first = found.lines().find(|line| line.starts_with("call_"));
        assert!(first.unwrap().contains(key), "{query}: {found}");
    }
    let found = text(&view, "find", json!({"query": "through"})).await;
    assert!(
        found.contains("\n  Example: that one is through: {\"number\":7}\n"),
        "{found}"
    );
}
