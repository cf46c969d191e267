//! The modules of a tool, and a const function that the expansion of a hierarchical tool evaluates on
//! them.

use super::{GroupSpec, Renames};

/// A group inside a tool.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Module {
    /// The first part of the keys `module.action`; `None` if the tool is one flat group.
    pub name: Option<&'static str>,
    /// The group of the module.
    pub group: &'static GroupSpec,
    /// The arguments that the tool publishes under other names.
    pub renames: Renames,
}

impl Module {
    /// Returns the only module of a flat tool.
    #[doc(hidden)]
    pub const fn flat(group: &'static GroupSpec) -> Self {
        Self {
            name: None,
            group,
            renames: Renames::NONE,
        }
    }

    /// Returns a module of a hierarchical tool.
    #[doc(hidden)]
    pub const fn named(name: &'static str, group: &'static GroupSpec) -> Self {
        Self {
            name: Some(name),
            group,
            renames: Renames::NONE,
        }
    }

    /// Publishes arguments of the group under other names: each pair is the name in the group and the
    /// name in the tool.
    #[doc(hidden)]
    pub const fn renames(mut self, renames: &'static [(&'static str, &'static str)]) -> Self {
        self.renames = Renames::new(renames);
        self
    }
}

/// The maximum length of a key that `build()` and every client accept.
const LONGEST: usize = 64;

/// Returns `true` if every key and alias of `group`, written `module.key`, is short enough.
pub const fn keys_fit(module: &str, group: &GroupSpec) -> bool {
    let mut i = 0;
    while i < group.actions.len() {
        let action = &group.actions[i];
        if !fits(module, action.key) {
            return false;
        }
        let mut k = 0;
        while k < action.aliases.len() {
            if !fits(module, action.aliases[k]) {
                return false;
            }
            k += 1;
        }
        i += 1;
    }
    true
}

const fn fits(module: &str, key: &str) -> bool {
    module.len() + 1 + key.len() <= LONGEST
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::ActionSpec;

    const TWO: GroupSpec = GroupSpec::new(
        "a",
        "",
        &[
            ActionSpec::new("list", ""),
            ActionSpec::new("get", "").aliases(&["read"]),
        ],
    );
    const ONE: GroupSpec = GroupSpec::new("b", "", &[ActionSpec::new("list", "")]);

    #[test]
    fn a_key_is_measured_with_its_module_and_its_dot() {
        assert!(keys_fit(&"m".repeat(59), &ONE));
        assert!(!keys_fit(&"m".repeat(60), &ONE));
        assert!(!keys_fit(&"m".repeat(60), &TWO), "by an alias");
    }
}
