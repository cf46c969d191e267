//! By hand: the floor on the wire. It reads JSON-RPC, matches, answers, and checks nothing of the
//! protocol.

use axum::{Router, extract::Request, routing::post};
use fusion_bench_kit::{Result, floor, program::Task, work::JsonMap};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, BufWriter},
    net::TcpListener,
};

#[derive(Deserialize)]
struct Message {
    id: Option<Value>,
    method: String,
    #[serde(default)]
    params: Params,
}

#[derive(Default, Deserialize)]
struct Params {
    #[serde(default)]
    arguments: JsonMap,
}

/// Returns the response to a message, or `None` to a notification.
fn answer(message: &[u8]) -> Result<Option<String>> {
    let message: Message = serde_json::from_slice(message)?;
    let Some(id) = message.id else {
        return Ok(None);
    };
    let result = match message.method.as_str() {
        "tools/call" => {
            let result = floor::call(message.params.arguments);
            let is_error = result.is_err();
            let text = result.unwrap_or_else(|error| error);
            json!({"content": [{"type": "text", "text": text}], "isError": is_error})
        }
        "initialize" => json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "work", "version": "0.1.0"},
        }),
        _ => json!({}),
    };
    Ok(Some(
        json!({"jsonrpc": "2.0", "id": id, "result": result}).to_string(),
    ))
}

/// Serves the work until the client disconnects.
pub async fn serve(task: Task) -> Result<()> {
    match task {
        Task::Stdio => stdio().await,
        Task::Http(port) => {
            let router = Router::new().route("/mcp", post(http));
            let listener = TcpListener::bind(("127.0.0.1", port)).await?;
            Ok(axum::serve(listener, router).await?)
        }
        Task::Time(_) => Err("the program `process` measures".into()),
    }
}

async fn stdio() -> Result<()> {
    let mut input = BufReader::new(tokio::io::stdin());
    let mut output = BufWriter::new(tokio::io::stdout());
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line).await? > 0 {
        if let Some(answer) = answer(&line)? {
            output.write_all(answer.as_bytes()).await?;
            output.write_all(b"\n").await?;
        }
        line.clear();
        // Requests that arrived together are answered together.
        if !input.buffer().contains(&b'\n') {
            output.flush().await?;
        }
    }
    Ok(())
}

async fn http(request: Request) -> std::result::Result<String, String> {
    let body = axum::body::to_bytes(request.into_body(), 1 << 20).await;
    let body = body.map_err(|error| error.to_string())?;
    let answer = answer(&body).map_err(|error| error.to_string())?;
    Ok(answer.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_answered_and_a_notification_is_not() {
        let call = br#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": {"name": "work", "arguments": {"action": "ping"}}}"#;
        let answered: Value = serde_json::from_str(&answer(call).unwrap().unwrap()).unwrap();
        let expected = json!({"jsonrpc": "2.0", "id": 1, "result": {
            "content": [{"type": "text", "text": "pong"}], "isError": false}});
        assert_eq!(answered, expected);
        let notification = br#"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#;
        assert_eq!(answer(notification).unwrap(), None);
    }
}
