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

#[tokio::main]
async fn main() -> ExitCode {
    match serve().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("auth: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn serve() -> Result<(), Box<dyn std::error::Error>> {
    let server = fusion_examples::auth::server()?;
    eprintln!("serving http://127.0.0.1:8001/mcp for the tokens ada-token and grace-token");
    server.serve(([127, 0, 0, 1], 8001)).await?;
    Ok(())
}
