//! The way that prompts and resources have in common: that of a call behind its action, without
//! what is for models alone. No cap cuts what a user chose to read, no state sync tells of it, and
//! a text that was read as a number is no repair to tell of.

use std::{ops::Deref, sync::Arc};

use serde_json::{Map, Value};

use super::{
    CallError, Registered, Registry,
    call::{self, Of, fields, guarded, log},
    dispatch::{Begun, Desk, Start},
    guard,
    observe::Watch,
    reading::Reading,
};
use crate::{error::{Problem, cut, ToolError}, ctx::Ctx, definition::ActionDef, result::{ToolForm, ToolResponse, catch_call}, spec::Kind, surface::{ListedRows, Offers, RowLocation, Surface, TextContext}};

/// A prompt or a resource that the caller may see.
pub(super) struct Offered<'r> {
    pub(super) place: RowLocation,
    pub(super) tool: &'r Registered,
    pub(super) def: &'r ActionDef,
}

impl<'r> Offered<'r> {
    pub(super) fn at(registry: &'r Registry, place: RowLocation) -> Option<Self> {
        let tool = registry.inner.tools.get(place.tool)?;
        let def = tool.def.actions.get(place.row)?;
        Some(Self { place, tool, def })
    }

    /// Its only name in texts is its flat one.
    #[cold]
    fn say<T>(&self, surface: &Surface, text: impl FnOnce(TextContext<'_>) -> T) -> T {
        let entry = ListedRows::alone(self.place.tool, &self.tool.def, self.place.row);
        surface.say(&entry, &self.tool.def, text)
    }

    #[cold]
    pub(super) fn invalid(&self, surface: &Surface, problems: Vec<Problem>) -> CallError {
        CallError::Invalid {
            text: self.say(surface, |scene| scene.invalid(self.def, &problems)),
            fields: fields(self.def, &problems),
            problems,
        }
    }

    #[cold]
    pub(super) fn failed(&self, surface: &Surface, error: ToolError) -> CallError {
        log(&error, Some((self.tool.def.spec.name, &self.def.key)));
        CallError::Failed {
            text: self.say(surface, |scene| scene.failed(self.def, &error)),
            error,
        }
    }
}

/// What is asked for.
pub(super) enum Wanted<'a> {
    /// A prompt, by its name, with its arguments.
    Prompt(&'a str, Map<String, Value>),
    /// A resource, by its URI.
    Resource(&'a str),
}

impl<'a> Wanted<'a> {
    fn name(&self) -> &'a str {
        match self {
            Self::Prompt(name, _) | Self::Resource(name) => name,
        }
    }

    /// What it is and its arguments, if the caller sees it; `told` is what else is known of it.
    fn found<'r>(
        self,
        registry: &'r Registry,
        offers: &Offers,
        told: &mut Told,
    ) -> Option<(Offered<'r>, Map<String, Value>)> {
        let (place, arguments) = match self {
            Self::Prompt(name, arguments) => {
                let (place, listed) = offers.prompt(name)?;
                told.description.clone_from(&listed.description);
                (place, arguments)
            }
            Self::Resource(uri) => {
                let (place, values) = offers.resource(uri)?;
                let values = values.into_iter();
                let arguments = values.map(|(name, value)| (name.to_owned(), value.into()));
                (place, arguments.collect())
            }
        };
        let offered = Offered::at(registry, place)?;
        let arguments = without_blanks(arguments, offered.def);
        if let Kind::Resource(spec) = offered.def.spec.kind {
            told.mime = spec.mime;
        }
        Some((offered, arguments))
    }
}

/// What a form sends of a field that nobody filled in is an argument left out, unless an empty text
/// is a value there.
fn without_blanks(mut arguments: Map<String, Value>, def: &ActionDef) -> Map<String, Value> {
    let is_blank = |name: &str, value: &Value| {
        let slot = def.args.iter().position(|arg| arg.name == name);
        let optional = slot.filter(|&slot| def.args.get(slot).is_some_and(|arg| !arg.required));
        value == "" && optional.is_some_and(|slot| !def.terms.fits(slot, value))
    };
    arguments.retain(|name, value| !is_blank(name, value));
    arguments
}

