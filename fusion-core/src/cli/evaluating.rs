//! The command that measures a server without a model.

use clap::Args;
use comfy_table::{Cell, CellAlignment};
use serde_json::{Value, json};

use super::{
    arguments::PrintOptions,
    failure::Failure,
    output::{Output, name_cell, print_table, print_text},
};
use crate::{
    registry::{Cost, EvaluatedList, Evaluation, View},
    surface::Exposition,
};

/// The missed sentences that the output and an error name.
const NAMED: usize = 5;

#[derive(Args, Clone, Debug)]
#[group(skip)]
pub(super) struct EvalOptions {
    /// The least share of examples, from 0 to 1, whose action `find` has among its first five results.
    #[arg(id = "fusion.min-recall", long = "min-recall", value_name = "SHARE", value_parser = share)]
    pub(super) min_recall: Option<f64>,
    #[command(flatten)]
    pub(super) print: PrintOptions,
}

/// Reads a number from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok();
    let number = number.filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "it is no number from 0 to 1".to_owned())
}

/// Prints the measures of all expositions and forms, and fails if fewer sentences find their action than the options
/// demand.
pub(super) fn eval(view: &View, options: &EvalOptions) -> Result<(), Failure> {
    let output = Output::new(&options.print);
    let evaluation = view.evaluate();
    if output.is_json() {
        output.json(&evaluation_json(&evaluation))?;
    } else {
        print(&evaluation, &output)?;
    }
    match options.min_recall {
        Some(least) => demand(&evaluation, least),
        None => Ok(()),
    }
}

fn print(evaluation: &Evaluation, output: &Output) -> Result<(), Failure> {
    let mut table = output.table([
        "EXPOSITION",
        "FORM",
        "TOOLS",
        "FIRST",
        "OF 5",
        "MRR",
        "TOKENS",
        "DEFERRED",
        "FOREIGN",
        "ALIKE",
        "APPROVED",
        "REPAIRED",
    ]);
    for list in &evaluation.lists {
        let numbers = [
            list.cost.tools.len().to_string(),
            percent(list.measures.found.first.ratio()),
            percent(list.measures.found.five.ratio()),
            decimal(list.measures.found.mean_reciprocal()),
            list.cost.total().tokens.to_string(),
            list.deferred.total().tokens.to_string(),
            decimal(list.measures.foreign.ratio()),
            list.measures.confusable.len().to_string(),
            percent(list.measures.approvable.ratio()),
            percent(list.measures.repaired.ratio()),
        ];
        let names = [name_cell(list.name), Cell::new(list.form.unwrap_or("–"))];
        table.add_row(names.into_iter().chain(numbers.map(Cell::new)));
    }
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    print_table(&table)?;
    print_text(&output.prose(&format!("\n{}\n", summary(evaluation))))?;
    print_text(&format!("\n{}\n", output.quiet(LEGEND)))?;
    let missed = search(evaluation).map_or(&[][..], |list| &list.measures.found.missed);
    if missed.is_empty() {
        return Ok(());
    }
    let text = format!(
        "\n`find` does not have the action among its first five results: {}.\n",
        named(missed)
    );
    print_text(&output.prose(&text))
}

/// Returns the measures of the exposition whose results are actions.
fn search(evaluation: &Evaluation) -> Option<&EvaluatedList> {
    let mut lists = evaluation.lists.iter();
    lists.find(|list| list.exposition == Exposition::Search)
}

/// Names the first missed sentences with their actions, and the number of the others.
fn named(missed: &[(String, String)]) -> String {
    let named = missed.iter().take(NAMED);
    let named: Vec<_> = named
        .map(|(sentence, key)| format!("{sentence:?} means {key}"))
        .collect();
    let more = match missed.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    format!("{}{more}", named.join(", "))
}

const LEGEND: &str = "\
FIRST, OF 5, MRR  how the sentences of examples find the listed tool, or under search the action; without the examples'
                  own words in the index
