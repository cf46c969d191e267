//! Random documents: installs keep their bytes and meaning, and uninstalls give them back.

use std::path::Path;

use proptest::{collection::vec, prelude::*, test_runner::TestCaseError};
use serde_json::json;

use super::{
    ClientApp, EntrySetting, InstallScope,
    oddities::{is_kept, meaning},
    stdio,
};
use crate::cli::install::{
    edit::{EntryEdit, Removal},
    shape::shape,
};

/// Random choices, from which a document is written.
struct Choices<'c> {
    bytes: std::slice::Iter<'c, u8>,
    is_toml: bool,
}

impl Choices<'_> {
    fn below(&mut self, count: u8) -> u8 {
        self.bytes.next().map_or(0, |byte| byte % count)
    }

    fn pick<'p>(&mut self, pieces: &[&'p str]) -> &'p str {
        let count = u8::try_from(pieces.len()).unwrap();
        pieces[usize::from(self.below(count))]
    }

    /// White space and comments between tokens.
    fn gap(&mut self) -> String {
        let pieces = [
            "",
            "",
            " ",
            "\n",
            "\n  ",
            "\r\n\t",
            "\n\n   ",
            " /* c */ ",
            " // c\n  ",
            "// \u{e9}, } ]\r\n",
            "\n    ",
        ];
        let first = self.pick(&pieces);
        let second = self.pick(&["", "", "", " ", "\n", "/**/"]);
        [first, second].concat()
    }

    fn json_value(&mut self, depth: u8) -> String {
        match self.below(if depth == 0 { 4 } else { 7 }) {
            0 => String::from("null"),
            1 => String::from("-1.5e3"),
            2 => String::from("\"a \\\" // \\u00e9 } ,\""),
            3 => String::from("[]"),
            4 => {
                let count = self.below(3);
                let items = (0..count).map(|_| self.json_value(depth - 1)).collect();
                self.members("[", items, "]")
            }
            _ => {
                let count = self.below(4);
                let items = (0..count).map(|_| self.property(depth - 1)).collect();
                self.members("{", items, "}")
            }
        }
    }

    fn property(&mut self, depth: u8) -> String {
        let key = self.pick(&[
            "a",
            "a",
            "b",
            "servers",
            "mcpServers",
            "tracker2",
            "\u{fc}",
            "",
        ]);
        let (before, after) = (self.gap(), self.gap());
        let value = self.json_value(depth);
        format!("\"{key}\"{before}:{after}{value}")
    }

    fn members(&mut self, open: &str, items: Vec<String>, close: &str) -> String {
        let mut text = open.to_owned();
        let count = items.len();
        for (index, item) in items.into_iter().enumerate() {
            let is_last = index + 1 == count;
            let (before, after) = (self.gap(), self.gap());
            let comma = if is_last {
                self.pick(&["", "", ","])
            } else {
                ","
            };
            text.push_str(&[&before, &item, &after, comma].concat());
        }
        [&text, &self.gap(), close].concat()
    }

    fn json(&mut self, section: &str) -> String {
        let mut items: Vec<String> = (0..self.below(3))
            .map(|_| self.other_property(section))
            .collect();
        if self.below(4) > 0 {
            let servers = (0..self.below(4)).map(|_| self.property(2)).collect();
            let servers = self.members("{", servers, "}");
            items.push(format!(
                "\"{section}\"{}:{}{servers}",
                self.gap(),
                self.gap()
            ));
        }
        items.extend(
            (0..self.below(2))
                .map(|_| self.other_property(section))
                .collect::<Vec<_>>(),
        );
        let mark = self.pick(&["", "", "\u{feff}"]);
        let (before, after) = (self.gap(), self.gap());
        [mark, &before, &self.members("{", items, "}"), &after].concat()
    }

    fn other_property(&mut self, section: &str) -> String {
        loop {
            let property = self.property(3);
            if !property.starts_with(&format!("\"{section}\"")) {
                return property;
            }
        }
    }

    fn toml(&mut self) -> String {
        let mut text = self.pick(&["", "", "\u{feff}"]).to_owned();
        let newline = self.pick(&["\n", "\r\n"]);
        for number in 0..self.below(8) {
            let table = match self.below(6) {
                0 => format!("[mcp_servers.s{number}]"),
                1 => format!("  [ mcp_servers . \"s {number}\" ] # c"),
                2 => format!("[[list{number}]]"),
                3 => format!("[other{number}.\"x.y\"]"),
                4 => format!("# note{newline}{newline}[t{number}]"),
                _ => format!("[mcp_servers.d{number}.env]"),
            };
            text.push_str(&[&table, newline].concat());
            for field in 0..self.below(4) {
                let value = self.pick(&[
                    "1",
                    "'a # b'",
                    "[1, 2]",
                    "{ a = 1 }",
                    "\"\"\"\n[x]\n\"\"\"",
                    "1979-05-27",
                ]);
                let line = self.pick(&[
                    "KEY = VALUE",
                    "KEY.sub=VALUE # c",
                    "  KEY   =  VALUE",
                    "# note\nKEY = VALUE",
                ]);
                let line = line
                    .replace("KEY", &format!("k{field}"))
                    .replace("VALUE", value);
                text.push_str(
                    &[
                        &line.replace('\n', newline),
                        newline,
                        self.pick(&["", "", newline]),
                    ]
                    .concat(),
                );
            }
        }
        let end = self.pick(&["", "", "# end"]);
        text.push_str(end);
        if self.below(3) == 0 {
            text.truncate(text.trim_end().len());
        }
        text
    }

    fn document(&mut self, app: ClientApp) -> String {
        if self.is_toml {
            return self.toml();
        }
        self.json(app.section())
    }
}

