//! Responses as they are kept for the repetitions of a call that runs once.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use super::{Content, ToolResponse};
use crate::result::ResourceLink;

/// The response of an action as a store keeps it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct KeptResponse {
    blocks: Vec<KeptBlock>,
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    structured: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    meta: Option<Map<String, Value>>,
    #[serde(default)]
    unchanged: bool,
}

#[derive(Debug, Serialize, Deserialize)]
struct KeptBlock(#[serde(with = "KeptContent")] Content);

#[derive(Serialize, Deserialize)]
#[serde(remote = "Content", rename_all = "snake_case")]
enum KeptContent {
    Text(String),
    Image {
        data: String,
        mime_type: String,
    },
    Audio {
        data: String,
        mime_type: String,
    },
    EmbeddedText {
        uri: String,
        text: String,
        mime_type: Option<String>,
    },
    ResourceLink(#[serde(with = "boxed_link")] Box<ResourceLink>),
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ResourceLink")]
struct KeptLink {
    uri: String,
    name: String,
    title: Option<String>,
    description: Option<String>,
    mime_type: Option<String>,
}

/// The functions of serde for a link in its box.
mod boxed_link {
    use super::{Deserializer, KeptLink, ResourceLink, Serializer};

    pub(super) fn serialize<S: Serializer>(
        link: &ResourceLink,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        KeptLink::serialize(link, serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Box<ResourceLink>, D::Error> {
        KeptLink::deserialize(deserializer).map(Box::new)
    }
}

/// Reads a value that is present, also `null`.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

impl From<&ToolResponse> for KeptResponse {
    fn from(response: &ToolResponse) -> Self {
        let blocks = response.content().iter().cloned();
        Self {
            blocks: blocks.map(KeptBlock).collect(),
            structured: response.structured_content().cloned(),
            meta: response.meta().cloned(),
            unchanged: response.is_unchanged(),
        }
    }
}

impl From<KeptResponse> for ToolResponse {
    fn from(kept: KeptResponse) -> Self {
        let mut blocks: Vec<_> = kept.blocks.into_iter().map(|block| block.0).collect();
        let mut response = match (blocks.pop(), blocks.is_empty()) {
            (Some(only), true) => Self::from(only),
            (last, _) => {
                blocks.extend(last);
                Self::blocks(blocks)
            }
        };
        response.unchanged = kept.unchanged;
        if kept.structured.is_some() || kept.meta.is_some() {
            let extra = response.extra();
            extra.structured = kept.structured;
            extra.meta = kept.meta;
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn structured(value: Value) -> ToolResponse {
        let mut response = ToolResponse::text(value.to_string());
        response.extra().structured = Some(value);
        response
    }

    #[test]
    fn a_kept_response_is_the_same_response() {
        let link = Content::resource_link("a://b/c")
            .title("C")
            .of_type("text/plain");
        let embedded = Content::EmbeddedText {
            uri: "a://b".to_owned(),
            text: "t".to_owned(),
            mime_type: None,
        };
        for response in [
            ToolResponse::text("done"),
            ToolResponse::default(),
            ToolResponse::blocks(vec![
                Content::image([1, 2], "image/png"),
                Content::audio([3], "audio/wav"),
                embedded,
                link.into(),
            ]),
            structured(Value::Null).with_meta("a/b", json!({"x": [1.1, null, u64::MAX]})),
            structured(json!({"n": 0.1 + 0.2})).unchanged(),
        ] {
            let kept = serde_json::to_vec(&KeptResponse::from(&response)).unwrap();
            let read: KeptResponse = serde_json::from_slice(&kept).unwrap();
            assert_eq!(ToolResponse::from(read), response);
        }
    }
}
