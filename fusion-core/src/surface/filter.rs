//! Filters: conditions that select the actions, prompts and resources of a view.

mod condition;

use std::collections::BTreeSet;

use self::condition::FilterCondition;
use crate::{
    definition::{ActionDef, ToolDef},
    error::BuildError,
    state_sync::nearest_key,
};

/// Selects the actions, prompts and resources of a registry that a view shows and a caller may use.
/// Each condition applies to prompts and resources as it does to actions.
///
/// A hidden item appears in no list, schema, description or error text, and a call of it gets the
/// same response as a call of an item that does not exist.
///
/// A filter without conditions shows everything; each added condition shows less. Conditions with
/// an empty list, `any_tags`, `all_tags` and `only`, show nothing.
///
/// [`only`](Self::only) and [`except`](Self::except) take keys, `tool/module.action` or
/// `tool/action`. A key that the registry does not have is a [`BuildError::UnknownInFilter`] when
/// the filter is set on a view, a server or a mount. A filter that
/// [`View::access`](crate::View::access) computes for a caller has no author who could read the
/// error, so such a key is logged once as a warning. Tags are free words: an unused tag is not an
/// error.
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
/// assert_eq!(names(&Filter::any_tags(["public", "staff"])), ["files_read"]);
/// assert_eq!(names(&Filter::except(["files/read"])), ["files_delete"]);
/// let nothing = Filter::any_tags(["public"]).and(Filter::except(["files/read"]));
/// assert!(names(&nothing).is_empty());
///
/// let errors = view.filtered(&Filter::except(["files/raed"])).unwrap_err();
/// assert_eq!(
///     errors.to_string(),
///     "a filter names `files/raed`, which is no action, prompt or resource of the registry; \
///      did you mean `files/read`?"
/// );
/// # Ok::<(), fusion_core::BuildErrors>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Filter {
    /// Conditions that a shown item fulfils, all of them. The set is sorted and has no duplicates,
    /// so that equal filters compare equal.
    conditions: BTreeSet<FilterCondition>,
}

impl Filter {
    /// Shows everything.
    pub fn all() -> Self {
        Self::default()
    }

    /// Shows nothing.
    pub fn nothing() -> Self {
        Self::only::<[&str; 0], _>([])
    }

    /// Shows the actions that have at least one of these tags, set at the action or inherited from
    /// its group or tool.
    ///
    /// **Tags add up**: those of the tool and of the group hold for each of their actions. A tag of a group
    /// therefore opens every action of the group here, also a destructive one with a tag of its own. To
    /// select by what an action does, put the tag on the actions, or hide by
    /// [`Filter::without_tags`], which fails closed.
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
    /// let safe = Filter::any_tags(["read"]).and(Filter::without_tags(["admin"]));
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
    pub fn and(mut self, other: Self) -> Self {
        self.conditions.extend(other.conditions);
        self
    }

    /// Returns `true` if the filter has no conditions and therefore shows everything.
    pub(crate) fn is_all(&self) -> bool {
        self.conditions.is_empty()
    }

    pub(super) fn shows(&self, tool: &ToolDef, action: &ActionDef) -> bool {
        let mut conditions = self.conditions.iter();
        conditions.all(|condition| condition.holds(tool, action))
    }

    /// Returns `true` if a condition names an action, prompt or resource by its key.
    pub(crate) fn names_keys(&self) -> bool {
        self.conditions
            .iter()
            .any(|one| one.action_keys().next().is_some())
    }

    /// Returns an error for each named key that `tools` do not have, in order.
    pub(crate) fn mistakes(&self, tools: &[&ToolDef]) -> Vec<BuildError> {
        let named = self
            .conditions
            .iter()
            .flat_map(FilterCondition::action_keys);
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
}

impl From<FilterCondition> for Filter {
    fn from(condition: FilterCondition) -> Self {
        Self {
            conditions: BTreeSet::from([condition]),
        }
    }
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

fn set<I: IntoIterator<Item = T>, T: Into<String>>(items: I) -> BTreeSet<String> {
    items.into_iter().map(Into::into).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        schema::fixture::{action, flat},
        spec::ActionSpec,
    };

