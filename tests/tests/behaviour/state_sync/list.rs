//! Cache hints in the lists of every exposition.

use fusion_core::{
    Exposition, Registry, StateSync,
    state_sync::{Cache, Policy},
};

use super::{ALL, Desk, Said};

fn described(registry: &Registry, exposition: Exposition) -> Vec<String> {
    let view = registry.view(exposition).unwrap();
    let tools = view.tools().iter();
    tools.map(|tool| tool.description.clone()).collect()
}

#[test]
fn grouped_says_it_on_the_lines_where_actions_differ_and_on_the_tool_where_all_agree() {
    for said in ALL {
        let (tool, line) = match said {
            Said::Nothing | Said::Invalidates => ("", ""),
            Said::Directive | Said::Both => ("", " [Cache-Control: no-store]"),
            Said::Default => (" [Cache-Control: no-store]", ""),
        };
        let text = format!(
            "Work at a desk. Actions: read, sort{tool}\n\nWorkflow:\n- 'read': Read what lies there\n- 'sort': Sort what lies there. Requires: how{line}"
        );
        let registry = said.registry();
        assert_eq!(
            described(&registry, Exposition::Grouped),
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
            Said::Nothing | Said::Invalidates => ("Read what lies there.", "Sort what lies there."),
            Said::Directive | Said::Both => ("Read what lies there.", "Sort what lies there"),
            Said::Default => ("Read what lies there", "Sort what lies there"),
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
        assert_eq!(described(&registry, Exposition::Flat), texts, "{said:?}");
    }
}

#[test]
fn two_directives_stand_on_two_lines() {
    let sync = StateSync::new()
        .default(Cache::NoStore)
        .policy(Policy::new("*/read").cache(Cache::Immutable));
    let registry = Registry::builder().state_sync(sync).tool(Desk).build();
    assert_eq!(
        described(&registry.unwrap(), Exposition::Grouped),
        [
            "Work at a desk. Actions: read, sort\n\nWorkflow:\n- 'read': Read what lies there [Cache-Control: immutable]\n- 'sort': Sort what lies there. Requires: how [Cache-Control: no-store]"
        ]
    );
}

#[test]
fn a_list_is_the_same_whenever_it_is_asked_for() {
    let (one, two) = (Said::Both.registry(), Said::Both.registry());
    for exposition in [Exposition::Grouped, Exposition::Flat] {
        let first = one.view(exposition).unwrap().tools().to_vec();
        assert_eq!(one.view(exposition).unwrap().tools(), first);
        assert_eq!(two.view(exposition).unwrap().tools(), first);
    }
}
