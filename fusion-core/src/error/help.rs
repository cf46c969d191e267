//! Words of errors about the action `help`.

/// The number of actions that an error names.
const NAMED: usize = 4;

/// Returns the names of `help` that the author's items have, and the items: `` `help` is the key of
/// `print`, and `topic` is no plain string in `find` ``.
pub(super) fn taken_names(
    help: &str,
    topic: &str,
    item: Option<&str>,
    discriminator: bool,
    arguments: &[String],
) -> String {
    let key = item.map(|item| format!("`{item}` has the name `{help}` already"));
    let selects = discriminator.then(|| format!("`{topic}` is the discriminator"));
    let differs = (!arguments.is_empty()).then(|| {
        format!(
            "argument `{topic}` of {} is not a plain string",
            keys(arguments)
        )
    });
    let clauses: Vec<_> = [key, selects, differs].into_iter().flatten().collect();
    clauses.join(", and ")
}

/// Joins quoted keys, and counts those beyond the fourth.
fn keys(keys: &[String]) -> String {
    let shown = keys.iter().take(NAMED);
    let shown: Vec<_> = shown.map(|key| format!("`{key}`")).collect();
    match keys.len().saturating_sub(NAMED) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
