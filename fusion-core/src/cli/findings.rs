//! The command that reports the findings of lint.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::{Value, json};

use super::{
    arguments::LintOptions,
    failure::{Failure, REFUSED},
    output::{Output, print_text},
};
use crate::{
    lint::{Finding, Rule},
    registry::View,
};

/// The word that denies every rule.
const ALL: &str = "all";

/// A word of `--deny`: the id of a rule, or `all`.
#[derive(Clone, Debug)]
pub(super) struct DeniedRule(String);

impl DeniedRule {
    pub(super) fn parser() -> impl TypedValueParser<Value = Self> {
        let ids = Rule::ALL.iter().map(|rule| rule.id());
        PossibleValuesParser::new(ids.chain([ALL])).map(Self)
    }

    fn has(&self, rule: Rule) -> bool {
        self.0 == ALL || self.0 == rule.id()
    }
}

/// Prints the findings of lint, and fails if one is denied.
pub(super) fn print(view: &View, options: &LintOptions) -> Result<(), Failure> {
    let output = Output::new(&options.print);
    let findings = view.lint();
    if output.is_json() {
        let findings: Vec<_> = findings.iter().map(finding_json).collect();
        output.json(&json!({"findings": findings}))?;
    } else {
        let lines = findings
            .iter()
            .map(|finding| format!("{}\n", finding_text(finding, &output)));
        print_text(&output.prose(&lines.collect::<String>()))?;
    }
    let is_denied = |finding: &Finding| options.deny.iter().any(|denied| denied.has(finding.rule));
    if findings.iter().any(is_denied) {
        return Err(Failure::Code(REFUSED));
    }
    Ok(())
}

fn finding_text(finding: &Finding, output: &Output) -> String {
    let text = finding.to_string();
    match text.strip_prefix(&finding.place) {
        Some(rest) => format!("{}{}", output.name(&finding.place), output.text(rest)),
        None => output.text(&text).into_owned(),
    }
}

fn finding_json(finding: &Finding) -> Value {
    json!({
        "rule": finding.rule.id(),
        "place": finding.place,
        "reason": finding.reason,
        "fix": finding.fix,
        "savedTokens": finding.saved_tokens,
    })
}
