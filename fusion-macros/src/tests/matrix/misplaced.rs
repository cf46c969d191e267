//! Writes keys of one attribute in another, repeats attributes, and gives them a value.

use std::collections::BTreeSet;

use super::{assert_refused, sites::SITES};
use crate::{
    diag::list,
    symbol::{
        ACTION, ACTION_KEYS, ACTIONS, ANNOTATIONS, ANY, ARG, AUDIENCE, CODE, COMMON, COMPLETE,
        CONFIRM, CRATE, DEFAULT, DESCRIBE, DESCRIPTION, DESTRUCTIVE, DISCRIMINATOR, ERROR_KEYS,
        EXAMPLE, FIELDS, FLATTEN, FORMAT, GROUP, HELP, ICONS, IDEMPOTENT, ITEMS, Keys, LENGTH, MAX,
        MIME, MIN, NAME, OPEN_WORLD, OUTPUT_CAP, PATTERN, PRIORITY, PROMPT, RANGE, READ_ONLY,
        RENAME, RENAME_ALL, REPAIR, RESOURCE, SCOPE, SCOPED, SECRET, SIZE, TIMEOUT, TOOL_ERROR,
        TOOL_GROUP, TOOL_KEYS, URI,
    },
    tests::mistakes::{EntryPoint, assert_mistakes},
};

/// The attribute that the error names for a key: the first one, for a key of several.
const HOMES: &[(&str, &[&str])] = &[
    (ACTION, ACTION_KEYS.known),
    (RESOURCE, &[URI, MIME, SIZE, AUDIENCE, PRIORITY, ICONS]),
    (
        TOOL_GROUP,
        &[
            DESCRIPTION,
            DISCRIMINATOR,
            COMMON,
            RENAME_ALL,
            ANNOTATIONS,
            DESCRIBE,
            HELP,
            REPAIR,
            SCOPED,
            ACTIONS,
            CRATE,
        ],
    ),
    (
        ARG,
        &[
            DEFAULT, RANGE, LENGTH, ITEMS, PATTERN, ANY, SECRET, FLATTEN, COMPLETE,
        ],
    ),
];

/// The attributes whose errors name the right attribute of a foreign key.
const NEIGHBOURS: &[&str] = &[TOOL_GROUP, ACTION, PROMPT, RESOURCE, ARG];

/// The errors of a struct for the keys that its groups take.
const OF_A_GROUP: &[(&str, &str)] = &[
    (
        COMMON,
        "takes effect on one group: write it on the impl blocks of the groups",
    ),
    (
        RENAME_ALL,
        "names the actions and arguments of one group: write it on its impl block; \
         a group itself is renamed by `#[group(name = \"…\")]`",
    ),
    (
        OUTPUT_CAP,
        "is decided by each group: write it on its impl block, or on the registry's builder",
    ),
    (
        FORMAT,
        "is decided by each group: write it on its impl block",
    ),
    (
        REPAIR,
        "is decided by each group: write it on its impl block",
    ),
    (
        TIMEOUT,
        "is a default for the actions of one group: write it on its impl block, or \
         `with(Timeout::secs(5))` around the tool as a whole",
    ),
    (
        CONFIRM,
        "is a default for the destructive actions of one group: write it on its impl block",
    ),
    (
        ACTIONS,
        "names the actions of one group: write it on its impl block",
    ),
];

const HINTS: &[&str] = &[READ_ONLY, DESTRUCTIVE, IDEMPOTENT, OPEN_WORLD];

fn find<T: Copy>(pairs: &[(&str, T)], key: &str) -> Option<T> {
    pairs
        .iter()
        .find(|(other, _)| *other == key)
        .map(|(_, value)| *value)
}

