//! The resources that a call changes, by its arguments.

use serde_json::Value;

use crate::{
    args::{CallArguments, ReadingRules},
    definition::ActionDef,
    state_sync::{ChangedResource, UriPattern},
};

/// Returns the resources that a success changes. The arguments are gone when it is one. An omitted
/// argument has its default; with repair, an empty string may omit one.
#[inline]
pub(super) fn changed_resources(
    def: &ActionDef,
    patterns: &[UriPattern],
    arguments: &mut CallArguments<'_>,
    rules: &ReadingRules<'_>,
) -> Box<[ChangedResource]> {
    let arguments = arguments.sent();
    let given = |name: &str| {
        let is_omitted =
            |value: &Value| value.is_null() || (rules.repair && rules.terms.is_blank(name, value));
        let sent = arguments.get(name).filter(|value| !is_omitted(value));
        sent.or_else(|| {
            let arg = def.args.iter().find(|arg| arg.name == name)?;
            arg.default.as_ref()
        })
    };
    patterns.iter().map(|one| one.fill(given)).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{
        schema::fixture::{action, arg},
        spec::ActionSpec,
    };

    #[test]
    fn an_omitted_argument_changes_the_resource_of_its_default() {
        let state = arg(
            "state",
            "",
            json!({"type": "string", "enum": ["open", "closed"]}),
        );
        let word = arg("word", "", json!({"type": "string"})).optional();
        let args = vec![state.or(json!("open")), word];
        let def = action(ActionSpec::new("list", "List."), args);
        let patterns = [UriPattern::parse("a://{state}/{word}").unwrap()];
        for (sent, repair, uri) in [
            (json!({"word": "w"}), true, Some("a://open/w")),
            (
                json!({"word": "w", "state": null}),
                true,
                Some("a://open/w"),
            ),
            (json!({"word": "w", "state": ""}), true, Some("a://open/w")),
            // The call that follows is refused.
            (json!({"word": "w", "state": ""}), false, Some("a:///w")),
            (
                json!({"word": "w", "state": "closed"}),
                true,
                Some("a://closed/w"),
            ),
            // An empty string is a word.
            (json!({"word": ""}), true, Some("a://open/")),
            (json!({"word": null}), true, None),
        ] {
            let rules = ReadingRules {
                terms: &def.terms,
                discriminator: None,
                noise: &[],
                repair,
            };
            let mut arguments = sent.into();
            let mut arguments = CallArguments::Sent(&mut arguments);
            let changed = changed_resources(&def, &patterns, &mut arguments, &rules);
            assert_eq!(changed[0].single_uri(), uri, "{arguments:?} {repair}");
        }
    }
}
