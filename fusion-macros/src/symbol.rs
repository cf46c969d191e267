//! The names of all attributes and keys. Parsing and "did you mean" use one list, so that they
//! cannot differ.

pub(crate) const ACTION: &str = "action";
pub(crate) const ARG: &str = "arg";
pub(crate) const CFG: &str = "cfg";
pub(crate) const CFG_ATTR: &str = "cfg_attr";
pub(crate) const DOC: &str = "doc";
pub(crate) const FIELDS: &str = "fields";
pub(crate) const GROUP: &str = "group";
pub(crate) const PROMPT: &str = "prompt";
pub(crate) const RESOURCE: &str = "resource";
pub(crate) const TOOL_ERROR: &str = "tool_error";
pub(crate) const TOOL_GROUP: &str = "tool_group";

/// The attributes of other crates that describe fields of types, and that authors write on arguments.
pub(crate) const FOREIGN_ATTRIBUTES: &[&str] = &["serde", "schemars", "validate", "garde"];

pub(crate) const ACTIONS: &str = "actions";
pub(crate) const ALIAS: &str = "alias";
pub(crate) const ALWAYS_LOAD: &str = "always_load";
pub(crate) const ANNOTATIONS: &str = "annotations";
pub(crate) const ANY: &str = "any";
pub(crate) const AUDIENCE: &str = "audience";
pub(crate) const CACHE: &str = "cache";
pub(crate) const CLIENT: &str = "client";
pub(crate) const CODE: &str = "code";
pub(crate) const COMMON: &str = "common";
pub(crate) const COMPLETE: &str = "complete";
pub(crate) const CONFIRM: &str = "confirm";
pub(crate) const CRATE: &str = "crate";
pub(crate) const DEFAULT: &str = "default";
pub(crate) const DEPRECATED: &str = "deprecated";
pub(crate) const DESCRIBE: &str = "describe";
pub(crate) const DESCRIPTION: &str = "description";
pub(crate) const DESTRUCTIVE: &str = "destructive";
pub(crate) const DISCRIMINATOR: &str = "discriminator";
pub(crate) const EXAMPLE: &str = "example";
pub(crate) const FLAT_NAME: &str = "flat_name";
pub(crate) const FLATTEN: &str = "flatten";
pub(crate) const FOREIGN: &str = "foreign";
pub(crate) const FORMAT: &str = "format";
pub(crate) const HELP: &str = "help";
pub(crate) const HINT: &str = "hint";
pub(crate) const ICONS: &str = "icons";
pub(crate) const IDEMPOTENT: &str = "idempotent";
pub(crate) const INVALIDATES: &str = "invalidates";
pub(crate) const ITEMS: &str = "items";
pub(crate) const LENGTH: &str = "length";
pub(crate) const MAX: &str = "max";
pub(crate) const META: &str = "meta";
pub(crate) const MIME: &str = "mime";
pub(crate) const MIN: &str = "min";
pub(crate) const NAME: &str = "name";
pub(crate) const NOTHING_RAN: &str = "nothing_ran";
pub(crate) const OMIT_COMMON: &str = "omit_common";
pub(crate) const ONCE: &str = "once";
pub(crate) const ONE_OF: &str = "one_of";
pub(crate) const OPEN_WORLD: &str = "open_world";
pub(crate) const OUTPUT_CAP: &str = "output_cap";
pub(crate) const PATTERN: &str = "pattern";
pub(crate) const PRIORITY: &str = "priority";
pub(crate) const RANGE: &str = "range";
pub(crate) const READ_ONLY: &str = "read_only";
pub(crate) const RENAME: &str = "rename";
pub(crate) const RENAME_ALL: &str = "rename_all";
pub(crate) const REPAIR: &str = "repair";
pub(crate) const RETRY_AFTER: &str = "retry_after";
pub(crate) const SCHEMA: &str = "schema";
pub(crate) const SCOPE: &str = "scope";
pub(crate) const SCOPED: &str = "scoped";
pub(crate) const SEARCH_HINT: &str = "search_hint";
pub(crate) const SECRET: &str = "secret";
pub(crate) const SIZE: &str = "size";
pub(crate) const SUGGEST: &str = "suggest";
pub(crate) const TAGS: &str = "tags";
pub(crate) const TIMEOUT: &str = "timeout";
pub(crate) const TITLE: &str = "title";
pub(crate) const UNASKED: &str = "unasked";
pub(crate) const UNCHANGED: &str = "unchanged";
pub(crate) const URI: &str = "uri";
pub(crate) const WITH: &str = "with";

/// An attribute and the keys that it takes.
#[derive(Clone, Copy)]
pub(crate) struct Keys {
    pub(crate) attribute: &'static str,
    pub(crate) known: &'static [&'static str],
}

