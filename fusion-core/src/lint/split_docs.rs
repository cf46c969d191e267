//! The rule about arguments whose docs differ in a few of many uses.

use std::{cmp::Reverse, collections::HashMap};

use super::{
    Finding, Rule,
    docs::{nearly_equal, without_near_pair},
    linted_tool::{LintedArgument, LintedField, LintedTool, keys},
    listed_docs::ListedDocs,
    text_tools,
};
use crate::{
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
            cost: saved_tokens(subject, field.name, &uses, text, &others),
        })
    }
}

/// Returns the tokens that the list has less if `others` have the docs `text`, beyond those that it has
/// less if docs that are nearly equal are the same.
fn saved_tokens(
    subject: &LintedTool<'_>,
    name: &'static str,
    uses: &[(LintedArgument<'_>, String)],
    text: &str,
    others: &[&(LintedArgument<'_>, String)],
) -> usize {
    let uses = uses.iter().map(|(one, _)| *one).collect();
    let field = LintedField { name, uses };
    let docs = ListedDocs::new(subject, name, &field.uses);
    let before = without_near_pair(docs, &field);
    let after = before.with(|docs| others.iter().any(|(_, other)| other == docs), text);
    before.tokens().saturating_sub(after.tokens())
}
