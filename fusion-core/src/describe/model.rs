//! The model that forms of descriptions read: a listed tool of several actions, as one view shows it.
//! Plain data, which contains only what the view shows. It must not know how a form prints it.

use serde_json::{Map, Value};

use crate::{
    args::expected,
    spec::{
        Cache, Describe, Hints,
        sentence::{append_sentence, one_line, with_tail},
    },
    state_sync::common_directive,
};

/// A form of descriptions: a stateless function from a listed tool to its [`Description`].
///
/// A form must return the same description for the same tool, because lists are computed once and cached.
/// A closure that captures nothing is such a function.
///
/// ```
/// use fusion_core::{Registry, describe::{DescribedTool, Description}, tool_group};
///
/// /// Writes each action as `key: sentence`.
/// fn keys(tool: &DescribedTool<'_>) -> Description {
///     let lines = tool.actions.iter().map(|action| format!("{}: {}", action.key, action.docs));
///     Description::new(lines.collect::<Vec<_>>().join("\n"))
/// }
///
/// struct Lamp;
///
/// #[tool_group(name = "lamp")]
/// impl Lamp {
///     /// Turn it on
///     #[action]
///     fn on(&self) {}
///
///     /// Turn it off
///     #[action]
///     fn off(&self) {}
/// }
///
/// let registry = Registry::builder().describe_with(keys).tool(Lamp).build()?;
/// assert_eq!(registry.tools()[0].description, "on: Turn it on\noff: Turn it off");
/// # Ok::<(), fusion_core::BuildErrors>(())
/// ```
pub type Form = for<'t, 'd> fn(&'t DescribedTool<'d>) -> Description;

/// The form of a tool's descriptions, as its author chose it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ChosenForm {
    BuiltIn(Describe),
    Custom(Form),
}

/// A listed tool of several actions, as one view shows it.
///
/// No field contains anything that the view hides. Links in docs are already replaced by names.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DescribedTool<'d> {
    /// The wire name, such as `tracker` or `tracker_read`.
    pub name: &'d str,
    /// The docs of the whole tool; may be empty.
    pub docs: &'d str,
    /// The name of the argument that selects an action.
    pub discriminator: &'d str,
    /// The modules that have visible actions, in source order; empty for a flat tool.
    pub modules: Vec<DescribedModule<'d>>,
    /// The visible actions, in source order; never empty.
    pub actions: Vec<DescribedAction<'d>>,
    /// The properties of the merged schema without the discriminator, in order of first appearance.
    pub fields: Vec<DescribedField<'d>>,
    /// The part of the tool that is listed, if the exposition divides it by safety.
    pub part: Option<SafetyPart<'d>>,
    /// The line of the action `help`: its signature and a sentence. `None` unless the form is
    /// [`Describe::Brief`].
    pub help: Option<String>,
    /// The longest description that every client reads whole, in Unicode scalar values.
    pub budget: usize,
}

/// One part of a tool that is divided by safety.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SafetyPart<'d> {
    /// The class of all actions of the part.
    pub class: SafetyClass,
    /// The wire names of the other visible parts of the tool.
    pub siblings: Vec<&'d str>,
    /// `true` for one part of the tool, which states what holds for all parts: the docs of the tool
    /// and of its modules.
    pub leads: bool,
}

/// The safety class of a set of actions, derived from their hints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SafetyClass {
    /// Every action is read-only.
    Read,
    /// The actions change data.
    Write,
    /// The actions may destroy data.
    Destructive,
}

/// A module of a tool of several groups.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DescribedModule<'d> {
    /// The first part of the keys of its actions.
    pub name: &'d str,
    /// The docs of the group; may be empty.
    pub docs: &'d str,
}

/// One visible action.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DescribedAction<'d> {
    /// The key, the value of the discriminator: `create`, or `users.create` in a struct of groups.
    pub key: &'d str,
    /// The key inside of its module: `create`.
    pub name: &'d str,
    /// The index of its module in [`DescribedTool::modules`]; `None` in a flat tool.
    pub module: Option<usize>,
    /// The display name for people.
    pub title: Option<&'d str>,
    /// The docs; may be empty.
    pub docs: &'d str,
    /// The behaviour hints.
    pub hints: Hints,
    /// The tags of the tool, of the group and of the action, each once.
    pub tags: &'d [&'static str],
    /// The scopes that a call needs, all of them.
    pub scopes: &'static [&'static str],
    /// The author's text about the replacement of a deprecated action; may be empty.
    pub deprecated: Option<&'d str>,
    /// The arguments of which exactly one must be given; empty if there is no such rule.
    pub one_of: &'d [&'static str],
    /// The cache directive of its results; `None` without state sync.
    pub cache: Option<Cache>,
    /// The patterns whose results a successful call makes stale, in the notation of models; empty
    /// without state sync.
    pub invalidates: &'d [String],
    /// `true` if a result may be TOON where a model expects JSON.
    pub may_answer_in_toon: bool,
    /// The arguments, in source order.
    pub arguments: Vec<DescribedArgument<'d>>,
}

/// One argument of one action: its own contract, and its difference from the merged field.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DescribedArgument<'d> {
    /// The wire name.
    pub name: &'d str,
    /// The index of its field in [`DescribedTool::fields`].
    pub field: usize,
    /// The argument's own docs; may be empty.
    pub docs: &'d str,
    /// `true` if a call without the argument is refused.
    pub required: bool,
    /// `true` if no text may contain a value of the argument.
    pub secret: bool,
    /// `true` for a field of the group's `common` that every action of several requires. Forms state it
    /// once, as `(always required)` at the field, instead of at each action.
    pub always_required: bool,
    /// The published default; `None` for a secret.
    pub default: Option<&'d Value>,
    /// The published schema, which every value is checked against, without docs and default at its
    /// root.
    pub schema: &'d Map<String, Value>,
    /// The documented values of an enum, with their docs.
    pub values: &'d [(String, String)],
    /// The docs, if they are not those of the field.
    pub own_docs: Option<&'d str>,
    /// The rules that the field does not have, in a few words: `1..100`, `default 5`.
    pub own_rules: Vec<String>,
}

