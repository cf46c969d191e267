use super::*;

const MINUTE: Duration = Duration::from_secs(60);

async fn mine(store: &MemoryStore, key: &str) -> Claim {
    match store.claim(key, b"f", MINUTE).await.unwrap() {
        Claimed::Mine(claim) => claim,
        other => panic!("{key} is {other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn a_key_has_one_owner_until_it_is_released() {
    let store = MemoryStore::new();
    let claim = mine(&store, "a").await;
    assert_eq!(store.claim("a", b"f", MINUTE).await.unwrap(), Claimed::Busy);
    assert_eq!(
        store.claim("a", b"g", MINUTE).await.unwrap(),
        Claimed::Other
    );
    store.release(claim.clone()).await.unwrap();
    let second = mine(&store, "a").await;
    // The first owner has nothing left to give back.
    store.release(claim).await.unwrap();
    assert_eq!(store.claim("a", b"f", MINUTE).await.unwrap(), Claimed::Busy);
    store.finish(second, vec![7], MINUTE).await.unwrap();
    assert_eq!(store.read("a").await.unwrap(), Some(vec![7]));
}

#[tokio::test(start_paused = true)]
async fn a_lease_that_runs_out_leaves_the_key_abandoned_and_its_owner_without_it() {
    let store = MemoryStore::new();
    let claim = mine(&store, "a").await;
    tokio::time::advance(MINUTE / 2).await;
    assert!(store.renew(&claim, MINUTE).await.unwrap());
    tokio::time::advance(Duration::from_secs(59)).await;
    assert_eq!(store.claim("a", b"f", MINUTE).await.unwrap(), Claimed::Busy);
    tokio::time::advance(Duration::from_secs(1)).await;
    assert_eq!(
        store.claim("a", b"f", MINUTE).await.unwrap(),
        Claimed::Abandoned
    );
    assert!(!store.renew(&claim, MINUTE).await.unwrap());
    let late = store.finish(claim, Vec::new(), MINUTE).await;
    assert!(matches!(late, Err(StoreError::Lost)));
    tokio::time::advance(ABANDONED_FOR).await;
    mine(&store, "a").await;
}

#[tokio::test(start_paused = true)]
async fn a_value_stays_for_its_time() {
    let store = MemoryStore::new();
    let claim = mine(&store, "a").await;
    store.finish(claim, vec![1], MINUTE).await.unwrap();
    assert_eq!(
        store.claim("a", b"f", MINUTE).await.unwrap(),
        Claimed::Done(vec![1])
    );
    tokio::time::advance(MINUTE).await;
    assert_eq!(store.read("a").await.unwrap(), None);
    mine(&store, "a").await;
}

#[tokio::test(start_paused = true)]
async fn a_full_store_refuses_keys_until_others_run_out() {
    let store = MemoryStore::with_capacity(2);
    for key in ["a", "b"] {
        let claim = mine(&store, key).await;
        store.finish(claim, Vec::new(), MINUTE).await.unwrap();
    }
    let third = store.claim("c", b"f", MINUTE).await;
    assert!(matches!(third, Err(StoreError::Full)));
    tokio::time::advance(MINUTE).await;
    mine(&store, "c").await;
    assert_eq!(store.lock().by_key.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_store_that_is_full_of_values_has_room_for_marks() {
    let store = MemoryStore::with_capacity(16);
    for number in 0..14 {
        mine(&store, &format!("k{number}")).await;
    }
    let more = store.claim("more", b"f", MINUTE).await;
    assert!(matches!(more, Err(StoreError::Full)), "{more:?}");
    for mark in ["one", "two"] {
        match store.claim(mark, b"", MINUTE).await.unwrap() {
            Claimed::Mine(claim) => store.finish(claim, Vec::new(), MINUTE).await.unwrap(),
            other => panic!("{other:?}"),
        }
        assert_eq!(store.read(mark).await.unwrap(), Some(Vec::new()));
    }
    let third = store.claim("three", b"", MINUTE).await;
    assert!(matches!(third, Err(StoreError::Full)), "{third:?}");
    // By their size, too.
    let store = MemoryStore::new();
    let claim = mine(&store, "large").await;
    let large = vec![0; MAX_BYTES - MAX_BYTES / MARKS_PART];
    let too_much = store.finish(claim.clone(), large.clone(), MINUTE).await;
    assert!(matches!(too_much, Err(StoreError::Full)));
    let fits = large[..large.len() - 1_000].to_vec();
    store.finish(claim, fits, MINUTE).await.unwrap();
    let key = "k".repeat(1_000);
    let more = store.claim(&key, b"f", MINUTE).await;
    assert!(matches!(more, Err(StoreError::Full)), "{more:?}");
    let mark = store.claim(&key, b"", MINUTE).await.unwrap();
    assert!(matches!(mark, Claimed::Mine(_)), "{mark:?}");
}

#[tokio::test(start_paused = true)]
async fn values_are_bounded_together_and_leave_nothing_behind() {
    let store = MemoryStore::new();
    let claim = mine(&store, "a").await;
    let too_much = store
        .finish(claim.clone(), vec![0; MAX_BYTES], MINUTE)
        .await;
    assert!(matches!(too_much, Err(StoreError::Full)));
    store.finish(claim, vec![0; 1_000], MINUTE).await.unwrap();
    tokio::time::advance(MINUTE).await;
    for number in 0..=LEAST_SWEEP {
        let claim = mine(&store, &format!("k{number}")).await;
        store.release(claim).await.unwrap();
    }
    let claim = mine(&store, "a").await;
    store.release(claim).await.unwrap();
    assert_eq!(store.lock().bytes, 0);
}