/// The keys of `#[tool_group]` on an impl block. `scoped` comes before `scope`, because a slip such as
/// `scopee` is equally near to both, and the first is suggested.
pub(crate) const GROUP_KEYS: Keys = Keys {
    attribute: TOOL_GROUP,
    known: &[
        NAME,
        TITLE,
        DESCRIPTION,
        ICONS,
        META,
        ALWAYS_LOAD,
        SEARCH_HINT,
        TAGS,
        SCOPED,
        SCOPE,
        DISCRIMINATOR,
        COMMON,
        RENAME_ALL,
        READ_ONLY,
        DESTRUCTIVE,
        IDEMPOTENT,
        OPEN_WORLD,
        ANNOTATIONS,
        DESCRIBE,
        HELP,
        FORMAT,
        REPAIR,
        CONFIRM,
        WITH,
        TIMEOUT,
        OUTPUT_CAP,
        ACTIONS,
        CLIENT,
        CRATE,
    ],
};

pub(crate) const ANNOTATION_KEYS: Keys = Keys {
    attribute: ANNOTATIONS,
    known: &[READ_ONLY, DESTRUCTIVE, IDEMPOTENT, OPEN_WORLD],
};

pub(crate) const ACTION_KEYS: Keys = Keys {
    attribute: ACTION,
    known: &[
        NAME,
        FLAT_NAME,
        TITLE,
        ICONS,
        META,
        ALWAYS_LOAD,
        SEARCH_HINT,
        READ_ONLY,
        DESTRUCTIVE,
        IDEMPOTENT,
        OPEN_WORLD,
        TAGS,
        SCOPE,
        OMIT_COMMON,
        ALIAS,
        DEPRECATED,
        ONE_OF,
        INVALIDATES,
        CACHE,
        CONFIRM,
        UNASKED,
        ONCE,
        EXAMPLE,
        FORMAT,
        SCHEMA,
        WITH,
        TIMEOUT,
        OUTPUT_CAP,
        CLIENT,
    ],
};

pub(crate) const PROMPT_KEYS: Keys = Keys {
    attribute: PROMPT,
    known: &[
        NAME,
        TITLE,
        ICONS,
        META,
        TAGS,
        SCOPE,
        OMIT_COMMON,
        ALIAS,
        WITH,
        TIMEOUT,
    ],
};

pub(crate) const RESOURCE_KEYS: Keys = Keys {
    attribute: RESOURCE,
    known: &[
        URI, NAME, TITLE, MIME, SIZE, AUDIENCE, PRIORITY, ICONS, META, TAGS, SCOPE, WITH, TIMEOUT,
    ],
};

pub(crate) const ARG_KEYS: Keys = Keys {
    attribute: ARG,
    known: &[
        NAME,
        DEFAULT,
        DESCRIPTION,
        RANGE,
        LENGTH,
        ITEMS,
        PATTERN,
        FORMAT,
        SCHEMA,
        ANY,
        SECRET,
        FLATTEN,
        COMPLETE,
        ALIAS,
    ],
};

/// The keys of `#[tool_group]` on a struct.
pub(crate) const TOOL_KEYS: Keys = Keys {
    attribute: TOOL_GROUP,
    known: &[
        NAME,
        TITLE,
        DESCRIPTION,
        ICONS,
        META,
        ALWAYS_LOAD,
        SEARCH_HINT,
        TAGS,
        SCOPED,
        SCOPE,
        DISCRIMINATOR,
        ANNOTATIONS,
        DESCRIBE,
        HELP,
        WITH,
        CLIENT,
        CRATE,
    ],
};

/// The keys of `#[group]` on a field of that struct. `rename` comes first, because a slip such as
/// `rname` is equally near to both, and the first is suggested.
pub(crate) const GROUP_FIELD_KEYS: Keys = Keys {
    attribute: GROUP,
    known: &[RENAME, NAME],
};

pub(crate) const FIELDS_KEYS: Keys = Keys {
    attribute: FIELDS,
    known: &[RENAME_ALL, CRATE],
};

pub(crate) const RANGE_KEYS: Keys = Keys {
    attribute: RANGE,
    known: ENDS,
};

pub(crate) const LENGTH_KEYS: Keys = Keys {
    attribute: LENGTH,
    known: ENDS,
};

pub(crate) const ITEMS_KEYS: Keys = Keys {
    attribute: ITEMS,
    known: ENDS,
};

/// The keys of `range`, `length` and `items`.
const ENDS: &[&str] = &[MIN, MAX];

pub(crate) const ERROR_KEYS: Keys = Keys {
    attribute: TOOL_ERROR,
    known: &[CODE, HINT, SUGGEST, UNCHANGED, NOTHING_RAN, RETRY_AFTER],
};

pub(crate) const ERROR_TYPE_KEYS: Keys = Keys {
    attribute: TOOL_ERROR,
    known: &[CRATE],
};

pub(crate) const ERROR_STRUCT_KEYS: Keys = Keys {
    attribute: TOOL_ERROR,
    known: &[
        CODE,
        HINT,
        SUGGEST,
        UNCHANGED,
        NOTHING_RAN,
        RETRY_AFTER,
        CRATE,
    ],
};

/// The attributes that an unknown key may belong to, in the order in which they are searched.
pub(crate) const ALL: &[Keys] = &[
    ACTION_KEYS,
    RESOURCE_KEYS,
    PROMPT_KEYS,
    GROUP_KEYS,
    ARG_KEYS,
];
