//! The advice of build errors about arguments whose names clash. A group inside of a struct may belong to
//! another crate, so that the advice for it is to change the struct.

/// Returns the module of a key; `None` if the tool is one flat group, whose keys have no dot.
fn module(key: &str) -> Option<&str> {
    Some(key.split_once('.')?.0)
}

/// Returns the advice for an argument that has the name of the discriminator.
pub(super) fn discriminator_advice(key: &str, argument: &str) -> String {
    match module(key) {
        None => "rename it with `#[arg(name = \"…\")]`, or the discriminator with \
                 `#[tool_group(discriminator = \"…\")]`"
            .to_owned(),
        Some(module) => format!(
            "choose another discriminator on the struct, with `#[tool_group(discriminator = \"…\")]`, \
             or rename the argument on the field of `{module}`, with {}",
            rename(argument)
        ),
    }
}

/// Returns the owner of the name `confirmation` in a tool, with the advice to rename it: the argument of an
/// action, or the discriminator.
pub(super) fn confirmation_advice(owner: Option<&str>) -> String {
    match owner {
        None => "the discriminator has that name: choose another one, with \
                 `#[tool_group(discriminator = \"…\")]`"
            .to_owned(),
        Some(key) => {
            let way_out = match module(key) {
                None => "with `#[arg(name = \"…\")]`".to_owned(),
                Some(module) => format!(
                    "on the field of `{module}`, with {}",
                    rename("confirmation")
                ),
            };
            format!("an argument of `{key}` has that name: rename it, {way_out}")
        }
    }
}

/// Returns the advice for an argument that has the name of the one that `once` adds.
pub(super) fn idempotency_key_advice(key: &str) -> String {
    match module(key) {
        None => "rename it with `#[arg(name = \"…\")]`".to_owned(),
        Some(module) => format!(
            "rename it on the field of `{module}`, with {}",
            rename("idempotency_key")
        ),
    }
}

/// Returns the advice for a field with two shapes, one in each of two actions.
pub(super) fn field_advice(field: &str, keys: [&str; 2]) -> String {
    let own = "give it one type, or rename it in one of them with `#[arg(name = \"…\")]`";
    match keys.map(module) {
        [Some(first), Some(second)] if first != second => format!(
            "give it one type, or rename it in one of the two groups, on the field of `{first}` or of \
             `{second}`, with {}",
            rename(field)
        ),
        _ => own.to_owned(),
    }
}

/// Returns the attribute of a struct's field that renames an argument. A name that is no identifier is
/// quoted. The field may have renamed the argument already, and the attribute has the group's own name.
fn rename(argument: &str) -> String {
    let letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let is_ident =
        argument.chars().all(letter) && !argument.starts_with(|c: char| c.is_ascii_digit());
    let quote = if is_ident { "" } else { "\"" };
    format!(
        "`#[group(rename({quote}{argument}{quote} = \"…\"))]` (if the field renames an argument to \
         `{argument}`, give it another name there)"
    )
}

#[cfg(test)]
mod tests {
    use crate::error::BuildError;

    fn taken(key: &str, name: &str) -> String {
        let error = BuildError::DiscriminatorTaken {
            tool: "t".to_owned(),
            key: key.to_owned(),
            name: name.to_owned(),
        };
        error.to_string()
    }

    fn conflict(first: &str, second: &str) -> String {
        let error = BuildError::FieldConflict {
            tool: "t".to_owned(),
            field: "id".to_owned(),
            first: first.to_owned(),
            first_shape: "string".to_owned(),
            second: second.to_owned(),
            second_shape: "integer 0..".to_owned(),
        };
        error.to_string()
    }

    #[test]
    fn the_discriminator_of_a_struct_is_changed_there() {
        assert_eq!(
            taken("get", "action"),
            "argument `action` of `t/get` has the name of the discriminator: rename it with `#[arg(name = \"…\")]`, or the discriminator with `#[tool_group(discriminator = \"…\")]`"
        );
        assert_eq!(
            taken("users.get", "action"),
            "argument `action` of `t/users.get` has the name of the discriminator: choose another discriminator on the struct, with `#[tool_group(discriminator = \"…\")]`, or rename the argument on the field of `users`, with `#[group(rename(action = \"…\"))]` (if the field renames an argument to `action`, give it another name there)"
        );
        let dotted = taken("users.get", "the.action");
        assert!(
            dotted.contains("with `#[group(rename(\"the.action\" = \"…\"))]`"),
            "{dotted}"
        );
    }

    #[test]
    fn a_field_of_two_groups_is_renamed_in_one_of_them() {
        assert_eq!(
            conflict("get", "set"),
            "field `id` is string in `t/get` and integer 0.. in `t/set`: give it one type, or rename it in one of them with `#[arg(name = \"…\")]`"
        );
        assert_eq!(
            conflict("users.get", "users.set"),
            "field `id` is string in `t/users.get` and integer 0.. in `t/users.set`: give it one type, or rename it in one of them with `#[arg(name = \"…\")]`"
        );
        assert_eq!(
            conflict("users.get", "teams.get"),
            "field `id` is string in `t/users.get` and integer 0.. in `t/teams.get`: give it one type, or rename it in one of the two groups, on the field of `users` or of `teams`, with `#[group(rename(id = \"…\"))]` (if the field renames an argument to `id`, give it another name there)"
        );
    }
}
