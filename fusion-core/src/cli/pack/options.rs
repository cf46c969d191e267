//! The options of `pack`, as clap parses them.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::arguments::PrintOptions;

/// The options of `pack`.
#[derive(Args, Clone, Debug)]
#[group(skip)]
pub(in crate::cli) struct PackOptions {
    /// The file to write.
    #[arg(id = "fusion.format", value_name = "FORMAT", value_enum)]
    pub(in crate::cli) format: PackFormat,
    /// The path of the file; by default `NAME.mcpb`, `server.json` or `Dockerfile` in this folder.
    #[arg(id = "fusion.out", long = "out", value_name = "PATH")]
    pub(super) out: Option<PathBuf>,
    /// Replace a file that exists.
    #[arg(id = "fusion.force", long = "force")]
    pub(super) force: bool,
    /// The name in the MCP registry, as `io.github.owner/server`; by default from `repository` in Cargo.toml.
    #[arg(id = "fusion.name", long = "name", value_name = "NAME")]
    pub(super) name: Option<String>,
    /// For `server-json`: the URL of the endpoint, where you serve it over HTTP.
    #[arg(id = "fusion.url", long = "url", value_name = "URL")]
    pub(super) url: Option<String>,
    /// For `server-json`: the bundle that `pack mcpb` wrote, which you publish as a release.
    #[arg(id = "fusion.bundle", long = "bundle", value_name = "FILE")]
    pub(super) bundle: Option<PathBuf>,
    /// For `server-json`: the URL of the released bundle; by default that of a release `vVERSION` on GitHub.
    #[arg(
        id = "fusion.bundle-url",
        long = "bundle-url",
        value_name = "URL",
        requires = "fusion.bundle"
    )]
    pub(super) bundle_url: Option<String>,
    /// For `server-json`: the published image, as `ghcr.io/owner/server:1.0.0`.
    #[arg(id = "fusion.image", long = "image", value_name = "IMAGE")]
    pub(super) image: Option<String>,
    /// For `server-json`: list the crate, which you publish on crates.io.
    #[arg(id = "fusion.crate", long = "crate")]
    pub(super) lists_crate: bool,
    #[command(flatten)]
    pub(in crate::cli) print: PrintOptions,
}

/// A file that `pack` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum PackFormat {
    /// A bundle of this program, which clients install with a click.
    Mcpb,
    /// The entry of the server in the MCP registry.
    ServerJson,
    /// The recipe of a container image, built from the sources.
    Dockerfile,
}
