//! The cost of a list in an exposition and a form that the registry was not built with.

use super::{Cost, View, preview::ToolCost};
use crate::{
    compile::Compiler,
    definition::ToolDef,
    spec::Describe,
    surface::{Exposition, Surface, SurfaceForm},
};

/// The expositions, with the names by which programs select them.
pub(crate) const EXPOSITIONS: [(Exposition, &str); 4] = [
    (Exposition::Grouped, "grouped"),
    (Exposition::BySafety, "by-safety"),
    (Exposition::Flat, "flat"),
    (Exposition::Search, "search"),
];

/// The forms, with the names by which programs select them, the default first.
pub(crate) const FORMS: &[(Describe, &str)] = &[
    (Describe::Compact, "compact"),
    (Describe::Brief, "brief"),
    (Describe::Workflow, "workflow"),
    #[cfg(feature = "toon")]
    (Describe::Toon, "toon"),
];

/// The cost of one list.
pub(crate) struct ListCost {
    pub(crate) tools: Vec<ToolCost>,
    pub(crate) instructions: Cost,
}

impl ListCost {
    /// Computes the cost of a list.
    pub(super) fn new(surface: &Surface, outlined: bool) -> Self {
        Self {
            tools: surface.tools().iter().map(ToolCost::new).collect(),
            instructions: Cost::from_text(
                surface.instructions(outlined).text().unwrap_or_default(),
            ),
        }
    }

    /// Returns the sum of all tools and the instructions.
    pub(crate) fn total(&self) -> Cost {
        self.instructions + self.tools.iter().map(ToolCost::total).sum()
    }
}

#[cfg(feature = "cli")]
impl View {
    /// Computes the cost of what this view shows, in another exposition and with all tools in another form. `None`
    /// if the tools cannot have that form: an author's action has the name of `help`.
    pub(crate) fn cost_in(&self, exposition: Exposition, form: Describe) -> Option<ListCost> {
        let surface = self.surface_in(exposition, form)?;
        Some(ListCost::new(&surface, self.outlined))
    }
}

impl View {
    /// Returns the list of what this view shows, in another exposition and with all tools in another form. `None`
    /// if the tools cannot have that form. No call may use it.
    pub(super) fn surface_in(&self, exposition: Exposition, form: Describe) -> Option<Surface> {
        let tools = self.tools_in(form)?;
        let tools: Vec<_> = tools.iter().collect();
        Some(self.filtered_surface(exposition, &tools))
    }

    /// Returns all tools in another form; `None` if they cannot have it.
    pub(super) fn tools_in(&self, form: Describe) -> Option<Vec<ToolDef>> {
        let own = self.registry.defs_in(self.profile).ok()?;
        let mut compiler = Compiler::for_schemas(self.profile);
        let tools = own.into_iter();
        let tools = tools
            .map(|tool| compiler.with_other_form(tool, form))
            .collect();
        compiler.errors.is_empty().then_some(tools)
    }

    /// Returns the list of tools with the filter of this view. A mistake of one exposition leaves a tool out, and the
    /// rest can still be compared.
    pub(super) fn filtered_surface(&self, exposition: Exposition, tools: &[&ToolDef]) -> Surface {
        let form = SurfaceForm::with_pins(exposition, self.profile, &self.pins);
        Surface::filtered(&form, tools, &self.filter, &mut Vec::new())
    }
}
