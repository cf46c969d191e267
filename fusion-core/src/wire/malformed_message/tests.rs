use rmcp::{RoleServer, model::JsonRpcMessage, service::RxJsonRpcMessage};
use serde_json::{Value, json};

use super::*;

/// Returns the answer that a line gets on a byte stream as an error, if the line is no message.
fn answer(line: &str) -> Result<(), Option<Value>> {
    let parsed = serde_json::from_str::<RxJsonRpcMessage<RoleServer>>(line);
    let envelope = Envelope::read(line.as_bytes());
    let fault = match parsed {
        Ok(JsonRpcMessage::Notification(message))
            if envelope.is_request() && is_no_notification(&message.notification) =>
        {
            MessageFault::of_shape(line.as_bytes(), &envelope)
        }
        Ok(_) => return Ok(()),
        Err(error) => MessageFault::of(line.as_bytes(), &envelope, error),
    };
    let answer = is_awaited(&envelope, &fault).then(|| error_answer(&envelope, &fault));
    Err(answer.map(|answer| serde_json::from_slice(&answer).unwrap()))
}

fn code_and_id(line: &str) -> Option<(i64, Value)> {
    let answer = answer(line).unwrap_err()?;
    assert_eq!(answer["jsonrpc"], "2.0");
    Some((
        answer["error"]["code"].as_i64().unwrap(),
        answer["id"].clone(),
    ))
}

fn call(id: &str, n: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"x","arguments":{{"n":{n}}}}}}}"#
    )
}

