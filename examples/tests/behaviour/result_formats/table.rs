//! The table: each result in JSON, in TOON and in the format that `Auto` takes.

use std::{fmt::Write, fs, path::Path};

use fusion_core::{Content, Ctx, Json, Registry, spec::Format, tool_group};
use serde_json::{Value, json};
use tiktoken_rs::{CoreBPE, o200k_base};

use super::{shapes::shapes, tracker_results as tracker};

struct Results(Vec<Value>);

#[tool_group(name = "results")]
impl Results {
    /// Show a result.
    #[action(read_only)]
    fn show(&self, index: usize) -> Json<Value> {
        Json(self.0[index].clone())
    }
}

/// Returns the text that a model reads for each value in a result of this format.
async fn texts(values: &[Value], format: Format) -> Vec<String> {
    let builder = Registry::builder().format(format);
    let registry = builder.tool(Results(values.to_vec())).build().unwrap();
    let mut texts = Vec::new();
    for index in 0..values.len() {
        let arguments = json!({"action": "show", "index": index});
        let response = registry.call("results", arguments, Ctx::new()).await;
        match response.unwrap().content() {
            [Content::Text(text)] => texts.push(text.clone()),
            other => panic!("{other:?}"),
        }
    }
    texts
}

fn counts(texts: &[String], tokens: &CoreBPE) -> Vec<usize> {
    let count = |text: &String| tokens.encode_ordinary(text).len();
    texts.iter().map(count).collect()
}

#[tokio::test]
async fn auto_costs_at_most_a_hundredth_more_than_the_better_of_both() {
    let told = tracker::results().await;
    let own = told.iter().map(|result| &result.text);
    let own: Vec<usize> = own.map(String::len).collect();
    let results: Vec<(String, Value)> = told
        .iter()
        .map(|result| (result.name.clone(), result.value.clone()))
        .chain(shapes().map(|(name, value)| (name.to_owned(), value)))
        .collect();
    let values: Vec<Value> = results.iter().map(|(_, value)| value.clone()).collect();
    let tokens = o200k_base().unwrap();
    let [json, toon, auto] = [Format::Json, Format::Toon, Format::Auto];
    let (json, toon, auto) = (
        texts(&values, json).await,
        texts(&values, toon).await,
        texts(&values, auto).await,
    );
    // The tracker's own text, whose fields are in another order than those of a `Value`.
    let captured: Vec<usize> = auto.iter().take(own.len()).map(String::len).collect();
    assert_eq!(own, captured);

    let [json, toon, auto] = [json, toon, auto].map(|texts| counts(&texts, &tokens));
    let mut table = row(&["result", "JSON", "TOON", "Auto", "TOON of JSON"].map(str::to_owned));
    let mut sums = [0; 4];
    for (index, (name, _)) in results.iter().enumerate() {
        let (json, toon, auto) = (json[index], toon[index], auto[index]);
        table += &line(name, json, toon, auto);
        for (sum, count) in sums.iter_mut().zip([json, toon, auto, json.min(toon)]) {
            *sum += count;
        }
    }
    let [json, toon, auto, better] = sums;
    table += &line("all", json, toon, auto);
    writeln!(table, "\nthe better of both for each: {better}").unwrap();
    println!("{table}");
    is_golden(&table);
    assert!(auto * 100 <= better * 101, "{auto} > 1.01 * {better}");
    assert!(results.len() >= tracker::READS.len() + 8);
}

fn line(name: &str, json: usize, toon: usize, auto: usize) -> String {
    let percent = (100 * toon + json / 2) / json;
    let [json, toon, auto] = [json, toon, auto].map(|count| count.to_string());
    row(&[name.to_owned(), json, toon, auto, format!("{percent} %")])
}

fn row([name, json, toon, auto, percent]: &[String; 5]) -> String {
    format!("{name:<44} {json:>6} {toon:>6} {auto:>6} {percent:>14}\n")
}

fn is_golden(table: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/results.txt");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, table).unwrap();
    }
    let golden = fs::read_to_string(&path).unwrap();
    assert_eq!(table, golden, "results.txt; BLESS=1 writes it anew");
}
