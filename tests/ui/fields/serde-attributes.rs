use fusion_core::{Fields, Registry, tool_group};

#[derive(Fields, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct Paging {
    #[serde(default)]
    max_rows: u32,
    #[serde(rename = "after", alias = "cursor")]
    last: Option<String>,
    #[serde(flatten)]
    inner: Inner,
    #[serde(with = "inner", skip_serializing_if = "Option::is_none")]
    other: Option<Inner>,
    #[serde(skip)]
    hidden: u32,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Inner {
    limit: u32,
}

mod inner {
    use super::Inner;

    pub fn deserialize<'de, D: serde::Deserializer<'de>>(_: D) -> Result<Option<Inner>, D::Error> {
        Ok(None)
    }
}

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self, #[arg(flatten)] page: Paging) {
        let _ = page;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues);
}
