//! `server.json`: the entry of a server in the MCP registry.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::{
    PackedServer,
    cargo_package::{CargoPackage, is_url},
    registry_name::registry_name,
    setting::{DeclaredSetting, SettingKind, SettingValues, one_line},
    written_file::sha256,
};
use crate::cli::failure::Failure;

const SCHEMA: &str = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";
/// The limit of a description and of a title, in characters.
const MAX_TEXT: usize = 100;

/// Returns the entry.
pub(super) fn server_json(server: &PackedServer<'_>) -> Result<Value, Failure> {
    let options = server.options;
    let info = server.info;
    let name = registry_name(options.name.as_deref(), &info.name, server.package())?;
    check_version(&info.version)?;
    let packages = packages(server)?;
    let remotes: Vec<_> = remote(options.url.as_deref())?.into_iter().collect();
    if packages.is_empty() && remotes.is_empty() {
        return Err(Failure::usage(
            "the entry names no way to the server; give --url of a server over HTTP, --bundle for what `pack mcpb` \
             wrote, --image for a container image, or --crate for crates.io",
        ));
    }
    let mut entry = json!({
        "$schema": SCHEMA,
        "name": name,
        "description": description(server)?,
        "version": info.version,
    });
    let title = info.title.as_deref().map(one_line);
    if let Some(title) = title.filter(|title| (1..=MAX_TEXT).contains(&title.chars().count())) {
        entry["title"] = title.into();
    }
    if let Ok(package) = server.package() {
        if let Some((owner, repository)) = package.github() {
            let url = format!("https://github.com/{owner}/{repository}");
            entry["repository"] = json!({"url": url, "source": "github"});
        }
        if let Some(homepage) = &package.homepage {
            entry["websiteUrl"] = json!(homepage);
        }
    }
    if !packages.is_empty() {
        entry["packages"] = packages.into();
    }
    if !remotes.is_empty() {
        entry["remotes"] = remotes.into();
    }
    Ok(entry)
}

/// Rule: a version is one release, because clients compare it.
fn check_version(version: &str) -> Result<(), Failure> {
    let is_release = version.starts_with(|first: char| first.is_ascii_digit())
        && version
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b".-+".contains(&byte))
        && !version.split('.').any(|part| matches!(part, "x" | "X"));
    if is_release {
        return Ok(());
    }
    Err(Failure::usage(format!(
        "the version `{version}` of the server is no release as `1.0.0`; set it in `ServerInfo`"
    )))
}

/// Returns the first text that fits: of the options, or of the crate.
fn description(server: &PackedServer<'_>) -> Result<String, Failure> {
    let texts = server.descriptions();
    let fits = |text: &&String| text.chars().count() <= MAX_TEXT;
    if let Some(text) = texts.iter().find(fits) {
        return Ok(text.clone());
    }
    Err(Failure::usage(match texts.first() {
        Some(text) => format!(
            "the description has {} characters, and the registry takes {MAX_TEXT}: \"{text}\"; shorten the first \
             paragraph of the docs of the options, or `description` in Cargo.toml",
            text.chars().count()
        ),
        None => "the server has no description; add docs to the struct of its options, or `description` to Cargo.toml"
            .to_owned(),
    }))
}

fn remote(url: Option<&str>) -> Result<Option<Value>, Failure> {
    let Some(url) = url else {
        return Ok(None);
    };
    let host = url.parse::<http::Uri>().ok();
    let host = host.as_ref().and_then(http::Uri::host).unwrap_or_default();
    let is_local = matches!(host, "localhost" | "127.0.0.1" | "[::1]" | "0.0.0.0")
        || host.ends_with(".localhost");
    if !is_url(url) || is_local {
        return Err(Failure::usage(format!(
            "`--url {url}` is no address that others reach; give it as `https://example.com/mcp`"
        )));
    }
    Ok(Some(json!({"type": "streamable-http", "url": url})))
}

fn packages(server: &PackedServer<'_>) -> Result<Vec<Value>, Failure> {
    let options = server.options;
    let mut packages = Vec::new();
    if options.bundle.is_some() || options.image.is_some() || options.lists_crate {
        server.check_stdio("--url")?;
    }
    if let Some(file) = &options.bundle {
        packages.push(bundle(server, file)?);
    }
    if let Some(image) = &options.image {
        packages.push(configured(server, image_package(image)?));
    }
    if options.lists_crate {
        let package = server.required_package("the crate")?;
        if !package.is_publishable {
            return Err(Failure::usage(format!(
                "the crate `{}` cannot be published: its Cargo.toml has `publish = false`; leave --crate out",
                package.name
            )));
        }
        packages.push(configured(server, crate_package(package)));
    }
    Ok(packages)
}

