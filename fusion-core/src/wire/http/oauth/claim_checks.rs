//! The checks of the claims of a token (RFC 7519, RFC 8707, RFC 9068).

use std::time::Duration;

use crate::ctx::Claims;

/// The rules for the claims of all tokens.
pub(super) struct ClaimChecks {
    /// The values of `aud` that name this server.
    pub(super) audiences: Vec<String>,
    pub(super) leeway: Duration,
}

impl ClaimChecks {
    /// Checks the claims of a JWT, whose issuer is known. The error is the text of the refusal.
    pub(super) fn check(&self, claims: &Claims, now: u64) -> Result<(), &'static str> {
        if !claims.contains("exp") {
            return Err("the token has no `exp`");
        }
        if claims.audience().is_empty() {
            return Err("the token has no `aud`");
        }
        self.check_known(claims, now)
    }

    /// Checks the claims of a token that the author's function knows, as far as it has them.
    pub(super) fn check_known(&self, claims: &Claims, now: u64) -> Result<(), &'static str> {
        let now = Duration::from_secs(now);
        if claims.contains("exp") {
            let exp = claims
                .seconds("exp")
                .ok_or("the `exp` of the token is no number")?;
            if (now.saturating_sub(self.leeway)).as_secs_f64() >= exp {
                return Err("the token has expired");
            }
        }
        if claims.contains("nbf") {
            let nbf = claims
                .seconds("nbf")
                .ok_or("the `nbf` of the token is no number")?;
            if now.saturating_add(self.leeway).as_secs_f64() < nbf {
                return Err("the token is not valid yet");
            }
        }
        let is_ours = |named: &String| self.audiences.contains(named);
        if claims.contains("aud") && !claims.audience().iter().any(is_ours) {
            return Err("the token is for another resource");
        }
        Ok(())
    }
}
