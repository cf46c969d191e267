//! The rooms of fusion-core and their order: each room uses lower rooms only. Reads the `crate::` and
//! `super::` paths of every file that is no test.

use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
    fmt::Write,
    fs,
    path::Path,
};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The rooms of fusion-core, upper lines first. A room may use the rooms of lower lines; rooms on one
/// line may not use each other. `a/b` is a room inside the folder of `a`. `lib.rs` stands above all.
const HOUSE: &[&[&str]] = &[
    &["testing"],
    // The public modules that only name what the rooms below own.
    &[
        "__private",
        "ask",
        "auth",
        "build",
        "docs",
        "prompt",
        "resource",
        "server",
        "view",
    ],
    &["cli", "testing"],
    &["loopback"],
    &["wire"],
    &["client", "explorer"],
    &["registry"],
    &["eval", "lint", "lock"],
    &["call"],
    &["observe", "surface"],
    &["catalog", "compile", "scopes"],
    &["describe"],
    &["schema"],
    &["definition"],
    &["describe/model"],
    &["macro_support"],
    &["middleware"],
    &["state_sync"],
    &["ctx"],
    &["result"],
    &["spec"],
    &["args"],
    &["shared"],
    &["error"],
];

/// The file of the crate root, which may name everything.
const ROOT: &str = "lib.rs";

#[test]
fn every_room_of_fusion_core_uses_lower_rooms_only() -> Result<(), Box<dyn Error>> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fusion-core/src");
    let mut files = Vec::new();
    collect(&source, "", &mut files)?;
    assert!(
        files.iter().any(|(file, _)| file == ROOT),
        "fusion-core/src was not read"
    );
    let report = judge(HOUSE, &files)?;
    println!(
        "longest path of uses between rooms: {}",
        report.longest.join(" → ")
    );
    assert!(report.faults.is_empty(), "{}", report.text());
    Ok(())
}

/// Reads the sources below a folder that are no tests, with their paths from `fusion-core/src`.
fn collect(
    folder: &Path,
    prefix: &str,
    files: &mut Vec<(String, String)>,
) -> Result<(), Box<dyn Error>> {
    let mut entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{prefix}{name}");
        let is_source = Path::new(&name)
            .extension()
            .is_some_and(|extension| extension == "rs");
        if entry.file_type()?.is_dir() {
            if name != "tests" {
                collect(&entry.path(), &format!("{path}/"), files)?;
            }
        } else if is_source && name != "tests.rs" && name != "fixture.rs" {
            files.push((path, fs::read_to_string(entry.path())?));
        }
    }
    Ok(())
}

/// The result of the check of a set of files.
#[derive(Debug, Default)]
struct Report {
    /// One text for each use that is not allowed, then one for each ring.
    faults: Vec<String>,
    /// Empty if there is a ring.
    longest: Vec<String>,
}

impl Report {
    fn text(&self) -> String {
        let mut text = format!(
            "{} faults in the order of the rooms, in fusion-core/src:",
            self.faults.len()
        );
        for fault in &self.faults {
            let _ = write!(text, "\n  {fault}");
        }
        text
    }
}

/// Compares what the files use with the order of the rooms.
fn judge(house: &[&[&str]], files: &[(String, String)]) -> Result<Report, Box<dyn Error>> {
    let mut report = Report::default();
    let mut uses: Uses = BTreeMap::new();
    for (file, source) in files.iter().filter(|(file, _)| file != ROOT) {
        let module = module_of(file);
        let Some(from) = room_of(house, &module) else {
            report.faults.push(format!("{file}: stands in no room"));
            continue;
        };
        let stream: TokenStream = source.parse().map_err(|error| format!("{file}: {error}"))?;
        let mut named = Vec::new();
        read(stream, &module, &mut named);
        for Named { line, path } in named {
            let spelled = path.join("::");
            let Some(to) = room_of(house, &path) else {
                let fault = format!(
                    "{file}:{line}: `crate::{spelled}` is named by the root, not by its room"
                );
                report.faults.push(fault);
                continue;
            };
            if from == to {
                continue;
            }
            uses.entry(from.name).or_default().insert(to.name);
            if from.line >= to.line {
                let why = if from.line == to.line {
                    "on the same line"
                } else {
                    "an upper room"
                };
                let fault = format!(
                    "{file}:{line}: {} → {}, {why}: `crate::{spelled}`",
                    from.name, to.name
                );
                report.faults.push(fault);
            }
        }
    }
    let rings = rings(&uses);
    if rings.is_empty() {
        let starts = uses
            .keys()
            .map(|room| longest_from(room, &uses, &mut BTreeMap::new()));
        report.longest = starts.max_by_key(Vec::len).unwrap_or_default();
    }
    report.faults.extend(
        rings
            .iter()
            .map(|ring| format!("a ring: {}", ring.join(" → "))),
    );
    Ok(report)
}

