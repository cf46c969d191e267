//! Errors that a model can act on.

use super::*;

const NEXT: &str =
    "Call find with what you want to do, for the names of actions and their contracts.";

#[tokio::test]
async fn an_unknown_action_names_the_nearest_with_its_tool_and_find() {
    let view = view();
    for (sent, meant) in [
        (
            "desk/isues.close",
            " Did you mean \"desk/issues.close\" (call_write)?",
        ),
        ("close", " Did you mean \"desk/issues.close\" (call_write)?"),
        (
            "issues.close",
            " Did you mean \"desk/issues.close\" (call_write)?",
        ),
        (
            "desk_issues_purge",
            " Did you mean \"desk/issues.purge\" (call_destructive)?",
        ),
        ("files.raed", " Did you mean \"files/read\" (call_read)?"),
        // The words of the key, and words that stand for them.
        (
            "desk/issues.erase",
            " Did you mean \"desk/issues.purge\" (call_destructive)?",
        ),
        (
            "desk/labels.add",
            " Did you mean \"desk/labels.create\" (call_write)?",
        ),
        // Most letters are those of `files/read`, and none of the action.
        ("files/remove", ""),
        ("desk/issues.weather", ""),
        ("weather", ""),
        ("", ""),
    ] {
        assert_eq!(
            refusal(&view, "call_read", json!({"action": sent})).await,
            format!("Error: Unknown action {sent:?}.{meant} {NEXT}")
        );
    }
}

#[tokio::test]
async fn a_wrong_tool_names_the_right_one() {
    let view = view();
    let sent = json!({"action": "desk/issues.close", "arguments": {"issue": 7}});
    for tool in ["call_read", "call_destructive"] {
        assert_eq!(
            refusal(&view, tool, sent.clone()).await,
            format!(
                "Error: {tool} does not run \"desk/issues.close\"; call call_write with the same arguments."
            )
        );
    }
    assert_eq!(call(&view, "call_write", sent).await.unwrap(), "closed 7");
}

#[tokio::test]
async fn what_stands_in_the_wrong_place_is_told_with_the_contract() {
    let view = view();
    assert_eq!(
        refusal(&view, "call_write", json!({})).await,
        format!(
            "Error: action is required: the name of an action, such as \"desk/issues.close\". {NEXT}"
        )
    );
    assert_eq!(
        refusal(&view, "call_write", json!({"action": 5})).await,
        format!("Error: action: expected string, got 5. {NEXT}")
    );
    for (arguments, kind) in [
        (json!([7]), "array"),
        (json!("seven"), "string, whose text is no JSON object"),
        (json!("[7]"), "string, whose text is no JSON object"),
    ] {
        assert_eq!(
            refusal(
                &view,
                "call_write",
                json!({"action": "desk/issues.close", "arguments": arguments})
            )
            .await,
            format!(
                "Error: arguments: expected object, got {kind}\n\
                 Contract:\n\
                 call_write: desk/issues.close(issue)\n  \
                 Close an issue. See `desk/issues.list`.\n  \
                 Arguments:\n  \
                 - issue: integer 0.. (required)\n  \
                 Hints: changes data, idempotent"
            )
        );
    }
    assert_eq!(
        refusal(&view, "call_write", json!(["desk/issues.close"])).await,
        "Error: arguments: expected object, got array"
    );
    assert_eq!(
        refusal(
            &view,
            "call_write",
            json!({"action": "desk/issues.close", "issue": 7})
        )
        .await,
        "Error: issue is no field of call_write: put the arguments of the action into `arguments`, as \
         {\"action\": \"desk/issues.close\", \"arguments\": {…}}.\n\
         Contract:\n\
         call_write: desk/issues.close(issue)\n  \
         Close an issue. See `desk/issues.list`.\n  \
         Arguments:\n  \
         - issue: integer 0.. (required)\n  \
         Hints: changes data, idempotent"
    );
}

#[tokio::test]
async fn invalid_arguments_get_the_contract() {
    assert_eq!(
        run(
            &view(),
            "call_write",
            "desk/issues.close",
            json!({"issue": "x", "days": 3})
        )
        .await
        .unwrap_err()
        .to_string(),
        "Validation failed for desk/issues.close:\n\
         - issue: expected integer 0.., got \"x\"\n\
         - days: unknown field\n\
         Contract:\n\
         desk/issues.close(issue)\n\
         Close an issue. See `desk/issues.list`.\n\
         Arguments:\n\
         - issue: integer 0.. (required)\n\
         Hints: changes data, idempotent\n\
         Fix these fields and call again. Call find for other contracts."
    );
    let error = run(
        &view(),
        "call_write",
        "desk/issues.close",
        json!({"issue": 7, "label": "bug"}),
    )
    .await;
    let error = error.unwrap_err().to_string();
    assert!(
        error.contains(
            "- label: not a field of desk/issues.close; it belongs to desk/labels.create\n"
        ),
        "{error}"
    );
}

#[tokio::test]
async fn suggestions_name_the_action_and_its_tool() {
    assert_eq!(
        run(
            &view(),
            "call_write",
            "desk/issues.close",
            json!({"issue": 0})
        )
        .await
        .unwrap_err()
        .to_string(),
        "[desk/issues.close] no such issue\n\
         Try: desk/issues.list (call_read), desk/issues.purge (call_destructive)"
    );
}