#[test]
fn a_request_that_cannot_be_parsed_is_answered_with_its_id() {
    let deep = format!("{}1{}", "[".repeat(126), "]".repeat(126));
    for n in [deep.as_str(), "1e400", r#""\ud800""#, "nul", "{\"a\":}", ""] {
        assert_eq!(code_and_id(&call("7", n)), Some((-32700, json!(7))), "{n}");
        let text = code_and_id(&call(r#""a\"\u00e9,}""#, n));
        assert_eq!(text, Some((-32700, json!("a\"é,}"))), "{n}");
    }
    assert_eq!(answer(&call("7", "1")), Ok(()));
}

#[test]
fn the_id_is_read_wherever_it_stands() {
    for line in [
        r#"{"method":"x","params":{"id":1,"n":[{"id":2}],"s":"\"id\":3"},"n":1e999,"id":4}"#,
        r#"{"id" : 4 ,"method":"x","n":1e999}"#,
        r#"{"\u0069d":4,"method":"x","n":1e999}"#,
        "\u{feff} {\"id\":4,\"method\":\"x\",\"n\":1e999}",
    ] {
        assert_eq!(code_and_id(line), Some((-32700, json!(4))), "{line}");
    }
}

#[test]
fn an_id_that_cannot_be_read_is_null() {
    let long = format!("\"{}\"", "x".repeat(1_000));
    for id in [
        "1e400",
        r#""\ud800""#,
        "01",
        "--1",
        "{\"a\":1}",
        "[1]",
        "tru",
        "",
        "\"x",
        long.as_str(),
    ] {
        let line = format!(r#"{{"method":"x","n":1e999,"id":{id}}}"#);
        let expected = Some((-32700, Value::Null));
        // An open quote takes the end of the object with it, so the id has no end.
        assert_eq!(code_and_id(&line), expected, "{line}");
    }
    let twice = r#"{"id":1,"id":2,"method":"x","n":1e999}"#;
    assert_eq!(code_and_id(twice), Some((-32700, Value::Null)));
    let cut = r#"{"method":"x","id":12"#;
    assert_eq!(code_and_id(cut), Some((-32700, Value::Null)));
}

#[test]
fn json_that_is_no_message_is_an_invalid_request() {
    let invalid = |line: &str| {
        let answer = answer(line).unwrap_err().unwrap();
        assert_eq!(answer["error"]["code"], -32600, "{line}");
        (
            answer["id"].clone(),
            answer["error"]["message"].as_str().unwrap().to_owned(),
        )
    };
    let id = "Invalid Request: `id` must be a string or an integer";
    let version = "Invalid Request: `jsonrpc` must be \"2.0\"";
    let method = "Invalid Request: `method` is missing";
    for (line, expected_id, text) in [
        (
            "[]",
            Value::Null,
            "Invalid Request: expected one object; batches are not supported",
        ),
        ("5", Value::Null, "Invalid Request: expected an object"),
        ("{}", Value::Null, method),
        (r#"{"jsonrpc":"2.0","id":5}"#, json!(5), method),
        (r#"{"id":5,"method":"ping"}"#, json!(5), version),
        (
            r#"{"jsonrpc":"1.0","id":5,"method":"ping"}"#,
            json!(5),
            version,
        ),
        (
            r#"{"jsonrpc":"2.0","id":5,"method":7}"#,
            json!(5),
            "Invalid Request: `method` must be a string",
        ),
        (
            r#"{"jsonrpc":"2.0","id":5,"method":"ping","result":{}}"#,
            json!(5),
            "Invalid Request: a request has neither `result` nor `error`",
        ),
        (
            r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
            Value::Null,
            id,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#,
            json!(1.5),
            id,
        ),
        (
            r#"{"jsonrpc":"2.0","id":true,"method":"ping"}"#,
            Value::Null,
            id,
        ),
    ] {
        assert_eq!(invalid(line), (expected_id, text.to_owned()), "{line}");
    }
    let large = r#"{"jsonrpc":"2.0","id":18446744073709551615,"method":"ping"}"#;
    assert_eq!(invalid(large), (json!(u64::MAX), id.to_owned()));
}

#[test]
fn broken_responses_notifications_and_garbage_are_not_answered() {
    for line in [
        r#"{"jsonrpc":"2.0","id":1,"result":{"n":1e400}}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"n":1e400}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/x","params":{"n":1e400}}"#,
        r#"{"method":"tools/list"}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"#,
        "this is no JSON",
        r#"{"jsonrpc":"2.0","id":5"#,
        "[1,",
        "",
    ] {
        assert_eq!(answer(line), Err(None), "{line}");
    }
}

#[test]
fn the_parts_of_a_text_may_end_anywhere() {
    let line = call(r#""a\\\"b""#, r#"{"x":"}]\"","id":[]}"#);
    let whole = Envelope::read(line.as_bytes());
    assert_eq!(whole.id, MessageId::Text(r#""a\\\"b""#.to_owned()));
    for length in 1..line.len() {
        let mut reader = EnvelopeReader::new();
        for part in line.as_bytes().chunks(length) {
            reader.feed(part);
        }
        assert_eq!(reader.finish(), whole);
    }
}

#[test]
fn an_answer_has_no_words_of_the_input() {
    let line = r#"{"jsonrpc":"2.0","id":1,"method":"x","secret":hunter2}"#;
    let answer = answer(line).unwrap_err().unwrap();
    let expected = "Parse error: expected value at line 1 column 47";
    assert_eq!(answer["error"]["message"], expected);
}

#[test]
fn a_broken_object_with_a_readable_id_is_answered_with_it() {
    for line in [
        r#"{"jsonrpc":"2.0","id":"z2","x":"#,
        r#"{"jsonrpc":"2.0","id":"z2","#,
        r#"{"jsonrpc":"2.0","id":"z2","meth"#,
        r#"{"id":"z2","params":{"n":1e999}}"#,
    ] {
        assert_eq!(code_and_id(line), Some((-32700, json!("z2"))), "{line}");
    }
}

#[test]
fn a_request_whose_parameters_are_no_object_is_told_which() {
    for (method, params, code, text) in [
        (
            "tools/list",
            "[1]",
            -32602,
            "params: expected object, got array",
        ),
        (
            "tools/call",
            "[]",
            -32602,
            "params: expected object, got array",
        ),
        (
            "resources/read",
            "\"x\"",
            -32602,
            "params: expected object, got \"x\"",
        ),
        ("no/method", "[1]", -32601, "Method not found: no/method"),
        ("no/method", "5", -32601, "Method not found: no/method"),
        (
            "tools/list",
            r#"{"_meta":5}"#,
            -32602,
            "params._meta: expected object, got 5",
        ),
        (
            "server/discover",
            r#"{"_meta":[]}"#,
            -32602,
            "params._meta: expected object, got array",
        ),
        (
            "tools/call",
            r#"{"_meta":"m","name":7}"#,
            -32602,
            "params.name: expected string, got 7; params._meta: expected object, got \"m\"",
        ),
        (
            "logging/setLevel",
            r#"{"_meta":true,"level":"info"}"#,
            -32602,
            "params._meta: expected object, got true",
        ),
    ] {
        let line = format!(r#"{{"jsonrpc":"2.0","id":5,"method":"{method}","params":{params}}}"#);
        let error = json!({"code": code, "message": text});
        let expected = json!({"jsonrpc": "2.0", "id": 5, "error": error});
        assert_eq!(answer(&line), Err(Some(expected)), "{line}");
    }
}

#[test]
fn the_log_has_no_words_of_a_request() {
    let line = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":"hunter2"}"#;
    let fault = MessageFault::of_shape(line.as_bytes(), &Envelope::read(line.as_bytes()));
    assert_eq!(fault.to_string(), "a request with the error -32602");
}
