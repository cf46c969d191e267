//! Texts about calls that a model reads, rendered from the actions that its caller may see: errors, and
//! the answers of `help`.
//!
//! The functions are stateless and read only the visible actions of one listed tool: a hidden
//! action appears in no list, no "did you mean" and no "belongs to".

mod failure;
mod fields;
mod help;
mod limit;
mod problems;
mod search;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;

use serde_json::Value;

pub(super) use self::limit::as_many_as_fit;
use self::limit::{LIST, push_as_many_as_fit, quote_value};
pub(crate) use self::search::SearchTexts;
use super::{hidden_names::HiddenNames, listed_rows::ListedRows, notices::Notices};
use crate::{
    definition::{ActionDef, ToolDef},
    error::{Problem, ToolError, cut, kind_name, nearest},
};

/// The size that an error about an action has at most, if its tool has few actions. A text that grew to it would be
/// moved three times.
const USUAL: usize = 256;

/// Listed tool and visible actions that an error text is rendered from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextContext<'v> {
    pub(crate) entry: &'v ListedRows,
    /// All parts of all tools in the caller's view.
    pub(crate) parts: &'v [ListedRows],
    pub(crate) tool: &'v ToolDef,
    /// Visible actions of the listed tool, in source order, and then `help` if the tool lists it.
    pub(crate) actions: &'v [&'v ActionDef],
    /// Invalidation notices of the caller's view.
    pub(super) notices: &'v Notices,
    /// Names that the caller's view hides.
    pub(super) hidden: &'v HiddenNames,
}

impl TextContext<'_> {
    /// `Error: action is required. Available: list, create, delete`
    pub(crate) fn no_action(&self) -> String {
        self.with_available(format!("Error: {} is required.", self.action()))
    }

    /// `Error: Unknown action "crate". Did you mean "create"? Available: list, create, delete`
    pub(crate) fn unknown_action(&self, sent: &str) -> String {
        let mut text = String::with_capacity(USUAL);
        let _ = write!(text, "Error: Unknown {} {:?}.", self.action(), cut(sent));
        if let Some(key) = self.intended_action(sent) {
            text.extend([" Did you mean \"", key, "\"?"]);
        }
        self.with_available(text)
    }

    /// `Error: Action "delete" is not one of files_read; call files_destructive. Available: list`
    pub(crate) fn action_of_another_tool(&self, sent: &str, name: &str) -> String {
        self.with_available(format!(
            "Error: Action {:?} is not one of {}; call {name}.",
            cut(sent),
            self.entry.name
        ))
    }

    /// `Error: action: expected string, got 5. Available: list, create, delete`
    pub(crate) fn action_is_no_string(&self, sent: &Value) -> String {
        self.with_available(format!(
            "Error: {}: expected string, got {}.",
            self.action(),
            quote_value(sent)
        ))
    }

    /// `Error: arguments: expected object, got array`
    pub(crate) fn arguments_are_no_object(sent: &Value) -> String {
        // The text omits the value: an object sent as a string contains the secrets of its
        // arguments.
        let kind = kind_name(sent);
        format!("Error: arguments: expected object, got {kind}")
    }

    /// `Validation failed for platform/users.create:`, the problems, and the expected fields.
    /// If no list has it, the whole contract of the action replaces the expected fields. `omitted` is the
    /// number of further problems.
    pub(crate) fn invalid(
        &self,
        action: &ActionDef,
        problems: &[Problem],
        omitted: usize,
    ) -> String {
        let place = self.place(action);
        let problems = problems::lines(self, action, problems, omitted);
        let expected = match self.unlisted_contract(action) {
            Some(contract) => format!("Contract:\n{contract}"),
            None => format!(
                "Expected: {}",
                fields::expected_fields(action, action.plans(self.entry.discriminator))
            ),
        };
        let more = self.see_help("for other contracts");
        format!(
            "Validation failed for {place}:\n{problems}\n{expected}\n\
             Fix these fields and call again.{more}"
        )
    }

    /// `[platform/users.create] database is locked`, then suggestions and the retry delay.
    pub(crate) fn failed(&self, action: &ActionDef, error: &ToolError) -> String {
        failure::text(self, action, error)
    }

    /// Renders the refusal of a call whose tool was not resolved yet: `Error: who are you?`, then
    /// the retry delay.
    pub(crate) fn refused(error: &ToolError) -> String {
        failure::refusal(error)
    }

    /// `[platform/users.create] this call needs the scope users:write, which was not granted.`, then the next
    /// step.
    pub(crate) fn missing_scopes(&self, action: &ActionDef, scopes: &[&str]) -> String {
        let (noun, verb) = match scopes {
            [_] => ("scope", "was"),
            _ => ("scopes", "were"),
        };
        format!(
            "[{}] this call needs the {noun} {}, which {verb} not granted. Nothing ran. Tell the user, and call \
             again once access is granted.",
            self.place(action),
            scopes.join(", ")
        )
    }

    /// Returns the discriminator's name, which replaces "action" in every text.
    fn action(&self) -> &str {
        self.entry.discriminator.unwrap_or("action")
    }

    /// Returns the wire name and the key, or the wire name alone if the listed tool is one action.
    fn place(&self, action: &ActionDef) -> String {
        match self.entry.discriminator {
            Some(_) if self.entry.is_searched() => self.tool.qualified_key(action),
            Some(_) => format!("{}/{}", self.entry.name, action.key),
            None => self.entry.name.clone(),
        }
    }

    /// Returns the name of an action of the same part: its full key if actions are found by a search.
    fn name(&self, action: &ActionDef) -> String {
        if self.entry.is_searched() {
            return self.tool.qualified_key(action);
        }
        action.key.to_string()
    }

    /// Returns `text` with the keys of the visible actions after it.
    fn with_available(&self, mut text: String) -> String {
        if self.actions.is_empty() {
            return text;
        }
        text.push_str(" Available: ");
        let keys = self.actions.iter().map(|action| &*action.key);
        push_as_many_as_fit(&mut text, keys, ", ", LIST);
        let more = self.see_help("for their contracts");
        if !more.is_empty() {
            text.extend([".", &more]);
        }
        text
    }

    /// Returns the visible action closest to the key that was sent: the only action with that short
    /// key, else the nearest by edit distance.
    fn intended_action(&self, sent: &str) -> Option<&str> {
        let mut same = self.actions.iter().filter(|action| action.spec.key == sent);
        if let (Some(only), None) = (same.next(), same.next()) {
            return Some(&only.key);
        }
        nearest(sent, self.actions.iter().map(|action| &*action.key))
    }
}
