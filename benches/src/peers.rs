//! The contenders. Each implements the work of the kit as its own users would write it. Some are
//! built with this package; the others have packages of their own under peers/, so that a contender
//! that fails to build does not affect the rest.

pub mod by_hand;
pub mod fusion;
mod install;
pub mod rmcp;

use std::path::PathBuf;

use fusion_bench_kit::{Result, floor, work::Case};
use serde_json::{Value, json};

use crate::context::Context;

/// The way in which a contender is built or installed.
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
    /// Its name in the tables.
    pub name: &'static str,
    /// The name of its package in its registry, and of its folder under peers/.
    pub package: &'static str,
    folder: &'static str,
    kind: Kind,
    /// The path of its endpoint.
    pub path: &'static str,
    /// If set, the action is an argument; otherwise it is the tool.
    grouped: bool,
    /// A note for readers on its settings, and on features that are not measured.
    pub note: &'static str,
    /// A note beside its numbers over HTTP.
    pub over_http: Option<&'static str>,
}

/// The command that starts a contender's program.
#[derive(Clone, Debug)]
pub struct Program {
    /// The file.
    pub file: PathBuf,
    /// The arguments before the task.
    pub arguments: Vec<String>,
    /// The environment variables to set.
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
        note: "no SDK: lines or axum, `serde_json`, one `match`; does not check the protocol; over stdio it \
    writes the responses to requests that it read together in one write",
        over_http: None,
    },
    Peer {
        name: fusion::GROUPED,
        package: "fusion-core",
        folder: "",
        kind: Kind::Here("serve-fusion"),
        path: "/mcp",
        grouped: true,
        note: "keeps no sessions by default",
        over_http: None,
    },
    Peer {
        name: fusion::FLAT,
        package: "fusion-core",
        folder: "",
        kind: Kind::Here("serve-fusion"),
        path: "/mcp",
        grouped: false,
        note: "the same registry, with a tool for each action",
        over_http: None,
    },
    Peer {
        name: rmcp::NAME,
        package: "rmcp",
        folder: "",
        kind: Kind::Here("serve-rmcp"),
        path: "/mcp",
        grouped: false,
        note: "sessions and event streams, as by default; two settings are changed, to its advantage: \
    TCP_NODELAY is set, without which a response over HTTP takes 40 ms more, and the router is \
    built once and not for each call; \
               tasks, prompts, resources and a client are not measured",
        over_http: None,
    },
    cargo(
        "turbomcp",
        "/mcp",
        "its validation, middleware of tower, client and WebSocket are not measured",
    ),
    cargo(
        TOWER,
        "/",
        "in process its tool is called as by its router; each call makes a request context, and boxes \
    a service of tower and its futures; \
         its layers of tower, sessions, proxy and client are not measured",
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
            "2.x supports the modern era only; its older transport with SSE is off; its OAuth and client are not measured",
        )
    },
    Peer {
        name: "TypeScript SDK",
        package: "@modelcontextprotocol/server",
        folder: "typescript",
        kind: Kind::Npm,
        path: "/mcp",
        grouped: false,
        note: "one process; JavaScript runs on one of its threads, others collect garbage and compile, so \
    it may use more than one core; makes a server for each request over HTTP, as its guide shows",
        over_http: None,
    },
    Peer {
        name: "FastMCP",
        package: "fastmcp",
        folder: "fastmcp",
        kind: Kind::Pip,
        path: "/mcp",
        grouped: false,
        note: "one process, uvicorn with one worker and without an access log, which no other contender \
    writes; its proxies, composition and providers are not measured",
        over_http: None,
    },
];

impl Peer {
    /// Builds or installs the contender.
    pub fn install(&self, context: &Context) -> Result<Program> {
        let mut program = match self.kind {
            Kind::Here(name) => Program::new(context.program(name)),
            Kind::Cargo => install::cargo(context, self.folder)?,
            Kind::Npm => install::npm(context, self.folder)?,
            Kind::Pip => install::pip(context, self.folder)?,
        };
        if self.name == fusion::FLAT {
            program.variables.push(("FLAT", "1"));
        }
        Ok(program)
    }

    /// Returns Fusion without the lane; `None` for other contenders.
    pub fn without_lane(self, program: &Program) -> Option<(Self, Program)> {
        let name = fusion::WITHOUT_LANE;
        let mut program = program.clone();
        program.variables.push(fusion::LANE_OFF);
        (self.name == fusion::GROUPED).then_some((Self { name, ..self }, program))
    }

    /// Returns the version in its lock file.
    pub fn version(&self, context: &Context) -> Result<String> {
        install::version(context, self.kind, self.folder, self.package)
    }

    /// Returns true if the contender is built with this package.
    pub fn is_here(&self) -> bool {
        matches!(self.kind, Kind::Here(_))
    }

    /// Returns true if the contender has programs of its own that measure in process.
    pub fn measures_itself(&self) -> bool {
        self.name == TOWER
    }

    /// Returns the path of its program that counts allocations, if it measures itself.
    pub fn counter(&self, context: &Context) -> PathBuf {
        context.program(&format!("peer-{}-allocations", self.folder))
    }

    /// Returns the tool and the arguments of a call on the wire.
    pub fn call(&self, case: Case) -> (String, Value) {
        if self.grouped {
            ("work".to_owned(), json!(case.grouped_arguments()))
        } else if self.name == fusion::FLAT {
            (format!("work_{}", case.action()), json!(case.arguments()))
        } else {
            (case.action().to_owned(), json!(case.arguments()))
        }
    }
}

impl Program {
    /// A program without arguments before its task.
    pub fn new(file: PathBuf) -> Self {
        Self {
            file,
            arguments: Vec::new(),
            variables: Vec::new(),
        }
    }
}
