use fusion_core::{Fields, Registry};

#[derive(Fields)]
#[fields(crate = nowhere)]
struct Paging {
    limit: u32,
}

fn main() {
    let _ = Registry::builder();
    let _ = Paging { limit: 5 };
}
