//! The words of "method not found" errors over HTTP. The SDK refuses some methods before it calls the
//! handler, and writes the name of the method only. The response is the only place that has every such
//! error.

use http::{
    HeaderValue,
    header::{CONTENT_LENGTH, CONTENT_TYPE},
};
use rmcp::model::JsonRpcError;

use super::{super::method_not_found::answer_with_words, sdk_body::SdkResponse};

/// The end of a JSON-RPC error without data, whose message is its last member.
const END: &[u8] = b"\"}}";
const CODE: &[u8] = b"-32601";
/// The bytes at the end of an error that have its code, if its message is the name of a method.
const TAIL: usize = 64;

/// Adds words to a "method not found" error of the SDK. Any other response costs a look at its last
/// bytes.
pub(super) async fn with_words(mut response: SdkResponse) -> SdkResponse {
    let kind = response.headers().get(CONTENT_TYPE);
    if kind.map(HeaderValue::as_bytes) != Some(b"application/json".as_slice()) {
        return response;
    }
    let body = response.body_mut().first().await;
    if !may_be_refusal(body) {
        return response;
    }
    // Reading any message of a server would put the readers of all results into the program: half a megabyte.
    let answer = serde_json::from_slice::<JsonRpcError>(body);
    let worded = answer.map(answer_with_words);
    if let Ok(body) = worded.and_then(|answer| serde_json::to_vec(&answer)) {
        response.headers_mut().remove(CONTENT_LENGTH);
        *response.body_mut() = body.into();
    }
    response
}

fn may_be_refusal(body: &[u8]) -> bool {
    let tail = &body[body.len().saturating_sub(TAIL)..];
    tail.ends_with(END) && tail.windows(CODE.len()).any(|part| part == CODE)
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;
    use rmcp::{
        ErrorData,
        model::{ErrorCode, RequestId},
    };

    use super::*;

    async fn worded(kind: &'static str, body: &str) -> String {
        let mut response = SdkResponse::new(body.as_bytes().to_vec().into());
        let kind = HeaderValue::from_static(kind);
        response.headers_mut().insert(CONTENT_TYPE, kind);
        let Ok(body) = with_words(response).await.collect().await;
        String::from_utf8(body.to_bytes().to_vec()).unwrap()
    }

    fn error(code: ErrorCode, message: &str) -> String {
        let error = ErrorData::new(code, message.to_owned(), None);
        let id = RequestId::Number(1);
        serde_json::to_string(&JsonRpcError::new(Some(id), error)).unwrap()
    }

    #[tokio::test]
    async fn only_names_of_methods_get_words() {
        let longest = "resources/directory/read";
        for method in ["x", longest] {
            let refusal = error(ErrorCode::METHOD_NOT_FOUND, method);
            let words = format!("Method not found: {method}");
            let expected = error(ErrorCode::METHOD_NOT_FOUND, &words);
            assert_eq!(worded("application/json", &refusal).await, expected);
            assert_eq!(worded("text/plain", &refusal).await, refusal);
            assert_eq!(worded("application/json", &expected).await, expected);
        }
        for other in [
            error(ErrorCode::INVALID_REQUEST, longest),
            r#"{"jsonrpc":"2.0","id":1,"result":{"text":{"a":"-32601"}}}"#.to_owned(),
            r#"{"error":"-32601"}}"#.to_owned(),
            "Not Found: Session not found".to_owned(),
            String::new(),
        ] {
            assert_eq!(worded("application/json", &other).await, other);
        }
    }
}
