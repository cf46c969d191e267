//! The actions on labels.

use fusion_core::{Json, ToolResponse, ask::quote, tool_group};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::deleting::{counted, serialize_deletions};
use super::store::{IssueId, IssueLabels, Label, LabelList, Store, StoreError};

/// The group `labels`.
#[derive(Clone, Debug)]
pub struct Labels {
    store: Store,
}

impl Labels {
    /// Makes the group of a store.
    pub fn new(store: Store) -> Self {
        Self { store }
    }
}

/// A label's name, as `labels.list` tells it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct LabelName(pub String);

/// Sort issues by labels: manage the labels, put them on issues and take them off.
#[tool_group(name = "labels", timeout = "10s", client(pub LabelsClient))]
impl Labels {
    /// List all labels, with what they mean and how many issues have them.
    #[action(
        read_only,
        cache = "immutable",
        format = "auto",
        example("which tags do we have")
    )]
    async fn list(&self) -> Result<Json<LabelList>, StoreError> {
        self.store.labels().await.map(Json)
    }

    /// Create a label.
    #[action(
        invalidates("self.*"),
        example(
            "we need a tag for security problems",
            label = "security",
            meaning = "Somebody could do harm"
        )
    )]
    async fn create(
        &self,
        label: LabelName,
        /// When to use the label, in one line.
        meaning: Option<String>,
    ) -> Result<Json<Label>, StoreError> {
        let meaning = meaning.unwrap_or_default();
        self.store.create_label(&label.0, &meaning).await.map(Json)
    }

    /// Rename a label; issues keep it under its new name.
    #[action(
        invalidates("self.*", "super.issues.get"),
        example("call the tag bug defect from now on", label = "bug", to = "defect")
    )]
    async fn rename(
        &self,
        label: LabelName,
        /// The new name.
        to: String,
    ) -> Result<Json<Label>, StoreError> {
        self.store.rename_label(label.0, &to).await.map(Json)
    }

    /// Delete a label and take it off all issues.
    #[action(
        destructive,
        confirm = Self::deletion,
        unasked = "token",
        idempotent,
        invalidates("self.*", "super.issues.get"),
        with(serialize_deletions("label")), example("drop the tag wontfix everywhere", label = "wontfix"))]
    async fn delete(&self, label: LabelName) -> Result<ToolResponse, StoreError> {
        let LabelName(name) = label;
        let existed = self.store.delete_label(name.clone()).await?;
        Ok(if existed {
            ToolResponse::text(format!("deleted label {name:?}"))
        } else {
            ToolResponse::text(format!("there was no label {name:?}")).unchanged()
        })
    }

    /// Asks nothing if there is nothing to delete.
    async fn deletion(&self, label: &LabelName) -> Result<Option<String>, StoreError> {
        let found = self.store.label(label.0.clone()).await?;
        Ok(found.map(|Label { name, issues, .. }| {
            let (name, issues) = (quote(&name), counted(issues, "issue"));
            format!("Delete the label {name}, which is on {issues}?")
        }))
    }

    /// Put a label on an issue.
    #[action(
        idempotent,
        invalidates("self.*", "super.issues.get"),
        example("tag 12 as urgent", issue = 12, label = "urgent")
    )]
    async fn attach(
        &self,
        issue: IssueId,
        label: LabelName,
    ) -> Result<Json<IssueLabels>, StoreError> {
        self.store.attach_label(issue, label.0).await.map(Json)
    }

    /// Take a label off an issue.
    #[action(
        idempotent,
        invalidates("self.*", "super.issues.get"),
        example("12 is not urgent any more", issue = 12, label = "urgent")
    )]
    async fn detach(
        &self,
        issue: IssueId,
        label: LabelName,
    ) -> Result<Json<IssueLabels>, StoreError> {
        self.store.detach_label(issue, label.0).await.map(Json)
    }
}
