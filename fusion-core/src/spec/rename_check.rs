//! The check of a renamed argument against the rows of its group, in a constant of the expansion.

use super::{
    ActionSpec, GroupSpec, Kind, argument::is_equal, const_text::ConstText, near_name::NearName,
};

/// The number of arguments that an error lists.
const LISTED: usize = 12;

/// Fails the compilation if no action and no prompt of the group has the argument `own`. `ty` is the type
/// of the group, as the author wrote it.
///
/// The variables of a resource are part of its URI and keep their names. A group without rows stands for
/// a type that is no group, which another error reports.
///
/// # Panics
///
/// In a constant, which is a compile error at the caller.
#[track_caller]
pub const fn check_rename(group: &GroupSpec, ty: &str, own: &str) {
    let problem = problem(group, ty, own);
    assert!(problem.is_empty(), "{}", problem.as_str());
}

/// Returns `true` if no action and no prompt of the group has an argument of this name.
pub const fn lacks_argument(group: &GroupSpec, name: &str) -> bool {
    !has_argument(group, name)
}

/// Returns the text of the error; empty if the argument can be renamed.
const fn problem(group: &GroupSpec, ty: &str, own: &str) -> ConstText {
    if group.actions.is_empty() || has_argument(group, own) {
        return ConstText::EMPTY;
    }
    if let Some(uri) = uri_with_variable(group, own) {
        return ConstText::EMPTY
            .push_name(own)
            .push(" of ")
            .push_name(ty)
            .push(" is a variable of the URI ")
            .push_name(uri)
            .push(
                ", and a tool publishes the URIs of its groups as they are: remove the pair, or rename \
                 the variable where the group is written",
            );
    }
    let text = ConstText::EMPTY
        .push("no action or prompt of ")
        .push_name(ty)
        .push(" has an argument ")
        .push_name(own);
    let names = ArgumentNames::of_group(group, own);
    if let Some(meant) = names.near.found() {
        return text.push("; did you mean ").push_name(meant).push("?");
    }
    if names.count == 0 {
        return text.push(": they have no arguments; remove the pair");
    }
    let text = text.push(": write one of ").push(names.list.as_str());
    let text = if names.is_cut {
        text.push(", …")
    } else {
        text
    };
    text.push(", or remove the pair")
}

/// The names of the arguments of a group.
#[derive(Clone, Copy)]
struct ArgumentNames<'n> {
    /// The first names, each once.
    first: [&'n str; LISTED],
    /// The number of names in `first`.
    count: usize,
    /// The names in `first`, separated by commas.
    list: ConstText,
    /// `true` if the group has further names.
    is_cut: bool,
    near: NearName<'n>,
}

impl<'n> ArgumentNames<'n> {
    const fn of_group(group: &GroupSpec, sought: &'n str) -> Self {
        let mut names = Self {
            first: [""; LISTED],
            count: 0,
            list: ConstText::EMPTY,
            is_cut: false,
            near: NearName::new(sought),
        };
        let mut i = 0;
        while i < group.actions.len() {
            let row = &group.actions[i];
            if !matches!(row.kind, Kind::Resource(_)) {
                names = names.of_row(row);
            }
            i += 1;
        }
        names
    }

    const fn of_row(mut self, row: &ActionSpec) -> Self {
        let mut i = 0;
        while i < row.args.len() {
            self = self.add(row.args[i].name);
            i += 1;
        }
        let mut k = 0;
        while k < row.joined.len() {
            let mut i = 0;
            while i < row.joined[k].len() {
                self = self.add(row.joined[k][i].name);
                i += 1;
            }
            k += 1;
        }
        self
    }

    const fn add(mut self, name: &'static str) -> Self {
        let mut i = 0;
        while i < self.count {
            if is_equal(self.first[i], name) {
                return self;
            }
            i += 1;
        }
        self.near = self.near.consider(name);
        if self.count == LISTED {
            self.is_cut = true;
            return self;
        }
        if self.count > 0 {
            self.list = self.list.push(", ");
        }
        self.list = self.list.push_name(name);
        self.first[self.count] = name;
        self.count += 1;
        self
    }
}

