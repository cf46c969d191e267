//! The run-time behaviour of Fusion. It is one program, because each program links all of Fusion
//! again.
#![allow(
    missing_docs,
    unreachable_pub,
    clippy::panic,
    clippy::unused_async,
    clippy::unused_self,
    clippy::unwrap_used
)]

mod arguments;
mod asking;
mod attach;
mod calls;
mod catalog;
mod command_line;
mod connections;
mod content_blocks;
mod doc_links;
mod error_advice;
mod error_codes;
mod examples;
mod expansion;
mod explorer;
mod fields;
mod filling_hosts;
mod flat;
mod flat_names;
mod guards;
mod help;
mod hidden_names;
mod hierarchical;
mod host_hints;
mod http;
mod lane;
mod lint;
mod lock;
mod middleware;
mod oauth;
mod observers;
mod once;
mod profiles;
mod prompts;
mod providers;
mod published_schemas;
mod renames;
mod replicas;
mod required_common;
mod resources;
mod rooms;
mod scenarios;
mod scopes;
mod search;
mod state_sync;
mod structured_results;
mod tags;
mod testing;
mod toon;
mod typed_client;
mod views;
