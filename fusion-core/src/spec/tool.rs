//! The row of one registered tool.

use super::{Describe, GroupSpec, HelpSpec, HintOverrides, HostHintSpec, Module};

/// One registered tool: a flat group, or several groups under one name.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ToolSpec {
    /// The tool's wire name.
    pub name: &'static str,
    /// The doc comment of the tool.
    pub docs: &'static str,
    /// A display name for people.
    pub title: Option<&'static str>,
    /// Tags of every action, in addition to those of its group and its own.
    pub tags: &'static [&'static str],
    /// Scopes of the actions that name none and whose group names none.
    pub scopes: &'static [&'static str],
    /// The name of the argument that selects the action.
    pub discriminator: &'static str,
    /// Hints stated for the tool as a whole.
    pub annotations: HintOverrides,
    /// The hints for hosts.
    #[doc(hidden)]
    pub host: HostHintSpec,
    /// The form of the description; `None` applies the registry's.
    pub describe: Option<Describe>,
    /// The rows of the action `help`, which a tool has under `Describe::Brief`.
    #[doc(hidden)]
    pub help: HelpSpec,
    /// The groups, in source order.
    #[doc(hidden)]
    pub modules: &'static [Module],
}

impl ToolSpec {
    /// Returns the tool of one flat group.
    #[doc(hidden)]
    pub const fn flat(group: &'static GroupSpec, modules: &'static [Module]) -> Self {
        Self {
            name: group.name,
            docs: group.docs,
            title: group.title,
            tags: group.tags,
            scopes: group.scopes,
            discriminator: group.discriminator,
            annotations: group.annotations,
            host: group.host,
            describe: group.describe,
            help: group.help,
            modules,
        }
    }

    /// Returns the tool of a struct of groups, with the discriminator `action`.
    #[doc(hidden)]
    pub const fn hierarchical(
        name: &'static str,
        docs: &'static str,
        modules: &'static [Module],
    ) -> Self {
        Self {
            name,
            docs,
            title: None,
            tags: &[],
            scopes: &[],
            discriminator: "action",
            annotations: HintOverrides::NONE,
            host: HostHintSpec::NONE,
            describe: None,
            help: HelpSpec::DEFAULT,
            modules,
        }
    }

    /// Sets the display name.
    #[doc(hidden)]
    pub const fn title(mut self, title: &'static str) -> Self {
        self.title = Some(title);
        self
    }

    /// Sets the tags.
    #[doc(hidden)]
    pub const fn tags(mut self, tags: &'static [&'static str]) -> Self {
        self.tags = tags;
        self
    }

    /// Sets the scopes.
    #[doc(hidden)]
    pub const fn scopes(mut self, scopes: &'static [&'static str]) -> Self {
        self.scopes = scopes;
        self
    }

    /// Sets the discriminator's name.
    #[doc(hidden)]
    pub const fn discriminator(mut self, name: &'static str) -> Self {
        self.discriminator = name;
        self
    }

    /// Sets the hints for the tool as a whole.
    #[doc(hidden)]
    pub const fn annotations(mut self, annotations: HintOverrides) -> Self {
        self.annotations = annotations;
        self
    }

    /// Sets the hints for hosts.
    #[doc(hidden)]
    pub const fn host(mut self, hints: HostHintSpec) -> Self {
        self.host = hints;
        self
    }

    /// Sets the form of the description.
    #[doc(hidden)]
    pub const fn describe(mut self, form: Describe) -> Self {
        self.describe = Some(form);
        self
    }

    /// Names the action `help` and its argument.
    #[doc(hidden)]
    pub const fn help(mut self, key: &'static str, topic: &'static str) -> Self {
        self.help = HelpSpec::new(key, topic);
        self
    }
}
