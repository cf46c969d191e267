//! The contenders. Each does the work of the kit, as its own users would write it. Two are built
//! with this package; the others have packages of their own under peers/, so that one that fails
//! to build takes nothing with it.

pub mod by_hand;
pub mod fusion;
mod install;
pub mod rmcp;

use std::path::PathBuf;

use fusion_bench_kit::{Result, floor, work::Case};
use serde_json::{Value, json};

use crate::context::Context;

/// How a contender comes to be a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A program of this package.
    Here(&'static str),
    /// A Rust package under peers/.
    Cargo,
    /// An npm package under peers/.
    Npm,
    /// A Python script under peers/.
    Pip,
}

/// One contender.
#[derive(Clone, Copy, Debug)]
pub struct Peer {
    /// What the tables call it.
    pub name: &'static str,
    /// Its package in its registry, and the folder under peers/.
    pub package: &'static str,
    folder: &'static str,
    kind: Kind,
    /// Where its endpoint is.
    pub path: &'static str,
    /// Whether the action is an argument; otherwise it is the tool.
    grouped: bool,
    /// What a reader should know of how it is run, or of what it does that is not measured.
    pub note: &'static str,
    /// What must stand beside its numbers over HTTP.
    pub over_http: Option<&'static str>,
}

/// How to start a contender's program.
#[derive(Clone, Debug)]
pub struct Program {
    /// The file.
    pub file: PathBuf,
    /// What stands before the task.
    pub arguments: Vec<String>,
    /// What is set around it.
    pub variables: Vec<(&'static str, &'static str)>,
}

const fn cargo(name: &'static str, path: &'static str, note: &'static str) -> Peer {
    Peer {
        name,
        package: name,
        folder: name,
        kind: Kind::Cargo,
        path,
        grouped: false,
        note,
        over_http: None,
    }
}

const TOWER: &str = "tower-mcp";

/// All contenders, in the order of the tables.
pub const ALL: [Peer; 10] = [
    Peer {
        name: floor::NAME,
        package: "fusion-benches",
        folder: "",
        kind: Kind::Here("serve-by-hand"),
        path: "/mcp",
        grouped: true,
        note: "no SDK: lines or axum, `serde_json`, one `match`; checks no protocol; over stdio it writes \
               at once the answers to what it read at once",
        over_http: None,
    },
    Peer {
        name: fusion::GROUPED,
        package: "fusion-core",
        folder: "",
        kind: Kind::Here("serve-fusion"),
        path: "/mcp",
        grouped: true,
        note: "keeps no sessions unless told to",
        over_http: None,
    },
    Peer {
        name: fusion::FLAT,
        package: "fusion-core",
        folder: "",
        kind: Kind::Here("serve-fusion"),
        path: "/mcp",
        grouped: false,
        note: "the same registry, a tool for each action",
        over_http: None,
    },
    Peer {
        name: rmcp::NAME,
        package: "rmcp",
        folder: "",
        kind: Kind::Here("serve-rmcp"),
        path: "/mcp",
        grouped: false,
        note: "sessions and event streams, as it comes; two settings are not its defaults, to its \
               advantage: TCP_NODELAY is set, without which an answer over HTTP takes 40 ms more, and the \
               router is built once and not for each call; \
               tasks, prompts, resources and a client are not measured",
        over_http: None,
    },
    cargo(
        "turbomcp",
        "/mcp",
        "its validation, middleware by tower, client and WebSocket are not measured",
    ),
    cargo(
        TOWER,
        "/",
        "in process its tool is called as its router calls it; each call makes a request context, \
         and boxes a service of tower and its futures; \
         its layers by tower, sessions, proxy and client are not measured",
    ),
    cargo(
        "pmcp",
        "/",
        "its client, WebSocket, workflows and WebAssembly are not measured",
    ),
    Peer {
        over_http: Some(
            "leaves TCP_NODELAY off, without an option for it: most answers wait 40 ms",
        ),
        ..cargo(
            "rust-mcp-sdk",
            "/mcp",
            "2.x knows the modern era only; its older transport by SSE is off; its OAuth and client are not measured",
        )
    },
    Peer {
        name: "TypeScript SDK",
        package: "@modelcontextprotocol/server",
        folder: "typescript",
        kind: Kind::Npm,
        path: "/mcp",
        grouped: false,
        note: "one process; JavaScript runs on one thread of it, while others collect garbage and compile, \
               so that it may use more than one core; makes a server for each request over HTTP, as its \
               guide says",
        over_http: None,
    },
    Peer {
        name: "FastMCP",
        package: "fastmcp",
        folder: "fastmcp",
        kind: Kind::Pip,
        path: "/mcp",
        grouped: false,
        note: "one process, uvicorn with one worker, its access log off as nobody else writes one; its proxies, composition and providers are not measured",
        over_http: None,
    },
];

impl Peer {
    /// Builds or installs it.
    pub fn install(&self, context: &Context) -> Result<Program> {
        let mut program = match self.kind {
            Kind::Here(name) => Program::of(context.program(name)),
            Kind::Cargo => install::cargo(context, self.folder)?,
            Kind::Npm => install::npm(context, self.folder)?,
            Kind::Pip => install::pip(context, self.folder)?,
        };
        if self.name == fusion::FLAT {
            program.variables.push(("FLAT", "1"));
        }
        Ok(program)
    }

    /// Which version its lock file names.
    pub fn version(&self, context: &Context) -> Result<String> {
        install::version(context, self.kind, self.folder, self.package)
    }

    /// Whether it is built with this package.
    pub fn is_here(&self) -> bool {
        matches!(self.kind, Kind::Here(_))
    }

    /// Whether it has programs of its own that measure in process.
    pub fn measures_itself(&self) -> bool {
        self.name == TOWER
    }

    /// Its program that counts allocations, where it measures itself.
    pub fn counter(&self, context: &Context) -> PathBuf {
        context.program(&format!("peer-{}-allocations", self.folder))
    }

    /// What it is asked on the wire.
    pub fn call(&self, case: Case) -> (String, Value) {
        if self.grouped {
            ("work".to_owned(), json!(case.grouped()))
        } else if self.name == fusion::FLAT {
            (format!("work_{}", case.action()), json!(case.arguments()))
        } else {
            (case.action().to_owned(), json!(case.arguments()))
        }
    }
}

impl Program {
    /// A program that needs nothing before its task.
    pub fn of(file: PathBuf) -> Self {
        Self {
            file,
            arguments: Vec::new(),
            variables: Vec::new(),
        }
    }
}
