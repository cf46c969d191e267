//! Links in docs to sibling actions, as each view writes them.

use fusion_core::{Exposition, Registry, View, tool_group};
use schemars::JsonSchema;
use serde::Deserialize;

/// How to sort. [`Self::Newest`] comes first.
#[derive(Deserialize, JsonSchema)]
enum Order {
    Newest,
    Oldest,
}

struct Issues;

/// Track issues. Begin with [`Self::list`].
#[tool_group(name = "issues")]
impl Issues {
    /// List issues.
    #[action(read_only)]
    fn list(order: Option<Order>) -> String {
        match order {
            Some(Order::Newest) => "newest".to_owned(),
            Some(Order::Oldest) | None => "oldest".to_owned(),
        }
    }

    /// Close an issue that [`Self::list`] lists, or [`Self::remove_for_good`] it.
    #[action]
    fn close(
        &self,
        /// The number that [`Self::list`] gave.
        id: u32,
    ) -> String {
        id.to_string()
    }

    /// Delete an issue.
    ///
    /// Think of [`Self::close`] first.
    #[action(name = "delete", destructive)]
    fn remove_for_good(&self) {}
}

fn view(exposition: Exposition) -> View {
    let registry = Registry::builder().tool(Issues).build().unwrap();
    registry.view(exposition).unwrap()
}

#[test]
fn a_grouped_tool_links_by_key() {
    let view = view(Exposition::Grouped);
    let [tool] = view.tools() else {
        panic!("one tool");
    };
    assert_eq!(
        tool.description,
        "Track issues. (? optional)\n\
         \n\
         Begin with `list`.\n\
         \n\
         list(order?) List issues\n\
         close(id) Close an issue that `list` lists, or `delete` it\n\
         delete() Delete an issue [DESTRUCTIVE]\n Think of `close` first."
    );
    assert_eq!(
        tool.input_schema["properties"]["id"]["description"],
        "The number that `list` gave."
    );
    assert_eq!(
        tool.input_schema["properties"]["order"]["description"],
        "How to sort. `Newest` comes first."
    );
}

#[test]
fn a_flat_tool_links_by_wire_name() {
    let view = view(Exposition::Flat);
    let descriptions: Vec<_> = view.tools().iter().map(|tool| &*tool.description).collect();
    assert_eq!(
        descriptions,
        [
            "List issues.",
            "Close an issue that `issues_list` lists, or `issues_delete` it.",
            "Delete an issue [DESTRUCTIVE]\n\nThink of `issues_close` first.",
        ]
    );
    assert_eq!(
        view.instructions(),
        Some("issues_*: Track issues. Begin with `issues_list`.")
    );
}