    fn files() -> ToolDef {
        let tagged = |key, tags: &'static [&'static str]| {
            let mut action = action(ActionSpec::new(key, ""), vec![]);
            action.tags = tags.to_vec();
            action
        };
        flat(
            "files",
            "",
            vec![
                tagged("read", &["public", "io"]),
                tagged("write", &["io"]),
                tagged("stat", &[]),
            ],
        )
    }

    #[test]
    fn every_condition_shows_less_and_an_empty_list_opens_nothing() {
        let none: [&str; 0] = [];
        let tool = files();
        for (filter, shown) in [
            (Filter::all(), "read write stat"),
            (Filter::nothing(), ""),
            (Filter::any_tags(["io", "public"]), "read write"),
            (Filter::any_tags(["unheard-of"]), ""),
            (Filter::any_tags(none), ""),
            (Filter::all_tags(["io", "public"]), "read"),
            (Filter::all_tags(none), ""),
            (Filter::without_tags(["public"]), "write stat"),
            (Filter::without_tags(none), "read write stat"),
            (Filter::only(["files/stat", "files/read"]), "read stat"),
            (Filter::only(["stat", "other/stat", "files/Stat"]), ""),
            (Filter::only(["files:stat", "files.stat"]), ""),
            (Filter::only(none), ""),
            (Filter::except(["files/stat", "other/read"]), "read write"),
            // Older notations are refused at build time, and still hide the item.
            (Filter::except(["files:stat", "files.read"]), "write"),
            (Filter::except(none), "read write stat"),
            (
                Filter::any_tags(["io"]).and(Filter::except(["files/read"])),
                "write",
            ),
            (Filter::any_tags(["io"]).and(Filter::all()), "read write"),
            (
                Filter::any_tags(["io"]).and(Filter::any_tags(["public"])),
                "read",
            ),
        ] {
            let keys: Vec<_> = tool
                .actions
                .iter()
                .filter(|action| filter.shows(&tool, action))
                .map(|action| &*action.key)
                .collect();
            assert_eq!(keys.join(" "), shown, "{filter:?}");
        }
    }

    #[test]
    fn filters_that_say_the_same_are_equal() {
        let one = Filter::any_tags(["a", "b"]).and(Filter::except(["t/x"]));
        let other = Filter::except(["t/x"]).and(Filter::any_tags(["b", "a", "b"]));
        assert_eq!(one, other);
        assert_eq!(one.clone().and(other), one);
    }

    #[test]
    fn a_key_of_nothing_is_a_mistake_and_the_way_out_is_named() {
        let tool = files();
        let filter = Filter::only(["files/read", "files.read", "files:write"])
            .and(Filter::except(["files/stats", "stat", "files/*"]))
            .and(Filter::any_tags(["files/none"]));
        let told = |tools: &[&ToolDef]| -> Vec<String> {
            let mistakes = filter.mistakes(tools);
            mistakes.iter().map(ToString::to_string).collect()
        };
        assert_eq!(
            told(&[&tool]),
            [
                "a filter names `files.read`: write `files/read`",
                "a filter names `files:write`: write `files/write`",
                "a filter names `files/*`, and a filter takes no patterns: name each action, or filter by tags",
                "a filter names `files/stats`, which is no action, prompt or resource of the registry; did you mean `files/stat`?",
                "a filter names `stat`, which is no action, prompt or resource of the registry; did you mean `files/stat`?",
            ]
        );
        assert_eq!(
            told(&[])[0],
            "a filter names `files.read`, which is no action, prompt or resource of the registry"
        );
        assert_eq!(Filter::any_tags(["nobody's"]).mistakes(&[&tool]), []);
        assert_eq!(Filter::except(["files/read"]).mistakes(&[&tool]), []);
    }
}
