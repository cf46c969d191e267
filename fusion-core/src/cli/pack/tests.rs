//! The three files of one server, whose options are of every kind, and the errors.

use std::{io::Read as _, path::Path};

use clap::{Args, ValueEnum, ValueHint};
use zip::ZipArchive;

use super::*;
use crate::cli::failure::Failure;

#[derive(Clone, Copy, ValueEnum)]
enum Language {
    En,
    De,
}

/// Work at a desk.
#[derive(Args)]
#[allow(dead_code)]
struct Options {
    /// The database.
    #[arg(long, env = "DESK_DB", default_value = "desk.db")]
    db: PathBuf,
    /// The folder of the papers.
    #[arg(long, value_hint = ValueHint::DirPath)]
    papers: Option<PathBuf>,
    /// The key of the desk.
    #[arg(long, env = "DESK_KEY", hide_env_values = true, required = true)]
    api_key: String,
    /// The language
    #[arg(long, value_enum, default_value = "en")]
    language: Language,
    #[arg(long, default_value_t = 5)]
    drawers: u8,
    /// Work faster.
    #[arg(long, env = "DESK_FAST")]
    fast: bool,
    /// Say more.
    #[arg(long)]
    loud: bool,
    /// A label of all papers.
    #[arg(long)]
    label: Vec<String>,
    #[arg(long, hide = true)]
    hidden: Option<String>,
}

struct Desk {
    info: ServerInfo,
    own: Command,
    matches: ArgMatches,
    options: PackOptions,
}

impl Desk {
    fn new(words: &[&str]) -> Self {
        let own = Options::augment_args(Command::new("own"));
        let line = ["pack"].iter().chain(words);
        let line = line.chain(&["--api-key", "secret"]);
        let matches = PackOptions::augment_args(Options::augment_args(Command::new("pack")))
            .get_matches_from(line);
        let options = <PackOptions as clap::FromArgMatches>::from_arg_matches(&matches).unwrap();
        Self {
            info: ServerInfo::new("desk", "1.2.0").title("The desk"),
            own,
            matches,
            options,
        }
    }

    fn packed(&self, package: Result<CargoPackage, String>) -> PackedServer<'_> {
        PackedServer {
            info: &self.info,
            program: "desk",
            options: &self.options,
            own: &self.own,
            matches: &self.matches,
            settings: DeclaredSettings::new(&self.own, &self.matches),
            package,
            is_http_only: false,
        }
    }
}

fn package() -> CargoPackage {
    CargoPackage {
        name: "desk-mcp".to_owned(),
        version: "1.2.0".to_owned(),
        binary: "desk".to_owned(),
        features: vec!["bin".to_owned()],
        description: None,
        repository: Some("https://github.com/Ada/desk.git".to_owned()),
        homepage: None,
        license: Some("MIT".to_owned()),
        author: None,
        is_publishable: true,
        workspace: "/nowhere".into(),
        outside: None,
    }
}

