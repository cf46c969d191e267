//! Cache hints in the lists of every exposition.

use fusion_core::{
    Exposition, Registry, StateSync,
    spec::Describe,
    state_sync::{Cache, Policy},
};

use super::{ALL, Desk, SyncDeclaration};

fn descriptions(registry: &Registry, exposition: Exposition) -> Vec<String> {
    let view = registry.view(exposition).unwrap();
    let tools = view.tools().iter();
    tools.map(|tool| tool.description.clone()).collect()
}

#[test]
fn grouped_says_it_after_the_actions_where_they_differ_and_on_the_tool_where_all_agree() {
    for said in ALL {
        let (tool, after) = match said {
            SyncDeclaration::Nothing | SyncDeclaration::Invalidates => ("", ""),
            SyncDeclaration::Directive | SyncDeclaration::Both => {
                ("", "\nCache-Control: no-store: sort")
            }
            SyncDeclaration::Default => (" [Cache-Control: no-store]", ""),
        };
        let text = format!(
            "Work at a desk{tool}\nread() Read what lies there\nsort(how) Sort what lies there{after}"
        );
        let registry = said.registry();
        assert_eq!(
            descriptions(&registry, Exposition::Grouped),
            [text],
            "{said:?}"
        );
    }
}

#[test]
fn flat_says_it_on_each_tool() {
    let mark = " [Cache-Control: no-store]";
    for said in ALL {
        let (read, sort) = match said {
            SyncDeclaration::Nothing | SyncDeclaration::Invalidates => {
                ("Read what lies there.", "Sort what lies there.")
            }
            SyncDeclaration::Directive | SyncDeclaration::Both => {
                ("Read what lies there.", "Sort what lies there")
            }
            SyncDeclaration::Default => ("Read what lies there", "Sort what lies there"),
        };
        let marked = |text: &str| {
            if text.ends_with('.') {
                text.to_owned()
            } else {
                format!("{text}{mark}")
            }
        };
        let texts = [marked(read), marked(sort)];
        let registry = said.registry();
        assert_eq!(descriptions(&registry, Exposition::Flat), texts, "{said:?}");
    }
}

#[test]
fn two_directives_stand_on_two_lines_and_in_prose_on_those_of_their_actions() {
    for (form, text) in [
        (
            Describe::Compact,
            "Work at a desk\n\
             read() Read what lies there\n\
             sort(how) Sort what lies there\n\
             Cache-Control: immutable: read\n\
             Cache-Control: no-store: sort",
        ),
        (
            Describe::Workflow,
            "Work at a desk. Actions: read, sort\n\n\
             Workflow:\n\
             - 'read': Read what lies there [Cache-Control: immutable]\n\
             - 'sort': Sort what lies there. Requires: how [Cache-Control: no-store]",
        ),
    ] {
        let sync = StateSync::new()
            .default_cache(Cache::NoStore)
            .policy(Policy::new("*/read").cache(Cache::Immutable));
        let registry = Registry::builder().describe(form).state_sync(sync);
        let registry = registry.tool(Desk).build().unwrap();
        assert_eq!(descriptions(&registry, Exposition::Grouped), [text]);
    }
}

#[test]
fn a_list_is_the_same_whenever_it_is_asked_for() {
    let (one, two) = (
        SyncDeclaration::Both.registry(),
        SyncDeclaration::Both.registry(),
    );
    for exposition in [Exposition::Grouped, Exposition::Flat] {
        let first = one.view(exposition).unwrap().tools().to_vec();
        assert_eq!(one.view(exposition).unwrap().tools(), first);
        assert_eq!(two.view(exposition).unwrap().tools(), first);
    }
}
