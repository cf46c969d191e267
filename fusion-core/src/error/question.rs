//! A question to the user, as a call that asks returns it.

#[cfg(feature = "rmcp")]
use std::{any::Any, sync::OnceLock};
use std::{fmt, sync::Arc};

use serde_json::{Map, Value};

/// One question that an action asks its user.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Question {
    /// The id, which is the key of the answer. Questions of one call have different ids.
    pub id: String,
    /// The text that the user reads.
    pub message: String,
    /// The text that names the question in the state of its call.
    #[cfg(feature = "ask")]
    pub(crate) place: String,
    pub(crate) form: Arc<QuestionForm>,
}

impl Question {
    #[cfg(feature = "ask")]
    pub(crate) fn new(place: String, message: String, form: Arc<QuestionForm>) -> Self {
        Self {
            id: place.clone(),
            message,
            place,
            form,
        }
    }

    /// Returns the schema of the form that the user fills in. A question that is only confirmed has no
    /// properties.
    pub fn schema(&self) -> &Map<String, Value> {
        &self.form.schema
    }
}

/// The schema of a form, compiled by `build()`.
pub(crate) struct QuestionForm {
    pub(crate) schema: Map<String, Value>,
    /// The schema in the type of the transport, converted for the first question.
    #[cfg(feature = "rmcp")]
    adapted: OnceLock<Box<dyn Any + Send + Sync>>,
}

#[cfg(any(feature = "ask", feature = "rmcp"))]
impl QuestionForm {
    #[cfg(feature = "ask")]
    pub(crate) fn new(schema: Map<String, Value>) -> Self {
        Self {
            schema,
            #[cfg(feature = "rmcp")]
            adapted: OnceLock::new(),
        }
    }

    /// Returns what the transport makes of the schema, once for each form.
    #[cfg(feature = "rmcp")]
    pub(crate) fn adapted<T: Send + Sync + 'static>(
        &self,
        make: impl FnOnce(&Map<String, Value>) -> T,
    ) -> Option<&T> {
        let adapted = self.adapted.get_or_init(|| Box::new(make(&self.schema)));
        adapted.downcast_ref()
    }
}

impl fmt::Debug for QuestionForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.schema.fmt(f)
    }
}
