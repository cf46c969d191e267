//! Conversion between the catalog's entities and the SDK's types, for every field and in both
//! directions.

use std::{fmt, sync::Arc};

use rmcp::model;
use serde_json::Value;

use crate::catalog::{
    Annotations, Converter, Icon, Prompt, PromptArgument, Resource, Role, Theme, Tool,
    ToolAnnotations,
};

/// The `_meta` key of [`Tool::return_direct`].
const RETURN_DIRECT: &str = "dev.fusion/returnDirect";

/// A converter between the entities of a catalog and the types of the SDK, without loss: tools and
/// their annotations, prompts and their arguments, resources and their annotations, icons.
///
/// The SDK has no field for [`Tool::return_direct`]. The converter stores it in `_meta` under
/// `dev.fusion/returnDirect`, and removes the key, and an empty `_meta`, in the other direction.
///
/// ```
/// use fusion_core::{wire::WireConverter, catalog::{Converter, Tool}};
///
/// let mut search = Tool::new("search");
/// search.return_direct = Some(true);
///
/// let wire: rmcp::model::Tool = WireConverter.convert_from(search.clone())?;
/// assert_eq!(wire.name, "search");
/// assert_eq!(WireConverter.convert_to(wire)?, search);
/// # Ok::<(), fusion_core::wire::WireError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct WireConverter;

/// The error of an entity that cannot be converted.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WireError {
    /// The catalog does not support the theme of an icon of the SDK.
    #[error("icon `{src}` is made for a theme that the catalog does not know")]
    UnknownTheme {
        /// The source of the icon.
        src: String,
    },
    /// The `_meta` of a tool contains a key that is reserved for a field.
    #[error("the `_meta` of tool `{tool}` has `{key}`: set `return_direct` instead")]
    ReservedMeta {
        /// The name of the tool.
        tool: String,
        /// The reserved key.
        key: &'static str,
    },
}

/// `Debug` prints the `Display` text, because a `main` that returns its error and an `unwrap()` print `Debug`. The
/// derived form would hide the way out.
impl fmt::Debug for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Converter<Tool, model::Tool> for WireConverter {
    type Error = WireError;

    fn convert_from(&self, tool: Tool) -> Result<model::Tool, WireError> {
        let mut meta = tool.meta;
        if meta.as_ref().is_some_and(is_reserved) {
            return Err(WireError::ReservedMeta {
                tool: tool.name,
                key: RETURN_DIRECT,
            });
        }
        if let Some(direct) = tool.return_direct {
            let meta = meta.get_or_insert_default();
            meta.insert(RETURN_DIRECT.to_owned(), direct.into());
        }
        let description = tool.description.map(Into::into);
        let mut wire =
            model::Tool::new_with_raw(tool.name, description, Arc::new(tool.input_schema));
        wire.title = tool.title;
        wire.output_schema = tool.output_schema.map(Arc::new);
        wire.annotations = tool.annotations.map(annotations_out);
        wire.icons = tool.icons.map(icons_out);
        wire.meta = meta.map(model::MetaObject);
        Ok(wire)
    }

    fn convert_to(&self, wire: model::Tool) -> Result<Tool, WireError> {
        let mut tool = Tool::new(wire.name);
        tool.title = wire.title;
        tool.description = wire.description.map(Into::into);
        tool.input_schema = Arc::unwrap_or_clone(wire.input_schema);
        tool.output_schema = wire.output_schema.map(Arc::unwrap_or_clone);
        tool.annotations = wire.annotations.map(annotations_in);
        tool.icons = wire.icons.map(icons_in).transpose()?;
        tool.meta = wire.meta.map(|meta| meta.0);
        if let Some(mut meta) = tool.meta.take_if(|meta| is_reserved(meta)) {
            let direct = meta.remove(RETURN_DIRECT);
            tool.return_direct = direct.and_then(|direct| direct.as_bool());
            tool.meta = (!meta.is_empty()).then_some(meta);
        }
        Ok(tool)
    }
}

/// Returns true if the reserved key contains a boolean. Any other value is the application's and is
/// forwarded.
fn is_reserved(meta: &model::JsonObject) -> bool {
    meta.get(RETURN_DIRECT).is_some_and(Value::is_boolean)
}

impl Converter<ToolAnnotations, model::ToolAnnotations> for WireConverter {
    type Error = WireError;

    fn convert_from(&self, ours: ToolAnnotations) -> Result<model::ToolAnnotations, WireError> {
        Ok(annotations_out(ours))
    }

    fn convert_to(&self, wire: model::ToolAnnotations) -> Result<ToolAnnotations, WireError> {
        Ok(annotations_in(wire))
    }
}

fn annotations_out(ours: ToolAnnotations) -> model::ToolAnnotations {
    model::ToolAnnotations::from_raw(
        ours.title,
        ours.read_only_hint,
        ours.destructive_hint,
        ours.idempotent_hint,
        ours.open_world_hint,
    )
}

fn annotations_in(wire: model::ToolAnnotations) -> ToolAnnotations {
    let mut ours = ToolAnnotations::new();
    ours.title = wire.title;
    ours.read_only_hint = wire.read_only_hint;
    ours.destructive_hint = wire.destructive_hint;
    ours.idempotent_hint = wire.idempotent_hint;
    ours.open_world_hint = wire.open_world_hint;
    ours
}

