//! The server that the conformance suite tests: its fixture tools, each an action, listed flat.
//! Serves until it is killed; `tests/conformance/run` starts and kills it.

use std::{error::Error, net::Ipv4Addr, time::Duration};

use fusion_core::{Content, Exposition, Progress, Registry, Server, server_info, tool_group};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::{net::TcpListener, time::sleep};

const USAGE: &str = "usage: conformance --port PORT [--sessions]";

/// One red pixel.
const PNG: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";
/// A sound of no length.
const WAV: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

const STEP: Duration = Duration::from_millis(50);

struct Fixture;

/// What the suite calls; it wants the same texts from every server.
#[tool_group(name = "test")]
impl Fixture {
    /// Answer with text.
    #[action(read_only)]
    fn simple_text() -> &'static str {
        "This is a simple text response for testing."
    }

    /// Answer with an image.
    #[action(read_only)]
    fn image_content() -> Content {
        image()
    }

    /// Answer with sound.
    #[action(read_only)]
    fn audio_content() -> Content {
        Content::Audio {
            data: WAV.to_owned(),
            mime_type: "audio/wav".to_owned(),
        }
    }

    /// Answer with a resource.
    #[action(read_only)]
    fn embedded_resource() -> Content {
        Content::EmbeddedText {
            uri: "test://embedded-resource".to_owned(),
            text: "This is an embedded resource content.".to_owned(),
            mime_type: Some("text/plain".to_owned()),
        }
    }

    /// Answer with text, an image and a resource.
    #[action(read_only)]
    fn multiple_content_types() -> Vec<Content> {
        vec![
            Content::text("Multiple content types test:"),
            image(),
            Content::EmbeddedText {
                uri: "test://mixed-content-resource".to_owned(),
                text: r#"{"test":"data","value":123}"#.to_owned(),
                mime_type: Some("application/json".to_owned()),
            },
        ]
    }

    /// Answer with an error.
    #[action(read_only)]
    fn error_handling() -> Result<(), &'static str> {
        Err("This tool intentionally returns an error for testing")
    }

    /// Report progress twice on the way, and at the end.
    #[action(read_only)]
    async fn tool_with_progress(&self, progress: &Progress) -> &'static str {
        progress.report(0.0, Some(100.0)).await;
        sleep(STEP).await;
        progress.report(50.0, Some(100.0)).await;
        sleep(STEP).await;
        progress.report(100.0, Some(100.0)).await;
        "done"
    }

    /// Repeat an argument that the client must send as a header, too.
    #[action(read_only)]
    fn custom_header(region: Region) -> String {
        region.0
    }
}

/// A region.
#[derive(Deserialize, JsonSchema)]
#[schemars(extend("x-mcp-header" = "Region"))]
struct Region(String);

struct Schemas;

/// The tool whose schema the suite reads: written by hand, so that it is listed as it stands. The
/// suite never calls it.
#[tool_group(name = "json_schema_2020_12")]
impl Schemas {
    /// Take a contact.
    #[action(read_only, schema = contact())]
    fn tool(name: Option<String>, address: Option<Address>) -> String {
        let name = name.unwrap_or_default();
        let street = address.and_then(|address| address.street);
        format!("{name}, {}", street.unwrap_or_default())
    }
}

/// Where somebody lives.
#[derive(Deserialize, JsonSchema)]
struct Address {
    street: Option<String>,
}

/// Every kind of keyword that a schema which somebody generates may lose.
fn contact() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {"address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}}
        }},
        "properties": {
            "name": {"type": "string"},
            "address": {"$ref": "#/$defs/address"},
            "contactMethod": {"type": "string", "enum": ["phone", "email"]},
            "phone": {"type": "string"},
            "email": {"type": "string"}
        },
        "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
        "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
        "then": {"required": ["phone"]},
        "else": {"required": ["email"]},
        "additionalProperties": false
    })
}

fn image() -> Content {
    Content::Image {
        data: PNG.to_owned(),
        mime_type: "image/png".to_owned(),
    }
}

/// The port, and whether to keep sessions.
fn arguments() -> Result<(u16, bool), Box<dyn Error>> {
    let (mut port, mut sessions) = (None, false);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--port" => port = Some(arguments.next().ok_or(USAGE)?.parse()?),
            "--sessions" => sessions = true,
            _ => return Err(USAGE.into()),
        }
    }
    Ok((port.ok_or(USAGE)?, sessions))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let (port, sessions) = arguments()?;
    let registry = Registry::builder().tool(Fixture).tool(Schemas).build()?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
    eprintln!("http://{}/mcp", listener.local_addr()?);
    Server::new(registry, server_info!())
        .exposition(Exposition::Flat)?
        .http()
        .legacy_sessions(sessions)
        // The suite pretends to be a page of this server's own.
        .allowed_origins(["http://127.0.0.1:*"])
        .serve_listener(listener, std::future::pending())
        .await?;
    Ok(())
}
