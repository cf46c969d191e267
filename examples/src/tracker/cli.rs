//! The command line: which database to open, and how to serve it.

use std::error::Error;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, Subcommand, ValueEnum};
use fusion_core::{Exposition, Server, server::ServerInfo, server_info};
use tokio::task::JoinHandle;

use super::setup::Setup;
use super::store::Store;
use super::{AuditTable, http, registry, show};

/// The time to wait for the audit at the end. SQLite waits as long for another program.
const LAST_WRITE: Duration = Duration::from_secs(5);

/// An issue tracker for agents: MCP tools over one database file.
///
/// Serves HTTP on 127.0.0.1 and prints how to connect Claude, Cursor, VS Code and the MCP
/// Inspector.
#[derive(Debug, Parser)]
#[command(name = "tracker", version, disable_help_subcommand = true)]
pub struct Cli {
    /// The database file; created with a few example issues if it does not exist.
    #[arg(long, global = true, value_name = "FILE", default_value = "tracker.db")]
    db: PathBuf,
    /// The port to serve HTTP on; 0 selects a free one.
    #[arg(long, value_name = "N", default_value_t = 8000)]
    port: u16,
    /// The exposition in which the tools are listed.
    #[arg(long, global = true, value_enum, default_value_t = Listing::Grouped)]
    exposition: Listing,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Listing {
    /// One tool; an argument selects the action.
    Grouped,
    /// Up to three tools: for actions that read, that write and that destroy.
    BySafety,
    /// One tool for each action.
    Flat,
}

impl Listing {
    /// Returns the value of the option `--exposition`, or `None` for the default.
    fn option_value(self) -> Option<String> {
        let named = Some(self).filter(|listing| *listing != Self::Grouped);
        Some(named?.to_possible_value()?.get_name().to_owned())
    }
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve one client over standard input and output instead.
    Stdio,
    /// Show how many bytes and tokens a model reads of each listed tool.
    Preview,
    /// Show all groups and actions.
    Tree,
}

impl From<Listing> for Exposition {
    fn from(listing: Listing) -> Self {
        match listing {
            Listing::Grouped => Self::Grouped,
            Listing::BySafety => Self::BySafety,
            Listing::Flat => Self::Flat,
        }
    }
}

/// Opens the database, and serves it until a signal arrives or the client over stdio disconnects.
/// The subcommands that show something open no database.
///
/// # Errors
///
/// Returns an error if the server cannot start or fails; its text is one line.
pub async fn run(cli: Cli) -> Result<(), Box<dyn Error>> {
    match cli.command {
        Some(Command::Stdio) => {
            let (server, audit) = cli.server()?;
            server.serve_stdio().await?;
            wait_for_audit(audit).await;
            Ok(())
        }
        Some(Command::Preview) => {
            let (registry, _) = registry(&Store::in_memory()?)?;
            let preview = registry.preview(cli.exposition.into())?;
            Ok(show::print(&format!("{preview}\n"))?)
        }
        Some(Command::Tree) => {
            let (registry, _) = registry(&Store::in_memory()?)?;
            Ok(show::print(&show::tree(&registry.catalog()))?)
        }
        None => serve_http(cli).await,
    }
}

async fn serve_http(cli: Cli) -> Result<(), Box<dyn Error>> {
    // The port is bound first: if it is in use, no file is created.
    let listening = http::listen(cli.port)?;
    let (server, audit) = cli.server()?;
    Setup {
        url: listening.url(),
        program: std::env::current_exe()?,
        db: std::path::absolute(&cli.db)?,
        exposition: cli.exposition.option_value(),
    }
    .print();
    listening.serve(server).await?;
    wait_for_audit(audit).await;
    Ok(())
}

/// Waits until every call is written to the audit.
async fn wait_for_audit(audit: JoinHandle<AuditTable>) {
    if tokio::time::timeout(LAST_WRITE, audit).await.is_err() {
        tracing::error!("the last calls are missing in the audit");
    }
}

impl Cli {
    /// Builds the server, and the task that writes its audit until the server is dropped.
    fn server(&self) -> Result<(Server, JoinHandle<AuditTable>), Box<dyn Error>> {
        let store = Store::open(&self.db)?;
        let (registry, queue) = registry(&store)?;
        let info = ServerInfo::new("tracker", server_info!().version).title("Issue tracker");
        let server = Server::new(registry, info).exposition(self.exposition.into())?;
        let audit = tokio::spawn(queue.write_to(AuditTable::new(store)));
        Ok((server, audit))
    }
}
