//! The access token of a request, by RFC 6750. Only the `Authorization` header carries it.

use http::{HeaderMap, Uri, header::AUTHORIZATION};

use super::refusal::TokenRefusal;

/// The maximum length of a token.
const MAX_TOKEN_BYTES: usize = 16 * 1024;
const SCHEME: &str = "bearer";

/// Returns the token of a request, unchecked but for its length.
pub(super) fn token_of<'r>(headers: &'r HeaderMap, uri: &Uri) -> Result<&'r [u8], TokenRefusal> {
    if uri.query().is_some_and(has_token) {
        let text = "an access token must not be sent in the query of the URL";
        return Err(TokenRefusal::Malformed(text));
    }
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let value = values.next().ok_or(TokenRefusal::Missing)?;
    if values.next().is_some() {
        let text = "a request must have one Authorization header";
        return Err(TokenRefusal::Malformed(text));
    }
    let bytes = value.as_bytes();
    let (scheme, rest) = bytes.split_at_checked(SCHEME.len()).unwrap_or((bytes, &[]));
    let is_bearer = scheme.eq_ignore_ascii_case(SCHEME.as_bytes())
        && rest.first().is_none_or(|next| *next == b' ');
    if !is_bearer {
        // Another scheme: as RFC 6750 has it, the request has no authentication information.
        return Err(TokenRefusal::Missing);
    }
    let token = rest.trim_ascii_start();
    if token.is_empty() {
        let text = "the Authorization header has no token";
        return Err(TokenRefusal::Malformed(text));
    }
    if token.len() > MAX_TOKEN_BYTES {
        return Err(TokenRefusal::Invalid("the token is too long"));
    }
    Ok(token)
}

/// Returns a token as a text. A token that was verified before is found by its bytes, without this check.
pub(super) fn text_of(token: &[u8]) -> Result<&str, TokenRefusal> {
    let text = str::from_utf8(token).ok().filter(|token| is_token(token));
    text.ok_or(TokenRefusal::Invalid("the token is malformed"))
}

/// Returns true for the letters that RFC 6750 allows in a token.
fn is_token(text: &str) -> bool {
    let body = text.trim_end_matches('=');
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/".contains(&byte);
    !body.is_empty() && body.bytes().all(is_letter)
}

fn has_token(query: &str) -> bool {
    let mut names = query.split('&').map(|pair| pair.split('=').next());
    names.any(|name| name == Some("access_token"))
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn read(value: &[u8]) -> Result<String, TokenRefusal> {
        let mut headers = HeaderMap::new();
        let value = HeaderValue::from_bytes(value).unwrap_or(HeaderValue::from_static(""));
        headers.insert(AUTHORIZATION, value);
        let token = token_of(&headers, &Uri::from_static("/mcp"))?;
        text_of(token).map(str::to_owned)
    }

    #[test]
    fn the_scheme_may_be_written_in_any_case() {
        for header in ["Bearer abc", "bearer abc", "BEARER   abc"] {
            assert_eq!(read(header.as_bytes()), Ok("abc".to_owned()), "{header}");
        }
    }

    #[test]
    fn another_scheme_is_no_token() {
        for header in ["Basic abc", "Bearerabc", "Bear", "", "DPoP abc"] {
            assert_eq!(
                read(header.as_bytes()),
                Err(TokenRefusal::Missing),
                "{header}"
            );
        }
    }

    #[test]
    fn padding_stands_at_the_end_only() {
        assert_eq!(read(b"Bearer ab=="), Ok("ab==".to_owned()));
        let malformed = Err(TokenRefusal::Invalid("the token is malformed"));
        for header in [
            "Bearer ==",
            "Bearer a=b",
            "Bearer a b",
            "Bearer a,b",
            "Bearer \"a\"",
        ] {
            assert_eq!(read(header.as_bytes()), malformed, "{header}");
        }
        assert_eq!(read(b"Bearer \xff\xfe"), malformed);
    }
}