TOKENS, DEFERRED  estimated tokens of the whole list, and of what a host loads that defers tools, with one tool
FOREIGN           properties in the schema of a call that are not those of its action, mean
ALIKE             pairs of names that have the same words, or differ by a typing error
APPROVED          actions in tools whose hints let a client call them without asking
REPAIRED          calls with one mistake whose error names the repair";

/// Tells how much was measured.
fn summary(evaluation: &Evaluation) -> String {
    let Evaluation {
        actions,
        with_examples,
        examples,
        ..
    } = evaluation;
    if *examples == 0 {
        return format!("None of {actions} actions has an example. {ADVICE}");
    }
    let noun = if *examples == 1 {
        "example"
    } else {
        "examples"
    };
    let mut text = format!("{examples} {noun} at {with_examples} of {actions} actions.");
    let omitted = evaluation.omitted();
    if omitted > 0 {
        text = format!("{text} The last {omitted} were not measured.");
    }
    if with_examples < actions {
        text = format!("{text} {ADVICE}");
    }
    text
}

const ADVICE: &str = "\
Write at an action what a user says, and the call that it means: #[action(example(\"mark 7 as done\", issue = 7))]. \
Sentences in the words of users measure more than those in the words of the docs.";

/// Fails if the recall of the search is below a threshold.
fn demand(evaluation: &Evaluation, least: f64) -> Result<(), Failure> {
    let found = search(evaluation).map(|list| &list.measures.found);
    let Some((found, recall)) = found.and_then(|found| Some((found, found.five.ratio()?))) else {
        let text = format!(
            "there is nothing to measure for --min-recall {least}: no action has an example. {ADVICE}"
        );
        return Err(Failure::refused(text));
    };
    if recall >= least {
        return Ok(());
    }
    Err(Failure::refused(format!(
        "`find` has the action of {} of {} examples among its first five results, a share of {recall:.2} and below \
         --min-recall {least}: {}. Write their words into the docs of the actions.",
        found.five.part,
        found.five.whole,
        named(&found.missed)
    )))
}

fn percent(ratio: Option<f64>) -> String {
    ratio.map_or_else(|| "–".to_owned(), |ratio| format!("{:.0} %", ratio * 100.0))
}

fn decimal(number: Option<f64>) -> String {
    number.map_or_else(|| "–".to_owned(), |number| format!("{number:.2}"))
}

fn evaluation_json(evaluation: &Evaluation) -> Value {
    json!({
        "actions": evaluation.actions,
        "actionsWithExamples": evaluation.with_examples,
        "examples": evaluation.examples,
        "omittedExamples": evaluation.omitted(),
        "lists": evaluation.lists.iter().map(list_json).collect::<Vec<_>>(),
    })
}

fn list_json(list: &EvaluatedList) -> Value {
    let measures = &list.measures;
    let cost = |cost: Cost| json!({"bytes": cost.bytes, "tokens": cost.tokens});
    let missed = measures.found.missed.iter();
    let missed = missed.map(|(sentence, key)| json!({"sentence": sentence, "key": key}));
    json!({
        "exposition": list.name,
        "form": list.form,
        "tools": list.cost.tools.len(),
        "recallAt1": rounded(measures.found.first.ratio()),
        "recallAt5": rounded(measures.found.five.ratio()),
        "meanReciprocalRank": rounded(measures.found.mean_reciprocal()),
        "missed": missed.collect::<Vec<_>>(),
        "eager": cost(list.cost.total()),
        "deferred": cost(list.deferred.total()),
        "foreignProperties": rounded(measures.foreign.ratio()),
        "confusable": measures.confusable,
        "approvable": rounded(measures.approvable.ratio()),
        "mutations": measures.repaired.whole,
        "repaired": rounded(measures.repaired.ratio()),
    })
}

/// Rounds to four digits, so that programs compare texts.
fn rounded(number: Option<f64>) -> Option<f64> {
    number.map(|number| (number * 10_000.0).round() / 10_000.0)
}
