//! The contract of a store.

use std::{sync::Arc, time::Duration};

use fusion_core::shared::{Claim, Claimed, Store, StoreError};

use super::Kept;

const MINUTE: Duration = Duration::from_secs(60);
const SHORT: Duration = Duration::from_millis(200);

/// Checks a store. Its keys begin with `prefix`, and none of them is in use.
pub async fn store<S: Store>(store: Arc<S>, prefix: &str) -> Kept {
    owners(&*store, &format!("{prefix}owners")).await?;
    leases(&*store, &format!("{prefix}leases")).await?;
    interrupted(&*store, &format!("{prefix}interrupted")).await?;
    values(&*store, &format!("{prefix}values")).await?;
    any_bytes(&*store, &format!("{prefix}bytes\r\n*\0 ä")).await?;
    any_bytes(&*store, &format!("{prefix}{}", "long".repeat(200))).await?;
    crowd(store, &format!("{prefix}crowd")).await
}

async fn mine(store: &impl Store, key: &str, lease: Duration) -> Result<Claim, String> {
    match store.claim(key, b"f", lease).await {
        Ok(Claimed::Mine(claim)) => Ok(claim),
        other => Err(format!("{key} is {other:?}")),
    }
}

/// A key has one owner until it is released, and another fingerprint is found.
async fn owners(store: &impl Store, key: &str) -> Kept {
    let claim = mine(store, key, MINUTE).await?;
    assert_eq!(store.claim(key, b"f", MINUTE).await?, Claimed::Busy);
    assert_eq!(store.claim(key, b"g", MINUTE).await?, Claimed::Other);
    assert_eq!(store.read(key).await?, None);
    assert!(store.renew(&claim, MINUTE).await?);
    store.release(claim.clone()).await?;
    assert!(!store.renew(&claim, MINUTE).await?);
    let second = mine(store, key, MINUTE).await?;
    // The first owner has nothing left to give back, to lengthen or to finish.
    store.release(claim.clone()).await?;
    assert!(!store.renew(&claim, MINUTE).await?);
    let late = store.finish(claim, vec![1], MINUTE).await;
    assert!(matches!(late, Err(StoreError::Lost)), "{late:?}");
    assert_eq!(store.claim(key, b"f", MINUTE).await?, Claimed::Busy);
    store.finish(second.clone(), vec![7], MINUTE).await?;
    // A finished claim is neither released nor renewed.
    store.release(second.clone()).await?;
    assert!(!store.renew(&second, MINUTE).await?);
    assert_eq!(store.read(key).await?, Some(vec![7]));
    assert_eq!(store.claim(key, b"g", MINUTE).await?, Claimed::Other);
    Ok(())
}

/// A lease that runs out leaves the key abandoned, and its owner without it.
async fn leases(store: &impl Store, key: &str) -> Kept {
    let claim = mine(store, key, SHORT).await?;
    tokio::time::sleep(SHORT / 2).await;
    assert!(store.renew(&claim, SHORT * 2).await?);
    tokio::time::sleep(SHORT).await;
    assert_eq!(store.claim(key, b"f", MINUTE).await?, Claimed::Busy);
    tokio::time::sleep(SHORT * 3 / 2).await;
    assert_eq!(store.claim(key, b"f", MINUTE).await?, Claimed::Abandoned);
    assert_eq!(store.claim(key, b"g", MINUTE).await?, Claimed::Other);
    assert!(!store.renew(&claim, MINUTE).await?);
    let late = store.finish(claim.clone(), Vec::new(), MINUTE).await;
    assert!(matches!(late, Err(StoreError::Lost)), "{late:?}");
    store.release(claim).await?;
    assert_eq!(store.claim(key, b"f", MINUTE).await?, Claimed::Abandoned);
    Ok(())
}

/// A lease of zero leaves the key abandoned at once.
async fn interrupted(store: &impl Store, key: &str) -> Kept {
    let claim = mine(store, key, MINUTE).await?;
    assert!(store.renew(&claim, Duration::ZERO).await?);
    assert_eq!(store.claim(key, b"f", MINUTE).await?, Claimed::Abandoned);
    assert_eq!(store.claim(key, b"g", MINUTE).await?, Claimed::Other);
    assert!(!store.renew(&claim, MINUTE).await?);
    store.release(claim).await?;
    assert_eq!(store.claim(key, b"f", MINUTE).await?, Claimed::Abandoned);
    Ok(())
}

/// A value stays for its time, and the key is free after it.
async fn values(store: &impl Store, key: &str) -> Kept {
    let claim = mine(store, key, MINUTE).await?;
    store.finish(claim, vec![1], SHORT).await?;
    let again = store.claim(key, b"f", MINUTE).await?;
    assert_eq!(again, Claimed::Done(vec![1]));
    tokio::time::sleep(SHORT * 3 / 2).await;
    assert_eq!(store.read(key).await?, None);
    let claim = mine(store, key, MINUTE).await?;
    store.release(claim).await?;
    Ok(())
}

/// Values, fingerprints and keys may hold any bytes, and nothing.
async fn any_bytes(store: &impl Store, key: &str) -> Kept {
    let every_byte: Vec<u8> = (0..=u8::MAX).cycle().take(100_000).collect();
    for (number, value) in [Vec::new(), every_byte].into_iter().enumerate() {
        let key = format!("{key}{number}");
        let fingerprint = value.get(..256).unwrap_or_default();
        let Claimed::Mine(claim) = store.claim(&key, fingerprint, MINUTE).await? else {
            return Err(format!("{key:?} is in use").into());
        };
        store.finish(claim, value.clone(), MINUTE).await?;
        assert_eq!(store.read(&key).await?.as_ref(), Some(&value));
        let again = store.claim(&key, fingerprint, MINUTE).await?;
        assert_eq!(again, Claimed::Done(value));
    }
    Ok(())
}

/// Of many who claim a key at the same time, one gets it.
async fn crowd<S: Store>(store: Arc<S>, key: &str) -> Kept {
    let claims = (0..64).map(|_| {
        let (store, key) = (Arc::clone(&store), key.to_owned());
        tokio::spawn(async move { store.claim(&key, b"f", MINUTE).await })
    });
    let mut owners = 0;
    for claim in claims.collect::<Vec<_>>() {
        match claim.await?? {
            Claimed::Mine(_) => owners += 1,
            other => assert_eq!(other, Claimed::Busy),
        }
    }
    assert_eq!(owners, 1);
    Ok(())
}
