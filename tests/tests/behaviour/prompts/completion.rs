//! Completion of a prompt's arguments.

use fusion_core::{
    Filter,
    prompt::{Completion, FilledArguments, Reference},
};

use super::*;

/// A flag with two names of its own.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
enum Fruit {
    Apple,
    Pineapple,
    #[serde(rename = "grape fruit")]
    Grape,
}

struct Texts {
    labels: Vec<&'static str>,
}

fn shout(values: impl Iterator<Item = String>) -> Vec<String> {
    values.map(|value| value.to_uppercase()).collect()
}

async fn of_branch(value: &str, ctx: &Ctx) -> Vec<String> {
    let repository = ctx
        .get::<FilledArguments>()
        .and_then(|filled| filled.text("repository"));
    let repository = repository.unwrap_or("nothing");
    vec![format!("{repository}/{value}")]
}

#[tool_group]
impl Texts {
    #[prompt]
    fn all(
        &self,
        fruit: Option<Fruit>,
        flag: Option<bool>,
        plain: Option<String>,
        #[arg(complete = Self::labels)] label: Option<String>,
        #[arg(complete = of_branch)] branch: Option<String>,
        #[arg(complete = Self::many)] many: Option<String>,
        #[arg(complete = Self::broken)] broken: Option<String>,
        #[arg(secret, complete = Self::labels)] token: Option<String>,
        #[arg(complete = Self::greeted)] greeting: Option<String>,
    ) -> String {
        format!(
            "{fruit:?}{flag:?}{plain:?}{label:?}{branch:?}{many:?}{broken:?}{token:?}{greeting:?}"
        )
    }

    async fn labels(&self, value: &str, _: &Ctx) -> Vec<String> {
        let labels = self.labels.iter().filter(|label| label.starts_with(value));
        shout(labels.map(|label| (*label).to_owned()))
    }

    async fn many(_: &str, _: &Ctx) -> Vec<String> {
        (0..250).map(|n| n.to_string()).collect()
    }

    async fn broken(&self, _: &str, _: &Ctx) -> Vec<String> {
        panic!("out of labels")
    }

    async fn greeted(value: &str, ctx: &Ctx) -> Vec<String> {
        let greeting = ctx.get::<Greeting>().map_or("none", |greeting| greeting.0);
        vec![format!("{greeting} {value}")]
    }
}

#[derive(Clone)]
struct Greeting(&'static str);

async fn greeting(_: &Ctx) -> Result<Greeting, ToolError> {
    Ok(Greeting("hello"))
}

fn texts() -> Registry {
    let labels = vec!["bug", "build", "docs"];
    let builder = Registry::builder().provide(greeting);
    builder.tool(Texts { labels }).build().unwrap()
}

async fn completed(argument: &str, value: &str, filled: Value) -> Result<Completion, CallError> {
    let of = Reference::Prompt("texts_all");
    let filled = arguments(filled);
    texts()
        .complete(of, argument, value, filled, Ctx::new())
        .await
}

async fn values(argument: &str, value: &str) -> Vec<String> {
    let completion = completed(argument, value, json!({})).await.unwrap();
    assert_eq!(
        (completion.total, completion.has_more),
        (completion.values.len(), false)
    );
    completion.values
}

#[tokio::test]
async fn enums_and_booleans_complete_by_what_they_begin_with_then_by_what_they_contain() {
    let all = ["Apple", "Pineapple", "grape fruit"];
    for (argument, value, expected) in [
        ("fruit", "", &all[..]),
        ("fruit", "a", &["Apple", "Pineapple", "grape fruit"]),
        ("fruit", "PINE", &["Pineapple"]),
        ("fruit", "apple", &["Apple", "Pineapple"]),
        ("fruit", "p", &["Pineapple", "Apple", "grape fruit"]),
        ("fruit", "kiwi", &[]),
        ("flag", "", &["true", "false"]),
        ("flag", "f", &["false"]),
        ("plain", "x", &[]),
    ] {
        assert_eq!(
            values(argument, value).await,
            expected,
            "{argument} {value}"
        );
    }
}

#[tokio::test]
async fn a_function_completes_with_its_group_or_without() {
    assert_eq!(values("label", "bu").await, ["BUG", "BUILD"]);
    assert_eq!(values("branch", "ma").await, ["nothing/ma"]);
    let filled = json!({"repository": "fusion"});
    let completion = completed("branch", "ma", filled).await.unwrap();
    assert_eq!(completion.values, ["fusion/ma"]);
}

#[tokio::test]
async fn a_function_reads_what_the_providers_left() {
    assert_eq!(values("greeting", "you").await, ["hello you"]);
}

#[tokio::test]
async fn a_hundred_values_are_told_and_the_rest_is_counted() {
    let completion = completed("many", "", json!({})).await.unwrap();
    let first: Vec<_> = (0..100).map(|n| n.to_string()).collect();
    assert_eq!(completion.values, first);
    assert_eq!((completion.total, completion.has_more), (250, true));
}

#[tokio::test]
async fn a_secret_is_completed_by_nothing() {
    assert_eq!(values("token", "b").await, [""; 0]);
}

#[tokio::test]
async fn a_function_that_panics_is_an_internal_error() {
    let error = completed("broken", "", json!({})).await.unwrap_err();
    let data = error.data();
    let reference = data["reference"].as_str().unwrap();
    assert_eq!(
        error.to_string(),
        format!("[texts_all] internal error (reference {reference})")
    );
}

#[tokio::test]
async fn an_argument_that_does_not_exist_is_invalid() {
    let error = completed("lable", "", json!({})).await.unwrap_err();
    assert_eq!(
        error.data(),
        json!({"code": "invalid_arguments", "fields": ["lable"]})
    );
}

/// A prompt that is hidden completes as one that does not exist does.
#[tokio::test]
async fn a_hidden_prompt_completes_nothing() {
    let registry = texts();
    let view = registry.view(fusion_core::Exposition::Grouped).unwrap();
    let view = view.filtered(&Filter::except(["texts/all"])).unwrap();
    let asked = async |name: &str| {
        let of = Reference::Prompt(name);
        let result = view.complete(of, "fruit", "", Map::new(), Ctx::new()).await;
        let error = result.unwrap_err();
        (error.to_string().replace(name, "…"), error.data())
    };
    assert_eq!(asked("texts_all").await, asked("texts_any").await);
}

/// A caller that may not get a prompt gets no completions for it either.
#[tokio::test]
async fn a_guard_refuses_completion_as_well() {
    let registry = Registry::builder()
        .guard(|call| Err(ToolError::new(format!("not {}", call.key()))))
        .tool(Texts { labels: Vec::new() })
        .build()
        .unwrap();
    let of = Reference::Prompt("texts_all");
    let result = registry.complete(of, "fruit", "", Map::new(), Ctx::new());
    assert_eq!(result.await.unwrap_err().to_string(), "Error: not all");
}
