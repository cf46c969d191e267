//! The answers of `find`, and the errors of the tools that call what it found.

use serde_json::Value;

use super::{
    TextContext,
    limit::{LIST, as_many_as_fit, indent_further_lines, quote_value},
};
use crate::{
    definition::ToolDef,
    error::{cut, nearest, on_one_line},
    surface::{
        listed_rows::ListedRows,
        search::{ActionPlace, FIND},
        view_surface::Surface,
    },
};

/// The characters of an answer above which further actions have one line each. The first one has its whole contract.
const ANSWER: usize = 10_000;

/// The longest text, in bytes, that may be the name of an action with mistakes.
const LONGEST_NAME: usize = 200;

/// The texts about a search, for the callers of one surface.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchTexts<'v> {
    pub(crate) surface: &'v Surface,
    /// The definitions of all registered tools.
    pub(crate) tools: &'v [&'v ToolDef],
}

impl SearchTexts<'_> {
    /// Returns the contracts of the actions that a query finds, each with the tool that calls it. The lines below its
    /// head are indented, so that no docs can look like another result.
    pub(crate) fn found(&self, query: &str) -> String {
        let found = self.surface.search(query, self.tools);
        if found.is_empty() {
            return self.nothing_found(query);
        }
        let mut blocks = vec![self.head(&found)];
        let mut length = 0;
        for place in found {
            let Some(contract) = self.contract(place) else {
                continue;
            };
            let mut contract = indent_further_lines(&contract).into_owned();
            length += contract.chars().count();
            if length > ANSWER && blocks.len() > 1 {
                let first = contract.lines().next().unwrap_or_default();
                contract = format!("{first} (call {} with this name for its contract)", FIND.0);
            }
            blocks.push(contract);
        }
        blocks.join("\n\n")
    }

    /// Returns the line above the results.
    fn head(&self, found: &[ActionPlace]) -> String {
        let mut parts = found
            .iter()
            .filter_map(|place| self.surface.part_at(*place));
        let count = match found.len() {
            1 => "1 action".to_owned(),
            count => format!("{count} actions"),
        };
        let searched = parts.any(ListedRows::is_searched);
        let how = if searched {
            "; call one by the tool before its name, as {\"action\": name, \"arguments\": {…}}"
        } else {
            ""
        };
        format!("{count}, the best match first{how}")
    }

    /// `call_read: tracker/issues.list(state?)`, and the lines of the contract.
    fn contract(&self, place: ActionPlace) -> Option<String> {
        let rows = self.surface.part_at(place)?;
        let tool = self.tools.get(place.tool)?;
        let contract = self
            .surface
            .render(rows, tool, |context| context.contract(place.row));
        Some(if rows.is_searched() {
            format!("{}: {contract}", rows.name)
        } else {
            format!("A tool of its own: {contract}")
        })
    }

    fn nothing_found(&self, query: &str) -> String {
        let keys = self.keys(|_| true);
        let keys = as_many_as_fit(keys, ", ", LIST);
        match query.trim() {
            "" => format!("Say what you want to do. Actions: {keys}"),
            query => format!(
                "No action matches {}. Use other words, or the name of an action: {keys}",
                on_one_line(&format!("{:?}", cut(query)))
            ),
        }
    }

    /// `Error: action is required: the name of an action, such as "tracker/issues.list". …`
    pub(crate) fn no_action(&self, called: &str) -> String {
        let keys = self.keys(|rows| rows.name == called);
        let example = keys
            .first()
            .map_or_else(String::new, |key| format!(", such as {key:?}"));
        format!("Error: action is required: the name of an action{example}. {NEXT}")
    }

    /// `Error: action: expected string, got 5. …`
    pub(crate) fn action_is_no_string(sent: &Value) -> String {
        format!(
            "Error: action: expected string, got {}. {NEXT}",
            quote_value(sent)
        )
    }

    /// `Error: Unknown action "tracker/isues.close". Did you mean "tracker/issues.close" (call_write)? …`
    pub(crate) fn unknown_action(&self, sent: &str) -> String {
        let meant = self.intended(sent);
        let meant = meant.map_or_else(String::new, |(key, rows)| {
            if rows.is_searched() {
                return format!(" Did you mean {key:?} ({})?", rows.name);
            }
            format!(" Did you mean the tool {}?", rows.name)
        });
        let sent = format!("{:?}", cut(sent));
        format!(
            "Error: Unknown action {}.{meant} {NEXT}",
            on_one_line(&sent)
        )
    }

    /// `Error: call_read does not run "tracker/issues.close"; call call_write with the same arguments.`
    pub(crate) fn action_of_another_tool(&self, called: &str, place: ActionPlace) -> String {
        let Some(rows) = self.surface.part_at(place) else {
            return String::new();
        };
        let key = self.key(place);
        if rows.is_searched() {
            let name = &rows.name;
            return format!(
                "Error: {called} does not run {key:?}; call {name} with the same arguments."
            );
        }
        format!(
            "Error: {called} does not run {key:?}, which is a tool of its own; call {} with what stands in \
             `arguments`.",
            rows.name
        )
    }

    /// The error for fields beside `action` and `arguments`.
    pub(crate) fn misplaced_fields(
        &self,
        called: &str,
        place: ActionPlace,
        names: &[&str],
    ) -> String {
        let key = self.key(place);
        let told = names
            .iter()
            .map(|name| on_one_line(&cut(name)).into_owned());
        let told = as_many_as_fit(told, ", ", LIST);
        let verb = if names.len() == 1 {
            "is no field"
        } else {
            "are no fields"
        };
        let call = format!("{{\"action\": {key:?}, \"arguments\": {{…}}}}");
        let contract = self.contract(place).unwrap_or_default();
        let contract = indent_further_lines(&contract);
        format!(
            "Error: {told} {verb} of {called}: put the arguments of the action into `arguments`, as {call}.\n\
             Contract:\n{contract}"
        )
    }

    /// `Error: arguments: expected object, got string, whose text is no JSON object`, and the contract of the action.
    pub(crate) fn arguments_are_no_object(&self, place: ActionPlace, sent: &Value) -> String {
        let error = TextContext::arguments_are_no_object(sent);
        let text = if sent.is_string() {
            ", whose text is no JSON object"
        } else {
            ""
        };
        let contract = self.contract(place).unwrap_or_default();
        let contract = indent_further_lines(&contract);
        format!("{error}{text}\nContract:\n{contract}")
    }

    /// Returns the full keys of the visible actions in the parts that `is_listed` accepts, in order.
    fn keys(&self, is_listed: impl Fn(&ListedRows) -> bool) -> Vec<String> {
        let places = self.surface.places();
        let places = places
            .into_iter()
            .filter(|place| self.surface.part_at(*place).is_some_and(&is_listed));
        places.map(|place| self.key(place)).collect()
    }

    fn key(&self, place: ActionPlace) -> String {
        let tool = self.tools.get(place.tool);
        let key = tool.and_then(|tool| Some(tool.qualified_key(tool.actions.get(place.row)?)));
        key.unwrap_or_default()
    }

    /// Returns the visible action that a name probably means, with the part that lists it: the only one with that own
    /// key or wire name, else the nearest, else the one that has the words of the name or words that stand for them.
    fn intended(&self, sent: &str) -> Option<(String, &ListedRows)> {
        if sent.len() > LONGEST_NAME {
            return None;
        }
        let places = self.surface.places().into_iter();
        let keys: Vec<_> = places.map(|place| (place, self.key(place))).collect();
        let same = |key: &str| {
            let (tool, own) = key.split_once('/').unwrap_or(("", key));
            let flat = |key: &str| key.replace(['/', '.'], "_");
            let rest = sent.strip_prefix(tool).unwrap_or(sent);
            let rest = rest.trim_start_matches(['/', '.', '_']);
            flat(own) == flat(rest) || own.rsplit('.').next() == Some(rest)
        };
        let mut alike = keys.iter().filter(|(_, key)| same(key));
        let found = if let (Some(only), None) = (alike.next(), alike.next()) {
            Some(only)
        } else {
            let near = keys.iter().map(|(_, key)| key.as_str());
            let near = nearest(sent, near.filter(|key| differs_by_typing(sent, key)));
            let described = || self.surface.described_by(sent, self.tools);
            match near {
                Some(near) => keys.iter().find(|(_, key)| key.as_str() == near),
                None => described().and_then(|place| keys.iter().find(|(one, _)| *one == place)),
            }
        };
        let (place, key) = found?;
        Some((key.clone(), self.surface.part_at(*place)?))
    }
}

/// Returns true if two keys differ by typing errors, also without the tool and the groups that both have: in `files/remove`
/// and `files/read`, the common begin hides that the actions differ by most of their letters.
fn differs_by_typing(sent: &str, key: &str) -> bool {
    let mut ends = key.match_indices(['/', '.']).map(|(at, _)| at + 1);
    let common = ends.rfind(|end| sent.get(..*end) == key.get(..*end));
    let start = common.unwrap_or_default();
    match (sent.get(start..), key.get(start..)) {
        (Some(sent), Some(key)) => nearest(sent, [key]).is_some(),
        _ => false,
    }
}

/// The next step after a name that is wrong.
const NEXT: &str =
    "Call find with what you want to do, for the names of actions and their contracts.";
