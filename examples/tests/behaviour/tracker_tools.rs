//! The tracker's tools, as a client lists and calls them.

mod busy;
mod calls;
mod command_line;
mod confirming;
mod evaluating;
mod finding;
mod help;
mod lint;
mod lists;
mod lock;
mod middleware;
mod prompts_and_resources;
mod published_schemas;
mod refusals;
mod tokens;
mod triaging;