impl Converter<Prompt, model::Prompt> for WireConverter {
    type Error = WireError;

    fn convert_from(&self, prompt: Prompt) -> Result<model::Prompt, WireError> {
        let arguments = prompt.arguments.map(|all| convert_each(all, argument_out));
        let mut wire = model::Prompt::new(prompt.name, prompt.description, arguments);
        wire.title = prompt.title;
        wire.icons = prompt.icons.map(icons_out);
        wire.meta = prompt.meta.map(model::MetaObject);
        Ok(wire)
    }

    fn convert_to(&self, wire: model::Prompt) -> Result<Prompt, WireError> {
        let mut prompt = Prompt::new(wire.name);
        prompt.title = wire.title;
        prompt.description = wire.description;
        prompt.arguments = wire.arguments.map(|all| convert_each(all, argument_in));
        prompt.icons = wire.icons.map(icons_in).transpose()?;
        prompt.meta = wire.meta.map(|meta| meta.0);
        Ok(prompt)
    }
}

impl Converter<PromptArgument, model::PromptArgument> for WireConverter {
    type Error = WireError;

    fn convert_from(&self, ours: PromptArgument) -> Result<model::PromptArgument, WireError> {
        Ok(argument_out(ours))
    }

    fn convert_to(&self, wire: model::PromptArgument) -> Result<PromptArgument, WireError> {
        Ok(argument_in(wire))
    }
}

fn argument_out(ours: PromptArgument) -> model::PromptArgument {
    let mut wire = model::PromptArgument::new(ours.name);
    wire.title = ours.title;
    wire.description = ours.description;
    wire.required = ours.required;
    wire
}

fn argument_in(wire: model::PromptArgument) -> PromptArgument {
    let mut ours = PromptArgument::new(wire.name);
    ours.title = wire.title;
    ours.description = wire.description;
    ours.required = wire.required;
    ours
}

impl Converter<Resource, model::Resource> for WireConverter {
    type Error = WireError;

    fn convert_from(&self, ours: Resource) -> Result<model::Resource, WireError> {
        let mut wire = model::Resource::new(ours.uri, ours.name);
        wire.title = ours.title;
        wire.description = ours.description;
        wire.mime_type = ours.mime_type;
        wire.size = ours.size;
        wire.icons = ours.icons.map(icons_out);
        wire.meta = ours.meta.map(model::MetaObject);
        wire.annotations = ours.annotations.map(|ours| {
            let mut wire = model::Annotations::default();
            wire.audience = ours.audience.map(|all| convert_each(all, role_out));
            wire.priority = ours.priority;
            wire.last_modified = ours.last_modified;
            wire
        });
        Ok(wire)
    }

    fn convert_to(&self, wire: model::Resource) -> Result<Resource, WireError> {
        let mut ours = Resource::new(wire.uri, wire.name);
        ours.title = wire.title;
        ours.description = wire.description;
        ours.mime_type = wire.mime_type;
        ours.size = wire.size;
        ours.icons = wire.icons.map(icons_in).transpose()?;
        ours.meta = wire.meta.map(|meta| meta.0);
        ours.annotations = wire.annotations.map(|wire| {
            let mut ours = Annotations::new();
            ours.audience = wire.audience.map(|all| convert_each(all, role_in));
            ours.priority = wire.priority;
            ours.last_modified = wire.last_modified;
            ours
        });
        Ok(ours)
    }
}

pub(super) fn role_out(ours: Role) -> model::Role {
    match ours {
        Role::User => model::Role::User,
        Role::Assistant => model::Role::Assistant,
    }
}

#[allow(clippy::needless_pass_by_value)] // the SDK's roles are not `Copy`
fn role_in(wire: model::Role) -> Role {
    match wire {
        model::Role::User => Role::User,
        model::Role::Assistant => Role::Assistant,
    }
}

pub(super) fn icons_out(ours: Vec<Icon>) -> Vec<model::Icon> {
    convert_each(ours, |ours| {
        let mut wire = model::Icon::new(ours.src);
        wire.mime_type = ours.mime_type;
        wire.sizes = ours.sizes;
        wire.theme = ours.theme.map(|theme| match theme {
            Theme::Light => model::IconTheme::Light,
            Theme::Dark => model::IconTheme::Dark,
        });
        wire
    })
}

fn icons_in(wire: Vec<model::Icon>) -> Result<Vec<Icon>, WireError> {
    let icons = wire.into_iter().map(|wire| {
        let mut ours = Icon::new(wire.src);
        ours.mime_type = wire.mime_type;
        ours.sizes = wire.sizes;
        ours.theme = match wire.theme {
            None => None,
            Some(model::IconTheme::Light) => Some(Theme::Light),
            Some(model::IconTheme::Dark) => Some(Theme::Dark),
            Some(_) => return Err(WireError::UnknownTheme { src: ours.src }),
        };
        Ok(ours)
    });
    icons.collect()
}

fn convert_each<A, B>(all: Vec<A>, one: impl FnMut(A) -> B) -> Vec<B> {
    all.into_iter().map(one).collect()
}
