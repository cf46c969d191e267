//! The check of all arguments of a call by the input schema that the action's author wrote.

use serde_json::{Map, Value};

use super::{Args, ReaderNotes, Slot};
use crate::args::given_input::WholeInput;

impl Args<'_> {
    /// Checks the arguments by the input schema of the action's author, if each by itself is valid.
    /// Properties that the schema does not list, and accepts, are ignored.
    pub(super) fn check_whole(&mut self, whole: &WholeInput, slots: &[Slot]) {
        let terms = self.contract.terms;
        let further = self.notes.as_mut().filter(|_| whole.is_open);
        let further = further.map(|notes| {
            // Another name of an argument that is given, too, stays a problem.
            let is_further = |(name, _): &mut (String, Value)| terms.find_alias(name).is_none();
            notes.unknown.extract_if(.., is_further).collect()
        });
        let further: Vec<_> = further.unwrap_or_default();
        let has_problems =
            |notes: &ReaderNotes| !notes.problems.is_empty() || !notes.unknown.is_empty();
        let names = further.iter().map(|(name, _)| name.clone()).collect();
        if whole.has_validator() && !self.notes.as_deref().is_some_and(has_problems) {
            let wanted = &terms.wanted;
            let mut arguments = Map::from_iter(further);
            for one in wanted {
                if let Some(Slot::Right(value)) = slots.get(one.slot) {
                    arguments.insert(one.name.to_owned(), value.clone());
                }
            }
            let slot = |name: &str| {
                wanted
                    .iter()
                    .find(|one| one.name == name)
                    .map(|one| one.slot)
            };
            for problem in whole.problems(&Value::Object(arguments), &slot) {
                self.note(problem);
            }
        }
        if let Some(notes) = &mut self.notes {
            notes.ignored = names;
        }
    }
}