/// Installs, updates and uninstalls the entry, from `text`.
fn check(app: ClientApp, text: &str) -> Result<(), TestCaseError> {
    let path = Path::new("settings");
    let entry = stdio(vec![EntrySetting::secret("TOKEN", Some(String::from("x")))]);
    let shaped = shape(app, InstallScope::User, path, &entry).unwrap();
    let edit = EntryEdit {
        app,
        path,
        entry: &entry,
        force: false,
    };
    let before = text.as_bytes();
    let after = edit.install(Some(before), &shaped).unwrap();
    let shown = String::from_utf8_lossy(&after);
    prop_assert!(is_kept(before, &after), "{shown}");

    let mut wanted = meaning(app, before);
    let now = meaning(app, &after);
    let had_section = wanted.get(app.section()).is_some();
    let had_servers = wanted[app.section()]
        .as_object()
        .is_some_and(|servers| !servers.is_empty());
    wanted[app.section()]["tracker"] = json!(now[app.section()]["tracker"]);
    if app == ClientApp::VsCode {
        wanted["inputs"] = now["inputs"].clone();
    }
    prop_assert_eq!(&wanted, &now, "{}", shown);
    prop_assert_eq!(&edit.install(Some(&after), &shaped).unwrap(), &after);

    let older = shown.replace("/opt/tracker", "/old/bin/tracker");
    prop_assert_eq!(
        &edit.install(Some(older.as_bytes()), &shaped).unwrap(),
        &after
    );

    let restored = edit
        .remove(&after, &[b"{}".to_vec(), before.to_vec()])
        .unwrap();
    prop_assert_eq!(restored, Removal::Bytes(before.to_vec()));
    if let Removal::Bytes(without) = edit.remove(&after, &[]).unwrap() {
        prop_assert!(is_kept(&without, &after));
        let comparable = app != ClientApp::VsCode && had_section;
        if comparable {
            prop_assert_eq!(meaning(app, &without), meaning(app, before));
        }
        if comparable && had_servers && app != ClientApp::Codex {
            prop_assert_eq!(String::from_utf8_lossy(&without), text);
        }
    }
    Ok(())
}

fn cases() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok();
    ProptestConfig::with_cases(cases.and_then(|n| n.parse().ok()).unwrap_or(400))
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn documents_keep_their_bytes(choices in vec(any::<u8>(), 0..400), app in 0..7_usize) {
        let app = super::file_apps().nth(app).unwrap();
        let mut choices = Choices { bytes: choices.iter(), is_toml: app == ClientApp::Codex };
        let text = choices.document(app);
        check(app, &text)?;
    }
}