fn text(failure: Failure) -> String {
    match failure {
        Failure::Text(code, text) => format!("{code}: {text}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_entry_has_what_clap_declares() {
    let desk = Desk::new(&["server-json", "--crate", "--loud", "--drawers", "7"]);
    let entry = server_json::server_json(&desk.packed(Ok(package()))).unwrap();
    let words = json!([
        {"type": "positional", "value": "stdio"},
        {"type": "positional", "value": "--loud"},
        {"type": "named", "name": "--papers", "description": "The folder of the papers"},
        {"type": "named", "name": "--language", "description": "The language", "default": "en", "choices": ["en", "de"]},
        {"type": "named", "name": "--drawers", "format": "number", "default": "7"},
        {"type": "named", "name": "--label", "description": "A label of all papers", "isRepeated": true},
    ]);
    let variables = json!([
        {"name": "DESK_DB", "description": "The database", "format": "filepath", "default": "desk.db"},
        {"name": "DESK_KEY", "description": "The key of the desk", "isRequired": true, "isSecret": true},
        {"name": "DESK_FAST", "description": "Work faster", "format": "boolean"},
    ]);
    assert_eq!(
        entry,
        json!({
            "$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
            "name": "io.github.Ada/desk",
            "title": "The desk",
            "description": "Work at a desk",
            "version": "1.2.0",
            "repository": {"url": "https://github.com/Ada/desk", "source": "github"},
            "packages": [{
                "registryType": "cargo",
                "identifier": "desk-mcp",
                "version": "1.2.0",
                "transport": {"type": "stdio"},
                "packageArguments": words,
                "environmentVariables": variables,
            }],
        })
    );
}

#[test]
fn the_manifest_has_what_clap_declares() {
    let desk = Desk::new(&[
        "mcpb",
        "--exposition",
        "flat",
        "--label",
        "a",
        "--label",
        "b",
    ]);
    let tools = json!({"tools": [
        {"name": "a", "description": "The a.", "inputSchema": {"type": "object"}},
        {"name": "b", "inputSchema": {"type": "object"}},
    ]});
    let manifest = bundle::manifest(&desk.packed(Ok(package())), &tools, false).unwrap();
    let start = json!({
        "command": format!("${{__dirname}}/server/desk{}", std::env::consts::EXE_SUFFIX),
        "args": [
            "stdio", "--exposition", "flat", "--label=a", "--label=b", "--db=${user_config.db}",
            "--papers=${user_config.papers}", "--language=${user_config.language}",
            "--drawers=${user_config.drawers}",
        ],
        "env": {"DESK_KEY": "${user_config.api-key}", "DESK_FAST": "${user_config.fast}"},
    });
    assert_eq!(manifest["server"]["mcp_config"], start);
    assert_eq!(manifest["author"], json!({"name": "Ada"}));
    assert_eq!(
        manifest["tools"],
        json!([{"name": "a", "description": "The a."}, {"name": "b"}])
    );
    assert_eq!(
        manifest["user_config"],
        json!({
            "db": {"type": "string", "title": "Db", "description": "The database", "required": false, "default": "${HOME}/desk.db"},
            "papers": {"type": "directory", "title": "Papers", "description": "The folder of the papers", "required": false},
            "api-key": {"type": "string", "title": "Api key", "description": "The key of the desk", "required": true, "sensitive": true},
            "language": {"type": "string", "title": "Language", "description": "The language. One of: en, de.", "required": false, "default": "en"},
            "drawers": {"type": "number", "title": "Drawers", "description": "Drawers", "required": false, "default": 5},
            "fast": {"type": "boolean", "title": "Fast", "description": "Work faster", "required": false},
        })
    );
}

#[test]
fn the_dockerfile_has_what_clap_declares_and_no_secret() {
    let desk = Desk::new(&["dockerfile", "--loud", "--drawers", "7"]);
    let text = dockerfile::dockerfile(&desk.packed(Ok(package())), None).unwrap();
    assert!(!text.contains("HEALTHCHECK"), "{text}");
    for line in [
        "#   DESK_KEY: The key of the desk [required] [secret]",
        "#   --language: The language [en, de] [default: en]",
        "LABEL io.modelcontextprotocol.server.name=\"io.github.Ada/desk\"",
        "RUN cargo build --release --target-dir target --package desk-mcp --bin desk --features bin \\",
        r#"ENTRYPOINT ["/usr/local/bin/desk"]"#,
        r#"CMD ["serve","--host","0.0.0.0","--port","8000","--loud","--drawers=7"]"#,
    ] {
        assert!(
            text.lines().any(|written| written == line),
            "{line}\n{text}"
        );
    }
    let mut package = package();
    package.outside = Some(("far".to_owned(), "/far".to_owned()));
    assert_eq!(
        self::text(dockerfile::dockerfile(&desk.packed(Ok(package)), None).unwrap_err()),
        "2: the dependency `far` at `/far` is outside of the workspace `/nowhere`, which an image is built from; move it \
         into the workspace, or depend on it by `git` or by version"
    );
}

#[test]
fn an_entry_that_the_registry_refuses_is_not_written() {
    let refused = |words: &[&str], change: fn(&mut CargoPackage)| {
        let desk = Desk::new(words);
        let mut package = package();
        change(&mut package);
        text(server_json::server_json(&desk.packed(Ok(package))).unwrap_err())
    };
    let nothing = |_: &mut CargoPackage| {};
    for (words, expected) in [
        (
            &["server-json"][..],
            "2: the entry names no way to the server; give --url of a server over HTTP, --bundle for what `pack mcpb` wrote, --image for a container image, or --crate for crates.io",
        ),
        (
            &["server-json", "--url", "http://localhost:8000/mcp"],
            "2: `--url http://localhost:8000/mcp` is no address that others reach; give it as `https://example.com/mcp`",
        ),
        (
            &["server-json", "--image", "ada/desk"],
            "2: `--image ada/desk` is no published version; give the registry, the owner, the name and the version, as `ghcr.io/owner/server:1.0.0`",
        ),
        (
            &["server-json", "--crate", "--name", "desk"],
            "2: the name `desk` of --name is none of the registry: it has no slash; give the name with --name, as `io.github.owner/server`",
        ),
    ] {
        assert_eq!(refused(words, nothing), expected);
    }
    assert_eq!(
        refused(&["server-json", "--crate"], |package| package
            .is_publishable =
            false),
        "2: the crate `desk-mcp` cannot be published: its Cargo.toml has `publish = false`; leave --crate out"
    );
    assert_eq!(
        refused(&["server-json", "--crate"], |package| package.repository =
            None),
        "2: the name in the registry is unknown: `repository` in the Cargo.toml of `desk-mcp` is no repository on GitHub; give the name with --name, as `io.github.owner/server`"
    );
    let mut desk = Desk::new(&["server-json", "--crate"]);
    desk.info.version = "latest".to_owned();
    assert_eq!(
        text(server_json::server_json(&desk.packed(Ok(package()))).unwrap_err()),
        "2: the version `latest` of the server is no release as `1.0.0`; set it in `ServerInfo`"
    );
}

#[test]
fn a_server_over_http_only_is_no_package() {
    let desk = Desk::new(&["server-json", "--crate"]);
    let mut packed = desk.packed(Ok(package()));
    packed.is_http_only = true;
    assert_eq!(
        text(server_json::server_json(&packed).unwrap_err()),
        "2: this server is served over HTTP only, and a package is started over stdio; use `--url`"
    );
}

#[test]
fn a_bundle_has_the_same_bytes_each_time_and_a_program_that_runs() {
    let desk = Desk::new(&["mcpb"]);
    let packed = desk.packed(Ok(package()));
    let manifest = json!({"name": "desk"});
    let bytes = bundle::zipped(&packed, &manifest).unwrap();
    assert_eq!(
        sha256(&bytes),
        sha256(&bundle::zipped(&packed, &manifest).unwrap())
    );
    let mut archive = ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    let entry = archive.by_index(1).unwrap();
    let program = format!("server/desk{}", std::env::consts::EXE_SUFFIX);
    assert_eq!(entry.name().unwrap(), program);
    assert_eq!(entry.unix_mode().map(|mode| mode & 0o777), Some(0o755));
    drop(entry);
    let mut text = String::new();
    archive
        .by_index(0)
        .unwrap()
        .read_to_string(&mut text)
        .unwrap();
    assert_eq!(text, "{\n  \"name\": \"desk\"\n}\n");
}

#[test]
fn a_file_is_replaced_by_force_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("server.json");
    let target = |path: &Path, force| PackTarget {
        path: path.to_owned(),
        force,
    };
    target(&path, false).write(b"first").unwrap();
    let exists = format!(
        "2: `{}` exists; give another path with --out, or --force to replace it",
        path.display()
    );
    assert_eq!(text(target(&path, false).check().unwrap_err()), exists);
    assert_eq!(
        text(target(&path, false).write(b"second").unwrap_err()),
        exists
    );
    assert_eq!(std::fs::read(&path).unwrap(), b"first");
    target(&path, true).write(b"third").unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), b"third");
    let at = folder.path().display().to_string();
    assert_eq!(
        text(target(folder.path(), true).check().unwrap_err()),
        format!("2: `{at}` is a folder; give a file in it with --out")
    );
    assert_eq!(
        text(
            target(&folder.path().join("no/x"), false)
                .check()
                .unwrap_err()
        ),
        format!(
            "2: there is no folder `{at}/no` for `{at}/no/x`; create it, or give another path with --out"
        )
    );
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}
