use std::time::Duration;

use serde_json::{Value, json};

use super::{
    ArgumentsDigest, AskedState, BoxedSeal, CallBinding, StateError, StateKeeper, StateKey,
};
use crate::shared::Shared;

fn keeper() -> StateKeeper {
    keeper_with(StateKey::new([1; 32]).unwrap(), None)
}

fn keeper_with(key: StateKey, lifetime: Option<Duration>) -> StateKeeper {
    StateKeeper::new(BoxedSeal::new(key), Shared::new().into_store(), lifetime)
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
        arguments: ArgumentsDigest::new(arguments.as_object().unwrap(), Some("action")),
        principal: Some("ada"),
    }
}

#[tokio::test]
async fn a_state_comes_back_once_and_is_not_readable() {
    let keeper = keeper();
    let call = call(&json!({"issue": 7, "force": true}));
    let sealed = keeper.seal(&state(), &call).unwrap();
    assert_ne!(sealed, keeper.seal(&state(), &call).unwrap());
    for word in ["reason", "Sure", "number"] {
        assert!(!sealed.contains(word));
    }
    assert_eq!(keeper.open(&sealed, &call).await.unwrap(), state());
    let again = keeper.open(&sealed, &call).await;
    assert!(matches!(again, Err(StateError::Used)), "{again:?}");
}

#[tokio::test]
async fn a_state_of_another_call_is_refused() {
    let keeper = keeper();
    let own = call(&json!({"issue": 7, "tags": ["a", {"b": null}]}));
    let sealed = keeper.seal(&state(), &own).unwrap();
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
    let sealed = keeper.seal(&state(), &call).unwrap();
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
    let sealed = keeper().seal(&state(), &call).unwrap();
    for key in [StateKey::new([1; 33]).unwrap(), StateKey::random().unwrap()] {
        let opened = keeper_with(key, None).open(&sealed, &call).await;
        assert!(matches!(opened, Err(StateError::Invalid)));
    }
    let short = keeper_with(StateKey::new([1; 32]).unwrap(), Some(Duration::ZERO));
    let late = short.seal(&state(), &call).unwrap();
    let opened = short.open(&late, &call).await;
    assert!(matches!(opened, Err(StateError::Expired)), "{opened:?}");
    // Another process with the same key.
    assert_eq!(keeper().open(&sealed, &call).await.unwrap(), state());
}

#[tokio::test]
async fn a_large_state_is_not_sealed() {
    let large = AskedState {
        once: [("text".to_owned(), json!("x".repeat(16_000)))].into(),
        ..AskedState::default()
    };
    let sealed = keeper().seal(&large, &call(&json!({})));
    assert!(matches!(sealed, Err(StateError::TooLarge)));
}

#[tokio::test]
async fn a_token_confirms_one_call_once() {
    let keeper = keeper();
    let call_of_ada = call(&json!({"issue": 7}));
    let token = keeper.token("Sure?", &call_of_ada).await.unwrap();
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
    keeper.redeem(&token, "Sure?", &call_of_ada).await.unwrap();
    let again = keeper.redeem(&token, "Sure?", &call_of_ada).await;
    assert!(matches!(again, Err(StateError::WrongToken)));
}