/// Returns the URI of the first resource that has a variable of this name.
const fn uri_with_variable(group: &GroupSpec, name: &str) -> Option<&'static str> {
    let mut i = 0;
    while i < group.actions.len() {
        let row = &group.actions[i];
        if let Kind::Resource(resource) = row.kind
            && super::has(row.args, name)
        {
            return Some(resource.uri);
        }
        i += 1;
    }
    None
}

const fn has_argument(group: &GroupSpec, name: &str) -> bool {
    let mut i = 0;
    while i < group.actions.len() {
        let row = &group.actions[i];
        if !matches!(row.kind, Kind::Resource(_)) {
            if super::has(row.args, name) {
                return true;
            }
            let mut k = 0;
            while k < row.joined.len() {
                if super::has(row.joined[k], name) {
                    return true;
                }
                k += 1;
            }
        }
        i += 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::{ArgSpec, ResourceSpec};

    const fn row(name: &'static str) -> ArgSpec {
        ArgSpec::new(name, "", true, |_| schemars::Schema::default())
    }

    fn told(group: &GroupSpec, name: &str) -> String {
        problem(group, "Users", name).as_str().to_owned()
    }

    #[test]
    fn arguments_of_actions_and_prompts_can_be_renamed_and_variables_cannot() {
        const SCOPE: &[ArgSpec] = &[row("team")];
        const ID: &[ArgSpec] = &[row("id")];
        static USER: ResourceSpec = ResourceSpec::new("users://{user}");
        static ROWS: [ActionSpec; 3] = [
            ActionSpec::new("get", "").args(ID).joined(&[&[], SCOPE]),
            ActionSpec::of_kind(Kind::Prompt, "ask", "").args(const { &[row("question")] }),
            ActionSpec::of_kind(Kind::Resource(&USER), "one", "").args(const { &[row("user")] }),
        ];
        const GROUP: GroupSpec = GroupSpec::new("users", "", &ROWS);
        for name in ["id", "team", "question"] {
            assert_eq!(told(&GROUP, name), "");
            assert!(!lacks_argument(&GROUP, name), "{name}");
        }
        for (name, text) in [
            (
                "user",
                "`user` of `Users` is a variable of the URI `users://{user}`, and a tool publishes \
                 the URIs of its groups as they are: remove the pair, or rename the variable where \
                 the group is written",
            ),
            (
                "i",
                "no action or prompt of `Users` has an argument `i`; did you mean `id`?",
            ),
            (
                "name",
                "no action or prompt of `Users` has an argument `name`: write one of `id`, `team`, \
                 `question`, or remove the pair",
            ),
        ] {
            assert_eq!(told(&GROUP, name), text);
            assert!(lacks_argument(&GROUP, name), "{name}");
        }
        check_rename(&GROUP, "Users", "id");
        check_rename(&GroupSpec::new("", "", &[]), "Users", "id");
    }

    #[test]
    fn an_error_lists_each_name_once_and_not_too_many() {
        const BARE: GroupSpec = GroupSpec::new("g", "", const { &[ActionSpec::new("a", "")] });
        const NAMES: [&str; 14] = [
            "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "theta", "iota", "kappa",
            "lambda", "sigma", "omega", "omicron", "upsilon",
        ];
        let args: &[ArgSpec] = Vec::leak(NAMES.map(row).to_vec());
        let rows: &[ActionSpec] = Vec::leak(vec![
            ActionSpec::new("a", "").args(args),
            ActionSpec::new("b", "").args(args),
        ]);
        assert_eq!(
            told(&GroupSpec::new("g", "", rows), "something"),
            "no action or prompt of `Users` has an argument `something`: write one of `alpha`, `beta`, \
             `gamma`, `delta`, `epsilon`, `zeta`, `theta`, `iota`, `kappa`, `lambda`, `sigma`, \
             `omega`, …, or remove the pair"
        );
        // A name that is not listed may be the one that is meant.
        assert_eq!(
            told(&GroupSpec::new("g", "", rows), "upsilonn"),
            "no action or prompt of `Users` has an argument `upsilonn`; did you mean `upsilon`?"
        );
        assert_eq!(
            told(&BARE, "id"),
            "no action or prompt of `Users` has an argument `id`: they have no arguments; remove the \
             pair"
        );
    }
}
