//! Words of errors about the action `help`.

/// Returns the place of an argument that has the name of the argument of `help`.
pub(super) fn argument_place(tool: &str, name: &str, key: Option<&str>) -> String {
    match key {
        Some(key) => format!("argument `{name}` of `{tool}/{key}`"),
        None => format!("the discriminator `{name}` of `{tool}`"),
    }
}
