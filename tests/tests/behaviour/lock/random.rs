//! Random changes of schemas and of locked actions: a change that is called safe accepts what was accepted.
//!
//! `LOCK_CASES=10000 cargo test --release --workspace --test behaviour lock` looks longer.

use std::cell::Cell;

use fusion_tests::sampling::{
    Oracle,
    locks::{
        arguments_schema, change_item, is_safe, item, lock_cases, of_item, of_schema, on_tapes,
        refused_later,
    },
    schemas::{Tape, change, schema, value},
};
use serde_json::Value;

/// The number of times that both sides of a test occurred. Without them, it proves nothing.
#[derive(Debug, Default)]
struct Seen {
    safe: Cell<usize>,
    harmful: Cell<usize>,
    accepted: Cell<usize>,
}

impl Seen {
    fn add(count: &Cell<usize>, more: usize) {
        count.set(count.get() + more);
    }

    /// Fails unless a share of the cases was safe, as many were harmful, and a safe one had `values` accepted
    /// values on average.
    fn check(&self, share: usize, values: usize) {
        let least = usize::try_from(lock_cases()).unwrap() / share;
        assert!(self.safe.get() > least, "{self:?}");
        assert!(self.harmful.get() > least, "{self:?}");
        assert!(self.accepted.get() > self.safe.get() * values, "{self:?}");
    }
}

#[test]
fn a_schema_that_changed_safely_accepts_what_it_accepted() {
    let seen = Seen::default();
    on_tapes(lock_cases(), 400, |bytes| {
        let (drawn, rest) = bytes.split_at(100);
        let before = schema(&mut Tape(drawn), 3);
        let mut after = before.clone();
        let mut tape = Tape(rest);
        for _ in 0..=tape.below(2) {
            change(&mut after, &mut tape);
        }
        let diff = of_schema(&before).diff(&of_schema(&after));
        if !is_safe(&diff) {
            Seen::add(&seen.harmful, 1);
            return Ok(());
        }
        Seen::add(&seen.safe, 1);
        let (old, new) = (Oracle::new(&before), Oracle::new(&after));
        for _ in 0..40 {
            let value = value(&mut tape, 3);
            if old.is_valid(&value) {
                Seen::add(&seen.accepted, 1);
                if !new.is_valid(&value) {
                    return Err(format!(
                        "{before} became {after}: {value} is refused\n{diff}"
                    ));
                }
            }
        }
        Ok(())
    });
    seen.check(8, 2);
}

#[test]
fn an_action_that_changed_safely_accepts_what_it_accepted() {
    let seen = Seen::default();
    on_tapes(lock_cases(), 900, |bytes| {
        let (drawn, rest) = bytes.split_at(200);
        let before = item(&mut Tape(drawn));
        let mut after = before.clone();
        let mut tape = Tape(rest);
        for _ in 0..=tape.below(3) {
            change_item(&mut after, &mut tape);
        }
        let (before, after) = (of_item(before), of_item(after));
        let diff = before.diff(&after);
        if !is_safe(&diff) {
            Seen::add(&seen.harmful, 1);
            return Ok(());
        }
        Seen::add(&seen.safe, 1);
        let [old, new] = [&before, &after].map(|lock| &lock.actions["t/a"]);
        match refused_later([old, new], 30, &mut tape, &seen.accepted) {
            Some(arguments) => Err(format!(
                "{} became {}: {arguments} is refused\n{diff}",
                arguments_schema(old),
                arguments_schema(new)
            )),
            None => Ok(()),
        }
    });
    seen.check(10, 2);
}

/// A change and its reverse are found alike: nothing that one direction states is silent in the other.
#[test]
fn two_schemas_differ_in_both_directions_or_in_none() {
    on_tapes(lock_cases(), 300, |bytes| {
        let (drawn, rest) = bytes.split_at(100);
        let before = schema(&mut Tape(drawn), 2);
        let mut after: Value = before.clone();
        change(&mut after, &mut Tape(rest));
        let (one, other) = (of_schema(&before), of_schema(&after));
        if one.diff(&other).is_empty() != other.diff(&one).is_empty() {
            return Err(format!(
                "{before} and {after}\n{}\n{}",
                one.diff(&other),
                other.diff(&one)
            ));
        }
        Ok(())
    });
}
