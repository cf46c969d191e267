//! The tracker's store: each operation, the import, and durability.

mod claims;
mod comments;
mod concurrency;
mod doomed;
mod durability;
mod fixture;
mod import;
mod issues;
mod labels;
mod list;
mod members;
mod once;
mod open;
