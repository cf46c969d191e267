//! Tools.

use super::{Pair, check};

pub(super) const TOOLS: &[Pair] = &[
    (
        "[tools.t]\ndiscriminator = \"action\"\n[actions.\"t/a\"]\n[prompts.\"t/p\"]\n[prompts.\"t/q\"]",
        "",
        &["breaking: t (tool): gone, with 1 action, 2 prompts [tool-gone]"],
    ),
    (
        "",
        "[tools.t]\ndiscriminator = \"action\"\n[actions.\"t/a\"]",
        &["safe: t (tool): new, with 1 action [tool-added]"],
    ),
    // Two of three keys are the same, and what changed in them is reported under the new name.
    (
        "[tools.t]\ndiscriminator = \"action\"\n[actions.\"t/a\"]\ndocs = \"A.\"\n[actions.\"t/b\"]\n[actions.\"t/c\"]",
        "[tools.u]\ndiscriminator = \"action\"\n[actions.\"u/a\"]\ndocs = \"B.\"\n[actions.\"u/b\"]\n[actions.\"u/d\"]\ndocs = \"D.\"",
        &[
            "breaking: t (tool): renamed to `u`; tools have no aliases [tool-renamed]",
            "breaking: t/c: action gone [item-gone]",
            "safe: u/d: new action [item-added]",
            "prose: u/a: docs: “B.” instead of “A.” [docs-changed]",
        ],
    ),
    (
        "[tools.t]\ndiscriminator = \"action\"\n[actions.\"t/a\"]",
        "[tools.u]\ndiscriminator = \"action\"\n[actions.\"u/b\"]",
        &[
            "breaking: t (tool): gone, with 1 action [tool-gone]",
            "safe: u (tool): new, with 1 action [tool-added]",
        ],
    ),
    // Actions in a tool of their own are the same under other keys, as in another module.
    (
        "[tools.t]\ndiscriminator = \"action\"\n[actions.\"t/a\"]\n[actions.\"t/m.b\"]\ndocs = \"B.\"\n[actions.\"t/m.c\"]\ndocs = \"C.\"",
        "[tools.t]\ndiscriminator = \"action\"\n[actions.\"t/a\"]\n[tools.u]\ndiscriminator = \"action\"\n[actions.\"u/b\"]\ndocs = \"B.\"\n[actions.\"u/c\"]\ndocs = \"C.\"",
        &[
            "breaking: t/m.b: action renamed to `u/b` without an alias [item-renamed]",
            "breaking: t/m.c: action renamed to `u/c` without an alias [item-renamed]",
            "safe: u (tool): new [tool-added]",
        ],
    ),
    (
        "[tools.t]\ndiscriminator = \"action\"\n[actions.\"t/a\"]\ndocs = \"A.\"\n[actions.\"t/b\"]\n[tools.u]\n[actions.\"u/c\"]\n[actions.\"u/d\"]",
        "[tools.u]\n[actions.\"u/a\"]\ndocs = \"A.\"\n[actions.\"u/c\"]\n[actions.\"u/d\"]",
        &[
            "breaking: t (tool): gone, with 1 action [tool-gone]",
            "breaking: t/a: action renamed to `u/a` without an alias [item-renamed]",
        ],
    ),
    // A module with another name: its docs go with its actions.
    (
        "[tools.t]\ndiscriminator = \"action\"\nmodules.m = \"Both.\"\n[actions.\"t/m.a\"]\ndocs = \"A.\"\n[actions.\"t/m.b\"]\ndocs = \"B.\"",
        "[tools.t]\ndiscriminator = \"action\"\nmodules.n = \"Both.\"\n[actions.\"t/n.a\"]\ndocs = \"A.\"\n[actions.\"t/n.b\"]\ndocs = \"B.\"",
        &[
            "breaking: t/m.a: action renamed to `t/n.a` without an alias [item-renamed]",
            "breaking: t/m.b: action renamed to `t/n.b` without an alias [item-renamed]",
        ],
    ),
    (
        "[tools.t]\ndiscriminator = \"action\"\n[actions.\"t/m.a\"]",
        "[tools.t]\ndiscriminator = \"action\"\nmodules.m = \"Both.\"\n[actions.\"t/m.a\"]",
        &["prose: t (tool): docs of the module `m`: “Both.” is new [docs-changed]"],
    ),
    (
        "[tools.t]\ndiscriminator = \"action\"",
        "[tools.t]\ndiscriminator = \"operation\"",
        &[
            "breaking: t (tool): the discriminator is `operation` instead of `action` [discriminator-renamed]",
        ],
    ),
    (
        "[tools.t]\ndiscriminator = \"action\"\nannotations.read_only = true\nannotations.open_world = false",
        "[tools.t]\ndiscriminator = \"action\"",
        &[
            "risk: t (tool): the hint `read_only` of the whole tool is not stated instead of `true` [read-only-lost]",
            "risk: t (tool): the hint `open_world` of the whole tool is not stated instead of `false` [open-world-gained]",
        ],
    ),
    (
        "[tools.t]\ndiscriminator = \"action\"",
        "[tools.t]\ndiscriminator = \"action\"\nannotations.idempotent = true",
        &[
            "safe: t (tool): the hint `idempotent` of the whole tool is `true` instead of not stated [hint-gained]",
        ],
    ),
    (
        "[tools.t]\ndiscriminator = \"action\"\ndocs = \"Track.\"\ntitle = \"T\"\nmodules.m = \"Old.\"",
        "[tools.t]\ndiscriminator = \"action\"\ndocs = \"Track issues.\"\ntitle = \"Tracker\"\nmodules.m = \"New.\"",
        &[
            "prose: t (tool): docs of the module `m`: “New.” instead of “Old.” [docs-changed]",
            "prose: t (tool): docs: “Track issues.” instead of “Track.” [docs-changed]",
            "prose: t (tool): title: “Tracker” instead of “T” [title-changed]",
        ],
    ),
];

#[test]
fn changes_of_tools() {
    check(TOOLS);
}
