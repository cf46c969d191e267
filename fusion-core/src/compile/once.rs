//! The argument that names a call of an action with `once`.

use super::{Compiler, argument, schema_error};
use crate::{
    args::Plan,
    definition::{
        ArgDef,
        once::{IDEMPOTENCY_KEY, IDEMPOTENCY_ROW},
    },
    error::OnceError,
    spec::{ActionSpec, ToolSpec},
};

impl Compiler {
    /// Adds the argument after those of the author, so that their slots stay as the expansion has them.
    pub(super) fn add_idempotency_key(
        &mut self,
        (tool, key, spec): (&ToolSpec, &str, &ActionSpec),
        args: &mut Vec<ArgDef>,
        plans: &mut Vec<Plan>,
    ) {
        if !spec.once {
            return;
        }
        if args.iter().any(|arg| arg.has_name(IDEMPOTENCY_KEY)) {
            let (tool, key) = (tool.name.to_owned(), key.to_owned());
            self.errors.push(OnceError::KeyTaken { tool, key }.into());
            return;
        }
        let row = &IDEMPOTENCY_ROW;
        match self.leaf(row) {
            Ok((leaf, plan)) => {
                plans.push(plan.for_argument(row.required, row.secret));
                args.push(argument(row, row.name, leaf, None));
            }
            Err(reason) => {
                let error = schema_error(tool, key, row.name, reason);
                self.errors.push(error);
            }
        }
    }
}
