//! Locks: the rules of their comparison, each by a pair of surfaces, and random changes.

mod canonical;
mod checking;
mod collecting;
mod random;
mod random_calls;
mod rules;
