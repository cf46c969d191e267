//! The claims that trackers on one database share.

use std::time::Duration;

use fusion_core::shared::{Claim, Claimed, Store as _, StoreError};
use fusion_examples::tracker::store::Store;

use super::fixture::Fixture;

const MINUTE: Duration = Duration::from_secs(60);

fn mine(claimed: Claimed) -> Claim {
    match claimed {
        Claimed::Mine(claim) => claim,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn one_of_two_trackers_owns_a_key_and_the_other_reads_its_value() {
    let f = Fixture::new();
    let other = Store::open(f.path()).unwrap();
    let claim = mine(f.store.claim("k", b"a", MINUTE).await.unwrap());
    assert_eq!(other.claim("k", b"a", MINUTE).await.unwrap(), Claimed::Busy);
    assert_eq!(
        other.claim("k", b"b", MINUTE).await.unwrap(),
        Claimed::Other
    );
    assert_eq!(other.read("k").await.unwrap(), None);

    assert!(other.renew(&claim, MINUTE).await.unwrap());
    f.store
        .finish(claim.clone(), b"v".to_vec(), MINUTE)
        .await
        .unwrap();
    let done = Claimed::Done(b"v".to_vec());
    assert_eq!(other.claim("k", b"a", MINUTE).await.unwrap(), done);
    assert_eq!(
        other.claim("k", b"b", MINUTE).await.unwrap(),
        Claimed::Other
    );
    assert_eq!(other.read("k").await.unwrap(), Some(b"v".to_vec()));

    // What is done is no claim any more.
    assert!(!other.renew(&claim, MINUTE).await.unwrap());
    other.release(claim.clone()).await.unwrap();
    let lost = other.finish(claim, Vec::new(), MINUTE).await;
    assert!(matches!(lost, Err(StoreError::Lost)), "{lost:?}");
    assert_eq!(f.store.claim("k", b"a", MINUTE).await.unwrap(), done);
}

#[tokio::test]
async fn a_released_key_is_free_and_a_stranger_releases_nothing() {
    let f = Fixture::new();
    let claim = mine(f.store.claim("k", b"a", MINUTE).await.unwrap());
    let stranger = Claim::new("k", "nobody");
    f.store.release(stranger.clone()).await.unwrap();
    assert!(!f.store.renew(&stranger, MINUTE).await.unwrap());
    assert_eq!(
        f.store.claim("k", b"a", MINUTE).await.unwrap(),
        Claimed::Busy
    );
    f.store.release(claim).await.unwrap();
    mine(f.store.claim("k", b"b", MINUTE).await.unwrap());
}

#[tokio::test]
async fn a_lease_and_a_value_end_with_their_time() {
    let f = Fixture::new();
    let claim = mine(f.store.claim("k", b"a", Duration::ZERO).await.unwrap());
    let abandoned = f.store.claim("k", b"a", MINUTE).await.unwrap();
    assert_eq!(abandoned, Claimed::Abandoned);
    assert!(!f.store.renew(&claim, MINUTE).await.unwrap());

    let short = mine(f.store.claim("short", b"a", MINUTE).await.unwrap());
    f.store
        .finish(short, b"v".to_vec(), Duration::ZERO)
        .await
        .unwrap();
    assert_eq!(f.store.read("short").await.unwrap(), None);
    mine(f.store.claim("short", b"b", MINUTE).await.unwrap());
    let left: Vec<String> = f
        .sql()
        .prepare("SELECT key FROM claims ORDER BY key")
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    assert_eq!(left, ["k", "short"]);
}
