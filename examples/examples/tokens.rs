//! Counts the tokens that a model reads of an example server's list, in every exposition and form,
//! and prints a table for the README. All rows but those of `Brief` contain the same prose, so a saving
//! never comes from a shorter text.
//!
//! A model reads names, descriptions and input schemas. Titles, hints and output schemas are for
//! clients and are not counted; the instructions of the server are.
//!
//! ```text
//! cargo run -p fusion-examples --example tokens
//! ```

use fusion_core::{Exposition, Registry, RegistryBuilder, View, spec::Describe};
use fusion_examples::tracker::{Tracker, store::Store};
use serde_json::json;
use tiktoken_rs::{CoreBPE, o200k_base};

type Error = Box<dyn std::error::Error>;
type Builder = RegistryBuilder;

fn main() -> Result<(), Error> {
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
    table("tracker", &tracker, &tokens)
}

fn table(
    server: &str,
    builder: &dyn Fn(Describe) -> Builder,
    tokens: &CoreBPE,
) -> Result<(), Error> {
    let mut flat = None;
    for (exposition, form) in [
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
    ] {
        let view = builder(form).build()?.view(exposition)?;
        let text = read(&view);
        let count = tokens.encode_ordinary(&text).len();
        let all = *flat.get_or_insert(count);
        let form = match exposition {
            Exposition::Flat | Exposition::Search => "–".to_owned(),
            _ => format!("`{form:?}`"),
        };
        let percent = (100 * count + all / 2) / all;
        println!(
            "| {server} | `{exposition:?}` | {form} | {} | {} | {count} | {percent} % |",
            view.tools().len(),
            text.len(),
        );
    }
    Ok(())
}

/// Returns the part of a list that a model reads.
fn read(view: &View) -> String {
    let mut text = view.instructions().unwrap_or_default().to_owned();
    for tool in view.tools() {
        let read = json!({
            "name": tool.name,
            "description": tool.description,
            "input_schema": *tool.input_schema,
        });
        text.push_str(&read.to_string());
    }
    text
}
