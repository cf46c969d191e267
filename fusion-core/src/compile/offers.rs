//! The compilation of the field that only resources have: their URIs.

use super::Compiler;
use crate::{
    error::BuildError,
    spec::{ActionSpec, Kind, Template, ToolSpec},
};

impl Compiler {
    /// Returns the URI template of a resource. Its variables must be its arguments, which the macro
    /// checks for the rows that it generates.
    pub(super) fn template(
        &mut self,
        tool: &ToolSpec,
        spec: &ActionSpec,
        key: &str,
        arguments: &[&str],
    ) -> Option<Template> {
        let Kind::Resource(resource) = spec.kind else {
            return None;
        };
        let mut mistake = |reason: String| {
            self.errors.push(BuildError::ResourceUri {
                tool: tool.name.to_owned(),
                key: key.to_owned(),
                uri: resource.uri.to_owned(),
                reason,
            });
        };
        let template = match Template::parse(resource.uri) {
            Ok(template) => template,
            Err(error) => {
                mistake(error.to_string());
                return None;
            }
        };
        for variable in template.variables() {
            if !arguments.contains(&variable) {
                mistake(format!("`{{{variable}}}` is no argument"));
            }
        }
        for argument in arguments {
            if !template.variables().any(|variable| variable == *argument) {
                mistake(format!("argument `{argument}` is no variable of it"));
            }
        }
        Some(template)
    }
}
