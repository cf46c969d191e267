//! The catalog: its rules, random changes to random trees, its JSON, and what is derived from a
//! registry.

mod from_registry;
mod json;
mod middleware_names;
mod random_changes;
mod rules;
