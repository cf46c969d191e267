//! The JSON of catalogs and trees, and the errors for invalid JSON.

use fusion_core::catalog::{
    AsJson, Catalog, Converter, Group, GroupTree, Prompt, PromptArgument, Resource, Tool,
};
use serde_json::{Value, json};

fn schema() -> Value {
    json!({"type": "object"})
}

#[test]
fn a_catalog_is_lists_and_numbers_and_a_leaf_is_there_once() {
    let mut catalog = Catalog::with_separator('/');
    let platform = catalog.add(Group::new("platform")).unwrap();
    let users = catalog.add_to(platform, Group::new("users")).unwrap();
    let ban = catalog.add_to(users, Tool::new("ban")).unwrap();
    assert!(catalog.attach(ban, platform).unwrap());
    let mut review = Prompt::new("review");
    review.arguments = Some(vec![PromptArgument::new("what")]);
    catalog.add(review).unwrap();
    catalog
        .add_to(users, Resource::new("file:///a", "README.md"))
        .unwrap();

    let written = json!({
        "separator": "/",
        "root": {"groups": [0], "prompts": [0]},
        "groups": [
            {"name": "platform", "groups": [1], "tools": [0]},
            {"name": "users", "tools": [0], "resources": [0]},
        ],
        "tools": [{"name": "ban", "inputSchema": schema()}],
        "prompts": [{"name": "review", "arguments": [{"name": "what"}]}],
        "resources": [{"uri": "file:///a", "name": "README.md"}],
    });
    assert_eq!(AsJson.convert_from(catalog.clone()).unwrap(), written);
    let read: Catalog = AsJson.convert_to(written).unwrap();
    assert_eq!(read, catalog);
    let ban = read.find::<Tool>("platform/users/ban").unwrap();
    assert_eq!(
        read.qualified_names(ban),
        ["platform/ban", "platform/users/ban"]
    );
}

#[test]
fn a_tree_nests_and_a_leaf_is_there_in_each_of_its_groups() {
    let mut catalog = Catalog::new();
    let platform = catalog.add(Group::new("platform")).unwrap();
    let users = catalog.add_to(platform, Group::new("users")).unwrap();
    let ban = catalog.add_to(users, Tool::new("ban")).unwrap();
    assert!(catalog.attach(ban, platform).unwrap());
    let tool = json!({"name": "ban", "inputSchema": schema()});
    let tree = catalog.tree(platform).unwrap();
    assert_eq!(
        AsJson.convert_from(tree).unwrap(),
        json!({
            "name": "platform",
            "groups": [{"name": "users", "tools": [tool]}],
            "tools": [tool],
        })
    );
}

#[test]
fn wrong_json_of_a_catalog_is_refused_at_its_place() {
    let tool = |name: &str| json!({"name": name, "inputSchema": schema()});
    for (json, said) in [
        (
            json!({"root": {"groups": [0]}, "groups": [{"name": "a", "tools": [0, 3]}], "tools": [tool("t")]}),
            "groups[0].tools[1]: there is no tool number 3, there are 1, numbered from 0",
        ),
        (
            json!({"root": {"prompts": [0]}}),
            "root.prompts[0]: there is no prompt number 0, there are 0, numbered from 0",
        ),
        (
            json!({"root": {"groups": [0]}, "groups": [
                {"name": "a"}, {"name": "b", "groups": [2]}, {"name": "c", "groups": [1]},
            ]}),
            "a group cannot hang below itself: b > c > b",
        ),
        (
            json!({"groups": [{"name": "a", "groups": [0]}]}),
            "a group cannot hang below itself: a > a",
        ),
        (
            json!({"root": {"groups": [0, 1]}, "groups": [
                {"name": "a", "groups": [2]}, {"name": "b", "groups": [2]}, {"name": "c"},
            ]}),
            "groups[1].groups[0]: the group `c` has its place already: strike one of the two",
        ),
        (
            json!({"root": {"groups": [0], "tools": [0]}, "groups": [{"name": "a", "tools": [0]}], "tools": [tool("t")]}),
            "root.tools[0]: the tool `t` has its place already: strike one of the two",
        ),
        (
            json!({"root": {"groups": [0]}, "groups": [{"name": "a", "tools": [0, 0]}], "tools": [tool("t")]}),
            "groups[0].tools[1]: the tool `t` has its place already: strike one of the two",
        ),
        (
            json!({"root": {"groups": [0]}, "groups": [{"name": "a", "tools": [0, 1]}], "tools": [tool("t"), tool("t")]}),
            "group `a`: there is a tool `t` already: rename one of them",
        ),
        (
            json!({"root": {"groups": [0, 1]}, "groups": [{"name": "a"}, {"name": "a"}]}),
            "root: there is a group `a` already: rename one of them",
        ),
        (
            json!({"root": {"groups": [0]}, "groups": [{"name": "a.b"}]}),
            "root: the group name `a.b` contains the separator `.`: rename it, or give the catalog another separator",
        ),
        (
            json!({"root": {"tools": [0]}, "tools": [tool("")]}),
            "root: a tool needs a name",
        ),
        (
            json!({"root": {"tools": [0]}, "tools": [tool("t"), tool("u")]}),
            "tools[1]: the tool `u` has no place: refer to it from a group or from `root`",
        ),
        (json!({"groups": [{}]}), "missing field `name`"),
        (
            json!({"root": {"tools": [-1]}}),
            "invalid value: integer `-1`, expected u64",
        ),
    ] {
        let refused = serde_json::from_value::<Catalog>(json.clone()).unwrap_err();
        assert_eq!(refused.to_string(), said, "{json}");
    }
}

#[test]
fn a_long_chain_of_groups_in_json_is_too_deep_and_no_stack_overflows() {
    let long: Vec<_> = (0..100_000)
        .map(|number| json!({"name": "g", "groups": if number < 99_999 { vec![number + 1] } else { vec![] }}))
        .collect();
    let refused =
        serde_json::from_value::<Catalog>(json!({"root": {"groups": [0]}, "groups": long}));
    assert_eq!(
        refused.unwrap_err().to_string(),
        "groups[32]: groups hang at most 32 deep"
    );
}

#[test]
fn wrong_json_of_a_tree_is_refused_at_its_place() {
    let tool = json!({"name": "t", "inputSchema": schema()});
    for (json, said) in [
        (
            json!({"name": "a", "groups": [{"name": "b", "tools": [tool, tool]}]}),
            "group `b`: there is a tool `t` already: rename one of them",
        ),
        (
            json!({"name": "a", "groups": [{"name": "b"}, {"name": "b"}]}),
            "group `a`: there is a group `b` already: rename one of them",
        ),
        (json!({"groups": []}), "missing field `name`"),
    ] {
        let refused = Converter::<GroupTree, Value>::convert_to(&AsJson, json.clone());
        assert_eq!(refused.unwrap_err().to_string(), said, "{json}");
    }
}

#[test]
fn a_tree_is_added_as_a_whole_or_not_at_all() {
    let mut catalog = Catalog::new();
    let mut tree = GroupTree::from(Group::new("a"));
    tree.tools.push(Tool::new("fine"));
    let mut below = GroupTree::from(Group::new("b"));
    below.prompts.push(Prompt::new("not.fine"));
    tree.groups.push(below);
    let refused = catalog.add_tree(None, tree).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "group `a.b`: the prompt name `not.fine` contains the separator `.`: rename it, or give \
         the catalog another separator"
    );
    assert!(catalog.is_empty());
}
