//! The configuration with which clients connect to this server, ready to paste.

use std::fmt;
use std::io::{self, Write as _};
use std::path::PathBuf;

use serde_json::json;

/// The address of this server, and the command that starts another one.
pub(super) struct Setup {
    /// The URL of this server.
    pub(super) url: String,
    /// The program.
    pub(super) program: PathBuf,
    /// The database file. Absolute, because clients start programs in other folders.
    pub(super) db: PathBuf,
    /// The value of `--exposition`, if it is not the default.
    pub(super) exposition: Option<String>,
    /// The value of `--profile`, if it is not the default.
    pub(super) profile: Option<String>,
    /// The value of `--describe`, if it is not the default.
    pub(super) describe: Option<String>,
}

impl Setup {
    /// Prints the configuration to standard error. A closed standard error is ignored.
    pub(super) fn print(&self) {
        let _ = io::stderr().write_all(self.to_string().as_bytes());
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            url,
            program,
            db,
            exposition,
            profile,
            describe,
        } = self;
        // JSON strings are Unicode: a path that is not Unicode is shown, but cannot be pasted.
        let program = json!(program.to_string_lossy());
        let path = json!(db.to_string_lossy());
        let options = [
            ("--exposition", exposition),
            ("--profile", profile),
            ("--describe", describe),
        ];
        let options = options.iter().filter_map(|(option, value)| {
            let value = json!(value.as_ref()?);
            Some(format!(r#", "{option}", {value}"#))
        });
        let options: String = options.collect();
        write!(
            f,
            r#"Tracker
  serving   {url}
  database  {db}
  Ctrl-C ends it.

Claude Code: run
  claude mcp add --transport http tracker {url}

Claude Desktop: put into claude_desktop_config.json (it starts a tracker of its own, on the same database)
  {{
    "mcpServers": {{
      "tracker": {{
        "command": {program},
        "args": ["stdio", "--db", {path}{options}]
      }}
    }}
  }}

Cursor: put into ~/.cursor/mcp.json
  {{
    "mcpServers": {{
      "tracker": {{ "url": "{url}" }}
    }}
  }}

VS Code: put into .vscode/mcp.json
  {{
    "servers": {{
      "tracker": {{ "type": "http", "url": "{url}" }}
    }}
  }}

MCP Inspector: run
  npx @modelcontextprotocol/inspector --cli {url} --transport http --method tools/list
"#,
            db = db.display(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setup(exposition: Option<&str>, profile: Option<&str>, describe: Option<&str>) -> String {
        Setup {
            url: "http://127.0.0.1:8000/mcp".to_owned(),
            program: PathBuf::from(r"C:\tools\tracker.exe"),
            db: PathBuf::from("/home/ada/my issues.db"),
            exposition: exposition.map(str::to_owned),
            profile: profile.map(str::to_owned),
            describe: describe.map(str::to_owned),
        }
        .to_string()
    }

    #[test]
    fn the_whole_text() {
        assert_eq!(
            setup(None, None, None),
            r#"Tracker
  serving   http://127.0.0.1:8000/mcp
  database  /home/ada/my issues.db
  Ctrl-C ends it.

Claude Code: run
  claude mcp add --transport http tracker http://127.0.0.1:8000/mcp

Claude Desktop: put into claude_desktop_config.json (it starts a tracker of its own, on the same database)
  {
    "mcpServers": {
      "tracker": {
        "command": "C:\\tools\\tracker.exe",
        "args": ["stdio", "--db", "/home/ada/my issues.db"]
      }
    }
  }

Cursor: put into ~/.cursor/mcp.json
  {
    "mcpServers": {
      "tracker": { "url": "http://127.0.0.1:8000/mcp" }
    }
  }

VS Code: put into .vscode/mcp.json
  {
    "servers": {
      "tracker": { "type": "http", "url": "http://127.0.0.1:8000/mcp" }
    }
  }

MCP Inspector: run
  npx @modelcontextprotocol/inspector --cli http://127.0.0.1:8000/mcp --transport http --method tools/list
"#
        );
    }

    #[test]
    fn every_piece_of_configuration_is_json_and_a_server_starts_another_that_lists_the_same_way() {
        let text = setup(Some("by-safety"), Some("strict"), Some("brief"));
        let pieces: Vec<serde_json::Value> = text
            .split("\n\n")
            .filter_map(|paragraph| paragraph.split_once('\n'))
            .filter(|(_, piece)| piece.starts_with("  {"))
            .map(|(_, piece)| serde_json::from_str(piece).unwrap())
            .collect();
        assert_eq!(
            pieces,
            [
                json!({"mcpServers": {"tracker": {
                    "command": r"C:\tools\tracker.exe",
                    "args": [
                        "stdio",
                        "--db",
                        "/home/ada/my issues.db",
                        "--exposition",
                        "by-safety",
                        "--profile",
                        "strict",
                        "--describe",
                        "brief",
                    ],
                }}}),
                json!({"mcpServers": {"tracker": {"url": "http://127.0.0.1:8000/mcp"}}}),
                json!({"servers": {"tracker": {
                    "type": "http",
                    "url": "http://127.0.0.1:8000/mcp",
                }}}),
            ]
        );
    }
}
