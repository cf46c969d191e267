//! The compiler from rows to definitions, which collects every mistake of one tool.

#[cfg(not(feature = "ask"))]
mod absent_asking;
#[cfg(feature = "ask")]
mod asking;
mod defaults;
mod example;
mod help;
mod host_hints;
mod inherited;
mod leaves;
mod offers;
#[cfg(feature = "ask")]
mod once;
#[cfg(any(feature = "cli", feature = "explorer"))]
mod other_form;
mod other_schemas;
mod state_sync;

use self::example::ExampleOwner;
#[cfg(feature = "rmcp")]
pub(crate) use self::host_hints::check_icons;
use self::inherited::{is_common, renames, scopes, tags};
use self::leaves::{CompiledLeaf, CompiledOutput};
pub(crate) use self::state_sync::compile_state_sync;

use std::{borrow::Cow, collections::HashMap, sync::Arc};

use serde_json::Value;

use crate::definition::{ActionDef, ArgDef, ArgumentSchema, ArgumentUses, ToolDef, names};
use crate::{
    args::{ArgumentPlans, ResultCheck},
    describe::model::ChosenForm,
    error::{AskError, BuildError},
    result::catch_call,
    schema::{Profile, SchemaCompiler, given_input, with_definitions, with_published_names},
    spec::{ActionSpec, ArgSpec, Format, Module, Renames, SchemaFn, ToolSpec},
    state_sync::ActionSync,
};

/// Compiles tools. It caches the leaf schemas of types, which several arguments share.
#[derive(Debug, Default)]
pub(crate) struct Compiler {
    schemas: SchemaCompiler,
    /// The form of descriptions of tools that set none.
    describe: ChosenForm,
    /// `true` if the texts of fields state the limits of values.
    pub(crate) limits_in_words: bool,
    /// The notation of results for actions and groups that set none.
    format: Format,
    /// The behaviour of questions that cannot be asked, for actions that set none.
    #[cfg(feature = "ask")]
    pub(crate) unasked: crate::spec::Unasked,
    /// The leaves by the function that generates the schema, and by whether any JSON is allowed.
    /// Two types may share one function only if both compile to the same code, and then both have
    /// the same schema.
    leaves: HashMap<(SchemaFn, bool), CompiledLeaf>,
    outputs: HashMap<SchemaFn, CompiledOutput>,
    pub(crate) errors: Vec<BuildError>,
}

impl Compiler {
    pub(crate) fn new(profile: Profile, describe: ChosenForm, format: Format) -> Self {
        Self {
            schemas: SchemaCompiler::new(profile),
            describe,
            format,
            ..Self::default()
        }
    }

    /// Compiles one tool and appends mistakes to `errors`.
    pub(crate) fn tool(&mut self, spec: &'static ToolSpec) -> ToolDef {
        let mut actions = Vec::new();
        let host = self.host_hints(&spec.host, spec.name);
        for (module, place) in spec.modules.iter().enumerate() {
            let around = self.hints_around(spec, place, &host);
            for action in place.group.actions {
                let mut action = self.action(spec, module, place, action);
                if action.is_callable() {
                    action.host.inherit(&around);
                }
                actions.push(action);
            }
        }
        if actions.is_empty() {
            self.errors.push(BuildError::NoActions {
                tool: spec.name.to_owned(),
            });
        }
        self.definitions(spec, &actions);
        let describe = spec.describe.map_or(self.describe, ChosenForm::BuiltIn);
        let help = self.help(spec, describe, &actions);
        actions.extend(help);
        let modules = spec.modules.iter();
        let def = ToolDef {
            #[cfg(feature = "ask")]
            prepares: actions.iter().any(ActionDef::prepares),
            spec,
            docs: Cow::Borrowed(spec.docs),
            module_docs: modules
                .map(|module| Cow::Borrowed(module.group.docs))
                .collect(),
            host,
            steps_up: false,
            describe,
            limits_in_words: self.limits_in_words,
            names: names(&actions),
            uses: ArgumentUses::default(),
            actions,
        };
        #[cfg(feature = "ask")]
        asking::check_confirmation(&def, &mut self.errors);
        def
    }

    /// Collects the definitions of all arguments of a tool, where a name must have one meaning.
    fn definitions(&mut self, tool: &ToolSpec, actions: &[ActionDef]) {
        let mut seen: HashMap<&str, (&Value, &str, &str)> = HashMap::new();
        for action in actions.iter().filter(|action| action.is_callable()) {
            for arg in &action.args {
                for (name, own) in &arg.leaf.definitions {
                    let first = seen.entry(name).or_insert((own, &action.key, arg.name));
                    if first.0 != own {
                        let reason = format!(
                            "its `$defs` say something else of `{name}` than those of argument `{}` of `{}`: give one of them another name",
                            first.2, first.1
                        );
                        self.errors
                            .push(schema_error(tool, &action.key, arg.name, reason));
                    }
                }
            }
        }
    }