/// One property of the merged schema, which accepts whatever the argument of any visible action
/// accepts.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DescribedField<'d> {
    /// The wire name.
    pub name: &'d str,
    /// The docs that most of the uses share, weighted by length; may be empty.
    pub docs: &'d str,
    /// The docs of an enum's values on one line, such as `open: To do; closed: Done`, as far as all
    /// uses agree; then the limits, if the registry puts them into words. May be empty.
    pub values: String,
    /// The default, if all uses have the same.
    pub default: Option<&'d Value>,
    /// The published schema, without docs and default at its root.
    pub schema: &'d Map<String, Value>,
    /// The actions that take the field, in source order; never empty.
    pub uses: Vec<FieldUse>,
}

/// One action that takes a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FieldUse {
    /// The index of the action in [`DescribedTool::actions`].
    pub action: usize,
    /// `true` if the action requires the field.
    pub required: bool,
}

/// The texts of a listed tool, as a form wrote them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Description {
    /// The tool's description. A text that exceeds [`DescribedTool::budget`] is published as it is,
    /// and some clients cut it.
    pub text: String,
    /// The text that is appended to the discriminator's description, after a blank line. Clients do
    /// not cut there.
    pub overflow: Option<String>,
    /// The descriptions of [`DescribedTool::fields`], in their order; an empty text for none. If
    /// unset, each field has its [`DescribedField::text`].
    pub fields: Option<Vec<String>>,
    /// `true` if long nested schemas are published without their contents; see
    /// [`Describe::Brief`](crate::spec::Describe::Brief).
    pub opaque: bool,
}

impl Default for ChosenForm {
    fn default() -> Self {
        Self::BuiltIn(Describe::default())
    }
}

impl SafetyClass {
    /// Returns the words that open the description of a part, such as `Read-only`.
    pub fn words(self) -> &'static str {
        match self {
            Self::Read => "Read-only",
            Self::Write => "Changes data",
            Self::Destructive => "Destructive",
        }
    }
}

impl<'d> DescribedTool<'d> {
    /// Returns `true` if the description states the docs of the whole tool and of its modules. Of
    /// several parts, only one does.
    pub fn leads(&self) -> bool {
        self.part.as_ref().is_none_or(|part| part.leads)
    }

    /// Returns the cache directive that all actions share.
    pub fn shared_cache(&self) -> Option<Cache> {
        common_directive(self.actions.iter().map(|action| action.cache))
    }

    /// Returns the actions of a module, in source order.
    pub fn actions_of(&self, module: usize) -> impl Iterator<Item = &DescribedAction<'d>> {
        let actions = self.actions.iter();
        actions.filter(move |action| action.module == Some(module))
    }

    /// Returns `true` if every action requires the field.
    pub fn always_required(&self, field: &DescribedField<'_>) -> bool {
        field.uses.len() == self.actions.len() && field.uses.iter().all(|one| one.required)
    }
}

impl<'d> DescribedAction<'d> {
    /// Returns an iterator over the names of the required arguments, without those that every action
    /// requires as a field of `common`.
    pub fn own_required(&self) -> impl Iterator<Item = &'d str> {
        let arguments = self.arguments.iter();
        let own = arguments.filter(|argument| argument.required && !argument.always_required);
        own.map(|argument| argument.name)
    }
}

impl DescribedArgument<'_> {
    /// Returns the type with its bounds, as error texts write it: `integer 1..100`, `open|closed`.
    pub fn contract(&self) -> String {
        expected(self.schema)
    }

    /// Returns the difference from the field on one line: `id: Issue to delete; 1..100; default 5`;
    /// `None` if the field states everything.
    pub fn difference(&self) -> Option<String> {
        let docs = self.own_docs.map(one_line).filter(|docs| !docs.is_empty());
        let parts: Vec<_> = docs
            .iter()
            .chain(&self.own_rules)
            .map(String::as_str)
            .collect();
        (!parts.is_empty()).then(|| format!("{}: {}", self.name, parts.join("; ")))
    }
}

impl DescribedField<'_> {
    /// Returns the docs and those of the values; empty if there are none.
    pub fn text(&self) -> String {
        self.text_with("")
    }

    /// Returns the docs, those of the values and then a note. A text of several lines stays a
    /// paragraph of its own.
    pub fn text_with(&self, note: &str) -> String {
        let mut tail = self.values.clone();
        append_sentence(&mut tail, note);
        with_tail(self.docs, &tail)
    }
}

impl Description {
    /// Returns a description without overflow, whose fields have the docs that their uses share.
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }

    /// Sets the text that is appended to the discriminator's description.
    #[must_use]
    pub fn overflow(mut self, text: impl Into<String>) -> Self {
        self.overflow = Some(text.into());
        self
    }

    /// Sets the descriptions of the fields, in the order of [`DescribedTool::fields`].
    #[must_use]
    pub fn fields(mut self, texts: impl IntoIterator<Item = String>) -> Self {
        self.fields = Some(texts.into_iter().collect());
        self
    }

    /// Publishes long nested schemas without their contents.
    #[must_use]
    pub fn opaque(mut self) -> Self {
        self.opaque = true;
        self
    }
}
