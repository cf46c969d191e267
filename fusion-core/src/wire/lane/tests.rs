//! The requests that the lane reads, and the bytes that it writes.

use rmcp::model::{ProgressToken, RequestId, ServerJsonRpcMessage, ServerResult};
use serde_json::{Value, json};

use super::{
    super::{convert, elicitation},
    client::{InvalidCapabilities, KnownClients},
    *,
};
use crate::{
    error::CallError,
    result::{Content, ToolResponse},
};

const MODERN_META: &str = r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"}}"#;

fn call(meta: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"t","arguments":{{"a":1}},"_meta":{meta}}}}}"#
    )
}

fn era(text: &str) -> Option<Era> {
    CallRequest::read(text.as_bytes())?.era()
}

#[test]
fn plain_requests_are_read_in_any_order_of_their_members() {
    for text in [
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":{"a":1}}}"#,
        r#" { "params" : { "arguments":{"a":1}, "name" : "t" } , "method":"tools/call","jsonrpc":"2.0","id":1}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools\/call","params":{"name":"\u0074","arguments":{"\u0061":1},"_meta":null}}"#,
        r#"{"\u0069d":1,"method":"tools/call","jsonrpc":"2.0","params":{"name":"t","arguments":{"a":1}}}"#,
    ] {
        let request = CallRequest::read(text.as_bytes()).unwrap();
        assert_eq!(request.era(), Some(Era::Legacy));
        assert!(!request.wants_progress());
        let mut call = LaneCall::new(request, Era::Legacy, None);
        assert_eq!((&*call.tool, call.ctx.id()), ("t", Some("1")));
        let arguments = call.arguments.map().clone();
        assert_eq!(Value::Object(arguments), json!({"a": 1}));
    }
    let text = r#"{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"t"}}"#;
    let request = CallRequest::read(text.as_bytes()).unwrap();
    let mut call = LaneCall::new(request, Era::Legacy, None);
    assert_eq!(call.ctx.id(), Some("x"));
    assert!(call.arguments.map().is_empty());
}