#[derive(Clone, Copy, PartialEq)]
struct Room<'a> {
    name: &'a str,
    line: usize,
}

/// Returns the innermost room that a path leads to or through; its first segment is below the root.
fn room_of<'a>(house: &[&[&'a str]], path: &[String]) -> Option<Room<'a>> {
    let rooms = house.iter().enumerate();
    let rooms = rooms.flat_map(|(line, names)| names.iter().map(move |name| Room { name, line }));
    let around = rooms.filter(|room| {
        let segments: Vec<&str> = room.name.split('/').collect();
        path.len() >= segments.len() && path.iter().zip(&segments).all(|(a, b)| a == b)
    });
    around.max_by_key(|room| room.name.len())
}

/// Returns the path of the module in a file.
fn module_of(file: &str) -> Vec<String> {
    let path = file.trim_end_matches(".rs").trim_end_matches("/mod");
    path.split('/').map(str::to_owned).collect()
}

/// A path that a line of source names, resolved to the crate root.
#[derive(Debug, PartialEq)]
struct Named {
    line: usize,
    path: Vec<String>,
}

/// Finds the paths that begin with `crate` or `super`, in imports and in code, macros included. Test
/// modules are left out, and exported macros: they expand in other crates and name public paths.
fn read(stream: TokenStream, module: &[String], named: &mut Vec<Named>) {
    let tokens: Vec<TokenTree> = stream.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        if is_left_out(&tokens, at) {
            at = after_item(&tokens, at);
            continue;
        }
        if let Some((name, body)) = inline_module(&tokens, at) {
            read(body, &[module, &[name]].concat(), named);
            at += 3;
            continue;
        }
        let inside_a_path = at >= 2 && is_separator(&tokens, at - 2);
        let is_start = is_ident(&tokens, at, "crate") || is_ident(&tokens, at, "super");
        if is_start && !inside_a_path && is_separator(&tokens, at + 1) {
            at = read_path(&tokens, at, &[], module, named);
            continue;
        }
        if let TokenTree::Group(group) = &tokens[at] {
            read(group.stream(), module, named);
        }
        at += 1;
    }
}

/// Reads one path and, behind its last `::`, the branches in braces. Returns the position behind it.
fn read_path(
    tokens: &[TokenTree],
    start: usize,
    prefix: &[String],
    module: &[String],
    named: &mut Vec<Named>,
) -> usize {
    let mut path = prefix.to_vec();
    let mut at = start;
    while let Some(token) = tokens.get(at) {
        match token {
            TokenTree::Ident(segment) => path.push(segment.to_string()),
            TokenTree::Punct(star) if star.as_char() == '*' => path.push("*".to_owned()),
            TokenTree::Group(branches) if branches.delimiter() == Delimiter::Brace => {
                let branches: Vec<TokenTree> = branches.stream().into_iter().collect();
                for branch in branches.split(|token| is_punct(Some(token), ',')) {
                    read_path(branch, 0, &path, module, named);
                }
                return at + 1;
            }
            _ => break,
        }
        at += 1;
        if !is_separator(tokens, at) {
            break;
        }
        at += 2;
    }
    if at > start {
        let line = tokens[at.min(tokens.len()) - 1].span().start().line;
        named.push(Named {
            line,
            path: from_root(&path, module),
        });
    }
    at
}

/// Resolves `crate`, `super` and `self` in a path as written in `module`.
fn from_root(path: &[String], module: &[String]) -> Vec<String> {
    let is_crate = path.first().is_some_and(|first| first == "crate");
    let mut found = if is_crate {
        Vec::new()
    } else {
        module.to_vec()
    };
    for segment in path {
        match segment.as_str() {
            "crate" | "self" => {}
            "super" => {
                found.pop();
            }
            _ => found.push(segment.clone()),
        }
    }
    found
}

fn is_ident(tokens: &[TokenTree], at: usize, text: &str) -> bool {
    matches!(tokens.get(at), Some(TokenTree::Ident(ident)) if ident == text)
}

fn is_punct(token: Option<&TokenTree>, character: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == character)
}

/// Returns whether `::` stands at this position.
fn is_separator(tokens: &[TokenTree], at: usize) -> bool {
    is_punct(tokens.get(at), ':') && is_punct(tokens.get(at + 1), ':')
}

