//! The names of arguments that a key of the action adds.

use super::Arg;
use crate::diag::Diag;

/// No argument of the author has the name of one that a key adds.
///
/// `#[action(once)] fn open(idempotency_key: String)`
pub(super) fn argument(args: &[Arg], reserved: &str, text: &str, diag: &mut Diag) {
    for arg in args {
        for name in [&arg.name].into_iter().chain(&arg.aliases) {
            if name.value() == reserved {
                diag.error(name, text);
            }
        }
    }
}
