//! The definitions of built tools with the schemas of types under another profile.

use super::{Compiler, schema_error};
use crate::{definition::ToolDef, describe::ChosenForm, schema::Profile, spec::Format};

impl Compiler {
    /// Creates a compiler that replaces schemas of built tools.
    pub(crate) fn for_schemas(profile: Profile) -> Self {
        Self::new(profile, ChosenForm::default(), Format::default())
    }

    /// Returns `tool` with the schemas of this compiler's profile, and appends mistakes to `errors`.
    /// Everything else, such as the plans that check arguments, stays as it is.
    pub(crate) fn with_other_schemas(&mut self, tool: &ToolDef) -> ToolDef {
        let mut tool = tool.clone();
        let spec = tool.spec;
        for action in &mut tool.actions {
            // `build()` succeeded, so that each row has its argument.
            for (arg, row) in action.args.iter_mut().zip(action.spec.all_args()) {
                match self.leaf(row) {
                    Ok((leaf, _)) => arg.leaf = leaf,
                    Err(reason) => {
                        let error = schema_error(spec, &action.key, arg.name, reason);
                        self.errors.push(error);
                    }
                }
            }
            let output = action.spec.output;
            action.output = output.and_then(|schema| self.output(schema).transpose());
        }
        self.definitions(spec, &tool.actions);
        tool
    }
}