fn inline_module(tokens: &[TokenTree], at: usize) -> Option<(String, TokenStream)> {
    match (
        is_ident(tokens, at, "mod"),
        tokens.get(at + 1),
        tokens.get(at + 2),
    ) {
        (true, Some(TokenTree::Ident(name)), Some(TokenTree::Group(body))) => {
            Some((name.to_string(), body.stream()))
        }
        _ => None,
    }
}

/// Returns whether the attribute at this position is `#[cfg(test)]`, `#[cfg(all(test, …))]` or
/// `#[macro_export]`.
fn is_left_out(tokens: &[TokenTree], at: usize) -> bool {
    let Some(TokenTree::Group(attribute)) = tokens.get(at + 1) else {
        return false;
    };
    let text: String = attribute.stream().to_string().split_whitespace().collect();
    let is_test = text == "cfg(test)" || text.starts_with("cfg(all(test,");
    is_punct(tokens.get(at), '#') && (is_test || text == "macro_export")
}

/// Returns the position behind the item whose attributes begin at `at`.
fn after_item(tokens: &[TokenTree], mut at: usize) -> usize {
    while is_punct(tokens.get(at), '#') {
        at += 2;
    }
    while let Some(token) = tokens.get(at) {
        at += 1;
        let is_body =
            matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
        if is_body || is_punct(Some(token), ';') {
            break;
        }
    }
    at
}

type Uses<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

/// Returns the shortest ring through each room that is on one, each ring once.
fn rings(uses: &Uses<'_>) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let mut covered = BTreeSet::new();
    for start in uses.keys() {
        if covered.contains(start) {
            continue;
        }
        let mut paths = vec![vec![*start]];
        let mut seen = BTreeSet::new();
        while let Some(path) = (!paths.is_empty()).then(|| paths.remove(0)) {
            let next = path
                .last()
                .and_then(|last| uses.get(last))
                .into_iter()
                .flatten();
            if next.clone().any(|room| room == start) {
                covered.extend(path.iter().copied());
                found.push(
                    path.iter()
                        .chain([start])
                        .map(|room| (*room).to_owned())
                        .collect(),
                );
                break;
            }
            paths.extend(
                next.filter(|room| seen.insert(**room))
                    .map(|room| [&path[..], &[*room]].concat()),
            );
        }
    }
    found
}

/// Returns the longest path from a room. The uses have no ring.
fn longest_from<'a>(
    room: &'a str,
    uses: &Uses<'a>,
    known: &mut BTreeMap<&'a str, Vec<String>>,
) -> Vec<String> {
    if let Some(path) = known.get(room) {
        return path.clone();
    }
    let next = uses.get(room).into_iter().flatten();
    let behind = next
        .map(|next| longest_from(next, uses, known))
        .max_by_key(Vec::len);
    let path = [vec![room.to_owned()], behind.unwrap_or_default()].concat();
    known.insert(room, path.clone());
    path
}

/// The check itself, on made-up crates.
mod small {
    use super::*;

    const LINES: &[&[&str]] = &[&["top"], &["left", "right"], &["low/inner"], &["low"]];

    fn report(files: &[(&str, &str)]) -> Result<Report, Box<dyn Error>> {
        let files: Vec<_> = files
            .iter()
            .map(|(file, text)| ((*file).to_owned(), (*text).to_owned()))
            .collect();
        judge(LINES, &files)
    }

    fn faults(files: &[(&str, &str)]) -> Result<Vec<String>, Box<dyn Error>> {
        Ok(report(files)?.faults)
    }

    #[test]
    fn arrows_downwards_pass_and_the_longest_path_is_reported() -> Result<(), Box<dyn Error>> {
        let report = report(&[
            (
                "lib.rs",
                "pub use crate::top::Server; pub use crate::low::Spec;",
            ),
            (
                "top.rs",
                "use crate::{left::Call, low::Spec}; use self::part::X;",
            ),
            (
                "top/part.rs",
                "use super::Server; fn f() -> crate::right::R { crate::low::Spec {} }",
            ),
            ("left.rs", "use crate::low::{inner::{A, B}, Spec};"),
            ("low/inner.rs", "use super::Spec;"),
        ])?;
        assert_eq!(report.faults, Vec::<String>::new());
        assert_eq!(report.longest, ["top", "left", "low/inner", "low"]);
        Ok(())
    }

