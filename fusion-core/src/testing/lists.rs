//! Requests of a client besides calls: lists, prompts, resources, completions.

use rmcp::model::{GetPromptResult, Prompt, ReadResourceResult, Resource, ResourceTemplate, Tool};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{
    client::TestClient,
    failure::ProtocolError,
    listed_actions::{keys, list},
};

/// Lists, in the types of the SDK. Each method sends a request, and reads all pages of a list.
///
/// # Errors
///
/// The error that the server responds with.
impl TestClient {
    /// Returns the tools.
    pub async fn tools(&self) -> Result<Vec<Tool>, ProtocolError> {
        self.list("tools/list", "tools").await
    }

    /// Returns the full keys of the actions that the caller sees, in the order of the list, whatever the
    /// exposition.
    pub async fn actions(&self) -> Result<Vec<String>, ProtocolError> {
        let tools = list(&self.session, "tools/list", "tools").await?;
        Ok(keys(&tools))
    }

    /// Returns the prompts.
    pub async fn prompts(&self) -> Result<Vec<Prompt>, ProtocolError> {
        self.list("prompts/list", "prompts").await
    }

    /// Returns the resources.
    pub async fn resources(&self) -> Result<Vec<Resource>, ProtocolError> {
        self.list("resources/list", "resources").await
    }

    /// Returns the templates of resources.
    pub async fn templates(&self) -> Result<Vec<ResourceTemplate>, ProtocolError> {
        let method = "resources/templates/list";
        self.list(method, "resourceTemplates").await
    }

    /// Fills in a prompt.
    pub async fn prompt(
        &self,
        name: &str,
        arguments: impl Into<Value>,
    ) -> Result<GetPromptResult, ProtocolError> {
        let params = json!({"name": name, "arguments": arguments.into()});
        self.typed("prompts/get", params).await
    }

    /// Reads a resource.
    pub async fn read(&self, uri: &str) -> Result<ReadResourceResult, ProtocolError> {
        self.typed("resources/read", json!({"uri": uri})).await
    }

    /// Completes an argument of a prompt.
    pub async fn complete_prompt(
        &self,
        prompt: &str,
        argument: &str,
        value: &str,
    ) -> Result<Vec<String>, ProtocolError> {
        let reference = json!({"type": "ref/prompt", "name": prompt});
        self.complete(reference, argument, value).await
    }

    /// Completes a variable of a template.
    pub async fn complete_template(
        &self,
        template: &str,
        variable: &str,
        value: &str,
    ) -> Result<Vec<String>, ProtocolError> {
        let reference = json!({"type": "ref/resource", "uri": template});
        self.complete(reference, variable, value).await
    }

    async fn complete(
        &self,
        reference: Value,
        argument: &str,
        value: &str,
    ) -> Result<Vec<String>, ProtocolError> {
        let argument = json!({"name": argument, "value": value});
        let params = json!({"ref": reference, "argument": argument});
        let mut result = self.request("completion/complete", params).await?;
        read("completion/complete", result["completion"]["values"].take())
    }

    async fn list<T: DeserializeOwned>(
        &self,
        method: &str,
        member: &str,
    ) -> Result<Vec<T>, ProtocolError> {
        let items = list(&self.session, method, member).await?;
        read(method, items.into())
    }

    async fn typed<T: DeserializeOwned>(
        &self,
        method: &str,
        params: Value,
    ) -> Result<T, ProtocolError> {
        read(method, self.request(method, params).await?)
    }
}

fn read<T: DeserializeOwned>(method: &str, result: Value) -> Result<T, ProtocolError> {
    serde_json::from_value(result).map_err(|error| ProtocolError::unreadable(method, &error))
}
