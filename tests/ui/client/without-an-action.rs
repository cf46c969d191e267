use fusion_core::{Registry, tool_group};

struct Offers;

#[tool_group(client(OffersClient))]
impl Offers {
    #[prompt]
    fn triage(&self) -> String {
        String::new()
    }
}

fn main() {
    let _ = Registry::builder().tool(Offers).build();
}
