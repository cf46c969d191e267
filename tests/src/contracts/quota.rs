//! The contract of a quota.

use std::time::Duration;

use fusion_core::shared::{Allowance, Quota, QuotaError, Taken};

use super::Kept;

const INTERVAL: Duration = Duration::from_millis(200);

/// Checks a quota. Its keys begin with `prefix`, and none of them is in use.
pub async fn quota(quota: &impl Quota, prefix: &str) -> Kept {
    bursts(quota, prefix).await?;
    costs(quota, &format!("{prefix}costs")).await
}

/// A key has its burst at once, then one use in each interval, and does not concern other keys.
async fn bursts(quota: &impl Quota, prefix: &str) -> Kept {
    let allowance = Allowance::new(INTERVAL, 3);
    let take = async |key: &str| quota.take(&format!("{prefix}{key}"), &allowance, 1).await;
    for _ in 0..3 {
        assert_eq!(take("ada").await?, Taken::Granted);
    }
    let Taken::Refused { wait } = take("ada").await? else {
        return Err("a fourth use was granted".into());
    };
    assert!(!wait.is_zero() && wait <= INTERVAL, "{wait:?}");
    for key in ["bob", "\r\n\0", &"long".repeat(100)] {
        assert_eq!(take(key).await?, Taken::Granted);
    }
    // What was refused costs nothing.
    for _ in 0..10 {
        assert!(matches!(take("ada").await?, Taken::Refused { .. }));
    }
    tokio::time::sleep(wait + Duration::from_millis(1)).await;
    assert_eq!(take("ada").await?, Taken::Granted);
    assert!(matches!(take("ada").await?, Taken::Refused { .. }));
    tokio::time::sleep(INTERVAL * 4).await;
    for _ in 0..3 {
        assert_eq!(take("ada").await?, Taken::Granted);
    }
    assert!(matches!(take("ada").await?, Taken::Refused { .. }));
    Ok(())
}

/// A use takes all that it costs or nothing.
async fn costs(quota: &impl Quota, key: &str) -> Kept {
    let allowance = Allowance::new(Duration::from_secs(60), 5);
    assert_eq!(quota.take(key, &allowance, 4).await?, Taken::Granted);
    let two = quota.take(key, &allowance, 2).await?;
    assert!(matches!(two, Taken::Refused { .. }), "{two:?}");
    assert_eq!(quota.take(key, &allowance, 1).await?, Taken::Granted);
    assert_eq!(quota.take(key, &allowance, 0).await?, Taken::Granted);
    let six = quota.take(key, &allowance, 6).await;
    assert!(matches!(six, Err(QuotaError::TooCostly)), "{six:?}");
    Ok(())
}