/// What an answer is told with.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// What a prompt is for.
    pub(super) description: Option<String>,
    /// The media type that a resource states.
    pub(super) mime: Option<&'static str>,
}

/// The error for a prompt that does not exist, or is hidden: nobody is told which.
#[cold]
pub(super) fn unknown_prompt(name: &str) -> CallError {
    let name = cut(name);
    CallError::UnknownPrompt { name }
}

/// The same for a resource.
#[cold]
pub(super) fn unknown_resource(uri: &str) -> CallError {
    let uri = cut(uri);
    CallError::UnknownResource { uri }
}

/// The surface that a caller sees, and its context with what the providers left there.
pub(super) async fn seen<'a>(
    registry: &'a Registry,
    of: Of<'a>,
    ctx: &mut Ctx,
) -> Result<Seen<'a>, CallError> {
    if !matches!(of, Of::Provided(_)) {
        call::provide(registry, ctx).await?;
    }
    Ok(match of {
        Of::All(surface) | Of::Provided(surface) => Seen::Whole(surface),
        Of::Caller(view) => Seen::Own(view.of_caller(ctx)?),
    })
}

/// A surface, or a part of one that was made for the caller.
pub(super) enum Seen<'a> {
    Whole(&'a Surface),
    Own(Arc<Surface>),
}

impl Deref for Seen<'_> {
    type Target = Surface;

    fn deref(&self) -> &Surface {
        match self {
            Self::Whole(surface) => surface,
            Self::Own(surface) => surface,
        }
    }
}

/// Answers with a prompt or a resource; observers see it as they see a call.
pub(super) async fn answered<'a>(
    registry: &'a Registry,
    of: Of<'a>,
    wanted: Wanted<'a>,
    ctx: Ctx,
) -> Result<(ToolResponse, Told), CallError> {
    let mut watch = Watch::new(ctx);
    watch.begin(&registry.inner.observers, wanted.name());
    let mut told = Told::default();
    let result = way(registry, of, wanted, &mut watch, &mut told).await;
    watch.end(&result);
    result.map(|answer| (answer, told))
}

async fn way<'a>(
    registry: &'a Registry,
    of: Of<'a>,
    wanted: Wanted<'a>,
    watch: &mut Watch<'a>,
    told: &mut Told,
) -> Result<ToolResponse, CallError> {
    let cancellation = watch.ctx.cancellation().token().cloned();
    let surface = seen(registry, of, &mut watch.ctx).await?;
    let name = wanted.name();
    let unknown = match wanted {
        Wanted::Prompt(..) => unknown_prompt,
        Wanted::Resource(_) => unknown_resource,
    };
    let Some((offered, arguments)) = wanted.found(registry, surface.offers(), told) else {
        return Err(unknown(name));
    };
    let spec = offered.tool.def.spec;
    if let Some(noted) = watch.noted.as_deref_mut() {
        noted.tool(spec);
        noted.action(offered.def, None, &arguments);
    }
    let guards = &registry.inner.guards;
    guard::pass(guards, spec, offered.def, &arguments, &mut watch.ctx).map_err(|error| *error)?;
    let start = Start {
        action: offered.place.row,
        def: offered.def,
        arguments,
        contract: Reading::of_texts(offered.def),
        form: ToolForm::text(),
    };
    let mut answer = None;
    let desk = Desk {
        ctx: &mut watch.ctx,
        answer: &mut answer,
    };
    let begun = catch_call(|| offered.tool.dispatch.begin(start, desk));
    let begun = begun.map_err(|error| offered.failed(&surface, error))?;
    let Begun { running, .. } = begun.map_err(|problems| offered.invalid(&surface, problems))?;
    let ended = guarded(running, cancellation.as_ref()).await?;
    ended.map_err(|error| offered.failed(&surface, error))?;
    match answer {
        // What its handler does not find is as if there were no such resource.
        Some(answer) if answer.is_nothing() => Err(unknown(name)),
        Some(answer) => Ok(answer),
        None => {
            let error = ToolError::internal("a call ended without its answer");
            Err(offered.failed(&surface, error))
        }
    }
}
