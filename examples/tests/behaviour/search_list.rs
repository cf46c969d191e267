//! The size of the list of `Exposition::Search`, which does not depend on the number of actions.

use fusion_core::{Exposition, Registry, RegistryBuilder, View, tool_group};
use serde_json::json;
use tiktoken_rs::o200k_base;

/// Defines a tool of twenty actions.
macro_rules! tool {
    ($module:ident, $name:literal) => {
        mod $module {
            use super::tool_group;

            pub(super) struct Things;

            /// Keep the things of a department, with all that belongs to them, as long as the law says.
            #[tool_group(name = $name)]
            impl Things {
                /// List things, one by one or all that match; nothing else changes.
                #[action(read_only)]
                fn list(
                    /// The number of a thing, as `list` returns it.
                    thing: u64,
                    /// Why it is done, in one line.
                    reason: Option<String>,
                ) -> String {
                    format!("list {thing} {reason:?}")
                }

                /// Get things, one by one or all that match; nothing else changes.
                #[action(read_only)]
                fn get(
                    /// The number of a thing, as `list` returns it.
                    thing: u64,
                    /// Why it is done, in one line.
                    reason: Option<String>,
                ) -> String {
                    format!("get {thing} {reason:?}")
                }

                /// Create things, one by one or all that match; nothing else changes.
                #[action]
                fn create(
                    /// The number of a thing, as `list` returns it.
                    thing: u64,
                    /// Why it is done, in one line.
                    reason: Option<String>,
                ) -> String {
                    format!("create {thing} {reason:?}")
                }

                /// Update things, one by one or all that match; nothing else changes.
                #[action]
                fn update(
                    /// The number of a thing, as `list` returns it.
                    thing: u64,
                    /// Why it is done, in one line.
                    reason: Option<String>,
                ) -> String {
                    format!("update {thing} {reason:?}")
                }

                /// Delete things, one by one or all that match; nothing else changes.
                #[action(destructive)]
                fn delete(
                    /// The number of a thing, as `list` returns it.
                    thing: u64,
                    /// Why it is done, in one line.
                    reason: Option<String>,
                ) -> String {
                    format!("delete {thing} {reason:?}")
                }

                /// Archive things, one by one or all that match; nothing else changes.
                #[action]
                fn archive(
                    /// The number of a thing, as `list` returns it.
                    thing: u64,
                    /// Why it is done, in one line.
                    reason: Option<String>,
                ) -> String {
                    format!("archive {thing} {reason:?}")
                }

                /// Restore things, one by one or all that match; nothing else changes.
                #[action]
                fn restore(
                    /// The number of a thing, as `list` returns it.
                    thing: u64,
                    /// Why it is done, in one line.
                    reason: Option<String>,
                ) -> String {
                    format!("restore {thing} {reason:?}")
                }

                /// Copy things, one by one or all that match; nothing else changes.
                #[action]
                fn copy(
                    /// The number of a thing, as `list` returns it.
                    thing: u64,
                    /// Why it is done, in one line.
                    reason: Option<String>,
                ) -> String {
                    format!("copy {thing} {reason:?}")
                }

                /// Relocate things, one by one or all that match; nothing else changes.
                #[action]
                fn relocate(
                    /// The number of a thing, as `list` returns it.
                    thing: u64,
                    /// Why it is done, in one line.
                    reason: Option<String>,
                ) -> String {
                    format!("relocate {thing} {reason:?}")
                }

                /// Share things, one by one or all that match; nothing else changes.
                #[action]
                fn share(
                    /// The number of a thing, as `list` returns it.
                    thing: u64,
                    /// Why it is done, in one line.
                    reason: Option<String>,
                ) -> String {
                    format!("share {thing} {reason:?}")
                }

                /// Lock things, one by one or all that match; nothing else changes.
                #[action]
                fn lock(
                    /// The number of a thing, as `list` returns it.
                    thing: u64,
                    /// Why it is done, in one line.
                    reason: Option<String>,
                ) -> String {
                    format!("lock {thing} {reason:?}")
                }

                /// Unlock things, one by one or all that match; nothing else changes.
                #[action]
                fn unlock(
                    /// The number of a thing, as `list` returns it.
                    thing: u64,
                    /// Why it is done, in one line.
                    reason: Option<String>,
                ) -> String {
                    format!("unlock {thing} {reason:?}")
                }

                /// Tag things, one by one or all that match; nothing else changes.
                #[action]
                fn tag(
                    /// The number of a thing, as `list` returns it.
                    thing: u64,
                    /// Why it is done, in one line.
                    reason: Option<String>,
                ) -> String {
                    format!("tag {thing} {reason:?}")
                }

                /// Untag things, one by one or all that match; nothing else changes.
                #[action]
                fn untag(
                    /// The number of a thing, as `list` returns it.
                    thing: u64,
                    /// Why it is done, in one line.
                    reason: Option<String>,
                ) -> String {
                    format!("untag {thing} {reason:?}")
                }

                /// Export things, one by one or all that match; nothing else changes.
                #[action(read_only)]
                fn export(
                    /// The number of a thing, as `list` returns it.
                    thing: u64,
                    /// Why it is done, in one line.
                    reason: Option<String>,
                ) -> String {
                    format!("export {thing} {reason:?}")
                }

                /// Import things, one by one or all that match; nothing else changes.
                #[action]
                fn import(
                    /// The number of a thing, as `list` returns it.
                    thing: u64,
                    /// Why it is done, in one line.
                    reason: Option<String>,
                ) -> String {
                    format!("import {thing} {reason:?}")
                }

                /// Search things, one by one or all that match; nothing else changes.
                #[action(read_only)]
                fn search(
                    /// The number of a thing, as `list` returns it.
                    thing: u64,
                    /// Why it is done, in one line.
                    reason: Option<String>,
                ) -> String {
                    format!("search {thing} {reason:?}")
                }

                /// Watch things, one by one or all that match; nothing else changes.
                #[action]
                fn watch(
                    /// The number of a thing, as `list` returns it.
                    thing: u64,
                    /// Why it is done, in one line.
                    reason: Option<String>,
                ) -> String {
                    format!("watch {thing} {reason:?}")
                }

                /// Unwatch things, one by one or all that match; nothing else changes.
                #[action]
                fn unwatch(
                    /// The number of a thing, as `list` returns it.
                    thing: u64,
                    /// Why it is done, in one line.
                    reason: Option<String>,
                ) -> String {
                    format!("unwatch {thing} {reason:?}")
                }

                /// Report things, one by one or all that match; nothing else changes.
                #[action(read_only)]
                fn report(
                    /// The number of a thing, as `list` returns it.
                    thing: u64,
                    /// Why it is done, in one line.
                    reason: Option<String>,
                ) -> String {
                    format!("report {thing} {reason:?}")
                }
            }
        }
    };
}

