use super::*;

fn tool(name: impl Into<String>, docs: &'static str, keys: usize) -> ToolDef {
    let key = |index: usize| -> &'static str { format!("k{index}").leak() };
    let actions = (0..keys).map(|index| plain(key(index), "", vec![]));
    flat(name.into().leak(), docs, actions.collect())
}

fn many(count: usize, keys: usize) -> Vec<ToolDef> {
    (0..count)
        .map(|index| tool(format!("t{index}"), "Docs.", keys))
        .collect()
}

#[test]
fn similar_tools_are_found() {
    let named = |a: &str, b: &str| [tool(a, "A.", 1), tool(b, "B.", 1)];
    assert_eq!(
        findings_of(Rule::SimilarNames, &named("issue", "issues")),
        [
            "issues: `issues` and `issue` are nearly one name, and a model takes one for the other; rename one of them by what makes the difference [similar-names]"
        ]
    );
    assert_eq!(
        findings_of(Rule::SimilarNames, &named("issue", "labels")),
        NOTHING
    );
}

#[test]
fn lists_are_no_longer_than_clients_take() {
    for (count, keys, expected) in [
        (40, 1, vec![]),
        (
            41,
            1,
            vec![
                "grouped list: it has 41 tools, and Cursor took 40 in 2025; make modules of one tool of what belongs together [tool-count]",
            ],
        ),
        (
            129,
            1,
            vec![
                "grouped list: it has 129 tools, and VS Code and OpenAI accept 128; make modules of one tool of what belongs together [tool-count]",
            ],
        ),
    ] {
        assert_eq!(findings_of(Rule::ToolCount, &many(count, keys)), expected);
    }
    assert_eq!(places(Rule::FlatToolCount, &many(2, 64)), NOTHING);
    assert_eq!(
        findings_of(Rule::FlatToolCount, &many(3, 43)),
        [
            "flat list: it has 129 tools, and VS Code and OpenAI accept 128; serve such clients `Exposition::BySafety` or `Grouped` [flat-tool-count]"
        ]
    );
}

#[test]
fn docs_that_do_not_fit_into_the_instructions_are_found() {
    let long = |length| -> &'static str { format!("Docs. {}", "x".repeat(length)).leak() };
    assert_eq!(
        places(Rule::FlatInstructions, &[tool("a", long(2_000), 1)]),
        NOTHING
    );
    assert_eq!(
        findings_of(
            Rule::FlatInstructions,
            &[tool("a", long(2_000), 1), tool("b", long(100), 1)]
        ),
        [
            "flat instructions: the docs of all tools have more than the 2048 characters that clients pass on, and those of `a` and `b` are cut to first sentences or left out; shorten the docs of tools and modules [flat-instructions]"
        ]
    );
}

#[test]
fn instructions_that_clients_truncate_are_found() {
    let long = |length| -> &'static str { format!("Docs. {}", "x".repeat(length)).leak() };
    let found = |author: usize, docs: usize| {
        let tool = tool("a", long(docs), 1);
        let form = SurfaceForm::new(Exposition::Flat, Profile::Portable);
        let flat = Surface::unfiltered(&form, &[&tool], &mut Vec::new());
        let found = instructions_length(&"ä".repeat(author), flat.instructions(false));
        found.map(|finding| finding.to_string())
    };
    // `a_*: Docs. x…` after an empty line.
    let room = 2_048 - 2 - "a_*: Docs. ".len();
    assert_eq!(found(room - 100, 100), None);
    assert_eq!(
        found(room - 99, 100).as_deref(),
        Some(
            "instructions: they have 1936 of the 2048 characters that clients pass on, so that the docs of tools and modules after them are cut to first sentences or left out; shorten them, or the docs of tools and modules [instructions-too-long]"
        )
    );
    // These docs are too long by themselves, which another rule finds.
    assert_eq!(found(10, 3_000), None);
    assert_eq!(
        found(2_049, 0).as_deref(),
        Some(
            "instructions: they have 2049 characters, and clients pass on 2048; shorten them: what concerns one tool belongs into its docs [instructions-too-long]"
        )
    );
}

#[test]
fn what_keeps_the_flat_exposition_from_being_served_is_found() {
    let named = |tool, key| flat(tool, "Docs.", vec![plain(key, "Do it.", vec![])]);
    assert_eq!(
        findings_of(
            Rule::FlatExposition,
            &[named("a", "b_c"), named("a_b", "c")]
        ),
        [
            "a_b/c: there is no flat exposition: `a/b_c` and `a_b/c` would both be listed as `a_b_c`: rename one of them; it matters to a server of `Flat` only [flat-exposition]"
        ]
    );
    let long: &str = "b".repeat(64).leak();
    for near in [
        [named("a", "b"), named("a_b", "c")],
        [named("a", long), named("b", "c")],
    ] {
        assert_eq!(findings_of(Rule::FlatExposition, &near), NOTHING);
    }
    let result = ActionDef {
        output: Some(Err("it contains itself".to_owned())),
        ..plain("get", "Get it.", vec![])
    };
    assert_eq!(
        findings_of(Rule::FlatExposition, &issues(vec![result])),
        [
            "issues/get: there is no flat exposition: the result of `issues/get` cannot be published: it contains itself; it matters to a server of `Flat` only [flat-exposition]"
        ]
    );
}