#[test]
fn what_is_not_plain_is_left_to_the_sdk() {
    let deep = format!("{}{}", "[".repeat(126), "]".repeat(126));
    let in_params = |member: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"t",{member}}}}}"#
        )
    };
    let mut texts: Vec<String> = [
        r#"{"jsonrpc":"1.0","id":1,"method":"tools/call","params":{"name":"t"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"name":"t"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":["t"]}"#,
        r#"["2.0","tools/call",1,{"name":"t"}]"#,
        r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"t"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"id":1,"method":"tools/call","params":{"name":"t"}}"#,
        r#"{"jsonrpc":"2.0","jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","method":"tools/call","params":{"name":"t"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"},"params":{"name":"t"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"},"params":{}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":null}"#,
        r#"{"id":1,"method":"tools/call","params":{"name":"t"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"params":{"name":"t"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"},"extra":1}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"},"result":{}}"#,
        r#"[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}]"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}} 1"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}"#,
        "",
    ]
    .map(str::to_owned)
    .into();
    for id in [
        "null",
        "1.5",
        "1.0",
        "true",
        "[1]",
        "9223372036854775808",
        "1e2",
        "-0",
    ] {
        texts.push(format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"t"}}}}"#
        ));
    }
    for member in [
        r#""name":"t""#,
        r#""arguments":null,"arguments":{}"#,
        r#""arguments":{},"arguments":null"#,
        r#""_meta":null,"_meta":{}"#,
        r#""_meta":{},"_meta":null"#,
        r#""task":{"ttl":1}"#,
        r#""requestState":"s""#,
        r#""arguments":[1]"#,
        r#""arguments":"a""#,
        r#""arguments":{"a":1e999}"#,
        r#""arguments":{"a":"\ud800"}"#,
        r#""_meta":1"#,
        r#""_meta":{"io.modelcontextprotocol/protocolVersion":1}"#,
        r#""_meta":{"io.modelcontextprotocol/clientInfo":{"name":"c"}}"#,
        r#""_meta":{"io.modelcontextprotocol/clientInfo":["c","1"]}"#,
        r#""_meta":["2026-07-28"]"#,
        r#""_meta":{"io.modelcontextprotocol/clientInfo":{"name":"c","version":"1","more":1}}"#,
        r#""_meta":{"traceparent":1}"#,
        r#""_meta":{"traceparent":"a","traceparent":"a"}"#,
        r#""_meta":{"x":1e999}"#,
        r#""_meta":{"x":"\ud800"}"#,
        r#""_meta":{"\ud800":1}"#,
    ] {
        texts.push(in_params(member));
    }
    texts.push(in_params(&format!(r#""arguments":{{"a":{deep}}}"#)));
    texts.push(in_params(&format!(r#""_meta":{{"a":{deep}}}"#)));
    for text in texts {
        assert!(CallRequest::read(text.as_bytes()).is_none(), "{text}");
    }
    let broken =
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"\xff\"}}";
    assert!(CallRequest::read(broken).is_none());
}

#[test]
fn a_request_has_all_or_nothing_of_the_modern_era() {
    assert_eq!(era(&call(MODERN_META)), Some(Era::Modern));
    for meta in [
        "{}",
        "null",
        r#"{"traceparent":"x","other":{"a":[1,-2,0.5,null,true,"s"]}}"#,
    ] {
        assert_eq!(era(&call(meta)), Some(Era::Legacy), "{meta}");
    }
    for meta in [
        r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#,
        r#"{"io.modelcontextprotocol/clientCapabilities":{}}"#,
        r#"{"io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"}}"#,
        r#"{"io.modelcontextprotocol/protocolVersion":"2025-11-25","io.modelcontextprotocol/clientCapabilities":{}}"#,
    ] {
        let text = call(meta);
        assert!(CallRequest::read(text.as_bytes()).is_some(), "{meta}");
        assert_eq!(era(&text), None, "{meta}");
    }
    for (token, wanted) in [
        ("7", RequestId::Number(7)),
        (r#""t""#, RequestId::String("t".into())),
    ] {
        let text = call(&format!(r#"{{"progressToken":{token}}}"#));
        let request = CallRequest::read(text.as_bytes()).unwrap();
        assert!(request.wants_progress());
        assert_eq!(request.progress_token(), Some(ProgressToken(wanted)));
    }
    // The SDK knows other notations of numbers.
    for token in ["null", "1.0", "[]"] {
        let text = call(&format!(r#"{{"progressToken":{token}}}"#));
        assert!(CallRequest::read(text.as_bytes()).is_none(), "{token}");
    }
}

#[test]
fn a_client_is_kept_and_told_from_others() {
    let known = KnownClients::default();
    let find = |info: &str, capabilities: &str| {
        let meta = format!(
            r#"{{"io.modelcontextprotocol/clientCapabilities":{capabilities},{info}"x":1}}"#
        );
        let text = call(&meta);
        let request = CallRequest::read(text.as_bytes()).unwrap();
        known.find(&request.meta.unwrap(), true)
    };
    let info = |name: &str| {
        format!(r#""io.modelcontextprotocol/clientInfo":{{"name":"{name}","version":"1"}},"#)
    };
    let first = find(&info("a"), "{}").unwrap().unwrap();
    assert_eq!((&*first.name, &*first.version), ("a", "1"));
    let again = find(&info("a"), "{}").unwrap().unwrap();
    assert!(Arc::ptr_eq(&first, &again));
    let able = find(&info("a"), r#"{"sampling":{}}"#).unwrap().unwrap();
    assert_eq!(
        Value::Object(able.capabilities.clone()),
        json!({"sampling": {}})
    );
    for n in 0..20 {
        let client = find(&info(&n.to_string()), "{}").unwrap().unwrap();
        assert_eq!(client.name, n.to_string());
    }
    let new = find(&info("a"), "{}").unwrap().unwrap();
    assert!(new == first && !Arc::ptr_eq(&new, &first));
    // No client, and capabilities that are none.
    assert_eq!(find("", "{}"), Ok(None));
    assert_eq!(find("", r#"{"sampling":1}"#), Err(InvalidCapabilities));
    assert_eq!(
        find(&info("a"), r#"{"sampling":1}"#),
        Err(InvalidCapabilities)
    );
}

#[test]
fn long_names_are_not_kept() {
    let known = KnownClients::default();
    let name = "n".repeat(1_000);
    let meta = format!(
        r#"{{"io.modelcontextprotocol/clientCapabilities":{{}},"io.modelcontextprotocol/clientInfo":{{"name":"{name}","version":"1"}}}}"#
    );
    let text = call(&meta);
    let find = || {
        let request = CallRequest::read(text.as_bytes()).unwrap();
        let client = known.find(&request.meta.unwrap(), true);
        client.unwrap().unwrap()
    };
    assert!(!Arc::ptr_eq(&find(), &find()));
}

/// Returns what the SDK writes.
fn sdk(era: Era, result: Result<ToolResponse, CallError>) -> String {
    let id = RequestId::String("a\"\n".into());
    if let Err(CallError::Asked { questions, state }) = &result {
        let asked = elicitation::input_required(questions, state);
        let message = ServerJsonRpcMessage::response(ServerResult::InputRequiredResult(asked), id);
        return serde_json::to_string(&message).unwrap();
    }
    let result = match result {
        Ok(response) => Ok(convert::response(response)),
        Err(error) => convert::error(&error),
    };
    let message = match result {
        Ok(result) => {
            let mut result = ServerResult::CallToolResult(result);
            if era != Era::Modern {
                result.strip_result_type_for_legacy_peer();
                result.strip_non_object_output_for_legacy_peer();
            }
            ServerJsonRpcMessage::response(result, id)
        }
        Err(error) => ServerJsonRpcMessage::error(error, Some(id)),
    };
    serde_json::to_string(&message).unwrap()
}

fn written(id: &RequestId, era: Era, result: Result<ToolResponse, CallError>) -> String {
    let mut bytes = Vec::new();
    write_response(&mut bytes, id, era, result);
    String::from_utf8(bytes).unwrap()
}

#[cfg(feature = "ask")]
#[test]
fn questions_are_written_as_the_sdk_writes_them() {
    use crate::error::{Question, QuestionForm};

    let schema = json!({
        "type": "object",
        "properties": {
            "share": {"type": "number", "minimum": 1.5, "maximum": 2.5},
            "colour": {"type": "string", "oneOf": [{"const": "r", "title": "Red"}]},
            "levels": {"type": "array", "items": {"type": "string", "enum": ["low"]}, "minItems": 1},
        },
        "required": ["share"],
    });
    let form = Arc::new(QuestionForm::new(schema.as_object().unwrap().clone()));
    let asked = || {
        let question = Question::new("q\"".to_owned(), "Why?\n".to_owned(), Arc::clone(&form));
        let state = "s".to_owned();
        Err(CallError::Asked {
            questions: vec![question],
            state,
        })
    };
    let id = RequestId::String("a\"\n".into());
    let text = written(&id, Era::Modern, asked());
    assert_eq!(text, sdk(Era::Modern, asked()));
    let parsed: Value = serde_json::from_str(&text).unwrap();
    let params = &parsed["result"]["inputRequests"]["q\""]["params"];
    assert_eq!(params["requestedSchema"], schema);
}

#[test]
fn responses_are_written_as_the_sdk_writes_them() {
    let results: [fn() -> Result<ToolResponse, CallError>; 6] = [
        || Ok(ToolResponse::text("done \u{7f}\n\"")),
        || Ok(ToolResponse::text("done").with_meta("a/b", json!({"c": [1, null]}))),
        || Ok(ToolResponse::structured(&json!({"a": 1})).unwrap()),
        || Ok(ToolResponse::structured(&json!([1])).unwrap()),
        || {
            let list = ToolResponse::text("a list");
            Ok(list.block(Content::Text("and more".to_owned())))
        },
        || Err(CallError::unknown_tool("x")),
    ];
    for result in results {
        for era in [Era::Modern, Era::Legacy] {
            let id = RequestId::String("a\"\n".into());
            assert_eq!(written(&id, era, result()), sdk(era, result()));
        }
    }
    let done = Ok(ToolResponse::text("done"));
    assert_eq!(
        written(&RequestId::Number(-7), Era::Legacy, done),
        r#"{"jsonrpc":"2.0","id":-7,"result":{"content":[{"type":"text","text":"done"}],"isError":false}}"#
    );
}
