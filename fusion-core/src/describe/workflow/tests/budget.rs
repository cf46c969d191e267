//! Tests of a description that exceeds its budget.

use super::{describe, full_description, name};
use crate::{
    definition::ToolDef,
    schema::fixture::{action, flat, hierarchical, plain},
    spec::ActionSpec,
};

#[test]
fn a_line_that_does_not_fit_is_skipped_and_later_ones_may_fit() {
    let tool = flat(
        "t",
        "Manage. Second.",
        vec![
            plain("a", "Short. With more", vec![]),
            plain("b", "x".repeat(60).leak(), vec![]),
            plain("c", "Last", vec![]),
        ],
    );
    // The lengths are 25 for the first line, 11 for the heading, 13 and 12 for the lines, 25 for
    // the note.
    let expected = (
        "Manage. Actions: a, b, c\n\
         \n\
         Workflow:\n\
         - 'a': Short\n\
         - 'c': Last\n\
         \n\
         Details under `action`."
            .to_owned(),
        Some(format!(
            "Second.\n\
             \n\
             - 'a':\n\
             \x20 With more\n\
             - 'b': {}",
            "x".repeat(60)
        )),
    );
    let exact = expected.0.chars().count();
    assert_eq!(describe(&tool, exact), expected);
    let (text, overflow) = describe(&tool, exact - 1);
    assert_eq!(
        text,
        "Manage. Actions: a, b, c\n\nWorkflow:\n- 'a': Short\n\nDetails under `action`."
    );
    assert!(overflow.unwrap().ends_with("\n- 'c': Last"));
}

#[test]
fn a_first_line_that_is_too_long_points_to_the_discriminator() {
    let keys = (0..1_000).map(|n| plain(format!("action_{n}").leak(), "", vec![]));
    let mut tool = flat("t", "Manage all. Second.", keys.collect());
    assert_eq!(
        describe(&tool, 1_024),
        (
            "Manage all. 1000 actions, see `action`.\n\nSecond.".to_owned(),
            None
        )
    );
    let second = "Second, and too long for what is left.";
    tool = flat("t", format!("Manage all. {second}").leak(), tool.actions);
    assert_eq!(
        describe(&tool, 66),
        (
            "Manage all. 1000 actions, see `action`.\n\nDetails under `action`.".to_owned(),
            Some(second.to_owned())
        )
    );
    // The sentence itself exceeds the budget.
    let long = "y".repeat(2_000);
    let tool = flat("t", format!("{long}. Second.").leak(), tool.actions);
    assert_eq!(
        describe(&tool, 1_024),
        (
            "1000 actions, see `action`.\n\nDetails under `action`.".to_owned(),
            Some(format!("{long}\n\nSecond."))
        )
    );
}

#[test]
fn the_budget_counts_unicode_scalar_values() {
    let tool = flat("t", "", vec![plain("a", "é".repeat(900).leak(), vec![])]);
    let text = full_description(&tool);
    assert_eq!(
        text,
        format!("Actions: a\n\nWorkflow:\n- 'a': {}", "é".repeat(900))
    );
    assert_eq!(describe(&tool, text.chars().count()).1, None);
    assert_eq!(
        describe(&tool, text.chars().count() - 1).0,
        "Actions: a\n\nDetails under `action`."
    );
}

mod properties {
    use proptest::{collection::vec, prelude::*};

    use super::*;

    /// Returns a tool with docs of one sentence and optional paragraphs; all words differ.
    fn tool(groups: &[(u8, usize, usize)], modules: bool) -> ToolDef {
        let words = |tag: String, count: usize| {
            let words: Vec<_> = (0..count).map(|n| format!("{tag}w{n}é")).collect();
            words.join(" ")
        };
        let actions: Vec<_> = groups
            .iter()
            .enumerate()
            .map(|(index, (kind, sentence, more))| {
                let mut docs = words(format!("s{index}"), *sentence);
                if *more > 0 {
                    docs = format!("{docs}.\n\n{}", words(format!("m{index}"), *more));
                }
                let hints = crate::spec::Hints {
                    destructive: kind & 1 == 1,
                    ..Default::default()
                };
                let args = Vec::from_iter((kind & 2 == 2).then(name));
                let spec = ActionSpec::new(format!("k{index}").leak(), docs.leak()).hints(hints);
                action(spec, args)
            })
            .collect();
        let docs: &'static str = words("tool".to_owned(), groups.len() * 3).leak();
        if !modules {
            return flat("t", docs, actions);
        }
        let mut parts = vec![("m0", "First module.", vec![]), ("m1", docs, vec![])];
        for (index, action) in actions.into_iter().enumerate() {
            parts[usize::from(index % 3 == 0)].2.push(action);
        }
        hierarchical("t", docs, parts)
    }

    proptest! {
        #[test]
        fn nothing_is_lost_and_the_budget_holds(
            groups in vec((0..4_u8, 0..30_usize, 0..30_usize), 1..60),
            modules: bool,
            budget in 80..2_000_usize,
        ) {
            let tool = tool(&groups, modules);
            let complete = describe(&tool, usize::MAX);
            prop_assert_eq!(&complete.1, &None);
            let (text, overflow) = describe(&tool, budget);
            prop_assert!(text.chars().count() <= budget);
            prop_assert_eq!(overflow.is_some(), text.ends_with("\n\nDetails under `action`."));
            let both = format!("{text}\n{}", overflow.clone().unwrap_or_default());
            let lines: Vec<&str> = both.lines().collect();
            // Every line appears somewhere as a full_description, under its own label. The first line may have
            // lost its list, which the discriminator contains; its sentence stays.
            for line in complete.0.lines().skip(1).filter(|line| !line.is_empty()) {
                let heading = line == "Workflow:";
                prop_assert!(heading || lines.contains(&line), "lost: {line}");
            }
            let sentence = complete.0.split(". ").next().unwrap_or_default();
            prop_assert!(both.contains(sentence));
            // A description that fits is not changed.
            if complete.0.chars().count() <= budget {
                prop_assert_eq!(text, complete.0);
            }
        }
    }
}
