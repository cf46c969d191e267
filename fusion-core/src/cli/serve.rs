//! The commands that serve: over HTTP, with what clients need to connect, and over the standard streams.

use std::net::SocketAddr;
#[cfg(feature = "explorer")]
use std::net::{Ipv4Addr, Ipv6Addr};

use clap::ArgMatches;

use super::{
    BuildServer, CliServer, Launch,
    arguments::{ListingOptions, ServeOptions},
    cli_server::ServerTransport,
    command_line::Grammar,
    failure::Failure,
    own_options,
    setup::Setup,
};
use crate::wire::{http::bind, server::ServeError, signals::Signals};

/// Serves over HTTP until SIGTERM or Ctrl-C.
pub(super) async fn http(
    grammar: &Grammar,
    options: &ServeOptions,
    matches: &ArgMatches,
    build: BuildServer<'_>,
) -> Result<(), Failure> {
    let address = SocketAddr::from((options.host, options.port));
    let taken = |error: std::io::Error| {
        let kind = error.kind();
        Failure::start(&std::io::Error::other(format!(
            "cannot listen on {address}: {kind}; give another port with --port, or 0 for a free one"
        )))
    };
    // The port is bound first, so that a server that finds it in use creates no files.
    let listener = bind(address).map_err(taken)?;
    let address = listener.local_addr().map_err(taken)?;
    let launch = Launch {
        address: Some(address),
        runs_actions: true,
    };
    let mut server = build(launch, matches).await?;
    server.list_as(&options.listing)?;
    let CliServer {
        transport,
        facts,
        at_end,
        http,
    } = server;
    let (mut server, is_http_only) = match transport {
        ServerTransport::Any(server) => (server.http(), false),
        ServerTransport::Http(server) => (*server, true),
    };
    if let Some(set) = http {
        server = set(server);
    }
    #[cfg(feature = "explorer")]
    let explorer = server.explorer_path();
    #[cfg(feature = "explorer")]
    let explorer = explorer.map(|path| format!("http://{}{path}", local(address)));
    #[cfg(not(feature = "explorer"))]
    let explorer = None;
    let setup = Setup {
        info: &grammar.info,
        url: format!("http://{address}{}", server.endpoint_path()),
        explorer,
        facts,
        stdio: (!is_http_only).then(|| stdio_words(grammar, &options.listing, matches)),
    };
    server
        .check_start()
        .map_err(|error| Failure::start(&error))?;
    // Before, a signal ends the process at once, also while the author's function waits for a database.
    let signals = Signals::new().map_err(ServeError::Process);
    let mut signals = signals.map_err(|error| Failure::start(&error))?;
    setup.print();
    let stop = async move { signals.any().await };
    let result = server.serve_listener(listener, stop).await;
    if let Some(end) = at_end {
        end.await;
    }
    result.map_err(|error| Failure::start(&error))
}

/// Returns the address at which a browser on this machine opens the explorer, which refuses the unspecified
/// address as a host.
#[cfg(feature = "explorer")]
fn local(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(if address.is_ipv4() {
            Ipv4Addr::LOCALHOST.into()
        } else {
            Ipv6Addr::LOCALHOST.into()
        });
    }
    address
}

/// Serves one client over the standard streams.
pub(super) async fn stdio(server: CliServer) -> Result<(), Failure> {
    match server.transport {
        ServerTransport::Any(server) => {
            let ended = server.serve_stdio().await;
            ended.map_err(|error| Failure::start(&error))
        }
        ServerTransport::Http(_) => Err(Failure::usage(
            "this server is served over HTTP only: use `serve`",
        )),
    }
}

/// Returns the words with which a client starts a server of its own with the same options.
pub(super) fn stdio_words(
    grammar: &Grammar,
    listing: &ListingOptions,
    matches: &ArgMatches,
) -> Vec<String> {
    let mut words = vec!["stdio".to_owned()];
    let own = own_options::words(&grammar.own, matches);
    words.extend(own.iter().map(|word| word.to_string_lossy().into_owned()));
    words.extend(listing.words());
    words
}
