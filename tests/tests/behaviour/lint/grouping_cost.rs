//! Tools whose grouped list is larger than their flat one.

use fusion_core::{Exposition, Registry, build::Tool, lint::Rule, spec::Describe, tool_group};

struct Clock;

/// Tell the time.
#[tool_group(name = "clock")]
impl Clock {
    /// Tell the time.
    #[action(read_only)]
    fn now() {}
}

struct Counter;

/// Count.
#[tool_group(name = "counter")]
impl Counter {
    /// Add one.
    #[action]
    fn add() {}

    /// Read the number.
    #[action(read_only)]
    fn read() {}
}

struct Files;

/// Keep files.
#[tool_group(name = "files")]
impl Files {
    /// Read a file.
    #[action(read_only)]
    fn read(
        /** The path below the folder of the project. */
        path: String,
    ) -> String {
        path
    }

    /// Write an empty file.
    #[action]
    fn create(
        /** The path below the folder of the project. */
        path: String,
    ) -> String {
        path
    }
}

/// Returns the findings, after checking that each states the tokens by which the preview differs.
fn findings(form: Describe, tool: impl Tool) -> Vec<String> {
    let builder = Registry::builder().describe(form);
    let registry = builder.tool(tool).build().unwrap();
    let mut found = registry.lint();
    found.retain(|finding| finding.rule == Rule::GroupingCost);
    let preview = registry.preview(Exposition::Grouped).unwrap();
    for finding in &found {
        let more = preview.total().tokens - preview.flat.tokens;
        assert_eq!(finding.saved_tokens, more, "{finding}");
    }
    let flat = registry.view(Exposition::Flat).unwrap().lint();
    assert!(flat.iter().all(|one| one.rule != Rule::GroupingCost));
    found.iter().map(ToString::to_string).collect()
}

#[test]
fn a_tool_that_is_dearer_than_its_actions_is_found_with_what_it_costs() {
    assert_eq!(
        findings(Describe::Compact, Clock),
        [
            "clock: its list takes 69 tokens with the discriminator, and listed flat, its action takes 37; make it a module of a tool with more actions, or serve `Exposition::Flat` (saves 32 tokens) [grouping-cost]"
        ]
    );
    assert_eq!(
        findings(Describe::Brief, Counter),
        [
            "counter: its list takes 118 tokens with the discriminator and `help`, and listed flat, its 2 actions take 65; make it a module of a tool with more actions, or serve `Exposition::Flat` (saves 53 tokens) [grouping-cost]"
        ]
    );
}

#[test]
fn a_tool_that_costs_little_more_or_less_is_not() {
    assert_eq!(findings(Describe::Compact, Counter), [""; 0]);
    for form in [Describe::Compact, Describe::Brief, Describe::Workflow] {
        assert_eq!(findings(form, Files), [""; 0], "{form:?}");
    }
}
