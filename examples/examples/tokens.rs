//! Counts the tokens that a model reads of an example server's list, in every exposition and form,
//! and prints two tables for the README. All rows but those of `Brief` and `Search` contain the same prose, so a
//! saving never comes from a shorter text. The second table has what a model reads until its first call, in hosts that
//! load a whole list and in hosts that load names first.
//!
//! A model reads names, descriptions and input schemas. Titles, hints and output schemas are for
//! clients and are not counted; the instructions of the server are.
//!
//! ```text
//! cargo run -p fusion-examples --example tokens
//! ```

use fusion_core::{
    Content, Ctx, Exposition, Registry, RegistryBuilder, View, spec::Describe, view::ListedTool,
};
use fusion_examples::tracker::{Tracker, store::Store};
use serde_json::json;
use tiktoken_rs::{CoreBPE, o200k_base};

type Error = Box<dyn std::error::Error>;
type Builder = RegistryBuilder;

/// The lists of the tables.
const LISTS: [(Exposition, Describe); 10] = [
    (Exposition::Flat, Describe::Compact),
    (Exposition::BySafety, Describe::Workflow),
    (Exposition::BySafety, Describe::Toon),
    (Exposition::BySafety, Describe::Compact),
    (Exposition::BySafety, Describe::Brief),
    (Exposition::Grouped, Describe::Workflow),
    (Exposition::Grouped, Describe::Toon),
    (Exposition::Grouped, Describe::Compact),
    (Exposition::Grouped, Describe::Brief),
    (Exposition::Search, Describe::Compact),
];

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    let dir = tempfile::tempdir()?;
    let store = Store::open(dir.path().join("tracker.db"))?;
    let tokens = o200k_base()?;
    println!("| server | exposition | form | tools | bytes | tokens | of flat |");
    println!("|---|---|---|---:|---:|---:|---:|");
    let tracker = |form| {
        Registry::builder()
            .describe(form)
            .tool(Tracker::new(&store))
    };
    table("tracker", &tracker, &tokens)?;
    println!();
    first_call("tracker", &tracker, &tokens).await
}

fn table(
    server: &str,
    builder: &dyn Fn(Describe) -> Builder,
    tokens: &CoreBPE,
) -> Result<(), Error> {
    let mut flat = None;
    for (exposition, form) in LISTS {
        let view = builder(form).build()?.view(exposition)?;
        let text = read(&view);
        let count = tokens.encode_ordinary(&text).len();
        let all = *flat.get_or_insert(count);
        let form = form_cell(exposition, form);
        let percent = (100 * count + all / 2) / all;
        println!(
            "| {server} | `{exposition:?}` | {form} | {} | {} | {count} | {percent} % |",
            view.tools().len(),
            text.len(),
        );
    }
    Ok(())
}

/// Prints what a model reads until its first call. A host that defers tools loads their names and the instructions, with
/// the tools that it always loads, and then one tool; a tool of median size is counted.
async fn first_call(
    server: &str,
    builder: &dyn Fn(Describe) -> Builder,
    tokens: &CoreBPE,
) -> Result<(), Error> {
    let count = |text: &str| tokens.encode_ordinary(text).len();
    println!("| server | exposition | form | whole list | names | one tool | contract |");
    println!("|---|---|---|---:|---:|---:|---:|");
    for (exposition, form) in LISTS {
        let view = builder(form).build()?.view(exposition)?;
        let (loaded, deferred): (Vec<_>, Vec<_>) = view
            .tools()
            .iter()
            .partition(|tool| tool.meta.contains_key("anthropic/alwaysLoad"));
        let names: Vec<_> = deferred.iter().map(|tool| tool.name.as_str()).collect();
        let loaded: String = loaded.into_iter().map(read_tool).collect();
        let instructions = view.instructions().unwrap_or_default();
        let names = count(instructions) + count(&loaded) + count(&names.join("\n"));
        let mut sizes: Vec<_> = deferred
            .into_iter()
            .map(|tool| count(&read_tool(tool)))
            .collect();
        let tool = match median(&mut sizes) {
            0 => "–".to_owned(),
            tokens => tokens.to_string(),
        };
        let mut answers = Vec::new();
        for text in answers_about_actions(&view, exposition, form).await? {
            answers.push(count(&text));
        }
        let contract = match median(&mut answers) {
            0 => "–".to_owned(),
            tokens => tokens.to_string(),
        };
        let (list, form) = (count(&read(&view)), form_cell(exposition, form));
        println!(
            "| {server} | `{exposition:?}` | {form} | {list} | {names} | {tool} | {contract} |"
        );
    }
    Ok(())
}

/// Returns the answers by which a model gets the contract of each action, if the list does not have it.
async fn answers_about_actions(
    view: &View,
    exposition: Exposition,
    form: Describe,
) -> Result<Vec<String>, Error> {
    let mut answers = Vec::new();
    for action in view.actions() {
        let (tool, arguments) = match (exposition, form) {
            (Exposition::Search, _) => {
                let sentence = action.description.lines().next().unwrap_or_default();
                ("find", json!({"query": sentence}))
            }
            (Exposition::Grouped | Exposition::BySafety, Describe::Brief) => (
                action.listed_as.as_str(),
                json!({"action": "help", "topic": action.key}),
            ),
            _ => continue,
        };
        let answer = view.call(tool, arguments, Ctx::new()).await?;
        if let [Content::Text(text)] = answer.content() {
            answers.push(text.clone());
        }
    }
    Ok(answers)
}

/// Returns the median, of an even number of sizes the larger one in the middle.
fn median(sizes: &mut [usize]) -> usize {
    sizes.sort_unstable();
    sizes.get(sizes.len() / 2).copied().unwrap_or_default()
}

fn form_cell(exposition: Exposition, form: Describe) -> String {
    match exposition {
        Exposition::Flat | Exposition::Search => "–".to_owned(),
        _ => format!("`{form:?}`"),
    }
}

/// Returns the part of a list that a model reads.
fn read(view: &View) -> String {
    let instructions = view.instructions().unwrap_or_default();
    let tools = view.tools().iter().map(read_tool);
    std::iter::once(instructions.to_owned())
        .chain(tools)
        .collect()
}

fn read_tool(tool: &ListedTool) -> String {
    let read = json!({
        "name": tool.name,
        "description": tool.description,
        "input_schema": *tool.input_schema,
    });
    read.to_string()
}
