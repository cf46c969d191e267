//! The errors that a model reads, rendered from what its caller may see.
//!
//! Stateless functions over the visible actions of one listed tool: what is hidden takes part in no
//! list, no "did you mean" and no "belongs to".

mod failure;
mod fields;
mod limit;
mod problems;
#[cfg(test)]
mod tests;

use serde_json::Value;

use self::limit::{LIST, as_many_as_fit, echoed};
use super::entry::ListedRows;
use crate::{
    definition::{ActionDef, ToolDef},
    error::{Problem, ToolError, cut, kind_name, nearest},
};

/// What the texts need to know of a listed tool.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextContext<'v> {
    pub(crate) entry: &'v ListedRows,
    /// All parts of all tools that the caller may see.
    pub(crate) parts: &'v [ListedRows],
    pub(crate) tool: &'v ToolDef,
    /// The visible actions of the listed tool, in source order.
    pub(crate) actions: &'v [&'v ActionDef],
}

impl TextContext<'_> {
    /// `Error: action is required. Available: list, create, delete`
    pub(crate) fn no_action(&self) -> String {
        format!("Error: {} is required.{}", self.action(), self.available())
    }

    /// `Error: Unknown action "crate". Did you mean "create"? Available: list, create, delete`
    pub(crate) fn unknown_action(&self, sent: &str) -> String {
        let meant = self
            .meant(sent)
            .map_or_else(String::new, |key| format!(" Did you mean \"{key}\"?"));
        format!(
            "Error: Unknown {} {:?}.{meant}{}",
            self.action(),
            cut(sent),
            self.available()
        )
    }

    /// `Error: Action "delete" is not one of files_read; call files_destructive. Available: list`
    pub(crate) fn action_is_elsewhere(&self, sent: &str, name: &str) -> String {
        format!(
            "Error: Action {:?} is not one of {}; call {name}.{}",
            cut(sent),
            self.entry.name,
            self.available()
        )
    }

    /// `Error: action: expected string, got 5. Available: list, create, delete`
    pub(crate) fn action_is_no_string(&self, sent: &Value) -> String {
        format!(
            "Error: {}: expected string, got {}.{}",
            self.action(),
            echoed(sent),
            self.available()
        )
    }

    /// `Error: arguments: expected object, got array`
    pub(crate) fn arguments_are_no_object(sent: &Value) -> String {
        // Not the value: an object that was written as text holds the secrets of its arguments.
        let kind = kind_name(sent);
        format!("Error: arguments: expected object, got {kind}")
    }

    /// `Validation failed for platform/users.create:` and what follows.
    pub(crate) fn invalid(&self, action: &ActionDef, problems: &[Problem]) -> String {
        format!(
            "Validation failed for {}:\n{}\nExpected: {}\nFix these fields and call again.",
            self.place(action),
            problems::lines(self, action, problems),
            fields::expected_fields(action)
        )
    }

    /// `[platform/users.create] database is locked` and what follows.
    pub(crate) fn failed(&self, action: &ActionDef, error: &ToolError) -> String {
        failure::text(self, action, error)
    }

    /// A call that was refused before its tool was known: `Error: who are you?` and what follows.
    pub(crate) fn refused(error: &ToolError) -> String {
        failure::refusal(error)
    }

    /// The discriminator's name, which stands for "action" in every text.
    fn action(&self) -> &str {
        self.entry.discriminator.unwrap_or("action")
    }

    /// Wire name and key; where one tool is one action, the wire name alone.
    fn place(&self, action: &ActionDef) -> String {
        match self.entry.discriminator {
            Some(_) => format!("{}/{}", self.entry.name, action.key),
            None => self.entry.name.clone(),
        }
    }

    fn available(&self) -> String {
        let keys = self.actions.iter().map(|action| &*action.key);
        match as_many_as_fit(keys, ", ", LIST) {
            list if list.is_empty() => list,
            list => format!(" Available: {list}"),
        }
    }

    /// The visible action that was meant: the only one of that short key, else the nearest.
    fn meant(&self, sent: &str) -> Option<&str> {
        let mut same = self.actions.iter().filter(|action| action.spec.key == sent);
        if let (Some(only), None) = (same.next(), same.next()) {
            return Some(&only.key);
        }
        nearest(sent, self.actions.iter().map(|action| &*action.key))
    }
}
