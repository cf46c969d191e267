//! The scopes that a caller was granted.

use std::collections::BTreeSet;

/// The scopes that the caller of a request was granted.
///
/// It is made from a list, or from a text in which spaces separate the scopes, as the claim `scope` of an
/// access token has them. `None` grants nothing. A function that returns it may return any of these.
///
/// ```
/// use fusion_core::auth::GrantedScopes;
///
/// let from_list = GrantedScopes::new(["issues:read", "issues:write"]);
/// assert_eq!(from_list, GrantedScopes::from("issues:write issues:read"));
/// assert_eq!(from_list, vec!["issues:read", "issues:write"].into());
/// assert_eq!(GrantedScopes::from(None::<&str>), GrantedScopes::none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GrantedScopes(Grant);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Grant {
    All,
    Some(BTreeSet<String>),
}

impl Default for GrantedScopes {
    fn default() -> Self {
        Self::none()
    }
}

impl GrantedScopes {
    /// Grants these scopes.
    pub fn new<I: IntoIterator<Item = T>, T: Into<String>>(scopes: I) -> Self {
        Self(Grant::Some(scopes.into_iter().map(Into::into).collect()))
    }

    /// Grants no scope.
    pub fn none() -> Self {
        Self(Grant::Some(BTreeSet::new()))
    }

    /// Grants every scope: for a caller whom scopes do not limit, such as the user who started a server
    /// over stdio.
    pub fn all() -> Self {
        Self(Grant::All)
    }

    /// Returns `true` if the scope itself was granted, without the hierarchy of the registry.
    pub fn contains(&self, scope: &str) -> bool {
        match &self.0 {
            Grant::All => true,
            Grant::Some(scopes) => scopes.contains(scope),
        }
    }

    /// Returns the granted scopes, or `None` if every scope was granted.
    pub(super) fn listed(&self) -> Option<&BTreeSet<String>> {
        match &self.0 {
            Grant::All => None,
            Grant::Some(scopes) => Some(scopes),
        }
    }
}

impl<T: Into<String>> FromIterator<T> for GrantedScopes {
    fn from_iter<I: IntoIterator<Item = T>>(scopes: I) -> Self {
        Self::new(scopes)
    }
}

impl From<&str> for GrantedScopes {
    /// Splits a text at its spaces.
    fn from(scopes: &str) -> Self {
        Self::new(scopes.split_ascii_whitespace())
    }
}

impl From<String> for GrantedScopes {
    /// Splits a text at its spaces.
    fn from(scopes: String) -> Self {
        Self::from(scopes.as_str())
    }
}

impl<T: Into<String>> From<Vec<T>> for GrantedScopes {
    fn from(scopes: Vec<T>) -> Self {
        Self::new(scopes)
    }
}

impl<T: Into<String>, const N: usize> From<[T; N]> for GrantedScopes {
    fn from(scopes: [T; N]) -> Self {
        Self::new(scopes)
    }
}

impl<T: Clone + Into<String>> From<&[T]> for GrantedScopes {
    fn from(scopes: &[T]) -> Self {
        Self::new(scopes.iter().cloned())
    }
}

impl<T: Into<Self>> From<Option<T>> for GrantedScopes {
    /// Grants nothing if the scopes of the caller are unknown.
    fn from(scopes: Option<T>) -> Self {
        scopes.map_or_else(Self::none, Into::into)
    }
}
