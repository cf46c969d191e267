//! Hosts that fill arguments in: the handler reads only the arguments that the model meant.

use fusion_core::{Registry, build::ForeignFields, schema::Profile, spec::Describe};
use fusion_tests::sampling::published::{Host, Published};

use super::{NONE, builder, in_every_profile, merged, registry, with_merging};

/// The reasons why `Profile::OpenAiStrict` cannot publish an argument.
const ANY: &str = "any JSON is accepted";
const MAP: &str = "a map has fields of any name";
const NULL: &str = "`null` is a value beside absence";
const OPEN: &str = "an object accepts fields that its schema does not list";
const REF: &str = "its schema uses `$ref`";

/// The actions and arguments that it cannot publish, with the reasons.
const REFUSED: [(&str, &str, &str); 36] = [
    ("any_values/twice", "twice", NULL),
    ("any_values/free", "value", ANY),
    ("any_values/free", "perhaps", ANY),
    ("any_values/free", "object", OPEN),
    ("maps/maps", "map", MAP),
    ("maps/maps", "lists", MAP),
    ("maps/maps", "deep", MAP),
    ("maps/maps", "holes", MAP),
    ("maps/numbered", "by_number", MAP),
    ("maps/numbered", "signed", MAP),
    ("maps/numbered", "by_id", MAP),
    ("maps/defaults", "map", MAP),
    ("bags/addresses", "by_name", MAP),
    ("bags/empty", "empty", OPEN),
    ("bags/bags", "bag", OPEN),
    ("bags/bags", "numbers", MAP),
    (
        "compositions/composed",
        "first",
        "at `[]`, any JSON is accepted",
    ),
    ("compositions/composed", "all", "its schema uses `allOf`"),
    ("compositions/recursive", "tree", REF),
    ("compositions/recursive", "other", REF),
    (
        "compositions/recursive",
        "keyed",
        "its schema uses `patternProperties`",
    ),
    ("more_open/none", "none", "at `[]`, any JSON is accepted"),
    ("more_open/nested", "overlapping", MAP),
    ("more_open/nested", "many", MAP),
    (
        "more_open/nested",
        "deep",
        "at `rows[]`, a map has fields of any name",
    ),
    ("more_open/keys", "by_number", MAP),
    ("more_open/free", "values", "at `[]`, any JSON is accepted"),
    ("more_open/free", "by_name", OPEN),
    (
        "more_open/free",
        "objects",
        "at `[]`, an object accepts fields that its schema does not list",
    ),
    (
        "more_open/free",
        "generic_any",
        "at `list[]`, any JSON is accepted",
    ),
    ("merging_maps/one", "map", MAP),
    ("merging_maps/two", "map", MAP),
    ("merging_maps/three", "map", MAP),
    ("merging_maps/trees", "numbers", REF),
    ("merging_maps/trees", "more_numbers", REF),
    ("merging_maps/other_trees", "numbers", REF),
];

/// Checks hosts against one registry, whose profile may differ from that of `meant`, which has the same
/// tools. The schemas of `meant` determine which own values omit a field: if `null` only means omission
/// in a profile that publishes it, `meant` is the portable registry.
fn check(hosts: &[Host], meant: &Registry, target: &Registry) {
    let (meant, target) = (
        Published::from_registry(meant),
        Published::from_registry(target),
    );
    let faults: Vec<_> = meant.faults_of_filling(hosts, &target).collect();
    assert_eq!(faults, NONE);
}

#[test]
fn a_filled_call_is_read_as_the_call_that_was_meant() {
    let portable = registry(true);
    let as_is = builder().profile(Profile::AsIs).build().unwrap();
    let brief = builder().tool(merged::Merging).describe(Describe::Brief);
    for registry in [portable, as_is, brief.build().unwrap()] {
        let hosts = [Host::Nulls, Host::Defaults, Host::Strict];
        check(&hosts, &registry, &registry);
    }
}

/// A strict host sends every field, with `null` for those that the model left out.
#[test]
fn a_strict_call_is_read_as_the_call_that_was_meant() {
    let tools = || in_every_profile().tool(merged::Merging);
    let portable = tools().build().unwrap();
    let strict = tools().profile(Profile::OpenAiStrict).build().unwrap();
    check(&[Host::Nulls], &portable, &strict);
}

/// The test above lacks the tools of these arguments, and no others.
#[test]
fn arguments_without_a_strict_schema_are_known_by_name_and_reason() {
    let all = with_merging(builder());
    let errors = all.profile(Profile::OpenAiStrict).build().unwrap_err();
    let texts: Vec<_> = errors.iter().map(ToString::to_string).collect();
    let refused = texts.iter().map(|text| {
        // The way out follows the reason.
        let ends = [", and ", ", which "].into_iter();
        let end = ends.filter_map(|words| text.find(words)).min();
        text[..end.unwrap_or(text.len())].to_owned()
    });
    let expected = REFUSED.map(|(action, argument, reason)| {
        format!("argument `{argument}` of `{action}` cannot be published: {reason}")
    });
    assert_eq!(refused.collect::<Vec<_>>(), expected);
}

#[test]
fn values_that_may_be_meant_are_ignored_on_request_alone() {
    let refusing = registry(true);
    let ignoring = with_merging(builder())
        .foreign_fields(ForeignFields::Ignore)
        .build()
        .unwrap();
    check(&[Host::Typed], &refusing, &ignoring);
    let refusing = Published::from_registry(&refusing);
    let refused = refusing.faults_of_filling(&[Host::Typed], &refusing).next();
    assert!(refused.is_some());
    assert_eq!(refusing.faults_of_foreign_fields(), NONE);
}
