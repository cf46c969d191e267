//! The check of the access token of each request, before its body is read.

use std::{pin::Pin, sync::Arc, time::Duration};

use axum::{extract::Request, response::Response};
use http::{HeaderMap, Uri, header::AUTHORIZATION};

use super::{
    bearer,
    claim_checks::ClaimChecks,
    clock,
    compact_token::CompactToken,
    introspection::{BearerToken, IntrospectFn},
    keys::{KeyFailure, KeySource},
    refusal::{Challenger, TokenRefusal},
    token_cache::{TokenCache, TokenDigest, VerifiedToken},
};
use crate::{ctx::Claims, wire::call_refusal::CallRefusal};

/// The seconds for which the answer of the author's function is kept.
const INTROSPECTED: u64 = 60;

type Verifying<'g> = Pin<Box<dyn Future<Output = Result<VerifiedToken, TokenRefusal>> + Send + 'g>>;

/// The token of a request.
enum FoundToken {
    /// It was verified before.
    Verified(Claims),
    /// It is not known yet.
    New(String, TokenDigest),
}

/// The gate in front of the endpoint.
pub(in super::super) struct TokenGate {
    pub(super) challenger: Challenger,
    pub(super) checks: ClaimChecks,
    pub(super) issuers: Vec<Arc<KeySource>>,
    pub(super) introspect: Option<IntrospectFn>,
    pub(super) verified: TokenCache,
}

impl TokenGate {
    /// Verifies the token of a request, puts its claims in place of the `Authorization` header, or returns the
    /// response to a request that is refused.
    pub(in super::super) async fn admit(&self, request: &mut Request) -> Result<(), Response> {
        let found = self.find(request.headers(), request.uri());
        let verified = match found {
            Ok(FoundToken::Verified(claims)) => Ok(claims),
            Ok(FoundToken::New(token, digest)) => self.verify(&token, digest).await,
            Err(refusal) => Err(refusal),
        };
        let claims = verified.map_err(|refusal| self.refuse(&refusal))?;
        request.headers_mut().remove(AUTHORIZATION);
        request.extensions_mut().insert(claims);
        Ok(())
    }

    /// Returns the claims of a token that was verified before, or the token.
    fn find(&self, headers: &HeaderMap, uri: &Uri) -> Result<FoundToken, TokenRefusal> {
        let token = bearer::token_of(headers, uri)?;
        let digest = self.verified.digest(token);
        Ok(match self.verified.find(digest, clock::seconds()) {
            Some(claims) => FoundToken::Verified(claims),
            None => FoundToken::New(bearer::text_of(token)?.to_owned(), digest),
        })
    }

    async fn verify(&self, token: &str, digest: TokenDigest) -> Result<Claims, TokenRefusal> {
        let verified = self.verified_token(token).await?;
        let claims = verified.claims.clone();
        self.verified.insert(digest, token.len(), verified);
        Ok(claims)
    }

    /// Verifies a token by its form. The future is boxed, so that a request with a known token reserves no space
    /// for it.
    fn verified_token<'g>(&'g self, token: &'g str) -> Verifying<'g> {
        Box::pin(async move {
            match &self.introspect {
                Some(introspect) if !CompactToken::has_form(token) => {
                    self.introspected(introspect, token).await
                }
                _ => self.signed(token).await,
            }
        })
    }

    /// Verifies a JWT. No claim but `iss`, which selects the keys, is looked at before the signature.
    async fn signed(&self, token: &str) -> Result<VerifiedToken, TokenRefusal> {
        let token = CompactToken::read(token).map_err(TokenRefusal::Invalid)?;
        let issuer = token.claims.get("iss").and_then(|issuer| issuer.as_str());
        let mut sources = self.issuers.iter();
        let source = sources.find(|source| Some(source.identifier()) == issuer);
        let text = "the token is of an issuer that this server does not accept";
        let source = source.ok_or(TokenRefusal::Invalid(text))?;
        let key = source
            .signer(&token)
            .await
            .map_err(|failure| match failure {
                KeyFailure::Unknown => TokenRefusal::Invalid("the key of the token is not known"),
                KeyFailure::WrongAlgorithm => {
                    TokenRefusal::Invalid("the algorithm of the token is not accepted")
                }
                KeyFailure::WrongSignature => {
                    TokenRefusal::Invalid("the signature of the token is wrong")
                }
                KeyFailure::Unavailable => TokenRefusal::Unavailable,
            })?;
        let claims = Claims::new(token.claims);
        let now = clock::seconds();
        let checked = self.checks.check(&claims, now);
        checked.map_err(TokenRefusal::Invalid)?;
        Ok(VerifiedToken {
            until: expiry(&claims),
            claims,
            signer: Some((key, Arc::clone(source))),
        })
    }

    async fn introspected(
        &self,
        introspect: &IntrospectFn,
        token: &str,
    ) -> Result<VerifiedToken, TokenRefusal> {
        let claims = introspect(BearerToken::new(token)).await.map_err(|error| {
            tracing::warn!(error, "a token cannot be introspected");
            TokenRefusal::Unavailable
        })?;
        let claims = claims.ok_or(TokenRefusal::Invalid("the token is not valid"))?;
        if claims.contains("active") && claims.get("active") != Some(true) {
            return Err(TokenRefusal::Invalid("the token is not active"));
        }
        let now = clock::seconds();
        let checked = self.checks.check_known(&claims, now);
        checked.map_err(TokenRefusal::Invalid)?;
        Ok(VerifiedToken {
            until: expiry(&claims).min(now.saturating_add(INTROSPECTED)),
            claims,
            signer: None,
        })
    }

    /// Returns the response to a call that the registry refused after the token was accepted.
    pub(in super::super) fn refuse_call(
        &self,
        refusal: &CallRefusal,
        claims: Option<&Claims>,
    ) -> Response {
        match refusal {
            CallRefusal::Unauthorized => self.challenger.unauthorized(),
            CallRefusal::MissingScopes(missing) => {
                let granted = claims.map_or(&[][..], Claims::scopes);
                self.challenger.forbidden(missing, granted)
            }
        }
    }

    /// Returns the time until a token ends, with the leeway; `None` for one without an `exp`.
    pub(super) fn time_left(&self, claims: &Claims) -> Option<Duration> {
        let end = Duration::try_from_secs_f64(claims.seconds("exp")?).ok()?;
        let end = end.saturating_add(self.checks.leeway);
        Some(end.saturating_sub(Duration::from_secs(clock::seconds())))
    }

    fn refuse(&self, refused: &TokenRefusal) -> Response {
        tracing::debug!(reason = ?refused, "refused a request");
        self.challenger.response(refused)
    }
}

/// Returns the second at which a token expires.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // the cast saturates
fn expiry(claims: &Claims) -> u64 {
    claims
        .seconds("exp")
        .map_or(u64::MAX, |seconds| seconds as u64)
}
