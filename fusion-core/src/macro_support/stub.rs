//! A stub that the macros print in place of code with a mistake, so that rustc reports no further
//! errors.

use super::{Chains, Frame};
use crate::{ctx::NoCommon, error::ToolError, middleware::Call, result::ToolResult};

/// The chains of a group that does not compile.
#[derive(Debug)]
pub struct StubChains;

impl<G: ?Sized + Sync> Chains<G, (), NoCommon> for StubChains {
    fn reads_arguments(&self) -> bool {
        false
    }

    async fn invoke(&self, _: &G, _: Frame<'_, (), NoCommon>, _: &mut Call<'_>) -> ToolResult {
        Err(ToolError::internal("this group does not compile"))
    }
}
