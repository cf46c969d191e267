//! The settings of the texts of a list.

use super::RegistryBuilder;
use crate::{
    describe::{ChosenForm, Form},
    middleware::Middleware,
    spec::Describe,
};

impl<M: Middleware> RegistryBuilder<M> {
    /// Sets how tools are described that do not set it themselves. The default is
    /// [`Describe::Compact`].
    pub fn describe(mut self, form: Describe) -> Self {
        self.parts.describe = ChosenForm::BuiltIn(form);
        self
    }

    /// Sets a form of your own for the tools that do not set one themselves; see [`Form`]. It
    /// replaces the form of [`describe`](Self::describe).
    ///
    /// A tool with a form of your own has no action `help`, also if the form calls
    /// [`brief`](crate::describe::brief). Its text is published as it is, even if it exceeds the budget of
    /// the model.
    pub fn describe_with(mut self, form: Form) -> Self {
        self.parts.describe = ChosenForm::Custom(form);
        self
    }

    /// Sets whether the texts of fields state the limits of values that their docs do not state: the
    /// values of an enum, bounds, lengths, formats and defaults, such as `1..100; default 20`. The
    /// default is `false`: schemas state them, and only some hosts drop these keywords.
    ///
    /// Bounds of the argument's type, such as 0 to 255, and fields of nested objects are not stated.
    /// [`Describe::Brief`] has no texts of fields, so it has no limits either.
    ///
    /// ```
    /// use fusion_core::{Registry, tool_group};
    ///
    /// struct Logs;
    ///
    /// #[tool_group(name = "logs")]
    /// impl Logs {
    ///     #[action(read_only)]
    ///     fn tail(
    ///         &self,
    ///         /// How many lines
    ///         #[arg(default = 20, range(min = 1, max = 100))]
    ///         lines: u32,
    ///     ) {
    ///     }
    /// }
    ///
    /// let registry = Registry::builder().limits_in_words(true).tool(Logs).build()?;
    /// let schema = &registry.tools()[0].input_schema;
    /// let lines = &schema["properties"]["lines"];
    /// assert_eq!(lines["description"], "How many lines. 1..100; default 20");
    /// # Ok::<(), fusion_core::BuildErrors>(())
    /// ```
    pub fn limits_in_words(mut self, on: bool) -> Self {
        self.parts.limits_in_words = on;
        self
    }
}
