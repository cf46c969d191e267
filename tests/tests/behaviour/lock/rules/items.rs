//! Actions, prompts and resources: names, scopes, hints, confirmations, URIs.

use super::{Pair, check, check_action};

pub(super) const ITEMS: &[Pair] = &[
    (
        "[tools.t]\n[actions.\"t/a\"]\n[prompts.\"t/p\"]\n[resources.\"t/r\"]\nuri = \"t://r\"",
        "[tools.t]",
        &[
            "breaking: t/a: action gone [item-gone]",
            "breaking: t/p (prompt): prompt gone [item-gone]",
            "breaking: t/r (resource): resource gone [item-gone]",
        ],
    ),
    (
        "[tools.t]",
        "[tools.t]\n[actions.\"t/a\"]\ntokens = 12\n[prompts.\"t/p\"]",
        &[
            "safe: t/a: new action, of 12 tokens [item-added]",
            "safe: t/p (prompt): new prompt [item-added]",
        ],
    ),
    // The same docs and arguments: a rename, also where the aliases and the tokens differ.
    (
        "[tools.t]\n[actions.\"t/m.a\"]\ndocs = \"A.\"\ntokens = 7\n[actions.\"t/m.x\"]\ndocs = \"X.\"",
        "[tools.t]\n[actions.\"t/m.b\"]\ndocs = \"A.\"\ntokens = 8\n[actions.\"t/m.y\"]\ndocs = \"Y.\"",
        &[
            "breaking: t/m.a: action renamed to `t/m.b` without an alias [item-renamed]",
            "breaking: t/m.x: action gone [item-gone]",
            "safe: t/m.y: new action [item-added]",
        ],
    ),
    (
        "[tools.t]\n[actions.\"t/a\"]\narguments.x = { required = true }",
        "[tools.t]\n[actions.\"t/b\"]\naliases = [\"t/a\"]\narguments.y = { required = true }",
        &[
            "breaking: t/b: argument `x`: renamed to `y` without an alias [argument-renamed]",
            "safe: t/b: action renamed from `a`, which is an alias [item-moved]",
        ],
    ),
    // Two actions become one, and the former key stays.
    (
        "[tools.t]\n[actions.\"t/a\"]\n[actions.\"t/b\"]\nscopes = [\"x\"]",
        "[tools.t]\n[actions.\"t/a\"]\naliases = [\"t/b\"]",
        &[
            "safe: t/a: action renamed from `b`, which is an alias [item-moved]",
            "safe: t/a: no longer needs the scope `x` [scope-gone]",
        ],
    ),
    // A resource under another URI is another resource, and its variables follow from it.
    (
        "[tools.t]\n[resources.\"t/r\"]\nuri = \"t://{id}\"\narguments.id = { required = true }\nmime = \"text/plain\"",
        "[tools.t]\n[resources.\"t/r\"]\nuri = \"t://r/{key}\"\narguments.key = { required = true }\nmime = \"text/html\"",
        &[
            "breaking: t/r (resource): the URI is `t://r/{key}` instead of `t://{id}` [uri-changed]",
            "breaking: t/r (resource): the media type is `text/html` instead of `text/plain` [mime-changed]",
        ],
    ),
    (
        "[tools.t]\n[resources.\"t/r\"]\nuri = \"t://r\"\nmime = \"text/plain\"\n[resources.\"t/s\"]\nuri = \"t://s\"",
        "[tools.t]\n[resources.\"t/r\"]\nuri = \"t://r\"\n[resources.\"t/s\"]\nuri = \"t://s\"\nmime = \"text/plain\"",
        &[
            "risk: t/r (resource): the media type `text/plain` is no longer stated [mime-gone]",
            "safe: t/s (resource): the media type is stated: `text/plain` [mime-added]",
        ],
    ),
    (
        "[tools.t]\n[prompts.\"t/p\"]\narguments.x = {}",
        "[tools.t]\n[prompts.\"t/p\"]\narguments.x = { required = true }",
        &["breaking: t/p (prompt): argument `x`: required [argument-required]"],
    ),
];

