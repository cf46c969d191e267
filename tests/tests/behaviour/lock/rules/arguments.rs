//! Arguments: names, presence, defaults, secrets.

use super::{Pair, check_action};

pub(super) const ARGUMENTS: &[Pair] = &[
    (
        "arguments.x = { docs = \"X.\" }",
        "",
        &["breaking: t/a: argument `x`: gone [argument-gone]"],
    ),
    (
        "arguments.x = { docs = \"X.\", schema = { type = \"string\" } }",
        "arguments.y = { docs = \"X.\", schema = { type = \"string\" } }",
        &["breaking: t/a: argument `x`: renamed to `y` without an alias [argument-renamed]"],
    ),
    (
        "arguments.x = { docs = \"X.\", schema = { type = \"string\" } }",
        "arguments.y = { aliases = [\"x\"], docs = \"Y.\", schema = { type = \"string\" } }",
        &[
            "safe: t/a: argument `y`: renamed from `x`, which is an alias [argument-moved]",
            "prose: t/a: argument `y`: docs: “Y.” instead of “X.” [docs-changed]",
        ],
    ),
    (
        "arguments.x = { aliases = [\"y\"] }",
        "arguments.x = { aliases = [\"z\"] }",
        &[
            "breaking: t/a: argument `x`: the alias `y` is gone [alias-gone]",
            "safe: t/a: argument `x`: the alias `z` is new [alias-added]",
        ],
    ),
    (
        "",
        "arguments = { x = { required = true }, y = {} }",
        &[
            "breaking: t/a: argument `x`: new and required [required-argument-added]",
            "safe: t/a: argument `y`: new and optional [argument-added]",
        ],
    ),
    (
        "arguments = { x = { default = 20 }, y = { required = true } }",
        "arguments = { x = { required = true }, y = { default = 20 } }",
        &[
            "breaking: t/a: argument `x`: required; its default was 20 [argument-required]",
            "safe: t/a: argument `y`: optional [argument-optional]",
        ],
    ),
    (
        "arguments = { x = { default = 20 }, y = {}, z = { default = { \"$json\" = \"null\" } } }",
        "arguments = { x = { default = 50 }, y = { default = \"a\" }, z = {} }",
        &[
            "risk: t/a: argument `x`: the default is 50 instead of 20 [default-changed]",
            "risk: t/a: argument `y`: the default \"a\" is new [default-changed]",
            "risk: t/a: argument `z`: the default null is gone [default-changed]",
        ],
    ),
    (
        "arguments = { x = { secret = true }, y = {} }",
        "arguments = { x = {}, y = { secret = true } }",
        &[
            "risk: t/a: argument `x`: no longer a secret [secret-lost]",
            "safe: t/a: argument `y`: a secret [secret-gained]",
        ],
    ),
];

#[test]
fn changes_of_arguments() {
    check_action(ARGUMENTS);
}
