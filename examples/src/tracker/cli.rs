//! The command line: what to open and how to serve it.

use std::error::Error;
use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use fusion_core::{Exposition, Server, ServerInfo, server_info};

use super::setup::Setup;
use super::store::Store;
use super::{http, registry};

/// An issue tracker for agents: MCP tools over one database file.
///
/// Serves HTTP on 127.0.0.1 and tells how to connect Claude, Cursor, VS Code and the MCP Inspector.
#[derive(Debug, Parser)]
#[command(name = "tracker", version, disable_help_subcommand = true)]
pub struct Cli {
    /// The database file; created and filled with a few issues if there is none.
    #[arg(long, global = true, value_name = "FILE", default_value = "tracker.db")]
    db: PathBuf,
    /// The port to serve HTTP on; 0 takes a free one.
    #[arg(long, value_name = "N", default_value_t = 8000)]
    port: u16,
    /// How the tools are listed.
    #[arg(long, global = true, value_enum, default_value_t = Listing::Grouped)]
    exposition: Listing,
    #[command(subcommand)]
    instead: Option<Instead>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Listing {
    /// One tool for each group; an argument selects the action.
    Grouped,
    /// Up to three tools for each group: what reads, what changes, what destroys.
    BySafety,
    /// One tool for each action.
    Flat,
}

impl Listing {
    /// Its name on the command line, where it must be named.
    fn option(self) -> Option<String> {
        let named = Some(self).filter(|listing| *listing != Self::Grouped);
        Some(named?.to_possible_value()?.get_name().to_owned())
    }
}

#[derive(Debug, Subcommand)]
enum Instead {
    /// Serve one client over standard input and output instead.
    Stdio,
}

/// Opens the database and serves it until a signal, or the client over stdio, ends it.
///
/// # Errors
///
/// What keeps the server from starting or going on, each in one line.
pub async fn run(cli: Cli) -> Result<(), Box<dyn Error>> {
    if let Some(Instead::Stdio) = cli.instead {
        cli.server()?.serve_stdio().await?;
        return Ok(());
    }
    // The port comes first: where it is taken, no file shall be made.
    let listening = http::listen(cli.port)?;
    let server = cli.server()?;
    Setup {
        url: listening.url(),
        program: std::env::current_exe()?,
        db: std::path::absolute(&cli.db)?,
        exposition: cli.exposition.option(),
    }
    .tell();
    listening.serve(server).await?;
    Ok(())
}

impl Cli {
    fn server(&self) -> Result<Server, Box<dyn Error>> {
        let registry = registry(&Store::open(&self.db)?)?;
        let info = ServerInfo::new("tracker", server_info!().version).title("Issue tracker");
        Ok(
            Server::new(registry, info).exposition(match self.exposition {
                Listing::Grouped => Exposition::Grouped,
                Listing::BySafety => Exposition::BySafety,
                Listing::Flat => Exposition::Flat,
            })?,
        )
    }
}
