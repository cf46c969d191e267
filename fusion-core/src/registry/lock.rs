//! The lock of a registry and of its views.

use super::{Registry, View, catalog::shown_tools};
use crate::lock::Lock;

impl Registry {
    /// Returns the [lock](crate::lock) of the whole registry (feature `lock`): an owned model of everything that
    /// clients rely on, for a test that fails when it changes.
    ///
    /// ```
    /// use fusion_core::{Registry, tool_group};
    ///
    /// struct Files;
    ///
    /// /// Keep files.
    /// #[tool_group(name = "files")]
    /// impl Files {
    ///     /// Read a file.
    ///     #[action(read_only)]
    ///     fn read(&self, /** Its path. */ path: String) -> String {
    ///         path
    ///     }
    /// }
    ///
    /// let lock = Registry::builder().tool(Files).build()?.lock();
    /// assert!(lock.to_string().ends_with(
    ///     "\n[actions.\"files/read\"]\n\
    ///      arguments.path = { docs = \"Its path.\", required = true, schema = { type = \"string\" } }\n\
    ///      docs = \"Read a file.\"\n\
    ///      hints = [\"read_only\", \"idempotent\"]\n\
    ///      tokens = 50\n"
    /// ));
    /// # Ok::<(), fusion_core::BuildErrors>(())
    /// ```
    pub fn lock(&self) -> Lock {
        self.grouped().lock()
    }
}

impl View {
    /// Returns the [lock](crate::lock) of what the filter of this view shows. Exposition and profile do not
    /// change it.
    pub fn lock(&self) -> Lock {
        let grouped = self.registry.grouped().restricted(self.filter.clone());
        let mut lock = Lock::default();
        for tool in shown_tools(&self.registry.inner.runtime, &grouped.surface) {
            lock.add(&tool.def, tool.rows());
        }
        lock
    }
}
