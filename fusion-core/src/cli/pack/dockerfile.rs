//! A Dockerfile that builds the program from its sources, and serves it over HTTP.

use std::fmt::Write as _;

use serde_json::json;

use super::{
    PackedServer, cargo_package::CargoPackage, registry_name::registry_name,
    setting::DeclaredSetting,
};
use crate::cli::failure::Failure;

/// The port of the endpoint in a container.
const PORT: u16 = 8000;
/// The user and the group of the process, which have no name and no rights.
const USER: &str = "10001:10001";
/// A request in bash, because the image has no other client. The argument is the path.
const HEALTHY: &str = r#"exec 3<>/dev/tcp/127.0.0.1/8000 && printf 'GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' "$0" >&3 && read -r _ code _ <&3 && [ "$code" = 200 ]"#;

/// Returns the text of the file. `health` is the path of the health route.
pub(super) fn dockerfile(
    server: &PackedServer<'_>,
    health: Option<&str>,
) -> Result<String, Failure> {
    let package = server.required_package("a container image")?;
    if let Some((name, path)) = &package.outside {
        return Err(Failure::usage(format!(
            "the dependency `{name}` at `{path}` is outside of the workspace `{}`, which an image is built from; move it \
             into the workspace, or depend on it by `git` or by version",
            package.workspace.display()
        )));
    }
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write_file(&mut text, server, package, health);
    Ok(text)
}

fn write_file(
    text: &mut String,
    server: &PackedServer<'_>,
    package: &CargoPackage,
    health: Option<&str>,
) -> std::fmt::Result {
    let binary = &package.binary;
    let image = format!("{binary}:{}", server.info.version.replace('+', "-"));
    writeln!(
        text,
        "# The image of {binary} {}. In the folder of the workspace, with `target` and `.git` in .dockerignore:\n\
         #   docker build --tag {image} --file Dockerfile .\n\
         #   docker run --rm --publish 127.0.0.1:{PORT}:{PORT} --volume {binary}:/data {image}\n\
         # A client starts it over stdio by: docker run --rm --interactive {image} stdio",
        server.info.version
    )?;
    write_settings(text, &server.settings.open)?;
    writeln!(
        text,
        "\nFROM rust:1-slim-trixie AS build\n\
         WORKDIR /build\n\
         COPY . .\n\
         RUN {} \\\n    \
         && mkdir -p image/data \\\n    \
         && cp target/release/{binary} image/{binary}\n\n\
         FROM debian:trixie-slim",
        build(package)
    )?;
    if let Ok(name) = registry_name(
        server.options.name.as_deref(),
        &server.info.name,
        server.package(),
    ) {
        writeln!(text, "# The MCP registry lists an image with this label.")?;
        writeln!(text, "LABEL io.modelcontextprotocol.server.name=\"{name}\"")?;
    }
    writeln!(
        text,
        "COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/\n\
         COPY --from=build /build/image/{binary} /usr/local/bin/{binary}\n\
         COPY --from=build --chown={USER} /build/image/data /data\n\
         USER {USER}\n\
         # Relative paths are in this folder.\n\
         WORKDIR /data\n\
         VOLUME [\"/data\"]\n\
         EXPOSE {PORT}"
    )?;
    if let Some(path) = health {
        let slash = if path.starts_with('/') { "" } else { "/" };
        let check = json!(["bash", "-c", HEALTHY, format!("{slash}{path}")]);
        writeln!(text, "HEALTHCHECK CMD {check}")?;
    }
    let port = PORT.to_string();
    let words = ["serve", "--host", "0.0.0.0", "--port", &port].map(str::to_owned);
    let words = words.into_iter().chain(server.listing_words());
    let words: Vec<_> = words.chain(server.given_words()).collect();
    writeln!(
        text,
        "ENTRYPOINT {}",
        json!([format!("/usr/local/bin/{binary}")])
    )?;
    writeln!(text, "CMD {}", json!(words))
}

fn build(package: &CargoPackage) -> String {
    let lock = package.workspace.join("Cargo.lock");
    let locked = if lock.exists() { " --locked" } else { "" };
    let features = match &*package.features.join(",") {
        "" => String::new(),
        features => format!(" --features {features}"),
    };
    let CargoPackage { name, binary, .. } = package;
    format!(
        "cargo build --release{locked} --target-dir target --package {name} --bin {binary}{features}"
    )
}

fn write_settings(text: &mut String, settings: &[DeclaredSetting]) -> std::fmt::Result {
    if settings.is_empty() {
        return Ok(());
    }
    writeln!(
        text,
        "#\n# Settings: variables by `--env`, options after `serve --host 0.0.0.0` behind the image."
    )?;
    for setting in settings {
        let name = setting.env.as_ref().unwrap_or(&setting.flag);
        let description = setting.description.as_deref().unwrap_or_default();
        write!(text, "#   {name}: {description}")?;
        if !setting.choices.is_empty() {
            write!(text, " [{}]", setting.choices.join(", "))?;
        }
        if let Some(default) = &setting.default {
            write!(text, " [default: {}]", super::setting::one_line(default))?;
        }
        if setting.is_required {
            write!(text, " [required]")?;
        }
        if setting.is_secret {
            write!(text, " [secret]")?;
        }
        writeln!(text)?;
    }
    Ok(())
}
