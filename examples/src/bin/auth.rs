//! The example server `auth` shows authorization: an access token of OAuth identifies the caller, and its scopes
//! select the actions that the caller may use. A client that can log in needs the URL only; its user is `ada`.
//!
//! ```sh
//! cargo run -p fusion-examples --bin auth
//! TOKEN=$(curl -s http://127.0.0.1:8001/idp/token -d grant_type=client_credentials -d client_id=ada \
//!     -d resource=http://127.0.0.1:8001/mcp | jq -r .access_token)
//! npx @modelcontextprotocol/inspector --cli http://127.0.0.1:8001/mcp --transport http \
//!     --header "Authorization: Bearer $TOKEN" \
//!     --method tools/call --tool-name desk --tool-arg action=whose
//! ```
//!
//! `--method tools/list` lists two tools for `ada` and one for `grace`.

use std::{net::SocketAddr, process::ExitCode};

use clap::Parser;

/// Authorization by OAuth: MCP tools that differ for each caller.
///
/// Serves HTTP on 127.0.0.1, with an issuer of access tokens for the users ada and grace.
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
    let address = SocketAddr::from(([127, 0, 0, 1], cli.port));
    let server = fusion_examples::auth::server(address)?;
    eprintln!("serving http://{address}/mcp for the tokens of http://{address}/idp");
    server.serve(address).await?;
    Ok(())
}
