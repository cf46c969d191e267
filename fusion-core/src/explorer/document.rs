//! The document that the page reads: everything that the caller of a view sees, and nothing else.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::{
    lint::Finding,
    registry::{Cost, EXPOSITIONS, ExploredAction, ExploredList, FORMS, ToolCost, View},
    spec::Describe,
    surface::{Exposition, ListedPrompt, ListedResource, ListedTemplate, ListedTool},
};

/// The identity of a server, as its clients get it.
#[derive(Clone, Debug)]
pub(crate) struct ServedIdentity {
    pub(crate) name: String,
    pub(crate) title: Option<String>,
    pub(crate) version: String,
    /// The instructions of the author.
    pub(crate) instructions: Option<String>,
    /// The path of the endpoint, with a slash at its begin.
    pub(crate) path: String,
}

/// The conversions of listed items to the JSON that clients get.
#[derive(Clone, Copy)]
pub(crate) struct WireForms {
    pub(crate) tool: fn(&ListedTool) -> Value,
    pub(crate) prompt: fn(&ListedPrompt) -> Value,
    pub(crate) resource: fn(&ListedResource) -> Value,
    pub(crate) template: fn(&ListedTemplate) -> Value,
}

/// A part of the document that a request names.
#[derive(Debug, PartialEq)]
pub(crate) enum ExplorerQuery {
    /// The whole document, with the served list.
    Whole,
    /// The list in an exposition and a form.
    List(Exposition, Describe),
    /// The cost of the list without an action, by its full key.
    Without(String),
}

impl ExplorerQuery {
    /// Reads the query of a URL; `None` for one that names nothing. Keys have no characters that a URL would encode.
    pub(crate) fn read(query: &str) -> Option<Self> {
        if query.is_empty() {
            return Some(Self::Whole);
        }
        let members: BTreeMap<_, _> = query
            .split('&')
            .map(|member| member.split_once('='))
            .collect::<Option<_>>()?;
        match (members.len(), members.get("without")) {
            (1, Some(key)) => return Some(Self::Without((*key).to_owned())),
            (2, None) => {}
            _ => return None,
        }
        let exposition = value(&EXPOSITIONS, members.get("exposition")?)?;
        Some(Self::List(exposition, value(FORMS, members.get("form")?)?))
    }
}

/// Returns the part of the document that a query names; `None` if this view does not have it.
pub(crate) fn answer(
    view: &View,
    query: &ExplorerQuery,
    server: &ServedIdentity,
    forms: WireForms,
) -> Option<Value> {
    match query {
        ExplorerQuery::Whole => Some(whole(view, server, forms)),
        ExplorerQuery::List(exposition, form) => {
            let list = view.explored_in(*exposition, *form)?;
            Some(list_json(&list, *exposition, Some(*form), forms))
        }
        ExplorerQuery::Without(key) => {
            let cost = view.action_cost(key)?;
            Some(json!({
                "key": key,
                "total": cost_json(cost.total),
                "without": cost_json(cost.without),
                "alone": cost_json(cost.alone),
            }))
        }
    }
}

fn whole(view: &View, server: &ServedIdentity, forms: WireForms) -> Value {
    let list = view.explored();
    let instructions = view.instructions_beside(server.instructions.as_deref());
    let manifest = view.manifest();
    json!({
        "server": {
            "name": server.name,
            "title": server.title,
            "version": server.version,
            "instructions": instructions,
        },
        // Relative to this document, so that it is right below any prefix.
        "endpoint": format!("..{}", server.path),
        "expositions": EXPOSITIONS.iter().map(|(_, name)| name).collect::<Vec<_>>(),
        "forms": FORMS.iter().map(|(_, name)| name).collect::<Vec<_>>(),
        "list": list_json(&list, view.exposition(), view.shared_form(), forms),
        "groups": manifest["groups"],
        "actions": actions_json(&view.explored_actions()),
        "findings": view.shown_findings().iter().map(finding_json).collect::<Vec<_>>(),
        "prompts": view.prompts().iter().map(forms.prompt).collect::<Vec<_>>(),
        "resources": view.resources().iter().map(forms.resource).collect::<Vec<_>>(),
        "templates": view.templates().iter().map(forms.template).collect::<Vec<_>>(),
    })
}

/// Returns a list as JSON. Only lists whose tools are several actions have forms.
fn list_json(
    list: &ExploredList,
    exposition: Exposition,
    form: Option<Describe>,
    forms: WireForms,
) -> Value {
    let form = form.filter(|_| !matches!(exposition, Exposition::Flat | Exposition::Search));
    let tools = list.tools.iter();
    let tools =
        tools.map(|(tool, cost)| json!({"wire": (forms.tool)(tool), "cost": tool_json(cost)}));
    json!({
        "exposition": name_of(&EXPOSITIONS, exposition),
        "form": form.and_then(|form| name_of(FORMS, form)),
        "tools": tools.collect::<Vec<_>>(),
        "instructions": list.instructions,
        "cost": {
            "instructions": cost_json(list.instructions_cost),
            "total": cost_json(list.total),
            "names": cost_json(list.deferred.first),
            "one": cost_json(list.deferred.tool),
        },
    })
}

fn tool_json(cost: &ToolCost) -> Value {
    json!({
        "name": cost_json(cost.name),
        "description": cost_json(cost.description),
        "schema": cost_json(cost.schema),
        "total": cost_json(cost.total()),
    })
}

fn cost_json(cost: Cost) -> Value {
    json!({"bytes": cost.bytes, "tokens": cost.tokens})
}

/// Returns the facts about actions; an action without any is left out.
fn actions_json(actions: &BTreeMap<String, ExploredAction>) -> Value {
    let told = actions
        .iter()
        .filter(|(_, action)| **action != ExploredAction::default());
    let told = told.map(|(key, action)| {
        let facts = json!({"staleBy": action.stale_by, "secrets": action.secrets});
        (key.clone(), facts)
    });
    told.collect::<Map<_, _>>().into()
}

fn finding_json(finding: &Finding) -> Value {
    json!({
        "rule": finding.rule.to_string(),
        "place": finding.place,
        "reason": finding.reason,
        "fix": finding.fix,
        "savedTokens": finding.saved_tokens,
    })
}

fn value<T: Copy>(names: &[(T, &str)], name: &str) -> Option<T> {
    let mut names = names.iter();
    names
        .find(|(_, other)| *other == name)
        .map(|(value, _)| *value)
}

fn name_of<'n, T: Copy + PartialEq>(names: &[(T, &'n str)], value: T) -> Option<&'n str> {
    let mut names = names.iter();
    names
        .find(|(other, _)| *other == value)
        .map(|(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_names_a_part_or_nothing() {
        let list = |exposition, form| Some(ExplorerQuery::List(exposition, form));
        for (query, expected) in [
            ("", Some(ExplorerQuery::Whole)),
            (
                "exposition=flat&form=compact",
                list(Exposition::Flat, Describe::Compact),
            ),
            (
                "form=brief&exposition=by-safety",
                list(Exposition::BySafety, Describe::Brief),
            ),
            (
                "without=tracker/issues.list",
                Some(ExplorerQuery::Without("tracker/issues.list".to_owned())),
            ),
            ("exposition=flat", None),
            ("form=brief", None),
            ("exposition=flat&form=none", None),
            ("exposition=flat&form=brief&without=a/b", None),
            ("without", None),
            ("x=1", None),
            ("&", None),
        ] {
            assert_eq!(ExplorerQuery::read(query), expected, "{query}");
        }
    }
}
