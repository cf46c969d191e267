//! The example server `auth` shows authorization: an access token of OAuth identifies the caller, and its scopes
//! select the actions that the caller may use. A client that can log in needs the URL only; its user is `ada`.
//!
//! ```sh
//! cargo run -p fusion-examples --bin auth -- --port 8001
//! TOKEN=$(curl -s http://127.0.0.1:8001/idp/token -d grant_type=client_credentials -d client_id=ada \
//!     -d resource=http://127.0.0.1:8001/mcp | jq -r .access_token)
//! npx @modelcontextprotocol/inspector --cli http://127.0.0.1:8001/mcp --transport http \
//!     --header "Authorization: Bearer $TOKEN" \
//!     --method tools/call --tool-name desk --tool-arg action=whose
//! ```
//!
//! `--method tools/list` lists two tools for `ada` and one for `grace`.

use std::{
    error::Error,
    net::{Ipv4Addr, SocketAddr},
    process::ExitCode,
};

use fusion_core::{
    clap::{self, Args},
    cli::{self, CliServer, Launch},
    server::ServerInfo,
    server_info,
};

/// Authorization by OAuth: MCP tools that differ for each caller.
///
/// Serves HTTP on 127.0.0.1, with an issuer of access tokens for the users ada and grace.
#[derive(Args, Debug)]
struct Options {
    #[command(flatten)]
    launch: Launch,
}

fn main() -> ExitCode {
    let info = ServerInfo::new("auth", server_info!().version);
    cli::run(info, async |options: &Options| start(options))
}

fn start(options: &Options) -> Result<CliServer, Box<dyn Error + Send + Sync>> {
    // A command without an address needs no tokens to show the tools.
    let address = options.launch.address;
    let address = address.unwrap_or_else(|| SocketAddr::from((Ipv4Addr::LOCALHOST, 8000)));
    let server = fusion_examples::auth::server(address)?;
    Ok(CliServer::new(server).fact("tokens", format!("http://{address}/idp")))
}
