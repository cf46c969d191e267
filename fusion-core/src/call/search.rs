//! Calls of the tools of [`Exposition::Search`](crate::Exposition::Search): `find`, and those that call an action of
//! any registered tool. Both go the way of every call: `find` has a row of its own, as `help` does, and the others
//! lead to the row of the action that they name.

use std::sync::LazyLock;

use serde_json::{Map, Value};

use super::{
    RegisteredTool, Runtime,
    dispatch::{CallSlot, Dispatch, HandlerRun, PreparedCall},
    foreign_fields::ForeignRule,
    row::LocatedRow,
    run::{EarlyEnd, FindResult},
};
use crate::{
    args::{CallArguments, ReaderNotes, SentArguments},
    compile::Compiler,
    definition::ToolDef,
    error::{CallError, DiscriminatorProblem, MAX_LISTED, Problem, cut},
    macro_support::{CompletionFuture, CompletionRequest},
    observe::CallNotes,
    result::ToolResponse,
    spec::{ActionSpec, ArgSpec, GroupSpec, Kind, Module, ToolSpec, schema_of},
    surface::{
        ActionPlace, CallTool, FIND, ListedTool, RowLocation, SEARCH_ARGUMENTS, SearchTexts,
        Surface,
    },
};

/// The row of `find`. It has the kind of `help`, because it answers as `help` does.
const FIND_ROWS: &[ActionSpec] =
    &[
        ActionSpec::of_kind(Kind::Help, FIND.0, "Find actions by what they do.")
            .flat_name(FIND.0)
            .args(&[ArgSpec::new(
                FIND.1,
                "What to do, in words, or the name of an action.",
                true,
                schema_of::<String>,
            )]),
    ];

static FIND_GROUP: GroupSpec = GroupSpec::new(FIND.0, "", FIND_ROWS);
static FIND_MODULES: [Module; 1] = [Module::flat(&FIND_GROUP)];
static FIND_TOOL: ToolSpec = ToolSpec::flat(&FIND_GROUP, &FIND_MODULES);

/// The tool that has the row of `find`, for the registries of the whole process: nothing in it depends on one of them.
static FINDER: LazyLock<RegisteredTool> = LazyLock::new(|| {
    RegisteredTool::new(Compiler::default().tool(&FIND_TOOL), Box::new(NoHandler))
});

/// The implementation of a tool whose calls end before a handler.
struct NoHandler;

impl Dispatch for NoHandler {
    fn start<'a>(
        &'a self,
        _: PreparedCall<'_, 'a, '_>,
        _: CallArguments<'_>,
        _: CallSlot<'a, ToolResponse>,
        _: &mut Option<Box<ReaderNotes>>,
    ) -> Option<HandlerRun<'a>> {
        None
    }

    fn complete<'a>(&'a self, _: usize, _: CompletionRequest<'a>) -> Option<CompletionFuture<'a>> {
        None
    }

    fn reads_arguments(&self) -> bool {
        false
    }

    fn middleware(&self, _: Option<&'static str>, _: &'static ActionSpec) -> Vec<String> {
        Vec::new()
    }

    fn has_middleware(&self, _: Option<&'static str>, _: &'static ActionSpec) -> bool {
        false
    }
}

/// Returns the row of `find`.
#[cold]
pub(super) fn find_row<'r, 's>(
    surface: &'s Surface,
    sent: &mut SentArguments,
    notes: Option<&mut CallNotes<'r>>,
) -> FindResult<'r, 's, ToolResponse> {
    let tool: &'r RegisteredTool = &FINDER;
    let Some(def) = tool.def.actions.first() else {
        return Err(CallError::unknown_tool(FIND.0).into());
    };
    if let Some(notes) = notes {
        notes.tool(tool.def.spec);
        notes.action(&tool.def, def, None, sent);
    }
    let location = RowLocation {
        tool: usize::MAX,
        row: 0,
    };
    Ok(LocatedRow {
        surface,
        tool,
        location,
        def,
        listing: None,
    })
}

/// Returns the answer to the query of a call of `find`.
#[cold]
pub(super) fn answer(runtime: &Runtime, surface: &Surface, query: &str) -> String {
    let tools = defs(runtime);
    let texts = SearchTexts {
        surface,
        tools: &tools,
    };
    texts.found(query)
}

fn defs(runtime: &Runtime) -> Vec<&ToolDef> {
    runtime.tools.iter().map(|tool| &tool.def).collect()
}

/// A call of a tool that calls an action of any registered tool.
#[derive(Clone, Copy)]
pub(super) struct ActionSearch<'r, 's> {
    pub(super) runtime: &'r Runtime,
    pub(super) surface: &'s Surface,
    pub(super) listed: &'s ListedTool,
    pub(super) called: CallTool,
}

