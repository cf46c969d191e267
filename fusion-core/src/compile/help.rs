//! The row of `help`, which a tool in the brief form has by itself.

use super::{Compiler, argument, schema_error};
use crate::{
    args::ArgumentPlans,
    definition::{ActionDef, ArgDef, is_brief},
    describe::ChosenForm,
    error::BuildError,
    schema::merge,
    spec::{GroupSpec, HelpSpec, Module, ToolSpec},
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
        let taken = taken_names(tool, &help, rows);
        let is_free = taken.is_none();
        self.errors.extend(taken);
        is_free.then_some(help)
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
        // It describes what its caller sees, whichever scopes that needs.
        help.scopes = &[];
        Some(help)
    }
}

/// Returns an error if items of the author have the key of `help`, or the name of its argument for
/// something else than a plain string.
fn taken_names(tool: &ToolSpec, help: &ActionDef, rows: &[ActionDef]) -> Option<BuildError> {
    let (key, topic) = (tool.help.row.key, tool.help.topic.name);
    let actions = || rows.iter().filter(|row| row.is_callable());
    let item = rows.iter().find(|row| row.keys().any(|taken| taken == key));
    let discriminator = tool.discriminator == topic;
    let differs = actions().filter(|action| !has_shape_of(help, action));
    let arguments: Vec<_> = differs.map(|action| action.key.to_string()).collect();
    if item.is_none() && !discriminator && arguments.is_empty() {
        return None;
    }
    let is_key = |name: &str| rows.iter().any(|row| row.keys().any(|key| key == name));
    let is_argument = |name: &str| {
        let mut args = actions().flat_map(|action| &action.args);
        tool.discriminator == name || args.any(|arg| arg.name == name)
    };
    let free_key = match item {
        Some(_) => free_name(["manual", "guide", "explain"], is_key),
        None => key.to_owned(),
    };
    let free_topic = if discriminator || !arguments.is_empty() {
        free_name(["subject", "about", "entry"], is_argument)
    } else {
        topic.to_owned()
    };
    Some(BuildError::HelpTaken {
        tool: tool.name.to_owned(),
        help: key.to_owned(),
        topic: topic.to_owned(),
        item: item.map(|row| row.key.to_string()),
        discriminator,
        arguments,
        free: HelpSpec::attribute(&free_key, &free_topic),
    })
}

/// Returns the first of these names that is not taken, or the first one with a number.
fn free_name(names: [&str; 3], is_taken: impl Fn(&str) -> bool) -> String {
    let [first, ..] = names;
    let numbered = (2..).map(|number| format!("{first}_{number}"));
    let mut names = names.into_iter().map(str::to_owned).chain(numbered);
    names.find(|name| !is_taken(name)).unwrap_or_default()
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
