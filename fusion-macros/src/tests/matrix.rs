//! Writes every key of every attribute wrongly in every way that concerns keys alone, and asserts
//! the text and the place of each error. The keys are read from `symbol`, so that a new key is
//! tested at once. `tests/ui` compiles one case of each kind for each attribute.

mod forms;
mod misplaced;
mod sites;

use self::{
    forms::{KeyForm, ListForm, PairForm, form},
    sites::{KeySite, SITES},
};
use super::mistakes::assert_mistakes;
use crate::{
    diag::list,
    symbol::{ACTION, ARG, EXAMPLE, PROMPT, RESOURCE, TOOL_GROUP},
};

/// Runs `test` with every key at every site.
fn for_each_key(test: impl Fn(&KeySite, &str, KeyForm)) {
    for site in SITES {
        for key in site.keys.known {
            test(site, key, form(site.keys.attribute, key));
        }
    }
}

/// Asserts that `keys`, which are about `key`, are refused with `texts` at the marked tokens.
fn assert_refused(site: &KeySite, key: &str, keys: &str, texts: &[String]) {
    assert_mistakes(site.entry, &site.source(key, keys), texts);
}

/// Writes a key with a legal value.
fn good(key: &str, form: &KeyForm) -> String {
    match form {
        KeyForm::Flag | KeyForm::FlagOrTexts | KeyForm::Optional { .. } => key.to_owned(),
        KeyForm::Pair(PairForm { good, .. }) => format!("{key} = {good}"),
        KeyForm::List(ListForm { good, .. }) => format!("{key}({good})"),
    }
}

/// Marks `name` in `name = "text"`.
fn mark_key(key: &str, written: &str) -> String {
    written.replacen(key, &format!("«{key}»"), 1)
}

#[test]
fn a_key_is_read_in_its_form() {
    for_each_key(|site, key, form| {
        let written = good(key, &form);
        match site.refusal(key) {
            None => assert_refused(site, key, &written, &[]),
            Some(text) => assert_refused(site, key, &mark_key(key, &written), &[text]),
        }
        if let KeyForm::FlagOrTexts = form {
            assert_refused(site, key, &format!("{key}(\"text\")"), &[]);
        }
        if let KeyForm::Flag | KeyForm::FlagOrTexts = form {
            assert_refused(site, key, &format!("{key} = false"), &[]);
        }
        if let KeyForm::Optional { good } = form {
            assert_refused(site, key, &format!("{key} = {good}"), &[]);
        }
    });
}

#[test]
fn a_key_stands_once() {
    for_each_key(|site, key, form| {
        if key == EXAMPLE {
            return; // An action has any number of them.
        }
        let written = good(key, &form);
        let text = format!("key `{key}` is given twice");
        let again = mark_key(key, &written);
        match site.refusal(key) {
            None => assert_refused(site, key, &format!("{written}, {again}"), &[text]),
            Some(rule) => assert_refused(site, key, &format!("{again}, {again}"), &[rule, text]),
        }
    });
}

#[test]
fn a_misspelt_key_names_the_one_that_is_meant() {
    for_each_key(|site, key, form| {
        let value = good(key, &form);
        let value = value.strip_prefix(key).unwrap_or_default();
        let is_known = |slip: &String| site.keys.known.contains(&slip.as_str());
        for slip in slips(key).into_iter().filter(|slip| !is_known(slip)) {
            let text = format!("unknown key `{slip}`; did you mean `{key}`?");
            assert_refused(site, "", &format!("«{slip}»{value}"), &[text]);
        }
    });
}

/// Misspells a key: two letters swapped, a letter missing, and a wrong letter, at each position.
fn slips(key: &str) -> Vec<String> {
    let letters: Vec<char> = key.chars().collect();
    let mut out = Vec::new();
    for i in 0..letters.len() {
        let mut missed = letters.clone();
        missed.remove(i);
        let mut wrong = letters.clone();
        wrong[i] = 'u';
        out.extend([missed, wrong]);
        if i > 0 {
            let mut swapped = letters.clone();
            swapped.swap(i - 1, i);
            out.push(swapped);
        }
    }
    out.retain(|slip| *slip != letters);
    out.iter().map(String::from_iter).collect()
}

