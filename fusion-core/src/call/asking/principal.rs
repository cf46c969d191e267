//! The caller on whose behalf a call runs, as one text.

use std::{borrow::Cow, fmt};

use http::{header::AUTHORIZATION, request::Parts};

#[cfg(feature = "oauth")]
use crate::ctx::Claims;
use crate::ctx::Ctx;

type PrincipalFn = Box<dyn Fn(&Ctx) -> Option<String> + Send + Sync>;

/// The function that names the caller of a request.
#[derive(Default)]
pub(crate) enum Principal {
    /// The claims of the verified token name the caller, or else the `Authorization` header.
    #[default]
    Token,
    /// The author's function names the caller.
    Function(PrincipalFn),
}

impl Principal {
    /// Names callers by a function.
    pub(crate) fn named_by(name: impl Fn(&Ctx) -> Option<String> + Send + Sync + 'static) -> Self {
        Self::Function(Box::new(name))
    }

    /// Returns the name of the caller; `None` where all callers are one.
    pub(crate) fn of<'c>(&self, ctx: &'c Ctx) -> Option<Cow<'c, str>> {
        match self {
            Self::Token => {
                #[cfg(feature = "oauth")]
                if let Some(claims) = ctx.get::<Claims>() {
                    return claims.principal().map(Cow::Owned);
                }
                let parts = ctx.get::<Parts>()?;
                let header = parts.headers.get(AUTHORIZATION)?;
                Some(String::from_utf8_lossy(header.as_bytes()))
            }
            Self::Function(name) => name(ctx).map(Cow::Owned),
        }
    }

    /// Returns true if a request over HTTP has no caller, and its author did not say that there is none.
    pub(crate) fn is_unknown(&self, ctx: &Ctx) -> bool {
        let is_http = ctx.get::<Parts>().is_some();
        matches!(self, Self::Token) && is_http && self.of(ctx).is_none()
    }

    /// Returns true if the author has told how callers are named.
    #[cfg(feature = "http")]
    pub(crate) fn is_set(&self) -> bool {
        matches!(self, Self::Function(_))
    }
}

impl fmt::Debug for Principal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Token => "Token",
            Self::Function(_) => "Function",
        })
    }
}
