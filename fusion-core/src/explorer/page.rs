//! The files of the page. They are embedded, and compressed once for the process.

use std::{
    hash::{DefaultHasher, Hasher as _},
    io::Write as _,
    sync::OnceLock,
};

use flate2::{Compression, write::GzEncoder};

/// The name of the file that a browser opens.
const INDEX: &str = "";
const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The names of the files below `/_fusion/`, with their media types and texts.
const SOURCES: &[(&str, &str, &str)] = &[
    (INDEX, HTML, include_str!("page/index.html")),
    ("icon.svg", "image/svg+xml", include_str!("page/icon.svg")),
    (
        "style.css",
        "text/css; charset=utf-8",
        include_str!("page/style.css"),
    ),
    ("action.js", SCRIPT, include_str!("page/action.js")),
    ("answer.js", SCRIPT, include_str!("page/answer.js")),
    ("app.js", SCRIPT, include_str!("page/app.js")),
    ("call.js", SCRIPT, include_str!("page/call.js")),
    ("dom.js", SCRIPT, include_str!("page/dom.js")),
    ("findings.js", SCRIPT, include_str!("page/findings.js")),
    ("form.js", SCRIPT, include_str!("page/form.js")),
    ("json.js", SCRIPT, include_str!("page/json.js")),
    ("mcp.js", SCRIPT, include_str!("page/mcp.js")),
    ("offers.js", SCRIPT, include_str!("page/offers.js")),
    ("overview.js", SCRIPT, include_str!("page/overview.js")),
    ("reads.js", SCRIPT, include_str!("page/reads.js")),
    ("schema.js", SCRIPT, include_str!("page/schema.js")),
    ("state.js", SCRIPT, include_str!("page/state.js")),
    ("timeline.js", SCRIPT, include_str!("page/timeline.js")),
    ("tokens.js", SCRIPT, include_str!("page/tokens.js")),
    ("tree.js", SCRIPT, include_str!("page/tree.js")),
];

/// A file of the page.
#[derive(Debug)]
pub(crate) struct PageFile {
    /// The name below `/_fusion/`; empty for the page itself.
    pub(crate) name: &'static str,
    /// The media type.
    pub(crate) kind: &'static str,
    pub(crate) plain: Vec<u8>,
    /// The compressed bytes.
    pub(crate) gzip: Vec<u8>,
    /// The entity tag of the plain bytes, without quotes.
    pub(crate) tag: String,
}

impl PageFile {
    fn new(name: &'static str, kind: &'static str, text: &str) -> Self {
        let mut hasher = DefaultHasher::new();
        hasher.write(text.as_bytes());
        Self {
            name,
            kind,
            plain: text.as_bytes().to_vec(),
            gzip: compressed(text.as_bytes()),
            tag: format!("{:016x}", hasher.finish()),
        }
    }
}

/// Returns the files below `/_fusion/`.
pub(crate) fn files() -> &'static [PageFile] {
    static FILES: OnceLock<Vec<PageFile>> = OnceLock::new();
    FILES.get_or_init(|| {
        let files = SOURCES.iter();
        files
            .map(|(name, kind, text)| PageFile::new(name, kind, text))
            .collect()
    })
}

/// Returns the page for the root of a host, whose links lead to the files below `/_fusion/`.
pub(crate) fn root() -> &'static PageFile {
    static ROOT: OnceLock<PageFile> = OnceLock::new();
    ROOT.get_or_init(|| {
        let text = include_str!("page/index.html").replace("=\"./", "=\"./_fusion/");
        PageFile::new(INDEX, HTML, &text)
    })
}

/// Returns bytes in the format of gzip.
pub(crate) fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    // Writing to a vector does not fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The limit of the whole page in bytes, uncompressed.
    const LIMIT: usize = 120 * 1024;

    #[test]
    fn the_page_is_small() {
        let bytes: usize = files().iter().map(|file| file.plain.len()).sum();
        assert!(bytes <= LIMIT, "{bytes} bytes");
    }

    #[test]
    fn every_file_is_embedded_and_reached() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/explorer/page");
        let mut found: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        found.sort();
        let mut embedded: Vec<_> = SOURCES
            .iter()
            .map(|(name, ..)| if name.is_empty() { "index.html" } else { name })
            .collect();
        embedded.sort_unstable();
        assert_eq!(found, embedded);
    }

    #[test]
    fn no_file_writes_markup_or_runs_text() {
        for (name, kind, text) in SOURCES.iter().filter(|(_, kind, _)| *kind == SCRIPT) {
            for forbidden in [
                "innerHTML",
                "outerHTML",
                "insertAdjacentHTML",
                "document.write",
                "eval(",
                "new Function",
                "localStorage",
                "sessionStorage",
                "setTimeout(\"",
            ] {
                assert!(!text.contains(forbidden), "{name} ({kind}): {forbidden}");
            }
        }
    }

    #[test]
    fn the_root_differs_from_the_page_in_its_links_only() {
        let page = String::from_utf8(files()[0].plain.clone()).unwrap();
        let root = String::from_utf8(root().plain.clone()).unwrap();
        assert_ne!(root, page);
        assert_eq!(root.replace("./_fusion/", "./"), page);
        assert_ne!(super::root().tag, files()[0].tag);
    }
}
