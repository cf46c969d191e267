//! Implementations of [`PagedResult`] for the four list results of the SDK.

use rmcp::{
    ErrorData, ServerHandler,
    model::{
        ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
        PaginatedRequestParams, Prompt, Resource, ResourceTemplate, ServerCapabilities, Tool,
    },
};

use super::{Cx, PageFields, PagedResult, tools::tools};
use crate::{
    ctx::Era,
    registry::View,
    wire::{convert, mount_wrapper::MountWrapper, tool_calls::has_tools},
};

/// Borrows the fields that all list results have. A macro, because the SDK has no trait for a generic
/// function.
macro_rules! fields {
    ($items:ident) => {
        fn from_items(items: Vec<Self::Item>) -> Self {
            Self::with_all_items(items)
        }

        fn fields(&mut self) -> PageFields<'_, Self::Item> {
            PageFields {
                items: &mut self.$items,
                next_cursor: &mut self.next_cursor,
                ttl_ms: &mut self.ttl_ms,
                cache_scope: &mut self.cache_scope,
                meta: &mut self.meta,
            }
        }
    };
}

impl PagedResult for ListToolsResult {
    type Item = Tool;
    const KIND: &'static str = "tools";

    fields!(tools);

    fn name(tool: &Tool) -> &str {
        &tool.name
    }

    fn registry_items(view: &View, era: Era) -> Vec<Tool> {
        tools(view, era)
    }

    fn is_registered(view: &View, name: &str) -> bool {
        view.find(name).is_some()
    }

    fn is_declared(capabilities: &ServerCapabilities) -> bool {
        has_tools(capabilities)
    }

    async fn handler_list<H: ServerHandler>(
        mount: &MountWrapper,
        inner: &H,
        page: Option<PaginatedRequestParams>,
        request: Cx,
    ) -> Result<Self, ErrorData> {
        let is_first = page.as_ref().is_none_or(|page| page.cursor.is_none());
        let mut list = inner.list_tools(page, request).await?;
        let is_whole = is_first && list.next_cursor.is_none();
        mount.hidden.remove_from(&mut list.tools, is_whole);
        Ok(list)
    }
}

impl PagedResult for ListPromptsResult {
    type Item = Prompt;
    const KIND: &'static str = "prompts";

    fields!(prompts);

    fn name(prompt: &Prompt) -> &str {
        &prompt.name
    }

    fn registry_items(view: &View, _: Era) -> Vec<Prompt> {
        view.prompts().iter().map(convert::prompt).collect()
    }

    fn is_registered(view: &View, name: &str) -> bool {
        view.has_prompt(name)
    }

    fn is_declared(capabilities: &ServerCapabilities) -> bool {
        capabilities.prompts.is_some()
    }

    async fn handler_list<H: ServerHandler>(
        _: &MountWrapper,
        inner: &H,
        page: Option<PaginatedRequestParams>,
        request: Cx,
    ) -> Result<Self, ErrorData> {
        inner.list_prompts(page, request).await
    }
}

impl PagedResult for ListResourcesResult {
    type Item = Resource;
    const KIND: &'static str = "resources";

    fields!(resources);

    fn name(resource: &Resource) -> &str {
        &resource.uri
    }

    fn registry_items(view: &View, _: Era) -> Vec<Resource> {
        view.resources().iter().map(convert::resource).collect()
    }

    fn is_registered(view: &View, uri: &str) -> bool {
        view.has_resource(uri)
    }

    fn is_declared(capabilities: &ServerCapabilities) -> bool {
        capabilities.resources.is_some()
    }

    async fn handler_list<H: ServerHandler>(
        _: &MountWrapper,
        inner: &H,
        page: Option<PaginatedRequestParams>,
        request: Cx,
    ) -> Result<Self, ErrorData> {
        inner.list_resources(page, request).await
    }
}

impl PagedResult for ListResourceTemplatesResult {
    type Item = ResourceTemplate;
    const KIND: &'static str = "templates of resources";

    fields!(resource_templates);

    fn name(template: &ResourceTemplate) -> &str {
        &template.uri_template
    }

    fn registry_items(view: &View, _: Era) -> Vec<ResourceTemplate> {
        view.templates().iter().map(convert::template).collect()
    }

    fn is_registered(view: &View, template: &str) -> bool {
        view.has_template(template)
    }

    fn is_declared(capabilities: &ServerCapabilities) -> bool {
        capabilities.resources.is_some()
    }

    async fn handler_list<H: ServerHandler>(
        _: &MountWrapper,
        inner: &H,
        page: Option<PaginatedRequestParams>,
        request: Cx,
    ) -> Result<Self, ErrorData> {
        inner.list_resource_templates(page, request).await
    }
}
