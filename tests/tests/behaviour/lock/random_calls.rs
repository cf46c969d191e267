//! Random changes of whole registries: arguments that the old one publishes and accepts, the new one accepts in a
//! call, if its change is called safe.

use std::cell::{Cell, RefCell};

use fusion_core::{BuildErrors, Exposition, Registry, tool_group};
use fusion_tests::sampling::{
    locks::{is_safe, lock_cases, on_tapes},
    published::{Answer, Published},
    schemas::{Tape, change, near, schema},
};
use serde_json::{Value, json};

thread_local! {
    /// The schemas of the arguments of the next registry.
    static SCHEMAS: RefCell<[Value; 3]> = RefCell::new([json!({}), json!({}), json!({})]);
}

fn slot(index: usize) -> Value {
    SCHEMAS.with_borrow(|schemas| schemas[index].clone())
}

/// Declares a group of one action, whose arguments have random schemas.
macro_rules! group {
    ($group:ident, ($($arguments:tt)*), $($name:ident),*) => {
        group!($group, #[action], ($($arguments)*), $($name),*);
    };
    ($group:ident, #[$($action:tt)*], ($($arguments:tt)*), $($name:ident),*) => {
        struct $group;

        #[tool_group(name = "random")]
        impl $group {
            #[$($action)*]
            fn act($($arguments)*) -> String {
                format!("{:?}", ($($name),*,))
            }
        }
    };
}

group!(Plain, (#[arg(schema = slot(0))] a: Value, #[arg(schema = slot(1))] b: Option<Value>), a, b);
group!(AllOptional, (#[arg(schema = slot(0))] a: Option<Value>, #[arg(schema = slot(1))] b: Option<Value>), a, b);
group!(AllRequired, (#[arg(schema = slot(0))] a: Value, #[arg(schema = slot(1))] b: Value), a, b);
group!(Fewer, (#[arg(schema = slot(0))] a: Value), a);
group!(
    More,
    (
        #[arg(schema = slot(0))] a: Value,
        #[arg(schema = slot(1))] b: Option<Value>,
        #[arg(schema = slot(2))] c: Option<Value>
    ),
    a, b, c
);
group!(
    Renamed,
    (
        #[arg(schema = slot(0), alias("a"))] first: Value,
        #[arg(schema = slot(1), alias("b", "second"))] b2: Option<Value>
    ),
    first, b2
);
group!(
    Exclusive,
    #[action(one_of("a", "b"))],
    (#[arg(schema = slot(0))] a: Option<Value>, #[arg(schema = slot(1))] b: Option<Value>),
    a, b
);

fn registry(group: usize, schemas: &[Value; 3]) -> Result<Registry, BuildErrors> {
    SCHEMAS.with_borrow_mut(|known| known.clone_from(schemas));
    let builder = Registry::builder();
    let registry = match group {
        0 | 1 => builder.tool(Plain).build(),
        2 => builder.tool(AllOptional).build(),
        3 => builder.tool(AllRequired).build(),
        4 => builder.tool(Fewer).build(),
        5 => builder.tool(More).build(),
        6 => builder.tool(Renamed).build(),
        _ => builder.tool(Exclusive).build(),
    }?;
    registry.view(Exposition::Flat)?;
    Ok(registry)
}

const GROUPS: usize = 8;

#[test]
fn a_registry_that_changed_safely_accepts_the_calls_that_it_accepted() {
    let (safe, harmful, accepted_calls) =
        (Cell::new(0_usize), Cell::new(0_usize), Cell::new(0_usize));
    let count = |cell: &Cell<usize>| cell.set(cell.get() + 1);
    on_tapes(lock_cases(), 700, |bytes| {
        let mut tape = Tape(bytes);
        let (one, other) = (tape.below(GROUPS), tape.below(GROUPS));
        let before = [(); 3].map(|()| schema(&mut tape, 2));
        let mut after = before.clone();
        if tape.once_in(2) {
            change(&mut after[tape.below(2)], &mut tape);
        }
        // Some schemas of authors are refused.
        let (Ok(old), Ok(new)) = (registry(one, &before), registry(other, &after)) else {
            return Ok(());
        };
        let diff = old.lock().diff(&new.lock());
        if !is_safe(&diff) {
            count(&harmful);
            return Ok(());
        }
        count(&safe);
        let (old, new) = (
            Published::from_registry(&old),
            Published::from_registry(&new),
        );
        let (action, later) = (&old.actions()[0], &new.actions()[0]);
        for _ in 0..10 {
            let arguments = near(&action.schema, &mut tape);
            if !action.publishes(&arguments)
                || !matches!(old.call(action, &arguments), Answer::Accepted(_))
            {
                continue;
            }
            count(&accepted_calls);
            let answer = new.call(later, &arguments);
            if !matches!(answer, Answer::Accepted(_)) {
                let schemas = format!("{} became {}", action.schema, later.schema);
                return Err(format!(
                    "{schemas}: {arguments} is answered by {answer:?}\n{diff}"
                ));
            }
        }
        Ok(())
    });
    let least = usize::try_from(lock_cases()).unwrap() / 20;
    let seen = [safe.get(), harmful.get()];
    assert!(seen.iter().all(|seen| *seen > least), "{seen:?}");
    assert!(
        accepted_calls.get() > safe.get() * 2,
        "{accepted_calls:?} of {safe:?}"
    );
}
