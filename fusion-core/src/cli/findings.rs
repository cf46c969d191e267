//! The command that reports the findings of lint.

use serde_json::{Value, json};

use super::{
    arguments::LintOptions,
    failure::{Failure, REFUSED},
    output::{Output, print_text},
};
use crate::{
    error::nearest,
    lint::{Finding, Rule},
    registry::View,
};

/// The word that denies every rule.
const ALL: &str = "all";

/// Prints the findings of lint, and fails if one is denied.
pub(super) fn print(view: &View, options: &LintOptions) -> Result<(), Failure> {
    let output = Output::new(&options.print);
    let findings = view.lint();
    let known = || Rule::ALL.iter().map(|rule| rule.id());
    let denied = options.deny.iter().map(String::as_str);
    let unknown = denied
        .clone()
        .find(|denied| *denied != ALL && !known().any(|id| id == *denied));
    if let Some(unknown) = unknown {
        let meant = nearest(unknown, known().chain([ALL]));
        let meant = meant.map_or_else(String::new, |meant| format!("; did you mean `{meant}`?"));
        return Err(Failure::usage(format!(
            "`--deny {unknown}` names no rule{meant}"
        )));
    }
    if output.is_json() {
        let findings: Vec<_> = findings.iter().map(finding_json).collect();
        output.json(&json!({"findings": findings}))?;
    } else {
        let lines = findings
            .iter()
            .map(|finding| format!("{}\n", finding_text(finding, &output)));
        print_text(&output.prose(&lines.collect::<String>()))?;
    }
    let is_denied = |rule: Rule| {
        denied
            .clone()
            .any(|denied| denied == ALL || denied == rule.id())
    };
    if findings.iter().any(|finding| is_denied(finding.rule)) {
        return Err(Failure::Code(REFUSED));
    }
    Ok(())
}

fn finding_text(finding: &Finding, output: &Output) -> String {
    let text = finding.to_string();
    match text.strip_prefix(&finding.place) {
        Some(rest) => format!("{}{rest}", output.name(&finding.place)),
        None => text,
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
