//! What the macro prints beside a mistake, so that no second error follows it.

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
