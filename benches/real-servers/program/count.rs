//! Counts the tokens of one list in every exposition and form, and prints them as one line of JSON.
//!
//! A model reads names, descriptions and input schemas. Titles, hints and output schemas are for
//! clients and are not counted, and neither are the instructions of a server, which are shorter than
//! 2 KB and contain no text of the vendor.

use std::{error::Error, fs};

use fusion_core::{Content, Ctx, Exposition, Registry, View, build::Tool, spec::Describe};
use serde_json::{Map, Value, json};
use tiktoken_rs::{CoreBPE, o200k_base};
use tokio::runtime;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The lists that are counted, beside the flat one.
const LISTS: [(&str, Exposition, Describe); 7] = [
    ("safety", Exposition::BySafety, Describe::Compact),
    ("safety_brief", Exposition::BySafety, Describe::Brief),
    ("safety_workflow", Exposition::BySafety, Describe::Workflow),
    ("workflow", Exposition::Grouped, Describe::Workflow),
    ("compact", Exposition::Grouped, Describe::Compact),
    ("brief", Exposition::Grouped, Describe::Brief),
    ("toon", Exposition::Grouped, Describe::Toon),
];

/// A tokenizer.
pub struct Counter(CoreBPE);

impl Counter {
    pub fn new() -> Result<Self> {
        Ok(Self(o200k_base()?))
    }

    fn tokens(&self, text: &str) -> usize {
        self.0.encode_ordinary(text).len()
    }

    /// Prints the counts of a server, and keeps the counted lists beside the program.
    pub fn count<T: Tool>(&self, server: &str, vendor: &str, tool: impl Fn() -> T) -> Result<()> {
        let view = |form, exposition| -> Result<View> {
            let registry = Registry::builder().describe(form).tool(tool()).build()?;
            Ok(registry.view(exposition)?)
        };
        let vendor: Vec<Value> = serde_json::from_str(vendor)?;
        let vendor: Vec<_> = vendor.iter().map(vendor_tool).collect();
        let mut row = Map::new();
        row.insert("server".to_owned(), server.into());
        row.insert("actions".to_owned(), vendor.len().into());
        row.insert("vendor".to_owned(), self.sum(&vendor).into());
        let flat = listed(&view(Describe::Compact, Exposition::Flat)?);
        row.insert("flat".to_owned(), self.sum(&flat).into());
        keep(server, "flat", &flat)?;
        row.insert("one_flat".to_owned(), self.median_tool(&flat).into());
        row.insert("names".to_owned(), self.names(&flat).into());
        let brief = view(Describe::Brief, Exposition::Grouped)?;
        row.insert("one_help".to_owned(), self.help(&brief)?.into());
        for (name, exposition, form) in LISTS {
            let list = listed(&view(form, exposition)?);
            row.insert(name.to_owned(), self.sum(&list).into());
            if name == "safety" {
                row.insert("one_safety".to_owned(), self.median_tool(&list).into());
            }
            keep(server, name, &list)?;
        }
        println!("{}", Value::Object(row));
        Ok(())
    }

    fn sum(&self, tools: &[Value]) -> usize {
        let text: String = tools.iter().map(Value::to_string).collect();
        self.tokens(&text)
    }

    fn median_tool(&self, tools: &[Value]) -> usize {
        let sizes = tools
            .iter()
            .map(|tool| self.sum(std::slice::from_ref(tool)));
        median(sizes.collect())
    }

    /// Returns the tokens of the answer of `help` to one action, of median size.
    fn help(&self, view: &View) -> Result<usize> {
        const HELP: &str = "help";
        let runtime = runtime::Builder::new_current_thread().build()?;
        let mut sizes = Vec::new();
        for tool in view.tools() {
            let fields = tool.input_schema["properties"].as_object();
            for (discriminator, field) in fields.into_iter().flatten() {
                let keys = field["enum"].as_array().map(Vec::as_slice).unwrap_or_default();
                if !keys.iter().any(|key| key == HELP) {
                    continue;
                }
                for topic in keys.iter().filter(|key| *key != HELP) {
                    let arguments = json!({discriminator: HELP, "topic": topic});
                    let response = runtime.block_on(view.call(&tool.name, arguments, Ctx::new()))?;
                    let texts = response.content().iter().map(|content| match content {
                        Content::Text(text) => self.tokens(text),
                        _ => 0,
                    });
                    sizes.push(texts.sum());
                }
            }
        }
        Ok(median(sizes))
    }

    /// Returns the tokens of the names alone, one a line.
    fn names(&self, tools: &[Value]) -> usize {
        let names: Vec<_> = tools
            .iter()
            .filter_map(|tool| tool["name"].as_str())
            .collect();
        self.tokens(&names.join("\n"))
    }
}

/// Returns the median, of an even number of sizes the larger one in the middle.
fn median(mut sizes: Vec<usize>) -> usize {
    sizes.sort_unstable();
    sizes.get(sizes.len() / 2).copied().unwrap_or_default()
}

fn vendor_tool(tool: &Value) -> Value {
    json!({
        "name": tool["name"],
        "description": tool["description"],
        "input_schema": tool["inputSchema"],
    })
}

fn listed(view: &View) -> Vec<Value> {
    let tool = |tool: &fusion_core::view::ListedTool| {
        json!({
            "name": tool.name,
            "description": tool.description,
            "input_schema": *tool.input_schema,
        })
    };
    view.tools().iter().map(tool).collect()
}

fn keep(server: &str, name: &str, tools: &[Value]) -> Result<()> {
    let folder = format!("lists/{server}");
    fs::create_dir_all(&folder)?;
    Ok(fs::write(
        format!("{folder}/{name}.json"),
        serde_json::to_string_pretty(tools)?,
    )?)
}