impl<'r, 's> ActionSearch<'r, 's> {
    /// Finds the action that a call names, and replaces what was sent by the action's own arguments.
    pub(super) fn action(
        self,
        sent: &mut SentArguments,
        mut notes: Option<&mut CallNotes<'r>>,
    ) -> FindResult<'r, 's, ToolResponse> {
        let (action, arguments) = SEARCH_ARGUMENTS;
        let mut fields = sent.take_map();
        let place = match fields.remove(action) {
            Some(Value::String(name)) => self.place(&name, notes.as_deref_mut())?,
            None | Some(Value::Null) => {
                let text = self.text(|texts| texts.no_action(self.called.name()));
                return Err(no_action(text, DiscriminatorProblem::Missing));
            }
            Some(other) => {
                let text = SearchTexts::action_is_no_string(&other);
                return Err(no_action(text, DiscriminatorProblem::NotString));
            }
        };
        let own = own_arguments(fields.remove(arguments)).map_err(|sent| {
            let text = self.text(|texts| texts.arguments_are_no_object(place, &sent));
            EarlyEnd::from(CallError::NoObject { text })
        })?;
        self.refuse_other_fields(place, &fields)?;
        self.located(place, own, sent, notes)
    }

    /// Finds the action of a name among those that the called tool calls.
    fn place(
        self,
        name: &str,
        notes: Option<&mut CallNotes<'r>>,
    ) -> Result<ActionPlace, EarlyEnd<ToolResponse>> {
        let tool = |index: usize| self.runtime.tools.get(index).map(|tool| &tool.def);
        let found = self.surface.action_named(name, &tool);
        let listed = found.and_then(|place| Some((place, self.surface.part_at(place)?)));
        if let Some((place, rows)) = listed
            && rows.is_searched()
            && rows.name == self.called.name()
        {
            return Ok(place);
        }
        if let Some(notes) = notes {
            notes.unknown_key(name);
        }
        let text = self.text(|texts| match found {
            Some(place) => texts.action_of_another_tool(self.called.name(), place),
            None => texts.unknown_action(name),
        });
        Err(no_action(text, DiscriminatorProblem::Unknown))
    }

    /// Refuses fields beside `action` and `arguments`, but those that clients add: a model put arguments of the action
    /// there, which would be ignored.
    fn refuse_other_fields(
        self,
        place: ActionPlace,
        fields: &Map<String, Value>,
    ) -> Result<(), EarlyEnd<ToolResponse>> {
        let added = &self.runtime.reading.client_names;
        let names = fields.keys().filter(|name| !added.contains(name));
        let names: Vec<&str> = names.map(String::as_str).collect();
        if names.is_empty() {
            return Ok(());
        }
        let first = || names.iter().take(MAX_LISTED);
        Err(CallError::Invalid {
            text: self.text(|texts| texts.misplaced_fields(self.called.name(), place, &names)),
            problems: first().map(|name| Problem::unknown(name)).collect(),
            fields: first().map(|name| cut(name).into_owned()).collect(),
        }
        .into())
    }

    fn located(
        self,
        place: ActionPlace,
        own: Map<String, Value>,
        sent: &mut SentArguments,
        notes: Option<&mut CallNotes<'r>>,
    ) -> FindResult<'r, 's, ToolResponse> {
        let unknown = || CallError::unknown_tool(&self.listed.name);
        let rows = self.surface.part_at(place).ok_or_else(unknown)?;
        let tool = self.runtime.tools.get(place.tool).ok_or_else(unknown)?;
        let def = tool.def.actions.get(place.row).ok_or_else(unknown)?;
        *sent = own.into();
        def.terms.replace_aliases(sent, &|name, value| {
            let rule = ForeignRule {
                setting: self.runtime.reading.foreign_fields,
                tool: &tool.def,
                def,
                rows,
            };
            rule.is_filled_in(name, value)
        });
        if let Some(notes) = notes {
            notes.tool(tool.def.spec);
            notes.action(&tool.def, def, rows.discriminator, sent);
        }
        Ok(LocatedRow {
            surface: self.surface,
            tool,
            location: RowLocation {
                tool: place.tool,
                row: place.row,
            },
            def,
            listing: Some((self.listed, rows)),
        })
    }

    #[cold]
    fn text(self, text: impl FnOnce(SearchTexts<'_>) -> String) -> String {
        let tools = defs(self.runtime);
        text(SearchTexts {
            surface: self.surface,
            tools: &tools,
        })
    }
}

/// Returns the action's own arguments. A string of JSON is one of an object: some profiles publish no open object, and
/// models send strings also where it is published. Returns another value as the error.
fn own_arguments(sent: Option<Value>) -> Result<Map<String, Value>, Value> {
    match sent {
        None | Some(Value::Null) => Ok(Map::new()),
        Some(Value::Object(own)) => Ok(own),
        Some(Value::String(text)) if text.trim().is_empty() => Ok(Map::new()),
        Some(Value::String(text)) => match serde_json::from_str(&text) {
            Ok(Value::Object(own)) => Ok(own),
            _ => Err(Value::String(text)),
        },
        Some(other) => Err(other),
    }
}

#[cold]
fn no_action(text: String, problem: DiscriminatorProblem) -> EarlyEnd<ToolResponse> {
    CallError::NoAction { text, problem }.into()
}
