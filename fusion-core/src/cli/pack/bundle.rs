//! An MCPB bundle: a zip file with the running program and its manifest.

use std::{
    io::{Cursor, Write as _},
    path::Path,
};

use serde_json::{Map, Value, json};
use zip::{CompressionMethod, DateTime, ZipWriter, result::ZipError, write::SimpleFileOptions};

use super::{
    PackedServer,
    setting::{DeclaredSetting, SettingKind, SettingValues},
};
use crate::cli::{failure::Failure, placeholders};

const MANIFEST_VERSION: &str = "0.3";
/// The mode of a program that everyone may run.
const PROGRAM_MODE: u32 = 0o755;
const FILE_MODE: u32 = 0o644;

/// Returns the manifest. `tools` is the result of `tools/list`.
pub(super) fn manifest(
    server: &PackedServer<'_>,
    tools: &Value,
    has_prompts: bool,
) -> Result<Value, Failure> {
    let info = server.info;
    let entry_point = format!("server/{}", file_name(server.program));
    let mut manifest = json!({
        "manifest_version": MANIFEST_VERSION,
        "name": info.name,
        "version": info.version,
        "description": description(server)?,
        "author": {"name": author(server)?},
        "server": {
            "type": "binary",
            "entry_point": entry_point,
            "mcp_config": start(server, &entry_point),
        },
        "tools": listed(tools),
        "compatibility": {"platforms": [platform()?]},
    });
    if let Some(title) = &info.title {
        manifest["display_name"] = json!(title);
    }
    if has_prompts {
        // A manifest holds the text of a prompt, which a server writes for each request.
        manifest["prompts_generated"] = json!(true);
    }
    if let Ok(package) = server.package() {
        if let Some(url) = &package.repository {
            manifest["repository"] = json!({"type": "git", "url": url});
        }
        if let Some(url) = &package.homepage {
            manifest["homepage"] = json!(url);
        }
        if let Some(license) = &package.license {
            manifest["license"] = json!(license);
        }
    }
    let settings = &server.settings.open;
    if !settings.is_empty() {
        let settings = settings.iter();
        let settings = settings.map(|setting| (setting.key.clone(), user_config(setting)));
        manifest["user_config"] = Value::Object(settings.collect());
    }
    Ok(manifest)
}

/// Returns the names and descriptions of a list of tools.
fn listed(tools: &Value) -> Value {
    let tools = tools["tools"].as_array().into_iter().flatten();
    let tool = |tool: &Value| {
        let mut listed = json!({"name": tool["name"]});
        if tool["description"].is_string() {
            listed["description"] = tool["description"].clone();
        }
        listed
    };
    tools.map(tool).collect()
}

fn description(server: &PackedServer<'_>) -> Result<String, Failure> {
    server.descriptions().into_iter().next().ok_or_else(|| {
        Failure::usage(
            "the server has no description; add docs to the struct of its options, or `description` to Cargo.toml",
        )
    })
}

/// Returns the author of the crate, else the owner of its repository.
fn author(server: &PackedServer<'_>) -> Result<String, Failure> {
    let package = server.required_package("the author of a bundle")?;
    let owner = package.github().map(|(owner, _)| owner.to_owned());
    package.author.clone().or(owner).ok_or_else(|| {
        Failure::usage(format!(
            "a bundle names its author; set `authors` in the Cargo.toml of `{}`, or `repository` to one on GitHub",
            package.name
        ))
    })
}

fn platform() -> Result<&'static str, Failure> {
    match std::env::consts::OS {
        "linux" => Ok("linux"),
        "macos" => Ok("darwin"),
        "windows" => Ok("win32"),
        other => Err(Failure::usage(format!(
            "no client installs bundles on {other}; pack one on Linux, macOS or Windows"
        ))),
    }
}

fn file_name(program: &str) -> String {
    format!("{program}{}", std::env::consts::EXE_SUFFIX)
}

/// Returns how a client starts the program. A value goes by its option: only that can be left out by a client, where
/// the user sets nothing. A secret and a switch go by their variable.
fn start(server: &PackedServer<'_>, entry_point: &str) -> Value {
    let mut args = server.stdio_words();
    let mut env = Map::new();
    for setting in &server.settings.open {
        let value = format!("{}{}}}", placeholders::USER_CONFIG, setting.key);
        match &setting.env {
            Some(name) if setting.is_secret || setting.values == SettingValues::Switch => {
                env.insert(name.clone(), value.into());
            }
            _ => args.push(format!("{}={value}", setting.flag)),
        }
    }
    let mut start = json!({
        "command": format!("${{__dirname}}/{entry_point}"),
        "args": args,
    });
    if !env.is_empty() {
        start["env"] = env.into();
    }
    start
}

fn user_config(setting: &DeclaredSetting) -> Value {
    let kind = match setting.kind {
        // A client lets its user choose among files that exist.
        SettingKind::Text | SettingKind::Path => "string",
        SettingKind::Number => "number",
        SettingKind::Boolean => "boolean",
        SettingKind::File => "file",
        SettingKind::Folder => "directory",
    };
    let title = title(&setting.key);
    let mut description = setting.description.clone().unwrap_or_default();
    if description.is_empty() {
        description.clone_from(&title);
    }
    if !setting.choices.is_empty() {
        let end = if description.ends_with(['.', '!', '?']) {
            ""
        } else {
            "."
        };
        description = format!("{description}{end} One of: {}.", setting.choices.join(", "));
    }
    let mut option = json!({
        "type": kind,
        "title": title,
        "description": description,
        "required": setting.is_required,
    });
    if setting.is_secret {
        option["sensitive"] = json!(true);
    }
    if let Some(default) = &setting.default {
        option["default"] = default_value(setting.kind, default);
    }
    option
}

/// Returns a default as a client shows it. A relative path is one of the user's home, because the folder in which a
/// client starts a program is not the user's.
fn default_value(kind: SettingKind, text: &str) -> Value {
    let parsed = match kind {
        SettingKind::Number | SettingKind::Boolean => serde_json::from_str(text).ok(),
        _ => None,
    };
    if kind.is_path() && !Path::new(text).is_absolute() {
        return format!("{}/{text}", placeholders::HOME).into();
    }
    parsed.unwrap_or_else(|| text.into())
}

/// Returns a name as a title: `api-key` is `Api key`.
fn title(key: &str) -> String {
    let words = key.replace(['-', '_'], " ");
    let mut chars = words.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}

/// Returns the bytes of a bundle: the same bytes for the same program and manifest.
pub(super) fn zipped(server: &PackedServer<'_>, manifest: &Value) -> Result<Vec<u8>, Failure> {
    let program = std::env::current_exe().and_then(std::fs::read);
    let program = program.map_err(|error| {
        Failure::refused(format!("the running program cannot be read: {error}"))
    })?;
    let manifest = format!("{manifest:#}\n");
    let name = format!("server/{}", file_name(server.program));
    let entries = [
        ("manifest.json", FILE_MODE, manifest.as_bytes()),
        (&*name, PROGRAM_MODE, &*program),
    ];
    archive(&entries)
        .map_err(|error| Failure::refused(format!("the bundle cannot be compressed: {error}")))
}

fn archive(entries: &[(&str, u32, &[u8])]) -> Result<Vec<u8>, ZipError> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, mode, bytes) in entries {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::default())
            .unix_permissions(*mode);
        archive.start_file(*name, options)?;
        archive.write_all(bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}