tool!(accounts, "accounts");
tool!(bookings, "bookings");
tool!(contracts, "contracts");
tool!(devices, "devices");
tool!(employees, "employees");
tool!(factories, "factories");
tool!(grants, "grants");
tool!(hotels, "hotels");
tool!(invoices, "invoices");
tool!(journeys, "journeys");

/// Returns the tokens of everything that a model reads before its first call.
fn tokens(view: &View) -> usize {
    let mut text = view.instructions().unwrap_or_default().to_owned();
    for tool in view.tools() {
        let read = json!({
            "name": tool.name,
            "description": tool.description,
            "input_schema": *tool.input_schema,
        });
        text.push_str(&read.to_string());
    }
    o200k_base().unwrap().encode_ordinary(&text).len()
}

fn builder() -> RegistryBuilder {
    Registry::builder()
        .tool(accounts::Things)
        .tool(bookings::Things)
        .tool(contracts::Things)
        .tool(devices::Things)
        .tool(employees::Things)
        .tool(factories::Things)
        .tool(grants::Things)
        .tool(hotels::Things)
        .tool(invoices::Things)
        .tool(journeys::Things)
}

#[test]
fn two_hundred_actions_take_no_more_than_a_few() {
    let registry = builder().build().unwrap();
    let search = registry.view(Exposition::Search).unwrap();
    assert_eq!(search.actions().len(), 200);
    let all = tokens(&search);
    assert!(all <= 1_500, "{all}");
    let flat = tokens(&registry.view(Exposition::Flat).unwrap());
    assert!(flat > 10 * all, "{flat} {all}");

    let few = Registry::builder().tool(accounts::Things).build().unwrap();
    let few = tokens(&few.view(Exposition::Search).unwrap());
    // The difference is a summary of bounded length.
    assert!(all < 2 * few, "{all} {few}");
}
