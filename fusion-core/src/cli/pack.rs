//! `pack`: the files by which others get a server, from what its author declares once.

mod bundle;
mod cargo_package;
mod dockerfile;
mod options;
mod registry_name;
mod server_json;
mod setting;
#[cfg(test)]
mod tests;
mod written_file;

use std::path::PathBuf;

use clap::{ArgMatches, Command};
use serde_json::json;

use self::{
    cargo_package::CargoPackage,
    options::PackFormat,
    setting::{DeclaredSettings, one_line},
    written_file::{PackTarget, sha256},
};
pub(super) use self::{cargo_package::is_url, options::PackOptions};
use super::{
    CliServer,
    arguments::CallerOptions,
    caller,
    cli_server::ServerTransport,
    command_line::Grammar,
    failure::Failure,
    output::{Output, print_text},
};
use crate::{catalog::Prompt, wire::server_info::ServerInfo};

/// A server, and what is known of its program and its crate.
struct PackedServer<'p> {
    info: &'p ServerInfo,
    /// The name of the running program.
    program: &'p str,
    options: &'p PackOptions,
    own: &'p Command,
    matches: &'p ArgMatches,
    settings: DeclaredSettings,
    /// The crate, or the reason why there is none.
    package: Result<CargoPackage, String>,
    is_http_only: bool,
}

/// Writes the file that the options name. `matches` has the options of the author.
pub(super) async fn run(
    grammar: &Grammar,
    options: &PackOptions,
    matches: &ArgMatches,
    server: CliServer,
) -> Result<(), Failure> {
    let target = PackTarget {
        path: options
            .out
            .clone()
            .unwrap_or_else(|| default_path(&grammar.info, options.format)),
        force: options.force,
    };
    target.check()?;
    let program = grammar.root.get_name();
    let packed = PackedServer {
        info: &grammar.info,
        program,
        options,
        own: &grammar.own,
        matches,
        settings: DeclaredSettings::new(&grammar.own, matches),
        package: CargoPackage::find(program),
        is_http_only: matches!(server.transport, ServerTransport::Http(_)),
    };
    let (bytes, next) = match options.format {
        PackFormat::ServerJson => server_json(&packed)?,
        PackFormat::Mcpb => bundle(&packed, server).await?,
        PackFormat::Dockerfile => {
            let http = match server.transport {
                ServerTransport::Any(server) => server.http(),
                ServerTransport::Http(server) => *server,
            };
            let text = dockerfile::dockerfile(&packed, http.health_route())?;
            (text.into_bytes(), String::new())
        }
    };
    target.write(&bytes)?;
    report(options, &target, &bytes, &next)
}

fn default_path(info: &ServerInfo, format: PackFormat) -> PathBuf {
    match format {
        PackFormat::ServerJson => "server.json".into(),
        PackFormat::Dockerfile => "Dockerfile".into(),
        PackFormat::Mcpb => {
            let is_kept = |letter: char| letter.is_ascii_alphanumeric() || "-._".contains(letter);
            let name = info.name.replace(|letter| !is_kept(letter), "-");
            format!("{name}.mcpb").into()
        }
    }
}

/// Returns the bytes of the entry, and what its packages must have.
fn server_json(packed: &PackedServer<'_>) -> Result<(Vec<u8>, String), Failure> {
    let entry = server_json::server_json(packed)?;
    let name = entry["name"].as_str().unwrap_or_default();
    let mut next = String::new();
    if packed.options.lists_crate {
        next.extend([
            "The README of the crate must show the text `mcp-name: ",
            name,
            "`, by which the registry knows its owner.\n",
        ]);
    }
    if packed.options.image.is_some() {
        next.extend([
            "The image must have the label io.modelcontextprotocol.server.name=",
            name,
            ", as `pack dockerfile` writes it.\n",
        ]);
    }
    Ok((format!("{entry:#}\n").into_bytes(), next))
}

async fn bundle(
    packed: &PackedServer<'_>,
    mut server: CliServer,
) -> Result<(Vec<u8>, String), Failure> {
    packed.check_stdio("pack server-json --url")?;
    let has_prompts = server.view().catalog().iter::<Prompt>().next().is_some();
    let nobody = CallerOptions {
        token: None,
        headers: Vec::new(),
    };
    let tools = caller::list_tools(packed.info, server, &nobody).await?;
    let manifest = bundle::manifest(packed, &tools, has_prompts)?;
    let bytes = bundle::zipped(packed, &manifest)?;
    Ok((bytes, String::new()))
}

fn report(
    options: &PackOptions,
    target: &PackTarget,
    bytes: &[u8],
    next: &str,
) -> Result<(), Failure> {
    let output = Output::new(&options.print);
    let path = target.path.to_string_lossy();
    let hash = sha256(bytes);
    if output.is_json() {
        return output.json(&json!({"path": path, "bytes": bytes.len(), "sha256": hash}));
    }
    let size = bytes.len();
    let name = output.name(&path);
    let hash = output.quiet(&format!("sha256 {hash}"));
    print_text(&format!("{name}: {size} bytes\n{hash}\n{next}"))
}

impl PackedServer<'_> {
    fn package(&self) -> Result<&CargoPackage, &str> {
        self.package.as_ref().map_err(String::as_str)
    }

    /// Returns the crate that `purpose` needs.
    fn required_package(&self, purpose: &str) -> Result<&CargoPackage, Failure> {
        self.package().map_err(|reason| {
            Failure::usage(format!("{purpose} comes from Cargo.toml, but {reason}"))
        })
    }

    /// Returns the first paragraph of the docs of the options, and the description of the crate.
    fn descriptions(&self) -> Vec<String> {
        let about = self.own.get_about().map(ToString::to_string);
        let of_crate = self
            .package()
            .ok()
            .and_then(|package| package.description.clone());
        let texts = [about, of_crate].into_iter().flatten();
        texts
            .map(|text| one_line(&text))
            .filter(|text| !text.is_empty())
            .collect()
    }

    /// Rule: a package is started over stdio.
    fn check_stdio(&self, way_out: &str) -> Result<(), Failure> {
        if self.is_http_only {
            return Err(Failure::usage(format!(
                "this server is served over HTTP only, and a package is started over stdio; use `{way_out}`"
            )));
        }
        Ok(())
    }

    /// Returns the words that start the server over stdio, without what a client sets.
    fn stdio_words(&self) -> Vec<String> {
        let words = std::iter::once("stdio".to_owned()).chain(self.listing_words());
        words.chain(self.settings.fixed.iter().cloned()).collect()
    }

    fn listing_words(&self) -> Vec<String> {
        self.options.print.listing.words()
    }

    fn given_words(&self) -> Vec<String> {
        self.settings.given_words(self.own, self.matches)
    }
}
