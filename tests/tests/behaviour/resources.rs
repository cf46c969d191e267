//! Resources without a transport: listing, matching, reading, visibility.
#![allow(clippy::similar_names)]

mod build_errors;
mod list;
mod read;
mod templates;
mod visibility;

use fusion_core::{
    CallError, Ctx, Json, Registry, ToolError,
    resource::{ResourceBody, ResourceContents},
    spec::Role,
    tool_group,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Where a note stands.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Shelf {
    /// At hand.
    Desk,
    /// Away.
    Attic,
}

#[derive(Clone, Copy, Serialize)]
struct Note {
    id: u64,
}

type Found<T> = Option<Json<T>>;

pub struct Notes;

/// Keep notes.
#[tool_group(name = "notes", tags("core"))]
impl Notes {
    /// How notes are written.
    #[resource(
        uri = "notes://help",
        title = "Help",
        mime = "text/markdown",
        size = 12,
        audience("assistant", "user"),
        priority = 1,
        icons = [fusion_core::spec::Icon::new("https://notes.example/h.png").of_type("image/png")]
    )]
    fn help(&self) -> &'static str {
        "# In Markdown"
    }

    /// A note.
    #[resource(uri = "notes://{shelf}/{id}", tags("private"), priority = 0.5)]
    async fn note(
        &self,
        ctx: &Ctx,
        /// Where it stands.
        shelf: Shelf,
        id: u64,
    ) -> Found<Note> {
        let _ = ctx;
        (matches!(shelf, Shelf::Desk) && id < 10).then_some(Json(Note { id }))
    }

    #[resource(uri = "notes://picture")]
    fn picture() -> Vec<u8> {
        vec![0, 159, 146, 150]
    }

    #[resource(uri = "notes://all", mime = "text/plain")]
    fn all(&self) -> Vec<ResourceContents> {
        vec![
            ResourceContents::text("one").at("notes://desk/1"),
            ResourceContents::blob([1]).of_type("image/png"),
        ]
    }

    #[resource(uri = "notes://failing/{how}", mime = "application/vnd.example+json")]
    async fn failing(&self, how: String) -> Result<Json<Value>, ToolError> {
        match how.as_str() {
            "said" => Err("the shelf is locked".into()),
            "leak" => Err(std::io::Error::other("/var/lib/secret"))?,
            "panic" => panic!("at the disco"),
            "hang" => std::future::pending().await,
            other => Ok(Json(json!(other))),
        }
    }
}

fn registry() -> Registry {
    Registry::builder().tool(Notes).build().unwrap()
}

async fn read(uri: &str) -> Result<Vec<ResourceContents>, CallError> {
    registry().read(uri, Ctx::new()).await
}

/// URI, media type and text of contents.
fn shown(contents: &[ResourceContents]) -> Value {
    let contents = contents.iter().map(|one| {
        let body = match &one.body {
            ResourceBody::Text(text) => json!(text),
            ResourceBody::Blob(bytes) => json!(bytes),
        };
        json!([one.uri, one.mime_type, body])
    });
    contents.collect()
}
