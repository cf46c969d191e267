//! The rule about arguments whose docs differ in a few of many uses.

use std::{cmp::Reverse, collections::HashMap};

use super::{
    Finding, Rule,
    docs::nearly_equal,
    linted_tool::{LintedArgument, LintedTool, keys},
    text_tools,
};
use crate::{
    call::estimated_tokens,
    error::cut,
    schema::{MergedField, merge},
    spec::sentence::one_line,
};

/// The tokens below which differing docs are worth their cost.
const LEAST: usize = 20;

/// Requires that the uses of an argument have one text, if most of them have. Only one text stands at
/// the field, and each use with other docs states them on the line of its action.
///
/// Docs that are nearly equal are left to another rule.
pub(super) fn split_docs(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    // A tool whose fields cannot be merged is not listed with a discriminator.
    let Ok(merged) = merge(subject.actions()) else {
        return;
    };
    for field in &merged.fields {
        let Some(split) = SplitField::new(subject, field) else {
            continue;
        };
        let SplitField {
            same, all, cost, ..
        } = split;
        if cost < LEAST {
            continue;
        }
        let users = keys(split.others.iter().map(|one| &*one.action.key));
        found.push(
            Finding::new(
                Rule::SplitDocs,
                format!("{}.{}", subject.name(), field.name),
                format!(
                    "{same} of {all} uses say {:?}; the docs of {users} cost {cost} tokens more",
                    cut(&split.text)
                ),
                "write the same there, or give an argument that means something else another name",
            )
            .saving(cost),
        );
    }
}

/// The documented uses of a field, most of which have the same docs.
struct SplitField<'r> {
    /// The docs of most uses, on one line.
    text: String,
    /// The number of uses with these docs.
    same: usize,
    /// The number of documented uses.
    all: usize,
    /// The uses whose docs differ clearly.
    others: Vec<LintedArgument<'r>>,
    /// The tokens that the list has less if the others have the same docs.
    cost: usize,
}

impl<'r> SplitField<'r> {
    /// Returns `None` if fewer than two uses, or not more than half of them, have the same docs.
    fn new(subject: &LintedTool<'r>, field: &MergedField<'r>) -> Option<Self> {
        let uses = field.uses.iter().filter_map(|one| {
            let action = *subject.actions().get(one.action)?;
            let arg = action.args.get(one.slot)?;
            (!arg.docs.trim().is_empty()).then_some(LintedArgument { action, arg })
        });
        let uses: Vec<_> = uses.map(|one| (one, one_line(&one.arg.docs))).collect();
        let mut counts: HashMap<&str, (usize, usize)> = HashMap::new();
        for (index, (_, text)) in uses.iter().enumerate() {
            counts.entry(text).or_insert((0, index)).0 += 1;
        }
        let most = counts.into_iter();
        let (text, (same, _)) = most.max_by_key(|(_, (count, first))| (*count, Reverse(*first)))?;
        if same < 2 || same * 2 <= uses.len() {
            return None;
        }
        let folded = text_tools::fold(text);
        let differs = |(_, docs): &&(LintedArgument<'r>, String)| {
            docs != text && !nearly_equal(&text_tools::fold(docs), &folded)
        };
        let others: Vec<_> = uses.iter().filter(differs).collect();
        Some(Self {
            text: text.to_owned(),
            same,
            all: uses.len(),
            others: others.iter().map(|(one, _)| *one).collect(),
            cost: saved_tokens(&one_line(field.docs), text, &uses, &others),
        })
    }
}

/// Returns the tokens that the list has less if `others` have the docs `text`, which then stands at the
/// field. The field has the docs `at_field` now, which may be those of one of the others.
fn saved_tokens(
    at_field: &str,
    text: &str,
    uses: &[(LintedArgument<'_>, String)],
    others: &[&(LintedArgument<'_>, String)],
) -> usize {
    let on_line = |(_, docs): &&(LintedArgument<'_>, String)| docs != at_field;
    let lines = others.iter().copied().filter(on_line);
    let mut saved: usize = lines.map(|(one, _)| line_tokens(one)).sum();
    if at_field != text {
        let same = uses.iter().filter(|(_, docs)| docs == text);
        saved += same.map(|(one, _)| line_tokens(one)).sum::<usize>();
        saved = (saved + estimated_tokens(at_field)).saturating_sub(estimated_tokens(text));
    }
    saved
}

/// Returns the tokens of the docs of a use on the line of its action.
pub(super) fn line_tokens(one: &LintedArgument<'_>) -> usize {
    estimated_tokens(&format!(". {}: {}", one.arg.name, one_line(&one.arg.docs)))
}
