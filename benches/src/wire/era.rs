//! The messages of each era of the protocol.

use serde_json::{Value, json};

/// The explanation of the eras, printed once for a section.
pub const EXPLAINED: &str = "In the legacy era a session begins with a handshake; in the modern era there is no state \
    between requests";

/// An era of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Era {
    /// The revision `2025-11-25`, with a handshake first.
    Legacy,
    /// The revision `2026-07-28`, with no state between requests.
    Modern,
}

impl Era {
    /// Both eras.
    pub const ALL: [Self; 2] = [Self::Legacy, Self::Modern];

    /// Returns the name of the era in tables and texts.
    pub fn name(self) -> &'static str {
        match self {
            Self::Legacy => "legacy (2025-11-25)",
            Self::Modern => "modern (2026-07-28)",
        }
    }

    /// Returns the newest revision of the era.
    pub fn version(self) -> &'static str {
        match self {
            Self::Legacy => "2025-11-25",
            Self::Modern => "2026-07-28",
        }
    }
}

/// The call that is repeated.
#[derive(Clone, Debug)]
pub struct Call {
    /// The era.
    pub era: Era,
    /// The tool.
    pub tool: String,
    /// The expected text of the answer.
    pub answer: String,
    after_id: String,
}

impl Call {
    /// Makes a call of `tool`, which answers with `answer`.
    pub fn new(era: Era, tool: &str, arguments: &Value, answer: &str) -> Self {
        let mut params = json!({"name": tool, "arguments": arguments});
        if era == Era::Modern {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": era.version(),
                "io.modelcontextprotocol/clientCapabilities": {},
                "io.modelcontextprotocol/clientInfo": client(),
            });
        }
        Self {
            era,
            tool: tool.to_owned(),
            answer: answer.to_owned(),
            after_id: format!(",\"method\":\"tools/call\",\"params\":{params}}}"),
        }
    }

    /// Appends the request with this id.
    pub fn write(&self, id: u64, to: &mut Vec<u8>) {
        to.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
        to.extend_from_slice(id.to_string().as_bytes());
        to.extend_from_slice(self.after_id.as_bytes());
    }

    /// Returns true if the bytes are a successful response.
    pub fn is_answered_by(&self, bytes: &[u8]) -> bool {
        contains(bytes, self.answer.as_bytes())
            && contains(bytes, b"\"result\"")
            && !contains(bytes, b"\"isError\":true")
    }

    /// Returns the handshake, a request and a notification; `None` in the modern era.
    pub fn handshake(&self) -> Option<[String; 2]> {
        let hello = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": self.era.version(), "capabilities": {}, "clientInfo": client()}});
        let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        (self.era == Era::Legacy).then(|| [hello.to_string(), ready.to_string()])
    }
}

fn client() -> Value {
    json!({"name": "load", "version": "1"})
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(era: Era) -> Value {
        let mut bytes = Vec::new();
        Call::new(era, "ping", &json!({}), "pong").write(7, &mut bytes);
        serde_json::from_slice(&bytes).unwrap()
    }

    #[test]
    fn a_modern_call_says_of_itself_what_a_handshake_said() {
        let expected = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {
            "name": "ping", "arguments": {}, "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {},
                "io.modelcontextprotocol/clientInfo": {"name": "load", "version": "1"}}}});
        assert_eq!(request(Era::Modern), expected);
        let expected = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call",
            "params": {"name": "ping", "arguments": {}}});
        assert_eq!(request(Era::Legacy), expected);
    }

    #[test]
    fn the_name_of_an_era_tells_its_revision() {
        for era in Era::ALL {
            let (_, revision) = era.name().split_once(' ').unwrap();
            assert_eq!(revision, format!("({})", era.version()));
        }
    }

    #[test]
    fn only_the_expected_text_in_a_success_is_an_answer() {
        let call = Call::new(Era::Legacy, "ping", &json!({}), "pong");
        let text = |text: &str| call.is_answered_by(text.as_bytes());
        assert!(text(
            r#"{"id":1,"result":{"content":[{"type":"text","text":"pong"}]}}"#
        ));
        assert!(!text(
            r#"{"id":1,"result":{"content":[{"text":"pong"}],"isError":true}}"#
        ));
        assert!(!text(r#"{"id":1,"result":{"content":[{"text":"ping"}]}}"#));
        assert!(!text(
            r#"{"id":1,"error":{"code":-32602,"message":"no pong"}}"#
        ));
    }
}