pub(super) const OF_ACTIONS: &[Pair] = &[
    (
        "aliases = [\"t/b\"]",
        "aliases = [\"t/c\"]",
        &[
            "breaking: t/a: the alias `b` is gone [alias-gone]",
            "safe: t/a: the alias `c` is new [alias-added]",
        ],
    ),
    (
        "flat_name = \"do_it\"",
        "",
        &[
            "breaking: t/a: listed by itself, the action is `t_a` instead of `do_it` [flat-name-changed]",
        ],
    ),
    ("", "flat_name = \"t_a\"", &[]),
    (
        "arguments = { x = {}, y = {} }",
        "arguments = { x = {}, y = {} }\none_of = [\"x\", \"y\"]",
        &["breaking: t/a: exactly one of `x`, `y` is required [one-of-tightened]"],
    ),
    (
        "arguments = { x = {}, y = {} }\none_of = [\"x\", \"y\"]",
        "arguments = { x = {}, y = {} }",
        &["safe: t/a: `x`, `y` may be given freely [one-of-loosened]"],
    ),
    // A new argument as another choice is safe, and one that could be given beside the others is not.
    (
        "arguments = { x = {}, y = {} }\none_of = [\"x\", \"y\"]",
        "arguments = { x = {}, y = {}, z = {} }\none_of = [\"x\", \"y\", \"z\"]",
        &[
            "safe: t/a: exactly one of `x`, `y`, `z` is required [one-of-loosened]",
            "safe: t/a: argument `z`: new and optional [argument-added]",
        ],
    ),
    (
        "arguments = { x = {}, y = {}, z = {} }\none_of = [\"x\", \"y\"]",
        "arguments = { x = {}, y = {}, z = {} }\none_of = [\"x\", \"y\", \"z\"]",
        &["breaking: t/a: exactly one of `x`, `y`, `z` is required [one-of-tightened]"],
    ),
    (
        "scopes = [\"read\"]",
        "scopes = [\"admin\", \"write\"]",
        &[
            "breaking: t/a: needs the scope `admin`, `write` [scope-added]",
            "safe: t/a: no longer needs the scope `read` [scope-gone]",
        ],
    ),
    (
        "hints = [\"read_only\", \"idempotent\"]",
        "hints = [\"destructive\", \"open_world\"]",
        &[
            "risk: t/a: the hint `read_only` is gone [read-only-lost]",
            "risk: t/a: the hint `destructive` is new [destructive-gained]",
            "risk: t/a: the hint `open_world` is new [open-world-gained]",
        ],
    ),
    // `read_only` implies `idempotent`, which the author did not write.
    (
        "hints = [\"read_only\", \"idempotent\"]",
        "",
        &["risk: t/a: the hint `read_only` is gone [read-only-lost]"],
    ),
    (
        "",
        "hints = [\"read_only\", \"idempotent\"]",
        &["safe: t/a: the hint `read_only` is new [hint-gained]"],
    ),
    (
        "hints = [\"read_only\", \"idempotent\"]",
        "hints = [\"idempotent\"]",
        &["risk: t/a: the hint `read_only` is gone [read-only-lost]"],
    ),
    (
        "hints = [\"idempotent\"]",
        "",
        &["risk: t/a: the hint `idempotent` is gone [idempotent-lost]"],
    ),
    (
        "hints = [\"destructive\"]",
        "hints = [\"idempotent\"]",
        &[
            "safe: t/a: the hint `destructive` is gone [hint-gained]",
            "safe: t/a: the hint `idempotent` is new [hint-gained]",
        ],
    ),
    (
        "",
        "confirm = { question = \"Really?\", unasked = \"refuse\" }",
        &[
            "breaking: t/a: a user confirms the call; a client that cannot ask is refused [confirm-added]",
        ],
    ),
    (
        "",
        "confirm = { unasked = \"token\" }",
        &[
            "risk: t/a: a user confirms the call; a client that cannot ask confirms with a token [confirm-with-way]",
        ],
    ),
    (
        "confirm = { unasked = \"refuse\" }",
        "",
        &["risk: t/a: no user confirms the call [confirm-dropped]"],
    ),
    (
        "confirm = { unasked = \"refuse\" }",
        "confirm = { unasked = \"token\" }",
        &["safe: t/a: a client that cannot ask confirms with a token [confirm-eased]"],
    ),
    (
        "confirm = { unasked = \"token\" }",
        "confirm = { unasked = \"allow\" }",
        &["risk: t/a: a client that cannot ask runs it [confirm-dropped]"],
    ),
    (
        "",
        "once = true",
        &["safe: t/a: a call with an `idempotency_key` runs once [once-added]"],
    ),
    (
        "once = true",
        "",
        &["risk: t/a: a repeated call runs again, and `idempotency_key` is refused [once-dropped]"],
    ),
];

#[test]
fn changes_of_items() {
    check(ITEMS);
}

#[test]
fn changes_of_actions() {
    check_action(OF_ACTIONS);
}