/// Returns the error text for a key in an attribute that does not have it.
fn text(keys: Keys, key: &str) -> String {
    let attribute = keys.attribute;
    if attribute == TOOL_GROUP && keys.known == TOOL_KEYS.known {
        if let Some(text) = find(OF_A_GROUP, key) {
            return format!("`{key}` {text}");
        }
        if HINTS.contains(&key) {
            return format!(
                "`{key}` is a default for the actions of one group: write it on its impl block, \
                 or `annotations({key})` for the tool as a whole"
            );
        }
    }
    if attribute == TOOL_ERROR && key == CRATE {
        return "key `crate` belongs on the type".to_owned();
    }
    if attribute == TOOL_ERROR && ERROR_KEYS.known.contains(&key) {
        return format!("key `{key}` belongs on a variant");
    }
    if attribute == ARG && [MIN, MAX].contains(&key) {
        return format!(
            "unknown key `{key}`; write `range({key} = …)` for a number, \
             `length({key} = …)` for a string, `items({key} = …)` for a list"
        );
    }
    if attribute == ARG && key == EXAMPLE {
        return "unknown key `example`; write it into the docs of the argument".to_owned();
    }
    if attribute == ACTION && key == ANNOTATIONS {
        return "unknown key `annotations`; write the hints themselves: `read_only`, \
                `destructive`, `idempotent`, `open_world`"
            .to_owned();
    }
    if key == DESCRIPTION {
        let noun = match attribute {
            ACTION => Some("an action"),
            PROMPT => Some("a prompt"),
            RESOURCE => Some("a resource"),
            _ => None,
        };
        if let Some(noun) = noun {
            return format!(
                "unknown key `description`; {noun} is described by the doc comment of its method: write `/// …` above it, or \
                 `#[doc = …]` for a text of a macro such as `concat!`"
            );
        }
    }
    if key == SCOPED && keys.known.contains(&SCOPE) {
        return "unknown key `scoped`; it belongs to the whole block: `#[tool_group(…, scoped)]` makes an item without \
                `scope` an error"
            .to_owned();
    }
    // It is near to a key that many attributes have.
    if key == CODE && keys.known.contains(&SCOPE) {
        return "unknown key `code`; did you mean `scope`?".to_owned();
    }
    if key == SCOPE && keys.known.contains(&CODE) {
        return "unknown key `scope`; did you mean `code`?".to_owned();
    }
    // serde's word for the key `name`.
    if key == RENAME && keys.known.contains(&NAME) {
        return "unknown key `rename`; did you mean `name`?".to_owned();
    }
    let mut homes = HOMES.iter();
    match homes.find(|(_, keys)| keys.contains(&key)) {
        Some((home, _)) if NEIGHBOURS.contains(&attribute) => {
            format!("unknown key `{key}`; it belongs into `#[{home}(…)]`")
        }
        _ => format!(
            "unknown key `{key}`; `{attribute}` takes {}",
            list(keys.known)
        ),
    }
}

#[test]
fn a_key_of_another_attribute_names_its_own() {
    let all: BTreeSet<&str> = SITES
        .iter()
        .flat_map(|site| site.keys.known)
        .copied()
        .collect();
    for site in SITES {
        for key in all.iter().filter(|key| !site.keys.known.contains(key)) {
            let text = text(site.keys, key);
            assert_refused(site, "", &format!("«{key}» = \"text\""), &[text]);
        }
    }
}

/// The attributes that the macro reads from its item, each written twice.
const REPEATED: &[(EntryPoint, &str, &str)] = &[
    (
        EntryPoint::ToolGroup,
        TOOL_GROUP,
        "#[tool_group]\n#[«tool_group»(name = \"a\")]\nimpl Issues { #[action] fn list() {} }",
    ),
    (
        EntryPoint::ToolGroup,
        TOOL_GROUP,
        "#[tool_group]\n#[«tool_group»]\nstruct Tracker { #[group] issues: Issues }",
    ),
    (
        EntryPoint::ToolGroup,
        GROUP,
        "#[tool_group]\nstruct Tracker { #[group] #[«group»(name = \"a\")] issues: Issues }",
    ),
    (
        EntryPoint::ToolGroup,
        ACTION,
        "#[tool_group]\nimpl Issues { #[action] #[«action»(read_only)] fn list() {} }",
    ),
    (
        EntryPoint::ToolGroup,
        PROMPT,
        "#[tool_group]\nimpl Issues { #[prompt] #[«prompt»(name = \"a\")] fn list() {} }",
    ),
    (
        EntryPoint::ToolGroup,
        RESOURCE,
        "#[tool_group]\nimpl Issues { #[resource(uri = \"a://b\")] #[«resource»] fn list() {} }",
    ),
    (
        EntryPoint::ToolGroup,
        ARG,
        "#[tool_group]\nimpl Issues { #[action] fn list(#[arg] #[«arg»(default)] id: u64) {} }",
    ),
    (
        EntryPoint::Fields,
        ARG,
        "struct Paging { #[arg] #[«arg»(default)] limit: u32 }",
    ),
    (
        EntryPoint::Fields,
        FIELDS,
        "#[fields]\n#[«fields»]\nstruct Paging { limit: u32 }",
    ),
    (
        EntryPoint::ToolError,
        TOOL_ERROR,
        "enum StoreError { #[tool_error] #[«tool_error»(code = \"a\")] Missing }",
    ),
];

#[test]
fn an_attribute_stands_once() {
    for (entry, attribute, source) in REPEATED {
        let text = format!("`#[{attribute}]` is given twice; write all keys into one");
        assert_mistakes(*entry, source, &[text]);
    }
}

#[test]
fn an_attribute_takes_its_keys_in_parentheses() {
    for site in SITES {
        let attribute = site.keys.attribute;
        let keys = format!("#[{attribute}(KEYS)]");
        // rustc passes no value to an attribute macro, and `range(…)` is a key, not an attribute.
        if attribute == TOOL_GROUP || !site.item.contains(&keys) {
            continue;
        }
        let text = format!("`#[{attribute}]` takes its keys in parentheses: `#[{attribute}(…)]`");
        let source = site
            .item
            .replace(&keys, &format!("#[{attribute} «=» \"text\"]"));
        assert_mistakes(site.entry, &source, &[text]);
    }
}
