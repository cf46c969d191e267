//! The measures of a view in all expositions and forms.

use super::{DeferredCost, EXPOSITIONS, FORMS, View, form_costs::ListCost};
use crate::{
    eval::{EXAMPLES, ListMeasures, measure},
    spec::Describe,
    surface::Exposition,
};

/// The measures of all lists of a view.
pub(crate) struct Evaluation {
    /// The actions that the view shows.
    pub(crate) actions: usize,
    /// The actions with an example.
    pub(crate) with_examples: usize,
    /// The examples of these actions.
    pub(crate) examples: usize,
    /// The lists, in the order of [`EXPOSITIONS`] and [`FORMS`].
    pub(crate) lists: Vec<EvaluatedList>,
}

/// The measures of one list, with its cost.
pub(crate) struct EvaluatedList {
    pub(crate) exposition: Exposition,
    /// The name of the exposition.
    pub(crate) name: &'static str,
    /// The name of the form; `None` for lists that have none.
    pub(crate) form: Option<&'static str>,
    pub(crate) cost: ListCost,
    pub(crate) deferred: DeferredCost,
    pub(crate) measures: ListMeasures,
}

impl Evaluation {
    /// Returns the number of examples beyond the bound, which are not measured.
    pub(crate) fn omitted(&self) -> usize {
        self.examples.saturating_sub(EXAMPLES)
    }
}

impl View {
    /// Measures what this view shows, in all expositions and forms. A form that the tools cannot have is left out. No
    /// provider, guard or action runs.
    pub(crate) fn evaluate(&self) -> Evaluation {
        let mut lists = Vec::new();
        for (exposition, name) in EXPOSITIONS {
            for (form, form_name) in forms_of(exposition) {
                lists.extend(self.evaluated_list((exposition, name), form, form_name));
            }
        }
        let actions = self.actions();
        let examples = actions.iter().map(|action| action.examples.len());
        Evaluation {
            actions: actions.len(),
            examples: examples.clone().sum(),
            with_examples: examples.filter(|count| *count > 0).count(),
            lists,
        }
    }

    fn evaluated_list(
        &self,
        (exposition, name): (Exposition, &'static str),
        form: Describe,
        form_name: Option<&'static str>,
    ) -> Option<EvaluatedList> {
        let tools = self.tools_in(form)?;
        let tools: Vec<_> = tools.iter().collect();
        let surface = self.filtered_surface(exposition, &tools);
        let cost = ListCost::new(&surface, self.outlined);
        Some(EvaluatedList {
            exposition,
            name,
            form: form_name,
            deferred: DeferredCost::new(cost.instructions, &cost.tools),
            cost,
            measures: measure(&surface, &tools),
        })
    }
}

/// Returns the forms of an exposition. A list of single actions has none, and one without actions neither.
fn forms_of(exposition: Exposition) -> Vec<(Describe, Option<&'static str>)> {
    match exposition {
        Exposition::Flat | Exposition::Search => vec![(Describe::default(), None)],
        Exposition::Grouped | Exposition::BySafety => {
            let forms = FORMS.iter();
            forms.map(|&(form, name)| (form, Some(name))).collect()
        }
    }
}
