//! The instructions of a server.

use super::Server;

impl Server {
    /// Sets the instructions: a text about the server as a whole that a client may show to its model. Those of
    /// [`View::instructions`](crate::View::instructions) follow it, as far as both have 2,048 characters, which is what
    /// clients pass on.
    pub fn instructions(mut self, text: impl Into<String>) -> Self {
        let text = text.into();
        self.view.set_guide(&text);
        self.instructions = Some(text);
        self
    }

    /// Adds an outline of the tools to the instructions, for hosts that defer tools; see
    /// [`View::outlined`](crate::View::outlined).
    pub fn outline(mut self) -> Self {
        self.view = self.view.outlined();
        self
    }
}
