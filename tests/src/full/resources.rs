//! The resources of the full server.

use rmcp::{
    ErrorData,
    model::{
        ListResourceTemplatesResult, ListResourcesResult, ReadResourceResult, Resource,
        ResourceContents, ResourceTemplate,
    },
};
use serde_json::json;

use super::PNG;

const TEXT: &str = "test://static-text";
const BINARY: &str = "test://static-binary";
const WATCHED: &str = "test://watched-resource";

pub(super) fn all() -> ListResourcesResult {
    let resource = |uri: &str, name: &str, kind: &str| {
        Resource::new(uri, name)
            .with_description(format!("The resource {name}"))
            .with_mime_type(kind)
    };
    ListResourcesResult::with_all_items(vec![
        resource(TEXT, "static-text", "text/plain"),
        resource(BINARY, "static-binary", "image/png"),
        resource(WATCHED, "watched-resource", "text/plain"),
    ])
}

pub(super) fn templates() -> ListResourceTemplatesResult {
    let template = ResourceTemplate::new("test://template/{id}/data", "template")
        .with_description("The data of a number")
        .with_mime_type("application/json");
    ListResourceTemplatesResult::with_all_items(vec![template])
}

pub(super) fn read(uri: &str) -> Result<ReadResourceResult, ErrorData> {
    let text = |text: String, kind: &str| ResourceContents::TextResourceContents {
        uri: uri.to_owned(),
        mime_type: Some(kind.to_owned()),
        text,
        meta: None,
    };
    let id = uri
        .strip_prefix("test://template/")
        .and_then(|rest| rest.strip_suffix("/data"));
    let contents = match (uri, id) {
        (TEXT, _) => text(
            "This is the content of the static text resource.".to_owned(),
            "text/plain",
        ),
        (WATCHED, _) => text("Somebody may be watching.".to_owned(), "text/plain"),
        (BINARY, _) => ResourceContents::BlobResourceContents {
            uri: uri.to_owned(),
            mime_type: Some("image/png".to_owned()),
            blob: PNG.to_owned(),
            meta: None,
        },
        (_, Some(id)) => {
            let data =
                json!({"id": id, "templateTest": true, "data": format!("Data for ID: {id}")});
            text(data.to_string(), "application/json")
        }
        _ => {
            let data = json!({"uri": uri});
            return Err(ErrorData::resource_not_found(
                "there is no such resource",
                Some(data),
            ));
        }
    };
    Ok(ReadResourceResult::new(vec![contents]))
}