#[test]
fn an_unknown_key_lists_the_known_ones() {
    for site in SITES {
        let attribute = site.keys.attribute;
        let known = list(site.keys.known);
        for key in ["colours", "step"] {
            let text = format!("unknown key `{key}`; `{attribute}` takes {known}");
            for value in ["", " = 5", "(1, 2)"] {
                assert_refused(
                    site,
                    "",
                    &format!("«{key}»{value}"),
                    std::slice::from_ref(&text),
                );
            }
        }
        let text = format!("expected a key; `{attribute}` takes {known}");
        assert_refused(site, "", "«5»", std::slice::from_ref(&text));
        let instead = match attribute {
            ARG => Some("write `description = \"…\"`, or a doc comment"),
            TOOL_GROUP => Some("write `name = \"…\"`, or `description = \"…\"`"),
            ACTION | PROMPT => Some("write `name = \"…\"`, or a doc comment for a description"),
            RESOURCE => Some("write `uri = \"…\"`, or a doc comment for a description"),
            _ => None,
        };
        let instead = instead.map(|instead| format!("expected a key; {instead}"));
        assert_refused(site, "", "«\"text\"»", &[instead.unwrap_or(text)]);
    }
}

#[test]
fn a_key_without_its_value_shows_how_it_is_written() {
    for_each_key(|site, key, form| {
        let (bare, text) = match form {
            KeyForm::Flag | KeyForm::FlagOrTexts => {
                (false, format!("`{key}` takes a value: `{key} = false`"))
            }
            KeyForm::Optional { .. } => (false, format!("`{key}` takes a value: `{key} = …`")),
            KeyForm::Pair(PairForm { placeholder, .. }) => (
                true,
                format!("`{key}` takes a value: `{key} = {placeholder}`"),
            ),
            KeyForm::List(ListForm { placeholder, .. }) => (
                true,
                format!("`{key}` takes its value in parentheses: `{key}({placeholder})`"),
            ),
        };
        if bare {
            assert_refused(site, key, &format!("«{key}»"), std::slice::from_ref(&text));
        }
        assert_refused(site, key, &format!("«{key}» ="), &[text]);
    });
}

#[test]
fn parentheses_and_values_do_not_stand_for_each_other() {
    for_each_key(|site, key, form| match form {
        KeyForm::Flag => {
            let text = format!("`{key}` is a flag: write `{key}` or `{key} = false`");
            assert_refused(site, key, &format!("{key}«(»true)"), &[text]);
        }
        KeyForm::FlagOrTexts => {
            let text = format!("`{key}` takes string literals: `{key}(\"…\")`");
            assert_refused(site, key, &format!("{key}(«true»)"), &[text]);
            let text = format!("`{key}` is empty: write `{key}(\"…\")`");
            assert_refused(site, key, &format!("«{key}»()"), &[text]);
        }
        KeyForm::Optional { good } => {
            let text = format!("`{key}` takes no value of this form: write `{key}` or `{key} = …`");
            assert_refused(site, key, &format!("{key}«(»{good})"), &[text]);
        }
        KeyForm::Pair(PairForm {
            good, placeholder, ..
        }) => {
            let text = format!("`{key}` takes a value: `{key} = {placeholder}`");
            assert_refused(site, key, &format!("«{key}»({good})"), &[text]);
        }
        KeyForm::List(ListForm { placeholder, .. }) => {
            let text = format!("`{key}` takes its value in parentheses: `{key}({placeholder})`");
            assert_refused(site, key, &format!("«{key}» = \"text\""), &[text]);
        }
    });
}

#[test]
fn a_value_of_another_kind_names_the_right_one() {
    for_each_key(|site, key, form| match form {
        KeyForm::Flag | KeyForm::FlagOrTexts => {
            let text = format!("`{key}` is a flag: write `{key}` or `{key} = false`");
            for value in ["\"yes\"", "0"] {
                let written = format!("{key} = «{value}»");
                assert_refused(site, key, &written, std::slice::from_ref(&text));
            }
        }
        KeyForm::Optional { .. } => {}
        KeyForm::Pair(PairForm {
            wrong,
            wanted,
            example,
            ..
        }) => {
            let text = format!("`{key}` takes {wanted}: `{key} = {example}`");
            for value in wrong {
                let written = format!("{key} = «{value}»");
                assert_refused(site, key, &written, std::slice::from_ref(&text));
            }
        }
        KeyForm::List(ListForm { empty, wrong, .. }) => {
            if let Some(text) = empty {
                assert_refused(
                    site,
                    key,
                    &format!("«{key}»()"),
                    &[text.replace("KEY", key)],
                );
            }
            if let Some((content, text)) = wrong {
                assert_refused(
                    site,
                    key,
                    &format!("{key}({content})"),
                    &[text.replace("KEY", key)],
                );
            }
        }
    });
}

#[test]
fn keys_are_separated_by_commas() {
    for_each_key(|site, key, form| {
        if let KeyForm::Pair(_) = form {
            let text = format!("expected `,` after `{key}`");
            let written = good(key, &form);
            match site.refusal(key) {
                None => assert_refused(site, key, &format!("{written} «colours»"), &[text]),
                Some(rule) => {
                    let written = format!("{} «colours»", mark_key(key, &written));
                    assert_refused(site, key, &written, &[rule, text]);
                }
            }
        }
    });
}
