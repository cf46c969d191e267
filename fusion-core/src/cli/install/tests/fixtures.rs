//! Files as users of the clients have them, and the odd forms of each.

use super::ClientApp;

const CLAUDE_DESKTOP: &str = r#"{
  "globalShortcut": "Alt+Space",
  "mcpServers": {
    "notes": {
      "command": "npx",
      "args": ["-y", "notes-server", "/Users/ada/notes"]
    }
  },
  "preferences": {
    "quickEntry": true
  }
}
"#;

const CURSOR: &str = r#"{
  "mcpServers": {
    "search": {
      "url": "https://search.example/mcp",
      "headers": {
        "Authorization": "Bearer ${env:SEARCH_TOKEN}"
      }
    },
    "shell": { "command": "uvx", "args": ["shell-mcp"], "envFile": "${userHome}/.env" }
  }
}
"#;

const VSCODE: &str = r#"{
  "inputs": [
    {
      "type": "promptString",
      "id": "search-key",
      "description": "Key of the search",
      "password": true
    }
  ],
  "servers": {
    // started by hand
    "search": {
      "type": "http",
      "url": "https://search.example/mcp",
      "headers": { "X-Key": "${input:search-key}" }
    }
  }
}
"#;

const CODEX: &str = r#"model = "gpt-5-codex" # the fast one
approval_policy = "on-request"

[mcp_servers.notes]
command = "npx"
args = [
  "-y",
  "notes-server", # pinned elsewhere
]

[mcp_servers.notes.env]
NOTES = "/home/ada/notes"

[projects."/home/ada/work"]
trust_level = "trusted"
"#;

const GEMINI: &str = r#"{
  "security": {
    "auth": { "selectedType": "gemini-api-key" }
  },
  // servers of the team
  "mcpServers": {
    "docs": {
      "httpUrl": "https://docs.example/mcp",
      "timeout": 5000
    }
  },
  "ui": { "theme": "Default" }
}
"#;

const WINDSURF: &str = r#"{
  "mcpServers": {
    "docs": {
      "serverUrl": "https://docs.example/mcp",
      "disabled": false,
      "disabledTools": ["delete"]
    }
  }
}
"#;

const ZED: &str = r#"// Settings of the editor
//
// See the defaults for more.
{
  "theme": {
    "mode": "system",
    "light": "One Light",
  },
  "context_servers": {
    "postgres": {
      "settings": { "database_url": "postgresql://localhost/work" },
    },
    /* local build */
    "notes": { "command": "notes", "args": [], "env": {} }, // keep
  },
  "vim_mode": true,
}
"#;

/// The usual file of a client.
pub(super) fn usual(app: ClientApp) -> &'static str {
    match app {
        ClientApp::ClaudeDesktop | ClientApp::ClaudeCode => CLAUDE_DESKTOP,
        ClientApp::Cursor => CURSOR,
        ClientApp::VsCode => VSCODE,
        ClientApp::Codex => CODEX,
        ClientApp::Gemini => GEMINI,
        ClientApp::Windsurf => WINDSURF,
        ClientApp::Zed => ZED,
    }
}

/// Files of a client in odd forms, under their names. `None` is a missing file.
pub(super) fn oddities(app: ClientApp) -> Vec<(&'static str, Option<String>)> {
    let usual = usual(app);
    let mut cases = vec![
        ("missing file and folders", None),
        ("empty file", Some(String::new())),
        ("white space", Some(String::from(" \n\n"))),
        ("white space without line end", Some(String::from("  "))),
        ("usual", Some(usual.to_owned())),
        ("CRLF", Some(usual.replace('\n', "\r\n"))),
        ("mixed line ends", Some(mixed(usual))),
        ("byte order mark", Some(format!("\u{feff}{usual}"))),
        ("byte order mark alone", Some(String::from("\u{feff}"))),
        ("no final line end", Some(usual.trim_end().to_owned())),
        (
            "CRLF without final line end",
            Some(usual.trim_end().replace('\n', "\r\n")),
        ),
        ("empty lines at the end", Some(format!("{usual}\n\n"))),
        ("tabs", Some(usual.replace("  ", "\t"))),
        ("three spaces", Some(usual.replace("  ", "   "))),
        (
            "other letters",
            Some(
                usual
                    .replace("ada", "\u{e4}da")
                    .replace("docs.", "\u{1f5d2}."),
            ),
        ),
    ];
    let own = if app == ClientApp::Codex {
        toml_oddities()
    } else {
        json_oddities(app.section())
    };
    cases.extend(own.into_iter().map(|(name, text)| (name, Some(text))));
    cases
}

