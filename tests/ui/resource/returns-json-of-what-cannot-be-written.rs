use fusion_core::{Json, Registry, tool_group};

struct Note;

struct Notes;

#[tool_group]
impl Notes {
    #[resource(uri = "notes://all")]
    async fn all(&self) -> Option<Json<Note>> {
        Some(Json(Note))
    }
}

fn main() {
    let _ = Registry::builder().tool(Notes).build();
}
