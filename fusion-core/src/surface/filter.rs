//! Filters: conditions that select the actions, prompts and resources of a view.

mod condition;
mod mistakes;
mod tree;

use std::collections::BTreeSet;

use self::{condition::FilterCondition, tree::FilterTree};
use crate::{
    definition::{ActionDef, ToolDef},
    scopes::HeldScopes,
};

/// Selects the actions, prompts and resources of a registry that a view shows and a caller may use.
/// Each condition applies to prompts and resources as it does to actions.
///
/// A hidden item appears in no list, schema, description or error text, and a call of it gets the
/// same response as a call of an item that does not exist.
///
/// **Select by hints** where the question is what an action does: [`read_only`](Self::read_only),
/// [`without_destructive`](Self::without_destructive) and [`closed_world`](Self::closed_world). A new action
/// without hints is then hidden from those who only read. Prompts and resources read only, and reach nothing
/// beyond the server.
///
/// **Use scopes** where the question is what a caller may do: `scope("issues:write")` on actions and groups
/// needs no filter at all; see [`auth`](crate::auth).
///
/// [Tags](Self::any_tags) are for everything else. Those of a group hold for each of its actions, so that
/// `any_tags` may open more than its author thinks.
///
/// A filter without conditions shows everything. [`and`](Self::and) shows less, and [`or`](Self::or) more.
/// There is no `not`: it would open whatever a misspelt name hides.
///
/// # Mistakes
///
/// A filter of an author that names nothing is an error where it is set on a view, a server or a mount:
///
/// - a key of [`only`](Self::only) or [`except`](Self::except) that the registry does not have. Keys are
///   `tool/module.action` or `tool/action`;
/// - a tag that no action, prompt or resource has;
/// - `any_tags`, `all_tags` or `only` with an empty list, which shows nothing: write
///   [`Filter::nothing`]. `without_tags` and `except` with an empty list hide nothing, and are no error.
///
/// A filter that [`View::access`](crate::View::access) computes for a caller has no author who could read
/// the error, so that each unknown key or tag is logged once as a warning.
///
/// ```
/// use fusion_core::{Exposition, Filter, Registry, tool_group};
///
/// struct Files;
///
/// #[tool_group(name = "files")]
/// impl Files {
///     /// Read a file.
///     #[action(read_only, tags("public"))]
///     fn read(&self) {}
///
///     /// Write a file.
///     #[action]
///     fn write(&self) {}
///
///     /// Delete a file.
///     #[action(destructive)]
///     fn delete(&self) {}
/// }
///
/// let registry = Registry::builder().tool(Files).build()?;
/// let view = registry.view(Exposition::Flat)?;
/// let names = |filter: &Filter| -> Vec<String> {
///     let view = view.filtered(filter).expect("the filter names actions");
///     view.tools().iter().map(|tool| tool.name.clone()).collect()
/// };
/// assert_eq!(names(&Filter::read_only()), ["files_read"]);
/// assert_eq!(names(&Filter::without_destructive()), ["files_read", "files_write"]);
/// let more = Filter::read_only().or(Filter::only(["files/delete"]));
/// assert_eq!(names(&more), ["files_read", "files_delete"]);
/// let less = Filter::without_destructive().and(Filter::except(["files/read"]));
/// assert_eq!(names(&less), ["files_write"]);
///
/// let errors = view.filtered(&Filter::except(["files/raed"])).unwrap_err();
/// assert_eq!(
///     errors.to_string(),
///     "a filter names `files/raed`, which is no action, prompt or resource of the registry; \
///      did you mean `files/read`?"
/// );
/// let errors = view.filtered(&Filter::without_tags(["pubic"])).unwrap_err();
/// assert_eq!(
///     errors.to_string(),
///     "a filter names the tag `pubic`, which no action, prompt or resource of the registry has; \
///      did you mean `public`?"
/// );
/// # Ok::<(), fusion_core::BuildErrors>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Filter(FilterTree);

impl Filter {
    /// Shows everything.
    pub fn all() -> Self {
        Self::default()
    }

    /// Shows nothing.
    pub fn nothing() -> Self {
        Self(FilterTree::nothing())
    }

    /// Shows the actions that only read, by their hint `read_only`, and prompts and resources.
    pub fn read_only() -> Self {
        FilterCondition::ReadOnly.into()
    }

    /// Shows the actions without the hint `destructive`, and prompts and resources.
    pub fn without_destructive() -> Self {
        FilterCondition::NotDestructive.into()
    }

