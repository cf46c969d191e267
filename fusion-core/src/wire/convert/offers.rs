//! Conversion of prompts and resources: list entries, responses and errors.

use rmcp::{
    ErrorData, model,
    model::{
        CompleteResult, CompletionInfo, ContentBlock, GetPromptResult, MetaObject,
        ReadResourceResult,
    },
};
use serde_json::{Map, Value, json};

use super::{
    block,
    catalog::{icons_out, role_out},
};
use crate::{
    call::Completion,
    error::{CallError, cut, on_one_line},
    result::{PromptResponse, ResourceBody, ResourceContents, base64},
    spec::{Icon, Role},
    surface::{ListedPrompt, ListedResource, ListedTemplate},
};

/// The maximum length of a URI in the data of an error and in a subscription.
pub(in crate::wire) const LONGEST_URI: usize = 2_048;

/// Converts a listed prompt.
pub(in crate::wire) fn prompt(listed: &ListedPrompt) -> model::Prompt {
    let arguments = listed.arguments.iter().map(|listed| {
        let mut argument = model::PromptArgument::new(&*listed.name);
        argument.description.clone_from(&listed.description);
        argument.required = Some(listed.required);
        argument
    });
    let arguments = Some(arguments.collect::<Vec<_>>()).filter(|all| !all.is_empty());
    let mut prompt = model::Prompt::new(&*listed.name, listed.description.clone(), arguments);
    prompt.title.clone_from(&listed.title);
    prompt.icons = icons(&listed.icons);
    prompt.meta = meta(&listed.meta);
    prompt
}

/// Converts a listed resource.
pub(in crate::wire) fn resource(listed: &ListedResource) -> model::Resource {
    let mut resource = model::Resource::new(&*listed.uri, &*listed.name);
    resource.title.clone_from(&listed.title);
    resource.description.clone_from(&listed.description);
    resource.mime_type.clone_from(&listed.mime_type);
    resource.size = listed.size;
    resource.annotations = annotations(&listed.audience, listed.priority);
    resource.icons = icons(&listed.icons);
    resource.meta = meta(&listed.meta);
    resource
}

/// Converts a listed resource template.
pub(in crate::wire) fn template(listed: &ListedTemplate) -> model::ResourceTemplate {
    let mut template = model::ResourceTemplate::new(&*listed.uri_template, &*listed.name);
    template.title.clone_from(&listed.title);
    template.description.clone_from(&listed.description);
    template.mime_type.clone_from(&listed.mime_type);
    template.annotations = annotations(&listed.audience, listed.priority);
    template.icons = icons(&listed.icons);
    template.meta = meta(&listed.meta);
    template
}

fn annotations(audience: &[Role], priority: Option<f32>) -> Option<model::Annotations> {
    if audience.is_empty() && priority.is_none() {
        return None;
    }
    let mut annotations = model::Annotations::default();
    let audience: Vec<_> = audience.iter().copied().map(role_out).collect();
    annotations.audience = (!audience.is_empty()).then_some(audience);
    annotations.priority = priority;
    Some(annotations)
}

fn meta(meta: &Map<String, Value>) -> Option<MetaObject> {
    (!meta.is_empty()).then(|| MetaObject(meta.clone()))
}

pub(in crate::wire) fn icons(icons: &[Icon]) -> Option<Vec<model::Icon>> {
    (!icons.is_empty()).then(|| icons_out(icons.to_vec()))
}

/// Converts the response of a prompt.
pub(in crate::wire) fn messages(response: PromptResponse) -> GetPromptResult {
    let messages = response.messages.into_iter().map(|message| {
        let content: ContentBlock = block(message.content);
        model::PromptMessage::new(role_out(message.role), content)
    });
    let mut result = GetPromptResult::new(messages.collect());
    result.description = response.description;
    result.meta = response.meta.map(MetaObject);
    result
}

/// Converts the contents of a resource.
pub(in crate::wire) fn contents(contents: Vec<ResourceContents>) -> ReadResourceResult {
    let contents = contents.into_iter().map(|one| {
        let (uri, mime_type) = (one.uri, one.mime_type);
        match one.body {
            ResourceBody::Text(text) => model::ResourceContents::TextResourceContents {
                uri,
                mime_type,
                text,
                meta: None,
            },
            ResourceBody::Blob(bytes) => model::ResourceContents::BlobResourceContents {
                uri,
                mime_type,
                blob: base64(&bytes),
                meta: None,
            },
        }
    });
    ReadResourceResult::new(contents.collect())
}

/// Converts the values of a completion.
pub(in crate::wire) fn completion(completion: Completion) -> Result<CompleteResult, ErrorData> {
    let total = u32::try_from(completion.total).ok();
    let info = CompletionInfo::with_pagination(completion.values, total, completion.has_more);
    let info = info.map_err(|error| ErrorData::internal_error(error, None))?;
    Ok(CompleteResult::new(info))
}

/// Converts an error to a protocol error, because a user or a program reads it and not a model. An
/// unknown item and one that is hidden from the caller get the same text.
pub(in crate::wire) fn refusal(error: &CallError) -> ErrorData {
    let text = error.to_string();
    match error {
        CallError::UnknownTool { .. }
        | CallError::UnknownPrompt { .. }
        | CallError::UnknownResource { .. } => ErrorData::invalid_params(text, None),
        CallError::Invalid { .. }
        | CallError::NoObject { .. }
        | CallError::NoAction { .. }
        | CallError::State { .. } => ErrorData::invalid_params(text, Some(error.data())),
        CallError::Refused { .. } | CallError::MissingScopes { .. } => {
            ErrorData::invalid_request(text, Some(error.data()))
        }
        CallError::Failed { .. } | CallError::Asked { .. } | CallError::Cancelled => {
            ErrorData::internal_error(text, Some(error.data()))
        }
    }
}

/// Returns the error for a resource that does not exist.
pub(in crate::wire) fn unknown_resource(uri: &str) -> ErrorData {
    let error = CallError::UnknownResource {
        uri: cut(uri).into_owned(),
    };
    let told = if uri.len() <= LONGEST_URI {
        on_one_line(uri)
    } else {
        on_one_line(&cut(uri)).into_owned().into()
    };
    // The SDK replaces the code for clients of the modern era.
    ErrorData::resource_not_found(error.to_string(), Some(json!({"uri": told})))
}
