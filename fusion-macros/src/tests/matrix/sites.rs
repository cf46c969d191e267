//! Every attribute at every place where an author writes its keys.

use crate::{
    symbol::{
        ACTION_KEYS, ANNOTATION_KEYS, ARG_KEYS, COMPLETE, CONFIRM, ERROR_KEYS, ERROR_STRUCT_KEYS,
        ERROR_TYPE_KEYS, FIELDS_KEYS, FLATTEN, GROUP_FIELD_KEYS, GROUP_KEYS, ITEMS_KEYS, Keys,
        LENGTH_KEYS, PROMPT_KEYS, RANGE_KEYS, RESOURCE_KEYS, SCOPED, TOOL_KEYS, UNASKED, URI,
    },
    tests::mistakes::EntryPoint,
};

/// One attribute at one place.
pub(super) struct KeySite {
    pub(super) keys: Keys,
    pub(super) entry: EntryPoint,
    /// The source, in which `KEYS` stands for the keys.
    pub(super) item: &'static str,
    /// A pair that has to stand beside the keys, unless it is the key in question.
    pub(super) beside: Option<(&'static str, &'static str)>,
    /// Keys that have to stand beside single keys, with their values.
    pub(super) required: &'static [(&'static str, &'static str)],
    /// Keys that parse here and are refused by another rule, with the text of that rule.
    pub(super) refused: &'static [(&'static str, &'static str)],
}

const BLOCK: &str = "#[tool_group(KEYS)]
impl Issues {
    #[action]
    fn list(&self) {}
}";

const BLOCK_ANNOTATIONS: &str = "#[tool_group(annotations(KEYS))]
impl Issues {
    #[action]
    fn list(&self) {}
}";

const STRUCT: &str = "#[tool_group(KEYS)]
struct Tracker {
    #[group]
    issues: Issues,
}";

const STRUCT_ANNOTATIONS: &str = "#[tool_group(annotations(KEYS))]
struct Tracker {
    #[group]
    issues: Issues,
}";

const GROUP_FIELD: &str = "#[tool_group]
struct Tracker {
    #[group(KEYS)]
    issues: Issues,
}";

const ACTION_METHOD: &str = "#[tool_group(common = Scope, client(IssuesClient))]
impl Issues {
    #[action]
    fn count(&self) {}

    #[action(KEYS)]
    fn list(&self, id: Option<u64>, name: Option<String>) {}
}";

const PROMPT_METHOD: &str = "#[tool_group(common = Scope)]
impl Issues {
    #[prompt(KEYS)]
    fn triage(&self) -> String {}
}";

const RESOURCE_METHOD: &str = "#[tool_group(common = Scope)]
impl Issues {
    #[resource(KEYS)]
    fn all(&self) -> String {}
}";

