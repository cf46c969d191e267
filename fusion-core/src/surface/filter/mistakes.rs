//! The mistakes of a filter: keys and tags that the registry does not have, and empty lists.

use std::collections::BTreeSet;

use super::{Filter, condition::FilterCondition};
use crate::{
    definition::ToolDef,
    error::{BuildError, nearest},
    state_sync::nearest_key,
};

impl Filter {
    /// Returns an error for each condition that names nothing in `tools`: keys, then tags, then empty
    /// lists. For the filter of an author.
    pub(crate) fn mistakes(&self, tools: &[&ToolDef]) -> Vec<BuildError> {
        let mut mistakes = self.unknown_names(tools);
        let empty = self.0.conditions().into_iter();
        let empty = empty.filter_map(FilterCondition::empty_list);
        mistakes.extend(empty.map(|condition| BuildError::EmptyInFilter { condition }));
        mistakes
    }

    /// Returns an error for each named key, and then for each named tag, that `tools` do not have, in
    /// order. A filter that is computed for a caller may have empty lists.
    pub(crate) fn unknown_names(&self, tools: &[&ToolDef]) -> Vec<BuildError> {
        let conditions = self.0.conditions();
        let keys = conditions.iter().flat_map(|one| one.action_keys());
        let tags = conditions.iter().flat_map(|one| one.tags());
        let mut mistakes = unknown_keys(keys, tools);
        mistakes.extend(unknown_tags(tags, tools));
        mistakes
    }
}

fn unknown_keys<'f>(
    named: impl Iterator<Item = &'f String>,
    tools: &[&ToolDef],
) -> Vec<BuildError> {
    let unknown: Vec<_> = named.filter(|key| !is_known(tools, key)).collect();
    if unknown.is_empty() {
        return Vec::new();
    }
    let keys: Vec<_> = tools
        .iter()
        .flat_map(|tool| {
            tool.authored_rows()
                .map(|action| tool.qualified_key(action))
        })
        .collect();
    let mistake = |key: &String| {
        let key = key.clone();
        if is_help(tools, &key) {
            return BuildError::HelpInFilter { key };
        }
        let nearest = nearest_key(&key, keys.iter().map(String::as_str)).map(str::to_owned);
        BuildError::UnknownInFilter { key, nearest }
    };
    unknown.into_iter().map(mistake).collect()
}

fn unknown_tags<'f>(
    named: impl Iterator<Item = &'f String>,
    tools: &[&ToolDef],
) -> Vec<BuildError> {
    let rows = tools.iter().flat_map(|tool| tool.authored_rows());
    let known: BTreeSet<_> = rows.flat_map(|row| row.tags.iter().copied()).collect();
    let unknown = named.filter(|tag| !known.contains(tag.as_str()));
    let mistake = |tag: &String| BuildError::UnknownTagInFilter {
        tag: tag.clone(),
        nearest: nearest(tag, known.iter().copied()).map(str::to_owned),
    };
    unknown.map(mistake).collect()
}

fn is_known(tools: &[&ToolDef], key: &str) -> bool {
    let Some((tool, key)) = key.split_once('/') else {
        return false;
    };
    let mut tools = tools.iter().filter(|def| def.spec.name == tool);
    tools.any(|def| def.authored_rows().any(|action| action.key == key))
}

/// Returns `true` for the key of `help`, also with an older separator.
fn is_help(tools: &[&ToolDef], key: &str) -> bool {
    tools.iter().any(|tool| {
        let help = tool.help().and_then(|help| tool.actions.get(help));
        let rest = key.strip_prefix(tool.spec.name);
        let rest = rest.and_then(|rest| rest.strip_prefix(['/', ':', '.']));
        help.is_some_and(|help| rest == Some(&*help.key))
    })
}
