use fusion_core::prompt;

struct Notes;

impl Notes {
    #[prompt(title = "Say")]
    async fn say(&self, #[arg(default = 20)] limit: u32) -> u32 {
        limit
    }
}

fn main() {
    let _ = Notes.say(1);
}
