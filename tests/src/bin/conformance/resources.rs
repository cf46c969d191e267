//! The resources of the conformance server.

use fusion_core::{Json, tool_group};
use serde_json::{Value, json};

/// One red pixel.
const PNG: [u8; 69] = [
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52,
    0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x02, 0x00, 0x00, 0x00, 0x90, 0x77, 0x53,
    0xde, 0x00, 0x00, 0x00, 0x0c, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0xf8, 0xcf, 0xc0, 0x00,
    0x00, 0x03, 0x01, 0x01, 0x00, 0xc9, 0xfe, 0x92, 0xef, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e,
    0x44, 0xae, 0x42, 0x60, 0x82,
];

pub(super) struct Resources;

/// The resources that the suite reads. It requires the same texts from every server.
#[tool_group(name = "test_resources")]
impl Resources {
    /// A text.
    #[resource(uri = "test://static-text", name = "text", mime = "text/plain")]
    fn static_text() -> &'static str {
        "This is the content of the static text resource."
    }

    /// A picture.
    #[resource(uri = "test://static-binary", name = "binary", mime = "image/png")]
    fn static_binary() -> Vec<u8> {
        PNG.to_vec()
    }

    /// Something that somebody may be watching.
    #[resource(uri = "test://watched-resource", name = "watched", mime = "text/plain")]
    fn watched_resource() -> &'static str {
        "Somebody may be watching."
    }

    /// The data of a number.
    #[resource(uri = "test://template/{id}/data", name = "template")]
    fn template(id: String) -> Json<Value> {
        let data = format!("Data for ID: {id}");
        Json(json!({"id": id, "templateTest": true, "data": data}))
    }
}
