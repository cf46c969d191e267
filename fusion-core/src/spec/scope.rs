//! The characters of a scope, and the check of `scoped` on a struct of groups.

use super::{GroupSpec, const_text::ConstText};

/// Returns `true` for a scope token of RFC 6749: printable ASCII characters without spaces, `"` and `\`.
pub(crate) fn is_scope(scope: &str) -> bool {
    let legal = |byte: u8| byte.is_ascii_graphic() && byte != b'"' && byte != b'\\';
    !scope.is_empty() && scope.bytes().all(legal)
}

/// Fails the compilation if a row of the group needs no scope, although the struct of its tool is `scoped`.
/// `ty` is the type of the group, as the author wrote it.
///
/// # Panics
///
/// In a constant, which is a compile error at the caller.
#[track_caller]
pub const fn check_scoped(group: &GroupSpec, ty: &str) {
    let problem = problem(group, ty);
    assert!(problem.is_empty(), "{}", problem.as_str());
}

/// Returns the text of the error; empty if each row needs a scope.
const fn problem(group: &GroupSpec, ty: &str) -> ConstText {
    if !group.scopes.is_empty() {
        return ConstText::EMPTY;
    }
    let mut i = 0;
    while i < group.actions.len() {
        let row = &group.actions[i];
        if row.scopes.is_empty() {
            return ConstText::EMPTY
                .push_name(row.key)
                .push(" of ")
                .push_name(ty)
                .push(
                    " has no scope, and its tool is `scoped`: write `scope(\"…\")` into its attribute, or \
                     on the impl block for all of its items",
                );
        }
        i += 1;
    }
    ConstText::EMPTY
}