/// Odd JSON, in which SECTION stands for the key of the servers.
const ODD_JSON: [(&str, &str); 26] = [
    ("empty object", "{}"),
    ("spaced empty object", "{ }\n"),
    ("empty object on two lines", "{\n}\n"),
    ("comment in an empty object", "{\n  // nothing yet\n}\n"),
    ("comments alone", "// first\n/* second */"),
    ("comments around", "// before\n{}\n// after\n"),
    ("no section", "{\n    \"theme\": 1\n}\n"),
    ("empty section", "{\n  \"SECTION\": {}\n}\n"),
    (
        "spaced empty section",
        "{\n  \"SECTION\": { },\n  \"a\": []\n}\n",
    ),
    ("empty section on two lines", "{\n\t\"SECTION\": {\n\t}\n}"),
    (
        "comment in an empty section",
        "{\n  \"SECTION\": {\n    // none\n  }\n}\n",
    ),
    (
        "block comment in an empty section",
        "{\n  \"SECTION\": { /* none */ }\n}\n",
    ),
    (
        "one line",
        r#"{"SECTION": {"a": {"command": "b"}}, "z": [1, 2]}"#,
    ),
    (
        "one tight line",
        r#"{"SECTION":{"a":{"command":"b"}},"z":[1,2]}"#,
    ),
    (
        "one padded line",
        r#"{ "SECTION": { "a": { "command": "b" } } }"#,
    ),
    ("one line with an empty section", r#"{"SECTION": {}}"#),
    ("one line without section", r#"{"a": 1}"#),
    (
        "one line with trailing commas",
        r#"{"SECTION": {"a": {},},}"#,
    ),
    (
        "section on one line",
        "{\n  \"SECTION\": {\"a\": {\"command\": \"b\"}}\n}\n",
    ),
    (
        "trailing commas",
        "{\n  \"SECTION\": {\n    \"a\": {\"command\": \"b\",}, // why\n  }, // more\n}\n",
    ),
    (
        "comments behind the last",
        "{\n  \"SECTION\": {\n    \"a\": {} /* x */ // y\n    // z\n  } // end\n  // very end\n}\n",
    ),
    (
        "comma on its own line",
        "{\n  \"SECTION\": {\n    \"a\": {}\n    ,\n    \"b\": {}\n  }\n}\n",
    ),
    (
        "brace behind the last",
        "{\n  \"SECTION\": {\n    \"a\": {} } }\n",
    ),
    (
        "line comment in one line",
        "{\"SECTION\": {\"a\": {} // x\n}}",
    ),
    (
        "doubled foreign keys",
        "{\n  \"a\": 1,\n  \"a\": 2,\n  \"SECTION\": {\n    \"b\": {},\n    \"b\": {}\n  }\n}\n",
    ),
    (
        "name elsewhere",
        "{\n  \"tracker\": {\"command\": \"other\"},\n  \"x\": {\"SECTION\": 1}\n}\n",
    ),
];

fn json_oddities(section: &str) -> Vec<(&'static str, String)> {
    let cases = ODD_JSON.into_iter();
    let mut cases: Vec<(&'static str, String)> = cases
        .map(|(name, text)| (name, text.replace("SECTION", section)))
        .collect();
    let first = section.chars().next().map(u32::from).unwrap_or_default();
    let escaped = format!(
        "{{\n  \"\\u{first:04x}{}\": {{\n    \"a\": {{}}\n  }}\n}}\n",
        &section[1..]
    );
    cases.push(("escaped section", escaped));
    cases
}

fn toml_oddities() -> Vec<(&'static str, String)> {
    let texts = [
        ("comments alone", "# nothing yet\n"),
        ("root keys", "model = \"x\"\n"),
        ("explicit section", "[mcp_servers]\n\n[other]\nx = 1\n"),
        (
            "dotted foreign keys",
            "mcp_servers.a.command = \"b\"\n\n[other]\nx = 1\n",
        ),
        (
            "inline foreign entry",
            "[mcp_servers]\na = { command = \"b\" }\n",
        ),
        (
            "section last",
            "[other]\nx = 1\n\n[mcp_servers.a]\ncommand = \"b\" # c\n# end\n",
        ),
        (
            "spaced headers",
            "[ mcp_servers . a ]\ncommand=\"b\"\n\n\n[ other ]\nx=1",
        ),
        ("literal strings", "a = '''\n[mcp_servers.tracker]\n'''\n"),
        (
            "lists of tables",
            "[[profiles]]\nname = \"a\"\n\n[[profiles]]\nname = \"b\"\n",
        ),
        (
            "indented",
            "[mcp_servers]\n  [mcp_servers.a]\n  command = \"b\"\n",
        ),
    ];
    texts
        .into_iter()
        .map(|(name, text)| (name, text.to_owned()))
        .collect()
}

/// A file of a quarter of a megabyte, most of it in front of the servers.
pub(super) fn huge(app: ClientApp) -> String {
    if app == ClientApp::Codex {
        let tables =
            (0..5_000).map(|number| ["[table", &number.to_string(), "]\nkey = 1\n"].concat());
        return tables
            .chain([usual(app).replacen("model", "[last]\nmodel", 1)])
            .collect();
    }
    let mut filler = String::new();
    for number in 0..5_000 {
        filler.push_str("  \"filler");
        filler.push_str(&number.to_string());
        filler.push_str("\": [1, true, \"some text\"],\n");
    }
    usual(app).replacen("{\n", &format!("{{\n{filler}"), 1)
}

/// Every other line ends in CRLF.
fn mixed(text: &str) -> String {
    let mut mixed = String::new();
    for (number, line) in text.lines().enumerate() {
        mixed.push_str(line);
        mixed.push_str(if number % 2 == 1 { "\r\n" } else { "\n" });
    }
    mixed
}
