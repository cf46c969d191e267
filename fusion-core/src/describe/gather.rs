//! Builds the model that forms read, from definitions and their merged fields.

use super::model::{
    DescribedAction, DescribedArgument, DescribedField, DescribedModule, DescribedTool, FieldUse,
    SafetyPart,
};
use crate::{
    definition::{ActionDef, ArgDef, ToolDef},
    schema::{MergedField, MergedSchema},
};

/// Several actions of a tool that are listed as one tool.
#[derive(Debug)]
pub(crate) struct ListedGroup<'d> {
    /// The tool, whose links are resolved.
    pub(crate) tool: &'d ToolDef,
    /// The wire name of the listed tool.
    pub(crate) name: &'d str,
    /// The visible actions, in source order.
    pub(crate) actions: &'d [&'d ActionDef],
    pub(crate) merged: &'d MergedSchema<'d>,
    pub(crate) part: Option<SafetyPart<'d>>,
    /// The patterns that each action makes stale, as far as the view shows them. Empty without state
    /// sync.
    pub(crate) invalidates: Vec<&'d [String]>,
    /// The line of `help`, if the listed tool has it.
    pub(crate) help: Option<String>,
    /// The length of a description, in Unicode scalar values.
    pub(crate) budget: usize,
}

impl<'d> ListedGroup<'d> {
    /// Returns the model of the listed tool.
    pub(crate) fn model(&self) -> DescribedTool<'d> {
        let (modules, module_of) = self.modules();
        let mut arguments = self.arguments().into_iter();
        let mut invalidates = self.invalidates.iter();
        let actions = self.actions.iter().map(|&action| DescribedAction {
            key: &action.key,
            name: action.spec.key,
            module: module_of.get(action.module).copied().flatten(),
            title: action.spec.title,
            docs: &action.docs,
            hints: action.spec.hints,
            tags: &action.tags,
            scopes: action.scopes,
            deprecated: action.deprecated.as_deref(),
            one_of: &action.terms.one_of,
            cache: action.sync.cache,
            invalidates: invalidates.next().copied().unwrap_or_default(),
            may_answer_in_toon: action.may_answer_in_toon(),
            arguments: arguments.next().unwrap_or_default(),
        });
        DescribedTool {
            name: self.name,
            docs: &self.tool.docs,
            discriminator: self.tool.spec.discriminator,
            modules,
            actions: actions.collect(),
            fields: self.merged.fields.iter().map(field).collect(),
            part: self.part.clone(),
            help: self.help.clone(),
            budget: self.budget,
        }
    }

    /// Returns the modules with visible actions, and the index of each module of the tool among them.
    fn modules(&self) -> (Vec<DescribedModule<'d>>, Vec<Option<usize>>) {
        let (mut shown, mut index_of) = (Vec::new(), Vec::new());
        let modules = self.tool.spec.modules.iter().zip(&self.tool.module_docs);
        for (index, (module, docs)) in modules.enumerate() {
            let mut actions = self.actions.iter();
            let name = module
                .name
                .filter(|_| actions.any(|action| action.module == index));
            index_of.push(name.map(|_| shown.len()));
            shown.extend(name.map(|name| DescribedModule { name, docs }));
        }
        (shown, index_of)
    }

    /// Returns the arguments of each action, in source order.
    fn arguments(&self) -> Vec<Vec<DescribedArgument<'d>>> {
        let mut arguments: Vec<Vec<(usize, DescribedArgument<'d>)>> = Vec::new();
        arguments.resize_with(self.actions.len(), Vec::new);
        for (field, merged) in self.merged.fields.iter().enumerate() {
            for one in &merged.uses {
                let arg = self.actions.get(one.action);
                let arg = arg.and_then(|action| action.args.get(one.slot));
                if let (Some(of_action), Some(arg)) = (arguments.get_mut(one.action), arg) {
                    let own = (one.own_docs, one.own_rules.clone());
                    let always_required = arg.is_required_common()
                        && merged.always_required
                        && self.actions.len() > 1;
                    let argument = DescribedArgument {
                        always_required,
                        ..argument(field, arg, own)
                    };
                    of_action.push((one.slot, argument));
                }
            }
        }
        let in_source_order = |mut arguments: Vec<(usize, DescribedArgument<'d>)>| {
            arguments.sort_by_key(|(slot, _)| *slot);
            arguments
                .into_iter()
                .map(|(_, argument)| argument)
                .collect()
        };
        arguments.into_iter().map(in_source_order).collect()
    }
}

fn argument<'d>(
    field: usize,
    arg: &'d ArgDef,
    (own_docs, own_rules): (Option<&'d str>, Vec<String>),
) -> DescribedArgument<'d> {
    DescribedArgument {
        name: arg.name,
        field,
        docs: &arg.docs,
        required: arg.required,
        secret: arg.secret,
        always_required: false,
        default: arg.default.as_ref().filter(|_| !arg.secret),
        schema: &arg.leaf.schema,
        values: &arg.leaf.values,
        own_docs,
        own_rules,
    }
}

fn field<'d>(merged: &'d MergedField<'d>) -> DescribedField<'d> {
    let uses = merged.uses.iter().map(|one| FieldUse {
        action: one.action,
        required: one.required,
    });
    DescribedField {
        name: merged.name,
        docs: merged.docs,
        values: merged.values.clone(),
        default: merged.default,
        schema: &merged.schema,
        uses: uses.collect(),
    }
}
