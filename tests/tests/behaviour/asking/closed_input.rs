//! Questions to clients over byte streams whose input has ended, so that no answer can arrive.

use std::time::Duration;

use fusion_tests::wire::request;

use super::*;

/// Longer than any test waits.
const GRACE: Duration = Duration::from_secs(3600);

#[tokio::test]
async fn a_client_that_closes_its_input_in_mid_question_is_waited_for_no_longer() {
    const CLOSED: &str =
        "the user could not be asked: the client refused (it has closed the connection)";
    for lane in [true, false] {
        let shop = Shop::default();
        let server = server(shop.registry(), lane).grace(GRACE);
        let mut wire = legacy_to(server, &json!({})).await;
        wire.call(2, "shop", json!({"action": "close", "issue": 7}))
            .await;
        wire.receive().await;
        wire.close().await;
        let (rest, result) = wire.end().await;
        assert!(result.is_ok(), "{result:?}");
        let texts: Vec<_> = rest.iter().map(text_of).collect();
        assert_eq!(texts, [format!("[shop/close] {CLOSED}")], "{rest:?}");
        assert_eq!(shop.counts(), [1, 0, 0, 1]);
    }
}

#[tokio::test]
async fn a_question_after_the_end_of_the_input_is_not_waited_for() {
    for lane in [true, false] {
        let shop = Shop::default();
        let server = server(shop.registry(), lane).grace(GRACE);
        let mut wire = legacy_to(server, &json!({})).await;
        let params = json!({"name": "shop", "arguments": {"action": "twice"}});
        let lines = format!("{}\n", request(2, "tools/call", params));
        wire.send_all_and_close(lines.into_bytes());
        let (rest, result) = wire.end().await;
        assert!(result.is_ok(), "{result:?}");
        let answer = rest.last().unwrap();
        assert_eq!(answer["result"]["isError"], true, "{rest:?}");
        assert_eq!(shop.counts()[0], 1);
    }
}

#[tokio::test]
async fn a_stop_in_mid_question_waits_for_no_user() {
    for lane in [true, false] {
        let shop = Shop::default();
        let server = server(shop.registry(), lane).grace(GRACE);
        let mut wire = legacy_to(server, &json!({})).await;
        wire.call(2, "shop", json!({"action": "close", "issue": 7}))
            .await;
        wire.receive().await;
        wire.stop();
        let (rest, result) = wire.end().await;
        assert!(result.is_ok(), "{result:?}");
        assert_eq!(rest.len(), 1, "{rest:?}");
        assert_eq!(rest[0]["result"]["isError"], true, "{rest:?}");
        assert_eq!(shop.counts(), [1, 0, 0, 1]);
    }
}
