//! The rules for `scope` and `scoped`.

use syn::LitStr;

use super::words;
use crate::{attr::GroupAttr, diag::Diag, model::Method};

/// Returns the scopes of a list. Each is a scope token of RFC 6749, and none is repeated.
///
/// `scope("issues write")`, `scope("admin", "admin")`
pub(super) fn check(scopes: Option<&[LitStr]>, diag: &mut Diag) -> Vec<LitStr> {
    let legal = |letter: char| letter.is_ascii_graphic() && !matches!(letter, '"' | '\\');
    for scope in scopes.unwrap_or_default() {
        let value = scope.value();
        let Some(illegal) = value.chars().find(|letter| !legal(*letter)) else {
            continue;
        };
        let text = if illegal == ' ' && value.split(' ').all(|part| !part.is_empty()) {
            let parts: Vec<_> = value.split(' ').map(|part| format!("\"{part}\"")).collect();
            format!(
                "scope `{value}` has a space, which separates scopes in a token: write `scope({})`",
                parts.join(", ")
            )
        } else {
            let illegal = match illegal {
                '"' | '\\' => illegal.to_string(),
                other => other.escape_debug().to_string(),
            };
            format!(
                "scope `{value}` contains `{illegal}`: a scope is one word of printable ASCII characters \
                 without `\"` and `\\`"
            )
        };
        diag.error(scope, text);
    }
    words(scopes, "scope", diag)
}

/// Returns `true` if each row of a block must name a scope.
pub(super) fn is_demanded(attr: &GroupAttr) -> bool {
    attr.scoped.is_some_and(|flag| flag.on) && attr.scope.is_none()
}

/// In a block that is `scoped`, each action, prompt and resource has a scope.
///
/// `#[tool_group(scoped)] impl Issues { #[action] fn list(&self) {} }`
pub(super) fn required(method: &Method, is_demanded: bool, diag: &mut Diag) {
    // A scope whose key was misspelt is reported there.
    if !is_demanded || method.attr.scope.is_some() || method.attr.is_broken {
        return;
    }
    let (noun, name) = (method.attr.mark.name(), method.name());
    let text = format!(
        "{noun} `{name}` has no scope, and its block is `scoped`: write `#[{noun}(scope(\"…\"))]`, or \
         `scope(\"…\")` on the block for all of its items"
    );
    diag.error(name, text);
}
