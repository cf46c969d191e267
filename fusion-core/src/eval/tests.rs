//! Measures of a small tool, and the bounds of the work.

use serde_json::{Value, json};

use super::*;
use crate::{
    definition::ExampleDef,
    eval::ranks::ranks_in,
    schema::{
        Profile,
        fixture::{action, arg, flat, plain},
    },
    spec::{ActionSpec, Hints},
    surface::{ActionRanking, Exposition, SurfaceForm},
};

const READ: Hints = Hints::new(true, false, true, false);

fn example(sentence: &'static str, arguments: Vec<(&'static str, Value)>) -> ExampleDef {
    ExampleDef {
        sentence,
        arguments,
    }
}

fn with(mut action: ActionDef, examples: Vec<ExampleDef>) -> ActionDef {
    action.examples = examples;
    action
}

fn notes() -> ToolDef {
    let number = || arg("note", "", json!({"type": "integer", "minimum": 1}));
    let colour = json!({"type": "string", "enum": ["red", "blue"]});
    let list = ActionSpec::new("list", "List all notes, newest first.").hints(READ);
    let pin = plain("pin", "Put a note above all others.", vec![number()]);
    let pins = plain("pins", "Drop what was above.", vec![]);
    let paint = vec![number(), arg("colour", "", colour)];
    let paint = plain("paint", "Give a note another background.", paint);
    let seven = || ("note", json!(7));
    flat(
        "notes",
        "Keep notes.",
        vec![
            with(
                action(list, vec![]),
                vec![example("the newest ones first", vec![])],
            ),
            with(pin, vec![example("put 7 above the others", vec![seven()])]),
            with(pins, vec![]),
            with(
                paint,
                vec![example(
                    "a red background",
                    vec![seven(), ("colour", json!("red"))],
                )],
            ),
        ],
    )
}

fn surface(exposition: Exposition, tools: &[&ToolDef]) -> Surface {
    let form = SurfaceForm::new(exposition, Profile::Portable);
    let mut errors = Vec::new();
    let surface = Surface::unfiltered(&form, tools, &mut errors);
    assert_eq!(errors, []);
    surface
}

fn measures(exposition: Exposition) -> ListMeasures {
    let tool = notes();
    measure(&surface(exposition, &[&tool]), &[&tool])
}

fn share(part: usize, whole: usize) -> Share {
    Share { part, whole }
}

#[test]
fn a_search_ranks_actions_and_other_lists_rank_tools() {
    for (exposition, first) in [
        (Exposition::Grouped, 3),
        (Exposition::Flat, 3),
        (Exposition::Search, 3),
    ] {
        let found = measures(exposition).found;
        assert_eq!(
            [found.first, found.five],
            [share(first, 3), share(3, 3)],
            "{exposition:?}"
        );
        assert_eq!(found.mean_reciprocal(), Some(1.0));
    }
}

#[test]
fn a_sentence_does_not_find_itself() {
    let mut tool = notes();
    tool.actions[2].examples = vec![example("sesquipedalian", vec![])];
    let found = measure(&surface(Exposition::Search, &[&tool]), &[&tool]).found;
    assert_eq!(found.five, share(3, 4));
    let missed = ("sesquipedalian".to_owned(), "notes/pins".to_owned());
    assert_eq!(found.missed, [missed]);
}

#[test]
fn a_shuffled_index_finds_next_to_nothing() {
    let words = [
        "apple", "bridge", "candle", "desert", "engine", "feather", "garden", "hammer", "island",
        "jacket", "kettle", "ladder",
    ];
    let actions = words.map(|word| {
        let action = plain(word, "", vec![]);
        with(action, vec![example(word, vec![])])
    });
    let tool = flat("things", "", actions.into());
    let surface = surface(Exposition::Search, &[&tool]);
    let actions = measured_actions(&surface, &[&tool]);
    let mut ranking = ActionRanking::new(&surface, &[&tool]);
    assert_eq!(ranks_in(&ranking, &[&tool], &actions).five, share(12, 12));
    ranking.shuffle(5);
    assert_eq!(ranks_in(&ranking, &[&tool], &actions).five, share(0, 12));
}

#[test]
fn schemas_and_hints_are_counted_over_actions() {
    let grouped = measures(Exposition::Grouped);
    // `list` and `pins` see `note` and `colour`, `pin` sees `colour`.
    assert_eq!(
        [grouped.foreign, grouped.approvable],
        [share(5, 4), share(0, 4)]
    );
    let by_safety = measures(Exposition::BySafety);
    // `pins` sees both, `pin` one.
    assert_eq!(
        [by_safety.foreign, by_safety.approvable],
        [share(3, 4), share(1, 4)]
    );
    for exposition in [Exposition::Flat, Exposition::Search] {
        let measures = measures(exposition);
        assert_eq!(
            [measures.foreign, measures.approvable],
            [share(0, 4), share(1, 4)]
        );
    }
}

#[test]
fn names_that_differ_by_an_ending_look_alike() {
    let pair = |one: &str, other: &str| vec![(one.to_owned(), other.to_owned())];
    let of = |exposition| measures(exposition).confusable;
    assert_eq!(of(Exposition::Grouped), pair("pin", "pins"));
    assert_eq!(of(Exposition::Flat), pair("notes_pin", "notes_pins"));
    assert_eq!(of(Exposition::Search), pair("notes/pin", "notes/pins"));
}

#[test]
fn errors_name_their_repair_but_the_one_of_an_unknown_tool() {
    // `list` has its key; `pin` also a missing, a misspelt and a wrong value, and one below the minimum; `paint` two
    // arguments with four mistakes each.
    let all = 1 + 5 + 9;
    assert_eq!(measures(Exposition::Grouped).repaired, share(all, all));
    assert_eq!(measures(Exposition::Search).repaired, share(all, all));
    assert_eq!(measures(Exposition::Flat).repaired, share(all - 3, all));
}

#[test]
fn the_work_is_bounded() {
    let sentences = (0..=EXAMPLES).map(|number| {
        let sentence: &'static str = Box::leak(format!("sentence {number}").into_boxed_str());
        example(sentence, vec![])
    });
    let tool = flat(
        "t",
        "",
        vec![with(plain("a", "", vec![]), sentences.collect())],
    );
    let measures = measure(&surface(Exposition::Grouped, &[&tool]), &[&tool]);
    assert_eq!(measures.found.five.whole, EXAMPLES);
    assert_eq!(measures.repaired.whole, EXAMPLES);
}

#[test]
fn nothing_to_measure_is_no_share() {
    let tool = flat("t", "", vec![plain("a", "", vec![])]);
    let measures = measure(&surface(Exposition::Search, &[&tool]), &[&tool]);
    assert_eq!(measures.found.five.ratio(), None);
    assert_eq!(measures.found.mean_reciprocal(), None);
    assert_eq!(measures.repaired.ratio(), None);
}
