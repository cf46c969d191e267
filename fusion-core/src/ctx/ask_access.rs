//! The questions and answers in the context of a call.

use std::{collections::BTreeMap, sync::Arc};

use serde_json::Value;

use super::{Ctx, ask::AskingCall};

/// The answers that a client sends with the repetition of a call.
#[derive(Clone, Debug, Default)]
pub(crate) struct InputRetry {
    pub(crate) state: String,
    pub(crate) answers: BTreeMap<String, Value>,
}

impl Ctx {
    /// Adds the answers to the questions of [`CallError::Asked`](crate::CallError::Asked), to call the same
    /// action again with the same arguments. An answer has the [id](crate::error::Question::id) of its
    /// question, and the form of the protocol's `ElicitResult`: `{"action": "accept", "content": {…}}`,
    /// `{"action": "decline"}` or `{"action": "cancel"}`.
    ///
    /// ```
    /// # use fusion_core::{Ask, CallError, Ctx, Registry, ToolResponse, tool_group};
    /// # use serde_json::json;
    /// # struct Files;
    /// # #[tool_group(name = "files")]
    /// # impl Files {
    /// #     #[action]
    /// #     async fn delete(&self, ask: &Ask) -> &'static str {
    /// #         if ask.confirmed("Sure?").await.is_accepted() { "gone" } else { "kept" }
    /// #     }
    /// # }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let registry = Registry::builder().tool(Files).build()?;
    /// let arguments = json!({"action": "delete"});
    /// let asked = registry.call("files", arguments.clone(), Ctx::new()).await;
    /// let Err(CallError::Asked { questions, state }) = asked else { panic!("not asked") };
    /// assert_eq!(questions[0].message, "Sure?");
    /// let answers = [(questions[0].id.clone(), json!({"action": "accept", "content": {}}))];
    /// let ctx = Ctx::new().with_answers(state, answers);
    /// assert_eq!(registry.call("files", arguments, ctx).await?, ToolResponse::text("gone"));
    /// # Ok(())
    /// # }
    /// ```
    pub fn with_answers(
        mut self,
        state: impl Into<String>,
        answers: impl IntoIterator<Item = (String, Value)>,
    ) -> Self {
        let state = state.into();
        let answers = answers.into_iter().collect();
        self.insert(InputRetry { state, answers });
        self
    }

    /// Returns the questions of the call.
    pub(crate) fn asking(&self) -> Option<&Arc<AskingCall>> {
        self.asking.as_ref()
    }

    /// Sets the questions of the call.
    pub(crate) fn set_asking(&mut self, asking: Arc<AskingCall>) {
        self.asking = Some(asking);
    }
}
