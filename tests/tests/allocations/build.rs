//! The allocations of `build()`, of the views and of `lint()` grow linearly with the number of actions
//! in one group.

use std::str;

use allocation_counter::AllocationInfo;
use fusion_core::{
    __private::{Args, Chains, Frame, schema_of},
    ActionGroup, ActionSpec, ArgSpec, Call, Exposition, GroupSpec, Registry, Stale, StateSync,
    ToolError, ToolResult,
};

/// A group of so many actions. Each has four arguments, a link to a sibling and two policies: one
/// that names an action, and one that is a pattern.
struct Group<const ACTIONS: usize>;

impl<const ACTIONS: usize> Group<ACTIONS> {
    const KEYS: &'static [[u8; 7]; ACTIONS] = &keys();
    const ARGS: &'static [ArgSpec] = &[
        ArgSpec::new("name", "The name.", true, schema_of::<String>),
        ArgSpec::new("age", "The age.", false, schema_of::<Option<u8>>),
        ArgSpec::new("days", "For how many days.", true, schema_of::<u32>),
        ArgSpec::new("tags", "The tags.", true, schema_of::<Vec<String>>),
    ];
    const STALE: &'static [Stale] = &[Stale::own("self.act0001"), Stale::own("self.*")];
    const ROWS: &'static [ActionSpec; ACTIONS] = &{
        let mut rows = [ActionSpec::new("", ""); ACTIONS];
        let mut index = 0;
        while index < ACTIONS {
            let Ok(key) = str::from_utf8(&Self::KEYS[index]) else {
                panic!("digits are UTF-8")
            };
            rows[index] = ActionSpec::new(key, "Do it.\n\nSee [`Self::act0000`].")
                .args(Self::ARGS)
                .invalidates(Self::STALE);
            index += 1;
        }
        rows
    };
}

/// `act0000`, `act0001` and so on.
const fn keys<const ACTIONS: usize>() -> [[u8; 7]; ACTIONS] {
    const DIGITS: &[u8; 10] = b"0123456789";

    let mut keys = [*b"act0000"; ACTIONS];
    let mut index = 0;
    while index < ACTIONS {
        let (mut rest, mut place) = (index, 6);
        while rest > 0 {
            keys[index][place] = DIGITS[rest % 10];
            (rest, place) = (rest / 10, place - 1);
        }
        index += 1;
    }
    keys
}

impl<const ACTIONS: usize> ActionGroup for Group<ACTIONS> {
    type Action = ();
    type Common = ();
    type Input = ();

    const SPEC: &'static GroupSpec = &GroupSpec::new("many", "Do many things.", Self::ROWS);

    fn at(index: usize) -> Option<()> {
        (index < ACTIONS).then_some(())
    }

    fn parse((): (), _: &mut Args<'_>) -> Option<((), ())> {
        None
    }

    fn chains(&self) -> impl Chains<Self, (), ()> + use<ACTIONS> {
        NoChain
    }
}

struct NoChain;

impl<const ACTIONS: usize> Chains<Group<ACTIONS>, (), ()> for NoChain {
    fn reads_arguments(&self) -> bool {
        false
    }

    async fn invoke(
        &self,
        _: &Group<ACTIONS>,
        _: Frame<'_, (), ()>,
        _: &mut Call<'_>,
    ) -> ToolResult {
        Err(ToolError::new("not called"))
    }
}

fn build<const ACTIONS: usize>() -> Registry {
    let builder = Registry::builder().state_sync(StateSync::new());
    builder.tool(Group::<ACTIONS>).build().unwrap()
}

/// The allocations of each step: `build()`, the two views that are not built with it, and `lint()`.
fn allocated<const ACTIONS: usize>() -> [(&'static str, AllocationInfo); 4] {
    drop(build::<2>());
    let registry = build::<ACTIONS>();
    let view = |exposition| {
        let seen = allocation_counter::measure(|| drop(registry.view(exposition).unwrap()));
        assert!(seen.count_total > 0, "the view was not computed here");
        seen
    };
    [
        (
            "build",
            allocation_counter::measure(|| drop(build::<ACTIONS>())),
        ),
        ("view by safety", view(Exposition::BySafety)),
        ("flat view", view(Exposition::Flat)),
        (
            "lint",
            allocation_counter::measure(|| drop(registry.lint())),
        ),
    ]
}

#[test]
fn twice_as_many_actions_of_one_group_allocate_twice_as_much() {
    for ((step, one), (_, two)) in allocated::<256>().into_iter().zip(allocated::<512>()) {
        let limit = |one: u64| one * 9 / 4;
        let grown = [
            (one.count_total, two.count_total),
            (one.bytes_total, two.bytes_total),
        ];
        assert!(
            grown.iter().all(|(one, two)| *two <= limit(*one)),
            "{step}: {grown:?} are the counts and the bytes of 256 and 512 actions"
        );
    }
}
