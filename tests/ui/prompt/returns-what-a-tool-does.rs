use fusion_core::{Json, Registry, tool_group};

struct Notes;

#[tool_group]
impl Notes {
    #[prompt]
    fn json(&self) -> Result<Json<u8>, String> {
        Ok(Json(1))
    }
}

fn main() {
    let _ = Registry::builder().tool(Notes).build();
}
