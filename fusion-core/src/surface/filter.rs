//! Which actions, prompts and resources a view shows at all.

use std::collections::BTreeSet;

use crate::definition::{ActionDef, ToolDef};

/// Which actions of a registry may be seen and called, and which prompts and resources: a condition
/// holds for each of them as for an action.
///
/// What a filter hides is in no list, no schema, no description and no error text, and calling it
/// is answered as calling what does not exist.
///
/// A filter without conditions shows everything; each condition more shows less. A list that is
/// empty opens nothing: `any_tags`, `all_tags` and `only` of nothing show nothing.
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
///     let view = view.filtered(filter);
///     view.tools().iter().map(|tool| tool.name.clone()).collect()
/// };
/// assert_eq!(names(&Filter::any_tags(["public", "staff"])), ["files_read"]);
/// assert_eq!(names(&Filter::except(["files:read"])), ["files_delete"]);
/// let nothing = Filter::any_tags(["public"]).and(Filter::except(["files:read"]));
/// assert!(names(&nothing).is_empty());
/// # Ok::<(), fusion_core::BuildErrors>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Filter {
    /// All of them hold for what is shown. Sorted, each once, so that equal filters are equal.
    conditions: BTreeSet<FilterCondition>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum FilterCondition {
    AnyTag(BTreeSet<String>),
    AllTags(BTreeSet<String>),
    NoTag(BTreeSet<String>),
    Only(BTreeSet<String>),
    Except(BTreeSet<String>),
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

    /// Shows the actions that have one of these tags at least, of their own or from their group.
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

    /// Shows these actions, prompts and resources, by tool and key: `files:read`,
    /// `tracker:issues.list`. None has another name here than its key; what names none shows none.
    pub fn only<I: IntoIterator<Item = T>, T: Into<String>>(actions: I) -> Self {
        FilterCondition::Only(set(actions)).into()
    }

    /// Hides these actions, prompts and resources, by tool and key.
    pub fn except<I: IntoIterator<Item = T>, T: Into<String>>(actions: I) -> Self {
        FilterCondition::Except(set(actions)).into()
    }

    /// Shows what both show.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.conditions.extend(other.conditions);
        self
    }

    /// Whether it shows everything, whatever there is.
    pub(crate) fn is_all(&self) -> bool {
        self.conditions.is_empty()
    }

    pub(super) fn shows(&self, tool: &ToolDef, action: &ActionDef) -> bool {
        let mut conditions = self.conditions.iter();
        conditions.all(|condition| condition.holds(tool, action))
    }

    /// What it names that is no action of `tools`, in order.
    pub(crate) fn unknown<'f>(&'f self, tools: &[&ToolDef]) -> Vec<&'f str> {
        let known: BTreeSet<String> = tools
            .iter()
            .flat_map(|tool| tool.actions.iter().map(|action| place(tool, action)))
            .collect();
        let named = self.conditions.iter().flat_map(FilterCondition::named);
        named
            .filter(|name| !known.contains(*name))
            .map(String::as_str)
            .collect()
    }
}

impl From<FilterCondition> for Filter {
    fn from(condition: FilterCondition) -> Self {
        Self {
            conditions: BTreeSet::from([condition]),
        }
    }
}

impl FilterCondition {
    fn holds(&self, tool: &ToolDef, action: &ActionDef) -> bool {
        let has = |tag: &String| action.tags.contains(&tag.as_str());
        match self {
            Self::AnyTag(tags) => tags.iter().any(has),
            Self::AllTags(tags) => !tags.is_empty() && tags.iter().all(has),
            Self::NoTag(tags) => !tags.iter().any(has),
            Self::Only(actions) => actions.contains(&place(tool, action)),
            Self::Except(actions) => !actions.contains(&place(tool, action)),
        }
    }

    fn named(&self) -> impl Iterator<Item = &String> {
        match self {
            Self::Only(names) | Self::Except(names) => Some(names),
            Self::AnyTag(_) | Self::AllTags(_) | Self::NoTag(_) => None,
        }
        .into_iter()
        .flatten()
    }
}

/// `tracker:issues.list`
fn place(tool: &ToolDef, action: &ActionDef) -> String {
    format!("{}:{}", tool.spec.name, action.key)
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
            (Filter::only(["files:stat", "files:read"]), "read stat"),
            (Filter::only(["stat", "other:stat", "files:Stat"]), ""),
            (Filter::only(none), ""),
            (Filter::except(["files:stat", "other:read"]), "read write"),
            (Filter::except(none), "read write stat"),
            (
                Filter::any_tags(["io"]).and(Filter::except(["files:read"])),
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
        let one = Filter::any_tags(["a", "b"]).and(Filter::except(["t:x"]));
        let other = Filter::except(["t:x"]).and(Filter::any_tags(["b", "a", "b"]));
        assert_eq!(one, other);
        assert_eq!(one.clone().and(other), one);
    }

    #[test]
    fn a_name_that_is_no_action_is_found() {
        let tool = files();
        let filter = Filter::only(["files:read", "files.read"])
            .and(Filter::except(["files:stats"]))
            .and(Filter::any_tags(["files:none"]));
        assert_eq!(filter.unknown(&[&tool]), ["files.read", "files:stats"]);
    }
}