    /// Shows the actions without the hint `open_world`, which reach nothing beyond the server, and prompts
    /// and resources.
    pub fn closed_world() -> Self {
        FilterCondition::ClosedWorld.into()
    }

    /// Shows the actions that have at least one of these tags, set at the action or inherited from
    /// its group or tool.
    ///
    /// **Tags add up**: those of the tool and of the group hold for each of their actions. A tag of a group
    /// therefore opens every action of the group here, also a destructive one with a tag of its own. To
    /// select by what an action does, use [`Filter::read_only`] and [`Filter::without_destructive`]; by who may
    /// call it, [scopes](crate::auth). The lint rule
    /// [`WidenedTag`](crate::lint::Rule::WidenedTag) reports such actions.
    ///
    /// ```
    /// use fusion_core::{Exposition, Filter, Registry, tool_group};
    ///
    /// struct Files;
    ///
    /// #[tool_group(name = "files", tags("read"))] // of every action
    /// impl Files {
    ///     /// Read a file.
    ///     #[action(read_only)]
    ///     fn read(&self) {}
    ///
    ///     /// Delete a file.
    ///     #[action(destructive, tags("admin"))] // has `read` as well
    ///     fn delete(&self) {}
    /// }
    ///
    /// let view = Registry::builder().tool(Files).build()?.view(Exposition::Flat)?;
    /// assert_eq!(view.filtered(&Filter::any_tags(["read"]))?.tools().len(), 2);
    /// let safe = Filter::any_tags(["read"]).and(Filter::read_only());
    /// assert_eq!(view.filtered(&safe)?.tools().len(), 1);
    /// # Ok::<(), fusion_core::BuildErrors>(())
    /// ```
    pub fn any_tags<I: IntoIterator<Item = T>, T: Into<String>>(tags: I) -> Self {
        FilterCondition::AnyTag(set(tags)).into()
    }

    /// Shows the actions that have all of these tags.
    pub fn all_tags<I: IntoIterator<Item = T>, T: Into<String>>(tags: I) -> Self {
        FilterCondition::AllTags(set(tags)).into()
    }

    /// Shows the actions that have none of these tags.
    pub fn without_tags<I: IntoIterator<Item = T>, T: Into<String>>(tags: I) -> Self {
        FilterCondition::NoTag(set(tags)).into()
    }

    /// Shows these actions, prompts and resources, by their keys: `files/read`,
    /// `tracker/issues.list`. Aliases and patterns are not keys.
    pub fn only<I: IntoIterator<Item = T>, T: Into<String>>(actions: I) -> Self {
        FilterCondition::Only(set(actions)).into()
    }

    /// Hides these actions, prompts and resources, by their keys.
    pub fn except<I: IntoIterator<Item = T>, T: Into<String>>(actions: I) -> Self {
        FilterCondition::Except(set(actions)).into()
    }

    /// Shows the items that both filters show.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0.and(other.0))
    }

    /// Shows the items that at least one of both filters shows. A filter that shows everything, such as
    /// [`Filter::all`], therefore opens everything.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(self.0.or(other.0))
    }

    /// Shows the items among those of this filter whose scopes the caller has. `None` is a caller who has
    /// all.
    pub(crate) fn and_held(self, held: Option<HeldScopes>) -> Self {
        match held {
            Some(held) => self.and(FilterCondition::Held(held).into()),
            None => self,
        }
    }

    /// Returns the scopes of the caller, if the filter depends on them.
    pub(crate) fn held(&self) -> Option<&HeldScopes> {
        self.0.required().find_map(|condition| match condition {
            FilterCondition::Held(held) => Some(held),
            _ => None,
        })
    }

    /// Returns `true` if the filter has no conditions and therefore shows everything.
    pub(crate) fn is_all(&self) -> bool {
        self.0.is_all()
    }

    /// Returns `true` if the filter shows a row of a tool.
    pub(crate) fn shows(&self, tool: &ToolDef, action: &ActionDef) -> bool {
        self.0.shows(tool, action)
    }
}

impl From<FilterCondition> for Filter {
    fn from(condition: FilterCondition) -> Self {
        Self(FilterTree::Condition(condition))
    }
}

fn set<I: IntoIterator<Item = T>, T: Into<String>>(items: I) -> BTreeSet<String> {
    items.into_iter().map(Into::into).collect()
}

#[cfg(test)]
mod tests;
