use fusion_core::resource;

struct Notes;

impl Notes {
    #[resource(uri = "notes://{id}")]
    async fn one(&self, id: u32) -> u32 {
        id
    }
}

fn main() {
    let _ = Notes.one(1);
}
