//! The work by pmcp: typed tools of its builder, both eras accepted.

use std::sync::Arc;

use fusion_bench_kit::{
    Result,
    program::Task,
    work::{self, Choices, JsonMap, Nested, Scalars, Twenty},
};
use pmcp::{
    Server, ServerCapabilities,
    server::streamable_http_server::{StreamableHttpServer, StreamableHttpServerConfig},
    types::{
        ProtocolVersion,
        protocol::{LATEST_PROTOCOL_VERSION, PROTOCOL_VERSION_2026_07_28},
    },
};
use serde_json::Value;
use tokio::sync::Mutex;

fn server() -> Result<Server> {
    let versions = [LATEST_PROTOCOL_VERSION, PROTOCOL_VERSION_2026_07_28];
    let builder = Server::builder()
        .name("work")
        .version("0.1.0")
        .capabilities(ServerCapabilities::tools_only())
        .with_supported_protocol_versions(versions.map(|name| ProtocolVersion(name.to_owned())))
        .tool_typed("ping", |_: JsonMap, _| async {
            Ok(Value::String(work::ping()))
        })
        .tool_typed("scalars", |given: Scalars, _| async {
            Ok(Value::String(work::scalars(given)))
        })
        .tool_typed("nested", |given: Nested, _| async {
            Ok(Value::String(work::nested(given)))
        })
        .tool_typed("choices", |given: Choices, _| async {
            Ok(Value::String(work::choices(given)))
        })
        .tool_typed("twenty", |given: Twenty, _| async {
            Ok(Value::String(work::twenty(given)))
        });
    Ok(builder.build()?)
}

#[tokio::main]
async fn main() -> Result<()> {
    match Task::from_process_arguments()? {
        Task::Stdio => server()?.run_stdio().await?,
        Task::Http(port) => {
            let server = Arc::new(Mutex::new(server()?));
            let config = StreamableHttpServerConfig::default();
            let address = ([127, 0, 0, 1], port).into();
            let http = StreamableHttpServer::with_config(address, server, config);
            let (_, serving) = http.start().await?;
            serving.await?;
        }
        Task::Time(_) => return Err("this peer is measured on the wire".into()),
    }
    Ok(())
}
