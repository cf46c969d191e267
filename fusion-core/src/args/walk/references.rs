//! References to definitions: the validator checks them, and only a value that it refuses is read by the
//! plan of the definition, which knows aliases and repairs.

use serde_json::Value;

use super::{ArgumentWalk, NullHandling};
use crate::args::plan::{NodeRules, SchemaValidator};

/// The number of references that one place may follow.
const MAX_REFERENCES: usize = 8;

impl ArgumentWalk<'_> {
    /// Reads a value that the validator refuses by the definition that the schema refers to. Returns
    /// `true` if the validator accepts it then, or if a problem is recorded.
    pub(super) fn follow_reference(
        &mut self,
        value: &mut Value,
        rules: &NodeRules,
        validator: &SchemaValidator,
        place: NullHandling,
    ) -> bool {
        let definitions = self
            .definitions
            .filter(|_| self.references < MAX_REFERENCES);
        let target = rules.target.as_deref();
        let Some(target) = target.and_then(|name| definitions?.get(name)) else {
            return false;
        };
        let before = self.problems.count();
        self.references += 1;
        self.visit(value, target, place);
        self.references -= 1;
        self.problems.count() > before || validator.fits(value)
    }
}