    fn action(
        &mut self,
        tool: &'static ToolSpec,
        module: usize,
        place: &Module,
        spec: &'static ActionSpec,
    ) -> ActionDef {
        let key = match place.name {
            None => Cow::Borrowed(spec.key),
            Some(name) => Cow::Owned(format!("{name}.{}", spec.key)),
        };
        let renames = renames(place, spec);
        let (mut args, mut plans) = (Vec::new(), Vec::new());
        for one in spec.all_args() {
            let name = renames.published(one.name);
            let (leaf, plan) = match self.leaf(one) {
                Ok(found) => found,
                Err(reason) => {
                    self.errors.push(schema_error(tool, &key, name, reason));
                    continue;
                }
            };
            let plan = plan.for_argument(one.required, one.secret);
            let default = one
                .default
                .and_then(|make| self.default_value(make, &plan, (tool, &key, name)));
            plans.push(plan);
            let common = is_common(place.group, spec, one);
            args.push(ArgDef {
                common,
                ..argument(one, name, leaf, default)
            });
        }
        #[cfg(feature = "ask")]
        self.add_idempotency_key((tool, &key, spec), &mut args, &mut plans);
        #[cfg(not(feature = "ask"))]
        self.refuse_once(tool, &key, spec);
        let output = spec
            .output
            .and_then(|schema| self.output(schema).transpose());
        let names: Vec<_> = args.iter().map(|arg| arg.name).collect();
        let one_of = spec.one_of.iter().copied();
        let one_of = one_of.map(|own| renames.published(own));
        let template = self.template(tool, spec, &key, &names);
        let host = self.host_hints(&spec.host, &format!("{}/{key}", tool.name));
        #[cfg(feature = "ask")]
        let asking = self.asking(tool, &key, spec);
        #[cfg(not(feature = "ask"))]
        self.refuse_confirm(tool, &key, spec);
        let terms = ArgumentPlans::new(&names, plans, one_of.collect())
            .with_null_slots(null_slots(&args))
            .with_aliases(aliases(&args));
        let given = given_plans(spec, renames, &terms);
        let owner = ExampleOwner {
            tool,
            key: &key,
            args: &args,
            terms: &terms,
            given: given.as_ref(),
            renames,
        };
        let examples = self.examples(spec, owner);
        ActionDef {
            spec,
            module,
            key,
            docs: Cow::Borrowed(spec.docs),
            deprecated: spec.deprecated.map(Cow::Borrowed),
            tags: tags(tool, place.group, spec),
            scopes: scopes(tool, place.group, spec),
            given,
            terms,
            format: spec.format.or(place.group.format).unwrap_or(self.format),
            repair: place.group.repair,
            output_cap: spec.output_cap.or(place.group.output_cap),
            args,
            output,
            result_check: ResultCheck::default(),
            sync: ActionSync::default(),
            template,
            host,
            renames,
            examples,
            runs_at_once: false,
            #[cfg(feature = "ask")]
            asking,
        }
    }
}

impl Compiler {
    /// Refuses the behaviour of questions of a row that asks none.
    fn refuse_unasked(&mut self, tool: &ToolSpec, key: &str, spec: &ActionSpec) {
        if spec.unasked.is_some() {
            let (tool, key) = (tool.name.to_owned(), key.to_owned());
            self.errors
                .push(AskError::UnaskedAlone { tool, key }.into());
        }
    }
}

/// Returns the aliases of arguments, each with the published name.
fn aliases(args: &[ArgDef]) -> Vec<(&'static str, &'static str)> {
    let own = |arg: &ArgDef| {
        let name = arg.name;
        arg.aliases.iter().map(move |&alias| (alias, name))
    };
    args.iter().flat_map(own).collect()
}

/// Returns the slots of arguments for which `null` is a value beside omission.
fn null_slots(args: &[ArgDef]) -> Vec<usize> {
    let args = args.iter().enumerate();
    args.filter(|(_, arg)| arg.leaf.nested_option)
        .map(|(slot, _)| slot)
        .collect()
}

/// Returns the plans under the input schema that an author wrote; `None` if there is none, or if it is no
/// schema.
fn given_plans(
    spec: &ActionSpec,
    renames: Renames,
    terms: &ArgumentPlans,
) -> Option<Result<Arc<ArgumentPlans>, String>> {
    let given = catch_call(spec.input?).ok()?;
    let given = with_published_names(given_input(given).ok()?, renames);
    #[cfg(feature = "ask")]
    let given = crate::definition::once::with_idempotency_key(spec, given);
    Some(terms.under(&with_definitions(given)).map(Arc::new))
}

fn schema_error(tool: &ToolSpec, key: &str, argument: &str, reason: String) -> BuildError {
    BuildError::Schema {
        tool: tool.name.to_owned(),
        key: key.to_owned(),
        place: format!("argument `{argument}`"),
        reason,
    }
}

fn argument(
    one: &ArgSpec,
    name: &'static str,
    leaf: Arc<ArgumentSchema>,
    default: Option<Value>,
) -> ArgDef {
    let docs = match (one.docs, &leaf.docs) {
        ("", Some(docs)) => Cow::Owned(docs.clone()),
        (docs, _) => Cow::Borrowed(docs),
    };
    ArgDef {
        name,
        aliases: one.aliases,
        docs,
        required: one.required,
        secret: one.secret,
        common: false,
        // `null` as a default reads as "pass null", which some clients cannot; an omitted default
        // is equivalent.
        default: default.filter(|value| *value != Value::Null && !one.secret),
        leaf,
    }
}

#[cfg(test)]
mod tests;
