//! The syntax of a question: a sentence with the names of arguments in braces. The runtime repeats
//! it for rows that are written by hand.

/// Parses the placeholders of a question in order; `Err` describes what is wrong with it.
pub(super) fn placeholders(text: &str) -> Result<Vec<&str>, String> {
    if text.trim().is_empty() {
        return Err(
            "the question is empty: write what the user confirms, as in \
                    `confirm(\"Delete issue {id}?\")`"
                .to_owned(),
        );
    }
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let (brace, behind) = (&rest[at..=at], &rest[at + 1..]);
        if let Some(behind) = behind.strip_prefix(brace) {
            rest = behind;
            continue;
        }
        if brace == "}" {
            return Err("a `}` closes nothing: write `}}` for a brace".to_owned());
        }
        let Some((name, behind)) = behind.split_once('}') else {
            return Err(
                "a `{` is never closed: a placeholder is written as in `{id}`, and a brace as `{{`"
                    .to_owned(),
            );
        };
        placeholder(name)?;
        found.push(name);
        rest = behind;
    }
    Ok(found)
}

/// A placeholder is the name of an argument and nothing else.
///
/// `confirm("Delete {}?")`, `confirm("Delete {id:?}?")`, `confirm("Delete { id }?")`
fn placeholder(name: &str) -> Result<(), String> {
    let letter = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let word: String = name.trim().chars().take_while(letter).collect();
    if word == name && !word.is_empty() {
        return Ok(());
    }
    Err(if word.is_empty() {
        format!("`{{{name}}}` names no argument: write the name of one, as in `{{id}}`")
    } else {
        format!(
            "`{{{name}}}` is no placeholder: write the name of the argument alone, `{{{word}}}`"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_braces_are_placeholders_and_doubled_braces_are_not() {
        assert_eq!(
            placeholders("Delete {id} of {my-org.x}?"),
            Ok(vec!["id", "my-org.x"])
        );
        assert_eq!(placeholders("{{id}} {{{id}}}"), Ok(vec!["id"]));
        assert_eq!(placeholders("Löschen — {id}?"), Ok(vec!["id"]));
    }

    #[test]
    fn every_other_brace_is_an_error_that_shows_the_way_out() {
        let error = |text| placeholders(text).unwrap_err();
        assert!(error(" ").starts_with("the question is empty"));
        assert!(error("Delete {id?").starts_with("a `{` is never closed"));
        assert!(error("Delete id}?").starts_with("a `}` closes nothing"));
        assert!(error("Delete {}?").starts_with("`{}` names no argument"));
        for text in ["{id:?}", "{ id }", "{id!}"] {
            assert!(error(text).ends_with("write the name of the argument alone, `{id}`"));
        }
    }
}
