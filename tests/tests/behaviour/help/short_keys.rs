//! Topics that name an action without its module.

use fusion_core::{Exposition, Filter, tool_group};

use super::{Labels, builder, help, topics::view};

#[tokio::test]
async fn a_short_key_of_few_actions_is_answered_with_their_contracts() {
    let view = view();
    let issues = help(&view, "desk", "issues.list").await.unwrap();
    let labels = help(&view, "desk", "labels.list").await.unwrap();
    let both = help(&view, "desk", "list").await;
    assert_eq!(both, Ok(format!("{issues}\n\n{labels}")));
    // A hidden action makes no name ambiguous.
    let filtered = view.filtered(&Filter::except(["desk/labels.list"]));
    let one = help(&filtered.unwrap(), "desk", "list").await;
    assert_eq!(one, Ok(issues));
}

/// Keep lists.
#[tool_group(name = "lists")]
struct Lists {
    #[group]
    a: Labels,
    #[group]
    b: Labels,
    #[group]
    c: Labels,
    #[group]
    d: Labels,
    #[group]
    list: Labels,
}

#[tokio::test]
async fn a_short_key_of_many_actions_is_an_error_that_names_them() {
    let lists = Lists {
        a: Labels,
        b: Labels,
        c: Labels,
        d: Labels,
        list: Labels,
    };
    let registry = builder().tool(lists).build().unwrap();
    let view = registry.view(Exposition::Grouped).unwrap();
    assert_eq!(
        help(&view, "lists", "delete").await.unwrap_err(),
        "Error: Topic \"delete\" names 5 actions: a.delete, b.delete, c.delete, d.delete, list.delete. \
         Call help with one of these names."
    );
    // The name of a module is whole, and names nothing else.
    let module = help(&view, "lists", "list").await.unwrap();
    assert!(
        module.starts_with("list: Name what issues are about.\n\nlist.list()"),
        "{module}"
    );
    let view = registry.view(Exposition::BySafety).unwrap();
    assert_eq!(
        help(&view, "lists_read", "delete").await.unwrap_err(),
        "Error: Topic \"delete\" names 5 actions: lists_destructive/a.delete, lists_destructive/b.delete, \
         lists_destructive/c.delete, lists_destructive/d.delete, lists_destructive/list.delete. \
         Call help with one of these names."
    );
}
