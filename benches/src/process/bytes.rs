//! Bytes in, bytes out: the lines of calls of 4 scalars, and the lines of their responses, over a stream in
//! memory.

use std::{borrow::Cow, cell::RefCell, rc::Rc};

use fusion_bench_kit::{
    Result, floor,
    probe::{Probe, Table},
    work::{Case, JsonMap},
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::io::{
    AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, BufWriter, DuplexStream, duplex, split,
};

use crate::{
    peers::fusion,
    wire::era::{Call, Era},
};

/// The name of the table.
pub const NAME: &str = "bytes";
/// The only row.
pub const ROW: &str = "4 scalars";

/// The bytes that a stream keeps. The calls of a batch fit into it.
const CAPACITY: usize = 1 << 20;
/// The bytes that one read of a server may take.
const CHUNK: usize = 16 * 1024;

#[derive(Deserialize)]
struct Message<'m> {
    #[serde(borrow)]
    id: Option<&'m RawValue>,
    #[serde(borrow)]
    method: Cow<'m, str>,
    #[serde(default)]
    params: Params,
}

#[derive(Default, Deserialize)]
struct Params {
    #[serde(default)]
    arguments: JsonMap,
}

#[derive(Serialize)]
struct Response<'m, R> {
    jsonrpc: &'static str,
    id: &'m RawValue,
    result: R,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CallResult {
    content: [TextBlock; 1],
    is_error: bool,
}

#[derive(Serialize)]
struct TextBlock {
    r#type: &'static str,
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Initialized {
    protocol_version: &'static str,
}

/// Appends the response to a message; nothing to a notification. Everything is typed, borrowed where it can
/// be, and written at once.
fn answer(message: &[u8], to: &mut Vec<u8>) -> Result<()> {
    let message: Message<'_> = serde_json::from_slice(message)?;
    let Some(id) = message.id else {
        return Ok(());
    };
    if message.method != "tools/call" {
        let protocol_version = Era::Legacy.version();
        return write(id, Initialized { protocol_version }, to);
    }
    let result = floor::call(message.params.arguments);
    let is_error = result.is_err();
    let block = TextBlock {
        r#type: "text",
        text: result.unwrap_or_else(|error| error),
    };
    let result = CallResult {
        content: [block],
        is_error,
    };
    write(id, result, to)
}

fn write(id: &RawValue, result: impl Serialize, to: &mut Vec<u8>) -> Result<()> {
    let jsonrpc = "2.0";
    serde_json::to_writer(
        &mut *to,
        &Response {
            jsonrpc,
            id,
            result,
        },
    )?;
    to.push(b'\n');
    Ok(())
}

async fn serve_by_hand(stream: DuplexStream) -> Result<()> {
    let (read, write) = split(stream);
    let mut input = BufReader::with_capacity(CHUNK, read);
    let mut output = BufWriter::with_capacity(CHUNK, write);
    let (mut line, mut response) = (Vec::new(), Vec::new());
    while input.read_until(b'\n', &mut line).await? > 0 {
        answer(&line, &mut response)?;
        output.write_all(&response).await?;
        line.clear();
        response.clear();
        // Requests that arrived together are answered together.
        if !input.buffer().contains(&b'\n') {
            output.flush().await?;
        }
    }
    Ok(())
}

/// The client's end of a stream.
struct Connection {
    stream: DuplexStream,
    received: Vec<u8>,
}

impl Connection {
    /// Makes a connection, and the server's end of its stream.
    fn new() -> (Self, DuplexStream) {
        let (stream, server) = duplex(CAPACITY);
        let received = Vec::new();
        (Self { stream, received }, server)
    }

