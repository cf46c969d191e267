//! Definitions for tests, built without a registry.

use std::{borrow::Cow, sync::Arc};

use serde_json::{Map, Value};

use crate::{
    args::{ArgumentPlans, Plan},
    definition::{
        ActionDef, ArgDef, ArgumentSchema, ArgumentUses, ToolDef, host_hints::HostHints, names,
    },
    describe::model::ChosenForm,
    schema::SchemaCompiler,
    spec::{ActionSpec, Format, GroupSpec, Hints, Module, Renames, SchemaFn, ToolSpec},
};

pub(crate) const DESTRUCTIVE: Hints = Hints::new(false, true, false, false);

/// Returns the portable leaf of one type.
pub(crate) fn input_leaf(schema: SchemaFn) -> Result<ArgumentSchema, String> {
    SchemaCompiler::default().input(schema, false)
}

/// Returns a required argument.
pub(crate) fn arg(name: &'static str, docs: &'static str, schema: Value) -> ArgDef {
    let Value::Object(schema) = schema else {
        panic!("a schema is an object");
    };
    ArgDef {
        name,
        aliases: &[],
        docs: Cow::Borrowed(docs),
        required: true,
        secret: false,
        common: false,
        default: None,
        leaf: Arc::new(ArgumentSchema {
            schema,
            ..ArgumentSchema::default()
        }),
    }
}

impl ArgDef {
    pub(crate) fn optional(mut self) -> Self {
        self.required = false;
        self
    }

    pub(crate) fn or(mut self, default: Value) -> Self {
        self.default = Some(default);
        self.optional()
    }

    pub(crate) fn secret(mut self) -> Self {
        self.secret = true;
        self
    }

    /// Makes the argument a field of its group's `common`.
    pub(crate) fn common(mut self) -> Self {
        self.common = true;
        self
    }

    /// Makes the docs those of the argument's type.
    pub(crate) fn typed(mut self) -> Self {
        Arc::make_mut(&mut self.leaf).docs = Some(self.docs.to_string());
        self
    }

    /// Documents values of the argument's enum.
    pub(crate) fn values(mut self, values: &[(&str, &str)]) -> Self {
        let values = values.iter().map(|(v, d)| ((*v).into(), (*d).into()));
        Arc::make_mut(&mut self.leaf).values = values.collect();
        self
    }
}

/// Returns an action of a flat tool.
#[allow(clippy::large_types_passed_by_value)] // a row is written at its call, as an expansion writes it
pub(crate) fn action(spec: ActionSpec, args: Vec<ArgDef>) -> ActionDef {
    ActionDef {
        spec: Box::leak(Box::new(spec)),
        module: 0,
        key: Cow::Borrowed(spec.key),
        docs: Cow::Borrowed(spec.docs),
        deprecated: spec.deprecated.map(Cow::Borrowed),
        tags: spec.tags.to_vec(),
        scopes: spec.scopes,
        given: None,
        terms: terms(&args, spec.one_of),
        args,
        format: Format::Json,
        repair: true,
        output_cap: None,
        output: None,
        result_check: crate::args::ResultCheck::default(),
        sync: crate::state_sync::ActionSync::default(),
        template: None,
        host: HostHints::default(),
        renames: Renames::NONE,
        examples: Vec::new(),
        runs_at_once: false,
        #[cfg(feature = "ask")]
        asking: None,
    }
}

/// Compiles the plans as `build()` does. An argument that `build()` would refuse is not checked.
fn terms(args: &[ArgDef], one_of: &[&'static str]) -> ArgumentPlans {
    let names: Vec<_> = args.iter().map(|arg| arg.name).collect();
    let plan = |arg: &ArgDef| {
        let plan = Plan::compile(&arg.leaf.schema).or_else(|_| Plan::compile(&Map::new()));
        plan.unwrap().for_argument(arg.required, arg.secret)
    };
    ArgumentPlans::new(&names, args.iter().map(plan).collect(), one_of.to_vec())
}

/// Returns an action without hints.
pub(crate) fn plain(key: &'static str, docs: &'static str, args: Vec<ArgDef>) -> ActionDef {
    action(ActionSpec::new(key, docs), args)
}

/// Returns a flat tool.
pub(crate) fn flat(name: &'static str, docs: &'static str, actions: Vec<ActionDef>) -> ToolDef {
    let group = group(name, docs);
    let modules = Box::leak(Box::new([Module::flat(group)]));
    ToolDef {
        spec: Box::leak(Box::new(ToolSpec::flat(group, modules))),
        docs: Cow::Borrowed(docs),
        module_docs: vec![Cow::Borrowed(docs)],
        describe: ChosenForm::default(),
        host: HostHints::default(),
        steps_up: false,
        limits_in_words: false,
        names: names(&actions),
        uses: ArgumentUses::default(),
        #[cfg(feature = "ask")]
        prepares: false,
        actions,
    }
}

/// Returns a tool of modules from the name, docs and actions of each.
pub(crate) fn hierarchical(
    name: &'static str,
    docs: &'static str,
    modules: Vec<(&'static str, &'static str, Vec<ActionDef>)>,
) -> ToolDef {
    let (mut specs, mut all) = (Vec::new(), Vec::new());
    for (index, (module, docs, actions)) in modules.into_iter().enumerate() {
        specs.push(Module::named(module, group(module, docs)));
        all.extend(actions.into_iter().map(|action| ActionDef {
            module: index,
            key: Cow::Owned(format!("{module}.{}", action.spec.key)),
            ..action
        }));
    }
    let modules: &[Module] = specs.leak();
    let module_docs = modules.iter().map(|module| module.group.docs.into());
    ToolDef {
        spec: Box::leak(Box::new(ToolSpec::flat(group(name, docs), modules))),
        docs: Cow::Borrowed(docs),
        module_docs: module_docs.collect(),
        describe: ChosenForm::default(),
        host: HostHints::default(),
        steps_up: false,
        limits_in_words: false,
        names: names(&all),
        uses: ArgumentUses::default(),
        #[cfg(feature = "ask")]
        prepares: false,
        actions: all,
    }
}

/// Returns the actions of a tool, all of them visible.
pub(crate) fn all(tool: &ToolDef) -> Vec<&ActionDef> {
    tool.actions.iter().collect()
}

fn group(name: &'static str, docs: &'static str) -> &'static GroupSpec {
    Box::leak(Box::new(GroupSpec::new(name, docs, &[])))
}