/// A bundle has its settings in itself.
fn bundle(server: &PackedServer<'_>, file: &Path) -> Result<Value, Failure> {
    let bytes = std::fs::read(file).map_err(|error| {
        let file = file.display();
        Failure::usage(format!(
            "`{file}` cannot be read: {error}; `pack mcpb` writes a bundle"
        ))
    })?;
    let url = match (&server.options.bundle_url, server.package()) {
        (Some(url), _) => url.clone(),
        (None, Ok(package)) if package.github().is_some() => {
            let (owner, repository) = package.github().unwrap_or_default();
            let file = file.file_name().unwrap_or_default().to_string_lossy();
            let version = &server.info.version;
            format!("https://github.com/{owner}/{repository}/releases/download/v{version}/{file}")
        }
        _ => {
            return Err(Failure::usage(
                "the URL of the released bundle is unknown; give it with --bundle-url, or set `repository` in Cargo.toml \
                 to one on GitHub",
            ));
        }
    };
    if !url.starts_with("https://") || !is_url(&url) || !url.to_ascii_lowercase().contains("mcp") {
        return Err(Failure::usage(format!(
            "the registry takes no bundle at `{url}`: the URL is one of https, and contains `mcp`; name the file \
             `….mcpb`"
        )));
    }
    Ok(json!({
        "registryType": "mcpb",
        "identifier": url,
        "fileSha256": sha256(&bytes),
        "transport": {"type": "stdio"},
    }))
}

fn image_package(image: &str) -> Result<Value, Failure> {
    let last = image.rsplit('/').next().unwrap_or(image);
    let tag = last.split_once('@').or_else(|| last.split_once(':'));
    let is_whole = image.split('/').count() >= 3
        && !image.contains(char::is_whitespace)
        && tag.is_some_and(|(name, tag)| !name.is_empty() && !tag.is_empty() && tag != "latest");
    if !is_whole {
        return Err(Failure::usage(format!(
            "`--image {image}` is no published version; give the registry, the owner, the name and the version, as \
             `ghcr.io/owner/server:1.0.0`"
        )));
    }
    Ok(json!({
        "registryType": "oci",
        "identifier": image,
        "transport": {"type": "stdio"},
    }))
}

fn crate_package(package: &CargoPackage) -> Value {
    json!({
        "registryType": "cargo",
        "identifier": package.name,
        "version": package.version,
        "transport": {"type": "stdio"},
    })
}

/// Adds what a client sets before it starts the program.
fn configured(server: &PackedServer<'_>, mut package: Value) -> Value {
    let (variables, options): (Vec<_>, Vec<_>) = server
        .settings
        .open
        .iter()
        .partition(|setting| setting.env.is_some());
    let words = server.stdio_words();
    let words = words
        .into_iter()
        .map(|word| json!({"type": "positional", "value": word}));
    let options = options.into_iter().map(named_argument);
    package["packageArguments"] = words.chain(options).collect();
    if !variables.is_empty() {
        let variables = variables.into_iter().map(|setting| {
            let mut input = input(setting);
            input.insert("name".to_owned(), json!(setting.env));
            Value::Object(input)
        });
        package["environmentVariables"] = variables.collect();
    }
    package
}

fn named_argument(setting: &DeclaredSetting) -> Value {
    let mut input = input(setting);
    input.insert("type".to_owned(), json!("named"));
    input.insert("name".to_owned(), json!(setting.flag));
    if setting.values == SettingValues::Many {
        input.insert("isRepeated".to_owned(), json!(true));
    }
    Value::Object(input)
}

fn input(setting: &DeclaredSetting) -> Map<String, Value> {
    let mut input = Map::new();
    let format = match setting.kind {
        SettingKind::Text | SettingKind::Folder => None,
        SettingKind::Number => Some("number"),
        SettingKind::Boolean => Some("boolean"),
        SettingKind::Path | SettingKind::File => Some("filepath"),
    };
    let description = setting
        .description
        .as_deref()
        .filter(|text| !text.is_empty());
    let fields = [
        ("description", description.map(|text| json!(text))),
        ("format", format.map(|format| json!(format))),
        (
            "default",
            setting.default.as_ref().map(|value| json!(value)),
        ),
        (
            "choices",
            (!setting.choices.is_empty()).then(|| json!(setting.choices)),
        ),
        ("isRequired", setting.is_required.then_some(json!(true))),
        ("isSecret", setting.is_secret.then_some(json!(true))),
    ];
    for (name, value) in fields {
        if let Some(value) = value {
            input.insert(name.to_owned(), value);
        }
    }
    input
}
