//! Blocks from bytes, links to resources, and `data:` URIs in the place of bytes.

use fusion_core::{Content, Ctx, Registry, ToolResponse, prompt::PromptMessage, tool_group};
use serde_json::json;

struct Media;

/// Show media.
#[tool_group(name = "media")]
impl Media {
    /// Return blocks of every constructor.
    #[action(read_only)]
    fn all() -> Vec<Content> {
        vec![
            Content::image([0xfb, 0xff, 0xfe], "image/png"),
            Content::audio("foob", "audio/wav"),
            Content::resource_link("reports://2026/october")
                .title("October")
                .description("All invoices")
                .of_type("text/csv")
                .into(),
        ]
    }

    /// Return an image as a program holds it.
    #[action(read_only)]
    fn image(data: String, encode: bool) -> ToolResponse {
        let mime_type = "image/png".to_owned();
        let image = if encode {
            Content::image(&data, mime_type)
        } else {
            Content::Image { data, mime_type }
        };
        ToolResponse::text("an image").block(image)
    }

    /// Show an image.
    #[prompt]
    fn picture() -> PromptMessage {
        PromptMessage::user(Content::image("data:image/png;base64,AAAA", "image/png"))
    }
}

#[tokio::test]
async fn bytes_are_encoded_and_a_link_has_a_title_and_a_description() {
    let registry = Registry::builder().tool(Media).build().unwrap();
    let call = registry.call("media", json!({"action": "all"}), Ctx::new());
    let response = call.await.unwrap();
    let [
        Content::Image { data, .. },
        audio,
        Content::ResourceLink(link),
    ] = response.content()
    else {
        panic!("{response:?}");
    };
    assert_eq!(data, "+//+");
    let expected = Content::Audio {
        data: "Zm9vYg==".to_owned(),
        mime_type: "audio/wav".to_owned(),
    };
    assert_eq!(*audio, expected);
    assert_eq!(
        (&*link.uri, &*link.name),
        ("reports://2026/october", "october")
    );
    assert_eq!(link.title.as_deref(), Some("October"));
    assert_eq!(link.description.as_deref(), Some("All invoices"));
    assert_eq!(link.mime_type.as_deref(), Some("text/csv"));
}

#[tokio::test]
async fn a_data_uri_in_the_place_of_bytes_is_an_internal_error() {
    let registry = Registry::builder().tool(Media).build().unwrap();
    for (data, encode, valid) in [
        ("AAAA", false, true),
        ("AAAA", true, true),
        ("date", true, true),
        ("data:image/png;base64,AAAA", false, false),
        ("DATA:,AAAA", false, false),
        ("datä", false, true),
        ("data:image/png;base64,AAAA", true, false),
        ("data:,", true, false),
        (" \n\tdata:,AAAA", false, false),
        (" data:,", true, false),
        ("\r\n  DATA:,", true, false),
        ("    date", true, true),
    ] {
        let arguments = json!({"action": "image", "data": data, "encode": encode});
        let result = registry.call("media", arguments, Ctx::new()).await;
        let code = result
            .as_ref()
            .err()
            .map(|error| error.data()["code"].clone());
        let expected = (!valid).then(|| json!("internal"));
        assert_eq!(code, expected, "{data} {encode}");
    }
    let arguments = serde_json::Map::new();
    let prompt = registry
        .prompt("media_picture", arguments, Ctx::new())
        .await;
    assert_eq!(prompt.unwrap_err().data()["code"], "internal");
}
