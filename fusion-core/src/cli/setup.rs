//! The text that `serve` prints when it starts: the address, and how clients connect to it, ready to paste.

use std::{
    fmt::{self, Write as _},
    io::{self, Write as _},
    path::PathBuf,
};

use serde_json::json;

use crate::wire::server_info::ServerInfo;

const SERVING: &str = "serving";
const EXPLORER: &str = "explorer";

/// The address of a server, and the words that start another one.
pub(super) struct Setup<'s> {
    pub(super) info: &'s ServerInfo,
    /// The URL of the endpoint.
    pub(super) url: String,
    /// The URL of the explorer; `None` for a server without one.
    pub(super) explorer: Option<String>,
    /// The lines that the author adds, as label and value.
    pub(super) facts: Vec<(String, String)>,
    /// The words that serve one client over stdio with the same options; `None` for a server without stdio.
    pub(super) stdio: Option<Vec<String>>,
}

impl Setup<'_> {
    /// Prints the text to standard error. A closed standard error is ignored.
    pub(super) fn print(&self) {
        let program = std::env::current_exe().unwrap_or_else(|_| PathBuf::from(&self.info.name));
        let _ = io::stderr().write_all(self.text(&program).as_bytes());
    }

    fn text(&self, program: &std::path::Path) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.write(program, &mut text);
        text
    }

    fn write(&self, program: &std::path::Path, text: &mut String) -> fmt::Result {
        let Self { info, url, .. } = self;
        let name = &info.name;
        writeln!(text, "{}", info.title.as_ref().unwrap_or(name))?;
        let labels = self.facts.iter().map(|(label, _)| label.chars().count());
        let explorer = self.explorer.as_ref().map(|_| EXPLORER.len());
        let labels = labels.chain([SERVING.len()]).chain(explorer);
        let width = labels.max().unwrap_or_default() + 2;
        writeln!(text, "  {SERVING:width$}{url}")?;
        if let Some(explorer) = &self.explorer {
            writeln!(text, "  {EXPLORER:width$}{explorer}")?;
        }
        for (label, value) in &self.facts {
            writeln!(text, "  {label:width$}{value}")?;
        }
        writeln!(text, "  Ctrl-C ends it.\n")?;
        writeln!(
            text,
            "Claude Code: run\n  claude mcp add --transport http {name} {url}\n"
        )?;
        let (key, at) = (json!(name), json!(url));
        if let Some(words) = &self.stdio {
            // JSON strings are Unicode: a path that is not Unicode is shown, but cannot be pasted.
            let command = json!(program.to_string_lossy());
            let words: Vec<_> = words.iter().map(|word| json!(word).to_string()).collect();
            let words = words.join(", ");
            write!(
                text,
                r#"Claude Desktop: put into claude_desktop_config.json (it starts a server of its own)
  {{
    "mcpServers": {{
      {key}: {{
        "command": {command},
        "args": [{words}]
      }}
    }}
  }}

"#
            )?;
        }
        write!(
            text,
            r#"Cursor: put into ~/.cursor/mcp.json
  {{
    "mcpServers": {{
      {key}: {{ "url": {at} }}
    }}
  }}

VS Code: put into .vscode/mcp.json
  {{
    "servers": {{
      {key}: {{ "type": "http", "url": {at} }}
    }}
  }}

MCP Inspector: run
  npx @modelcontextprotocol/inspector --cli {url} --transport http --method tools/list
"#
        )
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn text(title: Option<&str>, words: Option<&[&str]>) -> String {
        let mut info = ServerInfo::new("tracker", "1");
        info.title = title.map(str::to_owned);
        let setup = Setup {
            info: &info,
            url: "http://127.0.0.1:8000/mcp".to_owned(),
            explorer: None,
            facts: vec![("database".to_owned(), "/home/ada/my issues.db".to_owned())],
            stdio: words.map(|words| words.iter().map(ToString::to_string).collect()),
        };
        setup.text(Path::new(r"C:\tools\tracker.exe"))
    }

    #[test]
    fn the_whole_text() {
        assert_eq!(
            text(
                Some("Issue tracker"),
                Some(&["stdio", "--db", "/home/ada/my issues.db"])
            ),
            r#"Issue tracker
  serving   http://127.0.0.1:8000/mcp
  database  /home/ada/my issues.db
  Ctrl-C ends it.

Claude Code: run
  claude mcp add --transport http tracker http://127.0.0.1:8000/mcp

Claude Desktop: put into claude_desktop_config.json (it starts a server of its own)
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
    fn the_explorer_stands_below_the_endpoint() {
        let info = ServerInfo::new("clock", "1");
        let setup = Setup {
            info: &info,
            url: "http://127.0.0.1:8000/mcp".to_owned(),
            explorer: Some("http://127.0.0.1:8000/".to_owned()),
            facts: Vec::new(),
            stdio: None,
        };
        let text = setup.text(Path::new("clock"));
        let begin =
            "clock\n  serving   http://127.0.0.1:8000/mcp\n  explorer  http://127.0.0.1:8000/\n";
        assert!(text.starts_with(begin), "{text}");
    }

    #[test]
    fn a_server_over_http_only_has_no_piece_that_starts_another() {
        let text = text(None, None);
        assert!(text.starts_with("tracker\n  serving   http://"), "{text}");
        assert!(!text.contains("Claude Desktop"), "{text}");
    }

    #[test]
    fn every_piece_of_configuration_is_json() {
        let text = text(None, Some(&["stdio", "--exposition", "by-safety"]));
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
                    "args": ["stdio", "--exposition", "by-safety"],
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
