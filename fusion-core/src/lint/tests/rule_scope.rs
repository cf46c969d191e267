use super::*;

/// Returns a tool that reads and writes, whose actions have no titles and whose names are long.
fn mixed() -> [ToolDef; 1] {
    let key: &str = "b".repeat(60).leak();
    [flat(
        "a_tool_whose_name_is_longer_than_it_should_be",
        "Track issues.",
        vec![
            action_without_arguments("list", READ_ONLY),
            action_without_arguments(key, Hints::default()),
        ],
    )]
}

fn rules(exposition: Option<Exposition>) -> Vec<Rule> {
    let found = under(exposition, &mixed());
    let mut rules: Vec<_> = found.into_iter().map(|finding| finding.rule).collect();
    rules.dedup();
    rules
}

#[test]
fn a_view_has_the_findings_of_its_exposition() {
    let (names, flat) = (Rule::NameLength, Rule::FlatNameLength);
    let (same, mixed) = (Rule::SameDocs, Rule::MixedSafety);
    assert_eq!(rules(None), [names, flat, same, mixed]);
    let title = Rule::MissingTitle;
    assert_eq!(
        rules(Some(Exposition::Grouped)),
        [names, same, mixed, title]
    );
    assert_eq!(rules(Some(Exposition::BySafety)), [names, same, title]);
    assert_eq!(rules(Some(Exposition::Flat)), [flat, same, title]);
}

#[test]
fn the_number_of_tools_is_that_of_the_exposition() {
    let tools: Vec<_> = (0..41)
        .map(|index| {
            let name: &str = format!("t{index}").leak();
            let keys = ["a", "b", "c", "d"];
            flat(
                name,
                "Docs.",
                keys.map(|key| plain(key, key, vec![])).into(),
            )
        })
        .collect();
    let counts = |exposition| {
        let mut found = under(exposition, &tools);
        found.retain(|finding| matches!(finding.rule, Rule::ToolCount | Rule::FlatToolCount));
        found.into_iter().map(|one| one.rule).collect::<Vec<_>>()
    };
    assert_eq!(counts(None), [Rule::ToolCount, Rule::FlatToolCount]);
    assert_eq!(counts(Some(Exposition::Grouped)), [Rule::ToolCount]);
    assert_eq!(counts(Some(Exposition::Flat)), [Rule::FlatToolCount]);
}
