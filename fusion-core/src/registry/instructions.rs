//! The instructions of a view, and what lint finds about them and the rest of the view.

use super::View;
use crate::lint::{Finding, instructions_length};

impl View {
    /// Returns the instructions of a server of this view: the docs of tools and modules that no
    /// listed tool carries, and the [outline](Self::outlined) of the others. They have at most 2,048 characters,
    /// which is what clients pass on: docs are cut to first sentences, and then tools and modules are left out and
    /// counted.
    pub fn instructions(&self) -> Option<&str> {
        self.surface.instructions(self.outlined).text()
    }

    /// Returns this view with an outline in its [instructions](Self::instructions): the first sentence of each tool
    /// whose description has them already, and of each of its modules. It is for hosts that defer tools, which show a
    /// model the instructions and the names of tools at first; other hosts load these sentences twice.
    ///
    /// Under [`Exposition::Search`](crate::Exposition::Search) the outline is empty, because `find` is loaded at once and
    /// has it.
    ///
    /// ```
    /// use fusion_core::{Exposition, Registry, tool_group};
    ///
    /// struct Files;
    ///
    /// /// Keep files.
    /// #[tool_group(name = "files")]
    /// impl Files {
    ///     /// Read a file.
    ///     #[action(read_only)]
    ///     fn read(&self, path: String) -> String {
    ///         path
    ///     }
    /// }
    ///
    /// let view = Registry::builder().tool(Files).build()?.view(Exposition::Grouped)?;
    /// assert_eq!(view.instructions(), None);
    /// assert_eq!(view.outlined().instructions(), Some("files: Keep files"));
    /// # Ok::<(), fusion_core::BuildErrors>(())
    /// ```
    #[must_use]
    pub fn outlined(mut self) -> Self {
        self.outlined = true;
        self
    }

    /// Sets the instructions of the author of a server, which lint rules read.
    #[cfg(feature = "rmcp")]
    pub(crate) fn set_guide(&mut self, text: &str) {
        self.guide = Some(text.into());
    }

    /// Returns the instructions that a server sends: those of its author, and those of this view.
    #[cfg(feature = "rmcp")]
    pub(crate) fn instructions_beside(&self, author: Option<&str>) -> Option<String> {
        self.surface.instructions(self.outlined).beside(author)
    }

    /// Returns the findings of [`Registry::lint`](crate::Registry::lint) that concern the exposition of this view.
    /// Filters do not change them, because they hide an action from some callers only.
    pub fn lint(&self) -> Vec<Finding> {
        let mut found = self.registry.findings(Some(self.exposition));
        let before = found.len();
        if let Some(guide) = &self.guide {
            let instructions = self.surface.instructions(self.outlined);
            found.extend(instructions_length(guide, instructions));
        }
        self.registry.inner.lints.retain(&mut found, before);
        found
    }
}
