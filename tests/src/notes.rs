//! Notes, offered in every way: tools that change them, prompts about them, resources that are them.
#![allow(clippy::unused_async)] // what provides and what completes is async

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use fusion_core::{
    Ctx, Filter, Json, Registry, RegistryBuilder, StateSync, ToolError, View,
    prompt::PromptMessage, state_sync::Policy, tool_group,
};
use schemars::JsonSchema;
use serde::Deserialize;

/// The notes, by number.
#[derive(Clone, Debug)]
pub struct Notes(Arc<Mutex<BTreeMap<u32, String>>>);

impl Default for Notes {
    fn default() -> Self {
        let notes = (1..=3).map(|id| (id, format!("note {id}")));
        Self(Arc::new(Mutex::new(notes.collect())))
    }
}

/// How to put it.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    /// In few words.
    Brief,
    /// In many.
    Broad,
}

/// Keep notes.
#[tool_group(name = "notes", tags("reader"))]
impl Notes {
    /// Write a note.
    #[action]
    fn write(&self, id: u32, text: String) {
        self.notes().insert(id, text);
    }

    /// Throw all notes away.
    #[action(destructive, tags("admin"))]
    fn clear(&self) {
        self.notes().clear();
    }

    /// Sum a note up.
    #[prompt(title = "Sum up")]
    fn sum_up(
        &self,
        /// The note's number.
        #[arg(complete = Self::ids)]
        id: u32,
        tone: Option<Tone>,
    ) -> Result<Vec<PromptMessage>, ToolError> {
        let text = self.notes().get(&id).cloned();
        let text = text.ok_or_else(|| format!("there is no note {id}"))?;
        let tone = tone.unwrap_or(Tone::Brief);
        Ok(vec![
            PromptMessage::assistant("Which note?"),
            PromptMessage::user(format!("Sum up, {tone:?}: {text}")),
        ])
    }

    /// The numbers of all notes.
    #[resource(uri = "notes://all", audience("assistant"), priority = 0.5)]
    fn all(&self) -> Json<Vec<u32>> {
        Json(self.notes().keys().copied().collect())
    }

    /// A picture of all notes.
    #[resource(uri = "notes://picture", mime = "image/png", size = 4)]
    fn picture() -> Vec<u8> {
        vec![0x89, b'P', b'N', b'G']
    }

    /// The text of a note.
    #[resource(uri = "notes://{id}/text", mime = "text/plain")]
    fn text(&self, #[arg(complete = Self::ids)] id: u32) -> Option<String> {
        self.notes().get(&id).cloned()
    }
}

impl Notes {
    fn notes(&self) -> std::sync::MutexGuard<'_, BTreeMap<u32, String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn ids(&self, value: &str, _: &Ctx) -> Vec<String> {
        let ids: Vec<_> = self.notes().keys().map(ToString::to_string).collect();
        ids.into_iter().filter(|id| id.starts_with(value)).collect()
    }
}

/// A tool that only some callers may see.
#[derive(Clone, Copy, Debug)]
pub struct Vault;

/// Keep secrets.
#[tool_group(name = "vault", tags("admin"))]
impl Vault {
    /// Open the vault.
    #[action]
    fn open() {}

    /// Break into the vault.
    #[prompt]
    fn plan(
        /** Which one. */
        tone: Tone,
    ) -> String {
        format!("A {tone:?} plan")
    }

    /// What is in it.
    #[resource(uri = "vault://gold")]
    fn gold() -> &'static str {
        "gold"
    }

    /// What is in one of its boxes.
    #[resource(uri = "vault://boxes/{id}")]
    fn boxes(id: u32) -> String {
        format!("box {id}")
    }
}

/// The caller, identified by the name of its client.
#[derive(Clone, Debug)]
pub struct Caller(String);

impl Caller {
    async fn from_request(ctx: &Ctx) -> Result<Self, ToolError> {
        let client = ctx.client().ok_or("who are you?")?;
        match client.name.as_str() {
            "stranger" => Err("go away".into()),
            name => Ok(Self(name.to_owned())),
        }
    }

    /// Returns the filter of the caller.
    pub fn sees(&self) -> Filter {
        match self.0.as_str() {
            "admin" => Filter::all(),
            _ => Filter::without_tags(["admin"]),
        }
    }
}

fn builder(notes: &Notes) -> RegistryBuilder {
    let sync = StateSync::new()
        .policy(Policy::new("notes/write").notifies(["notes://{id}/text", "notes://all"]))
        .policy(Policy::new("notes/clear").notifies(["notes://{any}/text"]));
    Registry::builder()
        .provide(Caller::from_request)
        .manifest()
        .state_sync(sync)
        .tool(notes.clone())
        .tool(Vault)
}

/// A registry of both, with its manifest.
pub fn registry(notes: &Notes) -> Registry {
    builder(notes).build().expect("the notes are sound")
}

/// Returns a view of the registry with a filter for each caller.
pub fn seen_by_each(registry: &Registry) -> View {
    let view = registry.view(fusion_core::Exposition::Grouped);
    let view = view.and_then(|view| view.access(Caller::sees));
    view.expect("a provider makes the caller")
}
