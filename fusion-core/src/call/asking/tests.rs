use std::{collections::BTreeMap, time::Duration};

use serde_json::{Value, json};

use super::{
    ArgumentsDigest, AskedState, BoxedSeal, CallBinding, StateError, StateKeeper, StateKey,
};
use crate::shared::Shared;

fn keeper() -> StateKeeper {
    keeper_with(StateKey::new([1; 32]).unwrap(), None)
}

fn keeper_with(key: StateKey, lifetime: Option<Duration>) -> StateKeeper {
    StateKeeper::new(
        BoxedSeal::new(key),
        Shared::new().into_parts().store,
        lifetime,
    )
}

fn state() -> AskedState {
    AskedState {
        round: 1,
        answers: [("Why?".to_owned(), json!({"reason": "old"}))].into(),
        pending: vec!["Sure?".to_owned()],
        once: [("number".to_owned(), json!(7))].into(),
    }
}

/// A call with these arguments, of which the discriminator is none.
fn call(arguments: &Value) -> CallBinding<'static> {
    CallBinding {
        tool: "tracker",
        key: "issues.delete",
        arguments: ArgumentsDigest::new(arguments.as_object().unwrap(), |name, _| name != "action"),
        principal: Some("ada"),
    }
}

#[tokio::test]
async fn a_state_comes_back_once_and_is_not_readable() {
    let keeper = keeper();
    let call = call(&json!({"issue": 7, "force": true}));
    let sealed = keeper.seal(&state(), &call, None).unwrap();
    assert_ne!(sealed, keeper.seal(&state(), &call, None).unwrap());
    for word in ["reason", "Sure", "number"] {
        assert!(!sealed.contains(word));
    }
    // Opening alone does not use it up.
    for _ in 0..2 {
        let (opened, identity) = keeper.open(&sealed, &call).await.unwrap();
        assert_eq!(opened, state());
        let same = keeper.seal(&opened, &call, Some(&identity)).unwrap();
        assert_ne!(same, sealed);
    }
    let (opened, identity) = keeper.open(&sealed, &call).await.unwrap();
    let same = keeper.seal(&opened, &call, Some(&identity)).unwrap();
    keeper.use_up(&identity).await.unwrap();
    let twice = keeper.use_up(&identity).await;
    assert!(matches!(twice, Err(StateError::Used)), "{twice:?}");
    let same = keeper.open(&same, &call).await;
    assert!(matches!(same, Err(StateError::Used)), "{same:?}");
    let again = keeper.open(&sealed, &call).await;
    assert!(matches!(again, Err(StateError::Used)), "{again:?}");
}

#[tokio::test]
async fn a_state_of_another_call_is_refused() {
    let keeper = keeper();
    let own = call(&json!({"issue": 7, "tags": ["a", {"b": null}]}));
    let sealed = keeper.seal(&state(), &own, None).unwrap();
    let changed = [
        json!({"issue": 8, "tags": ["a", {"b": null}]}),
        json!({"issue": 7.0, "tags": ["a", {"b": null}]}),
        json!({"issue": "7", "tags": ["a", {"b": null}]}),
        json!({"issue": 7, "tags": ["a", {"b": false}]}),
        json!({"issue": 7, "tags": [["a"], {"b": null}]}),
        json!({"issue": 7}),
        json!({"issue": 7, "tags": ["a", {"b": null}], "more": null}),
        json!({}),
    ];
    for arguments in changed {
        let opened = keeper.open(&sealed, &call(&arguments)).await;
        assert!(matches!(opened, Err(StateError::Invalid)), "{arguments:?}");
    }
    let others = [
        CallBinding {
            tool: "tracker_write",
            ..own
        },
        CallBinding {
            key: "issues.close",
            ..own
        },
        CallBinding {
            principal: Some("eve"),
            ..own
        },
        CallBinding {
            principal: Some(""),
            ..own
        },
        CallBinding {
            principal: None,
            ..own
        },
        CallBinding {
            tool: "trackeri",
            key: "ssues.delete",
            ..own
        },
    ];
    for other in others {
        let opened = keeper.open(&sealed, &other).await;
        assert!(matches!(opened, Err(StateError::Invalid)));
    }
    // The excluded argument, the order of arguments and failed attempts change nothing.
    let arguments = json!({"tags": ["a", {"b": null}], "action": "issues.delete", "issue": 7});
    assert!(keeper.open(&sealed, &call(&arguments)).await.is_ok());
}

#[tokio::test]
async fn a_state_that_was_changed_is_refused() {
    let keeper = keeper();
    let call = call(&json!({}));
    let sealed = keeper.seal(&state(), &call, None).unwrap();
    let mut forged = Vec::new();
    for place in 0..sealed.len() {
        let mut bytes = sealed.clone().into_bytes();
        bytes[place] = if bytes[place] == b'A' { b'B' } else { b'A' };
        forged.push(String::from_utf8(bytes).unwrap());
        forged.push(sealed[..place].to_owned());
    }
    forged.push(format!("{sealed}A"));
    forged.push(format!("{sealed}="));
    forged.push("é".repeat(40));
    forged.push("A".repeat(1_000_000));
    for forged in forged {
        // The last letter has bits that no byte uses.
        let opened = keeper.open(&forged, &call).await;
        assert!(
            matches!(opened, Err(StateError::Invalid)),
            "{forged} {opened:?}"
        );
    }
    assert!(keeper.open(&sealed, &call).await.is_ok());
}

