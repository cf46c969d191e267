//! The row of `help`, an action that no author writes: a tool in the brief form has it by itself.

use super::{ActionSpec, ArgSpec, Kind, schema_of};

/// The description of the action `help`.
const DOCS: &str = "Return the whole contract of an action or module, or an overview.";

/// The description of its argument.
const TOPIC_DOCS: &str = "The key of an action, or the name of a module; none for an overview.";

/// The name of its argument, unless the author names it.
const TOPIC: &str = "topic";

/// The row of `help` and that of its argument, by the names that the tool gives them.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct HelpSpec {
    /// The row of the action. Its argument is not in it, because the name of the argument is not
    /// known where the row is made.
    pub row: ActionSpec,
    /// The row of the argument.
    pub topic: ArgSpec,
}

impl HelpSpec {
    /// Returns the rows under the names that a tool has without `help = "…"`.
    pub(super) const DEFAULT: Self = Self::new("help", TOPIC);

    /// Returns the rows under these names.
    pub(super) const fn new(key: &'static str, topic: &'static str) -> Self {
        Self {
            row: ActionSpec::of_kind(Kind::Help, key, DOCS),
            topic: ArgSpec::new(topic, TOPIC_DOCS, false, schema_of::<String>),
        }
    }
    /// Returns the value of `help = "…"` for these names.
    pub(crate) fn attribute(key: &str, topic: &str) -> String {
        if topic == TOPIC {
            return key.to_owned();
        }
        format!("{key}({topic})")
    }
}
