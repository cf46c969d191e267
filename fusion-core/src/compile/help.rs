//! The row of `help`, which a tool in the brief form has by itself.

use super::{Compiler, argument, schema_error};
use crate::{
    args::ArgumentPlans,
    definition::{ActionDef, ArgDef, is_brief},
    describe::ChosenForm,
    error::BuildError,
    schema::merge,
    spec::{GroupSpec, Module, ToolSpec},
};

/// The number of actions from which on a tool has `help`. The docs of one action fit its list.
const ACTIONS: usize = 2;

/// The group of `help`, which has no tags and no settings.
static NO_GROUP: GroupSpec = GroupSpec::new("", "", &[]);

impl Compiler {
    /// Returns the row of `help`, if a tool with these rows has one. Its index in the rows comes
    /// after all others, so that the indices of the author's rows do not change.
    pub(super) fn help(
        &mut self,
        tool: &'static ToolSpec,
        describe: ChosenForm,
        rows: &[ActionDef],
    ) -> Option<ActionDef> {
        let actions = || rows.iter().filter(|row| row.is_callable());
        if !is_brief(describe) || actions().count() < ACTIONS {
            return None;
        }
        let help = self.help_row(tool)?;
        let before = self.errors.len();
        let (key, topic) = (tool.help.row.key, tool.help.topic.name);
        if let Some(row) = rows.iter().find(|row| row.keys().any(|taken| taken == key)) {
            self.errors.push(BuildError::HelpTaken {
                tool: tool.name.to_owned(),
                key: row.key.to_string(),
            });
        }
        let taken = |by: Option<&ActionDef>| BuildError::HelpArgumentTaken {
            tool: tool.name.to_owned(),
            help: key.to_owned(),
            name: topic.to_owned(),
            key: by.map(|action| action.key.to_string()),
        };
        if tool.discriminator == topic {
            self.errors.push(taken(None));
        }
        let differs = actions().filter(|action| !has_shape_of(&help, action));
        self.errors
            .extend(differs.map(|action| taken(Some(action))));
        (self.errors.len() == before).then_some(help)
    }

    fn help_row(&mut self, tool: &'static ToolSpec) -> Option<ActionDef> {
        // The index of no module: the key of `help` has no module in any tool.
        let module = tool.modules.len();
        let mut help = self.action(tool, module, &Module::flat(&NO_GROUP), &tool.help.row);
        let topic = &tool.help.topic;
        let leaf = self.leaf(topic);
        let report = |reason| {
            let error = schema_error(tool, tool.help.row.key, topic.name, reason);
            self.errors.push(error);
        };
        let (leaf, plan) = leaf.map_err(report).ok()?;
        let plans = vec![plan.for_argument(topic.required, topic.secret)];
        help.terms = ArgumentPlans::new(&[topic.name], plans, Vec::new());
        help.args = vec![argument(topic, topic.name, leaf, None)];
        Some(help)
    }
}

/// Returns `true` unless an argument of the action has the name of the argument of `help` and
/// another shape. A list of values is another shape, because the merged field would not list them.
fn has_shape_of(help: &ActionDef, action: &ActionDef) -> bool {
    let is_topic = |arg: &&ArgDef| help.args.iter().any(|topic| topic.name == arg.name);
    match action.args.iter().find(is_topic) {
        Some(arg) if arg.leaf.schema.contains_key("enum") => false,
        Some(_) => merge(&[help, action]).is_ok(),
        None => true,
    }
}
