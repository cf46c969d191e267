//! The errors of scopes in the builder of a registry.

/// A mistake in the scopes that the builder of a registry names, found by `build()`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ScopeError {
    /// A scope contains characters that no OAuth scope has, or is empty.
    #[error(
        "`implies` names the scope {scope:?}, which is none: a scope is one word of printable ASCII characters without spaces, `\"` and `\\`"
    )]
    Malformed {
        /// The scope, as the author wrote it.
        scope: String,
    },
    /// An implied scope is needed by no action, prompt or resource, and implies none.
    #[error(
        "`{implying}` implies the scope `{scope}`, which no action, prompt or resource needs{}",
        did_you_mean(.nearest.as_deref())
    )]
    Unknown {
        /// The scope that implies it.
        implying: String,
        /// The scope, as the author wrote it.
        scope: String,
        /// The known scope nearest to it.
        nearest: Option<String>,
    },
    /// A scope implies itself.
    #[error("a scope implies itself: {}; remove one of the implications", arrows(.path))]
    Cycle {
        /// The scopes from one to itself, each implied by the one before.
        path: Vec<String>,
    },
    /// The response to missing scopes is set for a tool that does not exist.
    #[error("`missing_scopes` names the tool `{tool}`, which the registry does not have{}", did_you_mean(.nearest.as_deref()))]
    UnknownTool {
        /// The name, as the author wrote it.
        tool: String,
        /// The tool whose name is nearest to it.
        nearest: Option<String>,
    },
}

fn arrows(path: &[String]) -> String {
    let scopes: Vec<_> = path.iter().map(|scope| format!("`{scope}`")).collect();
    scopes.join(" → ")
}

/// Returns the end of a sentence about an unknown name.
pub(super) fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |nearest| {
        format!("; did you mean `{nearest}`?")
    })
}