    /// Completes the handshake, and makes one call to test it.
    async fn open(mut self, call: &Call) -> Result<Self> {
        let [hello, ready] = call.handshake().ok_or("the era has no handshake")?;
        let mut text = format!("{hello}\n");
        self.exchange(text.as_bytes(), 1).await?;
        text = format!("{ready}\n");
        self.stream.write_all(text.as_bytes()).await?;
        let mut line = Vec::new();
        call.write(1, &mut line);
        line.push(b'\n');
        self.exchange(&line, 1).await?;
        if !call.is_answered_by(&self.received) {
            let answered = String::from_utf8_lossy(&self.received);
            return Err(format!("answered {answered}").into());
        }
        Ok(self)
    }

    /// Sends lines, and receives as many lines as `responses`.
    async fn exchange(&mut self, lines: &[u8], responses: usize) -> Result<()> {
        self.received.clear();
        self.stream.write_all(lines).await?;
        let (mut missing, mut searched) = (responses, 0);
        while missing > 0 {
            self.received.reserve(CHUNK);
            if self.stream.read_buf(&mut self.received).await? == 0 {
                return Err("the server left".into());
            }
            let new = &self.received[searched..];
            missing -= new.split(|byte| *byte == b'\n').count() - 1;
            searched = self.received.len();
        }
        Ok(())
    }
}

/// Makes the table.
pub fn table() -> Result<Table> {
    let arguments = Case::Scalars.grouped_arguments().into();
    let answer = Case::Scalars.answer().ok_or("the call is wrong")?;
    let call = Call::new(Era::Legacy, "work", &arguments, answer);
    let mut table = Table::new(NAME, &[floor::NAME]);
    table.push(probe(floor::NAME, &call, |stream| async {
        serve_by_hand(stream).await
    }));
    table.push(probe(fusion::GROUPED, &call, |stream| async {
        let (read, write) = split(stream);
        let server = fusion::server()?;
        Ok(server.serve(read, write, std::future::pending()).await?)
    }));
    Ok(table)
}

/// Makes the probe of a server, which starts with the first batch.
fn probe<F: Future<Output = Result<()>> + Send + 'static>(
    column: &'static str,
    call: &Call,
    serve: impl Fn(DuplexStream) -> F + 'static,
) -> Probe {
    let (opened, call) = (Rc::new(RefCell::new(None)), call.clone());
    Probe::from_batches(ROW, column, move |runtime, calls| {
        let mut lines = Vec::new();
        for id in (2..).take(calls) {
            call.write(id, &mut lines);
            lines.push(b'\n');
        }
        if opened.borrow().is_none() {
            let (connection, stream) = Connection::new();
            let serving = serve(stream);
            runtime.spawn(async move {
                if let Err(error) = serving.await {
                    eprintln!("{column}: {error}");
                }
            });
            *opened.borrow_mut() = runtime.block_on(connection.open(&call)).ok();
        }
        let (opened, runtime) = (Rc::clone(&opened), Rc::clone(runtime));
        Box::new(move || {
            let mut opened = opened.borrow_mut();
            let exchanged = opened
                .as_mut()
                .map(|connection| runtime.block_on(connection.exchange(&lines, calls)));
            matches!(exchanged, Some(Ok(())))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_servers_answer_all_calls() {
        let runtime = fusion_bench_kit::probe::runtime().unwrap();
        let table = table().unwrap();
        for probe in table.probes() {
            for calls in [1, 300] {
                assert!(probe.batch(&runtime, calls)(), "{} {calls}", probe.column);
            }
        }
        assert_eq!(table.probes().len(), 2);
    }

    #[test]
    fn the_response_by_hand_is_that_of_the_protocol() {
        let call = br#"{"jsonrpc": "2.0", "id": "a", "method": "tools/call",
            "params": {"name": "work", "arguments": {"action": "ping"}}}"#;
        let mut bytes = Vec::new();
        answer(call, &mut bytes).unwrap();
        let expected = "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"result\":{\"content\":[{\"type\":\"text\",\
            \"text\":\"pong\"}],\"isError\":false}}\n";
        assert_eq!(String::from_utf8(bytes).unwrap(), expected);
        let mut bytes = Vec::new();
        answer(br#"{"method": "notifications/initialized"}"#, &mut bytes).unwrap();
        assert_eq!(bytes, b"");
    }
}