/// On a prompt, because the arguments of an action have no completion.
const PARAMETER: &str = "#[tool_group]
impl Issues {
    #[prompt]
    fn triage(&self, #[arg(KEYS)] id: u64) -> String {}
}";

const RANGE_ENDS: &str = "#[tool_group]
impl Issues {
    #[action]
    fn list(&self, #[arg(range(KEYS))] limit: u32) {}
}";

const LENGTH_ENDS: &str = "#[tool_group]
impl Issues {
    #[action]
    fn list(&self, #[arg(length(KEYS))] title: String) {}
}";

const ITEMS_ENDS: &str = "#[tool_group]
impl Issues {
    #[action]
    fn list(&self, #[arg(items(KEYS))] labels: Vec<String>) {}
}";

const RECORD: &str = "#[fields(KEYS)]
struct Paging {
    limit: u32,
}";

const RECORD_FIELD: &str = "struct Paging {
    #[arg(KEYS)]
    limit: u32,
}";

const ERROR_VARIANT: &str = "enum StoreError {
    #[tool_error(KEYS)]
    Missing,
}";

const ERROR_STRUCT: &str = "#[tool_error(KEYS)]
struct StoreError;";

const ERROR_ENUM: &str = "#[tool_error(KEYS)]
enum StoreError {
    Missing,
}";

const REFUSED_ON_A_FIELD: &[(&str, &str)] = &[
    (
        FLATTEN,
        "fields are one level deep: let the action take the other struct as well, \
         by another parameter with `#[arg(flatten)]`",
    ),
    (
        COMPLETE,
        "a field cannot have `complete`: write the argument as a parameter of the prompt or \
         resource that it is completed for",
    ),
];

const REFUSED_ON_A_BLOCK: &[(&str, &str)] = &[(
    CONFIRM,
    "the question of the block applies to its destructive actions without a `confirm` of their own, \
     and there is none: mark them `destructive`, or remove `confirm`",
)];

const fn site(keys: Keys, entry: EntryPoint, item: &'static str) -> KeySite {
    KeySite {
        keys,
        entry,
        item,
        beside: None,
        required: &[],
        refused: &[],
    }
}

pub(super) const SITES: &[KeySite] = &[
    KeySite {
        required: &[(SCOPED, "scope(\"text\")")],
        refused: REFUSED_ON_A_BLOCK,
        ..site(GROUP_KEYS, EntryPoint::ToolGroup, BLOCK)
    },
    site(ANNOTATION_KEYS, EntryPoint::ToolGroup, BLOCK_ANNOTATIONS),
    site(TOOL_KEYS, EntryPoint::ToolGroup, STRUCT),
    site(ANNOTATION_KEYS, EntryPoint::ToolGroup, STRUCT_ANNOTATIONS),
    site(GROUP_FIELD_KEYS, EntryPoint::ToolGroup, GROUP_FIELD),
    KeySite {
        required: &[(UNASKED, "confirm(\"Really?\")")],
        ..site(ACTION_KEYS, EntryPoint::ToolGroup, ACTION_METHOD)
    },
    site(PROMPT_KEYS, EntryPoint::ToolGroup, PROMPT_METHOD),
    KeySite {
        beside: Some((URI, "uri = \"notes://all\"")),
        ..site(RESOURCE_KEYS, EntryPoint::ToolGroup, RESOURCE_METHOD)
    },
    site(ARG_KEYS, EntryPoint::ToolGroup, PARAMETER),
    site(RANGE_KEYS, EntryPoint::ToolGroup, RANGE_ENDS),
    site(LENGTH_KEYS, EntryPoint::ToolGroup, LENGTH_ENDS),
    site(ITEMS_KEYS, EntryPoint::ToolGroup, ITEMS_ENDS),
    site(FIELDS_KEYS, EntryPoint::Fields, RECORD),
    KeySite {
        refused: REFUSED_ON_A_FIELD,
        ..site(ARG_KEYS, EntryPoint::Fields, RECORD_FIELD)
    },
    site(ERROR_KEYS, EntryPoint::ToolError, ERROR_VARIANT),
    site(ERROR_STRUCT_KEYS, EntryPoint::ToolError, ERROR_STRUCT),
    site(ERROR_TYPE_KEYS, EntryPoint::ToolError, ERROR_ENUM),
];

impl KeySite {
    /// The source with `keys`, which are about `key`.
    pub(super) fn source(&self, key: &str, keys: &str) -> String {
        let keys = match self.beside {
            Some((other, pair)) if other != key => format!("{keys}, {pair}"),
            _ => keys.to_owned(),
        };
        let required = self.required.iter().find(|(other, _)| *other == key);
        let keys = required.map_or(keys.clone(), |(_, pair)| format!("{keys}, {pair}"));
        self.item.replace("KEYS", &keys)
    }

    /// The text of the rule that refuses a key although it parses here.
    pub(super) fn refusal(&self, key: &str) -> Option<String> {
        let mut refused = self.refused.iter();
        refused
            .find(|(other, _)| *other == key)
            .map(|(_, text)| (*text).to_owned())
    }
}