    #[test]
    fn an_upper_room_is_refused_in_imports_in_code_and_in_macros() -> Result<(), Box<dyn Error>> {
        let source = "use std::fmt;\nuse crate::{\n    low::Spec,\n    top::{\n        Server,\n        part::{self, *},\n    },\n};\n\
            fn f() {\n    let _ = crate::top::Server::new();\n    println!(\"{}\", crate::top::LIMIT);\n}\n";
        let expected = [
            "left.rs:5: left → top, an upper room: `crate::top::Server`",
            "left.rs:6: left → top, an upper room: `crate::top::part`",
            "left.rs:6: left → top, an upper room: `crate::top::part::*`",
            "left.rs:10: left → top, an upper room: `crate::top::Server::new`",
            "left.rs:11: left → top, an upper room: `crate::top::LIMIT`",
        ];
        assert_eq!(faults(&[("left.rs", source)])?, expected);
        Ok(())
    }

    #[test]
    fn super_is_followed_out_of_the_room_also_from_an_inline_module() -> Result<(), Box<dyn Error>>
    {
        let files = [
            ("low/part.rs", "use super::super::top::Server;"),
            (
                "left.rs",
                "mod inner { use super::Own; use super::super::{right::R, low::Spec}; }",
            ),
        ];
        let expected = [
            "low/part.rs:1: low → top, an upper room: `crate::top::Server`",
            "left.rs:1: left → right, on the same line: `crate::right::R`",
        ];
        assert_eq!(faults(&files)?, expected);
        Ok(())
    }

    #[test]
    fn a_re_export_of_the_root_is_no_way_to_a_room() -> Result<(), Box<dyn Error>> {
        let files = [
            ("left.rs", "use crate::{Spec, low};"),
            ("top/part.rs", "use super::super::*;"),
        ];
        let expected = [
            "left.rs:1: `crate::Spec` is named by the root, not by its room",
            "top/part.rs:1: `crate::*` is named by the root, not by its room",
        ];
        assert_eq!(faults(&files)?, expected);
        Ok(())
    }

    #[test]
    fn a_room_inside_a_folder_has_a_place_of_its_own() -> Result<(), Box<dyn Error>> {
        let files = [(
            "low/list.rs",
            "use crate::low::inner::Item; use crate::low::Spec;",
        )];
        let expected = ["low/list.rs:1: low → low/inner, an upper room: `crate::low::inner::Item`"];
        assert_eq!(faults(&files)?, expected);
        Ok(())
    }

    #[test]
    fn a_ring_is_reported_once_beside_the_arrow_that_closes_it() -> Result<(), Box<dyn Error>> {
        let files = [
            ("top.rs", "use crate::left::Call;"),
            ("left.rs", "use crate::low::Spec;"),
            ("low.rs", "use crate::top::Server;"),
        ];
        let expected = [
            "low.rs:1: low → top, an upper room: `crate::top::Server`",
            "a ring: left → low → top → left",
        ];
        assert_eq!(faults(&files)?, expected);
        assert_eq!(report(&files)?.longest, Vec::<String>::new());
        Ok(())
    }

    #[test]
    fn a_file_outside_of_all_rooms_is_refused() -> Result<(), Box<dyn Error>> {
        assert_eq!(
            faults(&[("attic.rs", "")])?,
            ["attic.rs: stands in no room"]
        );
        Ok(())
    }

    #[test]
    fn tests_comments_and_strings_are_not_read() -> Result<(), Box<dyn Error>> {
        let source = "//! See [`crate::top::Server`].\n\
            /// As `crate::top::Server` does.\n\
            pub(crate) fn f() -> &'static str { \"crate::top\" /* crate::top::X */ }\n\
            #[cfg(test)]\n#[allow(unused)]\nmod checks { use crate::top::Server; }\n\
            #[cfg(test)]\nuse crate::top::{Server, self};\n\
            #[cfg(all(test, feature = \"x\"))]\nfn g() { crate::top::run() }\n\
            pub(in crate::low) const X: u8 = 0;";
        assert_eq!(faults(&[("low.rs", source)])?, Vec::<String>::new());
        Ok(())
    }

    #[test]
    fn an_exported_macro_names_what_users_name_and_another_may_not() -> Result<(), Box<dyn Error>> {
        let source = "/// Docs.\n#[macro_export]\n/// More.\nmacro_rules! info { () => { $crate::Info::new() } }\n\
            macro_rules! own { () => { $crate::Info::new() } }";
        let expected = ["low.rs:5: `crate::Info::new` is named by the root, not by its room"];
        assert_eq!(faults(&[("low.rs", source)])?, expected);
        Ok(())
    }
}