#[tokio::test]
async fn a_state_of_another_key_or_another_time_is_refused() {
    let call = call(&json!({}));
    let sealed = keeper().seal(&state(), &call, None).unwrap();
    for key in [StateKey::new([1; 33]).unwrap(), StateKey::random().unwrap()] {
        let opened = keeper_with(key, None).open(&sealed, &call).await;
        assert!(matches!(opened, Err(StateError::Invalid)));
    }
    let short = keeper_with(StateKey::new([1; 32]).unwrap(), Some(Duration::ZERO));
    let late = short.seal(&state(), &call, None).unwrap();
    let opened = short.open(&late, &call).await;
    assert!(matches!(opened, Err(StateError::Expired)), "{opened:?}");
    // Another process with the same key.
    let (opened, _) = keeper().open(&sealed, &call).await.unwrap();
    assert_eq!(opened, state());
}

#[tokio::test]
async fn a_lifetime_counts_its_milliseconds() {
    let call = call(&json!({}));
    for milliseconds in [200, 1_000, 1_900] {
        let lifetime = Duration::from_millis(milliseconds);
        let keeper = keeper_with(StateKey::new([1; 32]).unwrap(), Some(lifetime));
        let sealed = keeper.seal(&state(), &call, None).unwrap();
        let opened = keeper.open(&sealed, &call).await;
        assert!(opened.is_ok(), "{milliseconds} {opened:?}");
        if milliseconds == 200 {
            tokio::time::sleep(lifetime).await;
            let opened = keeper.open(&sealed, &call).await;
            assert!(matches!(opened, Err(StateError::Expired)), "{opened:?}");
        }
    }
}

#[tokio::test]
async fn a_large_state_is_not_sealed() {
    let large = AskedState {
        once: [("text".to_owned(), json!("x".repeat(16_000)))].into(),
        ..AskedState::default()
    };
    let sealed = keeper().seal(&large, &call(&json!({})), None);
    assert!(matches!(sealed, Err(StateError::TooLarge)));
}

#[tokio::test]
async fn a_token_confirms_one_call_once() {
    let keeper = keeper();
    let call_of_ada = call(&json!({"issue": 7}));
    let token = keeper.token("Sure?", &call_of_ada, None).await.unwrap();
    assert_eq!(token.len(), 12);
    let eve = CallBinding {
        principal: Some("eve"),
        ..call_of_ada
    };
    for (token, place, call) in [
        (&*token, "Sure?", call(&json!({"issue": 8}))),
        (&*token, "Sure?", eve),
        (&*token, "Really?", call_of_ada),
        ("", "Sure?", call_of_ada),
        ("AAAAAAAAAAAA", "Sure?", call_of_ada),
        ("../../asked", "Sure?", call_of_ada),
    ] {
        let redeemed = keeper.redeem(token, place, &call).await;
        assert!(
            matches!(redeemed, Err(StateError::WrongToken)),
            "{token} {place}"
        );
    }
    keeper.check_unused(&token).await.unwrap();
    keeper.redeem(&token, "Sure?", &call_of_ada).await.unwrap();
    let used = keeper.check_unused(&token).await;
    assert!(matches!(used, Err(StateError::WrongToken)), "{used:?}");
    let again = keeper.redeem(&token, "Sure?", &call_of_ada).await;
    assert!(matches!(again, Err(StateError::WrongToken)));
}

#[tokio::test]
async fn the_results_of_steps_belong_to_one_call_and_its_first_token() {
    let keeper = keeper();
    let call_of_ada = call(&json!({"issue": 7}));
    let steps = state().once;
    let first = keeper
        .token("Sure?", &call_of_ada, Some(&steps))
        .await
        .unwrap();
    let second = keeper.token("Really?", &call_of_ada, None).await.unwrap();
    for _ in 0..2 {
        let kept = keeper.steps_before(&first, &call_of_ada).await.unwrap();
        assert_eq!(kept, steps);
    }
    let eve = CallBinding {
        principal: Some("eve"),
        ..call_of_ada
    };
    for (token, call) in [
        (&*first, call(&json!({"issue": 8}))),
        (&*first, eve),
        (&*second, call_of_ada),
        ("AAAAAAAAAAAA", call_of_ada),
        ("../../asked", call_of_ada),
    ] {
        let kept = keeper.steps_before(token, &call).await;
        assert!(matches!(kept, Err(StateError::WrongToken)), "{token}");
    }
    // Without results, a token is good in a process with another key, which shares the store.
    let plain = keeper
        .token("Sure?", &call_of_ada, Some(&BTreeMap::new()))
        .await
        .unwrap();
    let other = keeper.with_key(StateKey::random().unwrap());
    let kept = other.steps_before(&plain, &call_of_ada).await.unwrap();
    assert!(kept.is_empty());
    let kept = other.steps_before(&first, &call_of_ada).await;
    assert!(matches!(kept, Err(StateError::WrongToken)));
    let large = [("text".to_owned(), json!("x".repeat(17_000)))].into();
    let token = other.token("Sure?", &call_of_ada, Some(&large)).await;
    assert!(matches!(token, Err(StateError::TooLarge)));
}
