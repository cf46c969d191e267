//! Rules about the docs of prompts and resources, by which people and clients choose them.

use super::{Finding, Rule, linted_tool::LintedTool};
use crate::spec::Kind;

/// Requires docs for every prompt and every resource.
pub(super) fn offer_docs(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    for offer in subject.offers() {
        if !offer.spec.docs.trim().is_empty() {
            continue;
        }
        let reason = match offer.spec.kind {
            Kind::Prompt => "it has no docs, by which a user picks a prompt",
            _ => "it has no docs, by which a client knows what to read",
        };
        found.push(Finding::new(
            Rule::ActionDocs,
            subject.action_place(offer),
            reason,
            "write a doc comment on the method",
        ));
    }
}

/// Requires docs for every argument of a prompt, because a client's form shows no schema.
pub(super) fn offer_argument_docs(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    let prompts = subject
        .offers()
        .filter(|offer| matches!(offer.spec.kind, Kind::Prompt));
    for prompt in prompts {
        for arg in prompt.args.iter().filter(|arg| arg.docs.trim().is_empty()) {
            found.push(Finding::new(
                Rule::ArgumentDocs,
                format!("{}.{}", subject.action_place(prompt), arg.name),
                "it has no docs, nor has its type, and the form that asks for it shows no schema",
                "write a doc comment on the parameter, or on its type for all",
            ));
        }
    }
}
