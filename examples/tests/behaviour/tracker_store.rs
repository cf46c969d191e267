//! The tracker's store, from outside: each operation, the import, and what the file survives.

mod comments;
mod concurrency;
mod durability;
mod fixture;
mod import;
mod issues;
mod labels;
mod list;
mod members;
mod open;
