//! The example server `auth` shows authentication: a bearer token identifies the caller, and
//! selects the tools that the caller may see.
//!
//! ```sh
//! cargo run -p fusion-examples --bin auth
//! npx @modelcontextprotocol/inspector --cli http://127.0.0.1:8001/mcp --transport http \
//!     --header "Authorization: Bearer ada-token" \
//!     --method tools/call --tool-name desk --tool-arg action=whose
//! ```
//!
//! `--method tools/list` lists two tools for `ada-token` and one for `grace-token`.

use std::process::ExitCode;

use clap::Parser;

/// Authentication by bearer tokens: MCP tools that differ for each caller.
///
/// Serves HTTP on 127.0.0.1, for the tokens ada-token and grace-token.
#[derive(Debug, Parser)]
#[command(name = "auth", version)]
struct Cli {
    /// The port to serve HTTP on.
    #[arg(long, value_name = "N", default_value_t = 8001)]
    port: u16,
}

#[tokio::main]
async fn main() -> ExitCode {
    match serve(&Cli::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("auth: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn serve(cli: &Cli) -> Result<(), Box<dyn std::error::Error>> {
    let server = fusion_examples::auth::server()?;
    let port = cli.port;
    eprintln!("serving http://127.0.0.1:{port}/mcp for the tokens ada-token and grace-token");
    server.serve(([127, 0, 0, 1], port)).await?;
    Ok(())
}
