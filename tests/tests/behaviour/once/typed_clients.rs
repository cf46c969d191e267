//! Typed clients set keys.

use fusion_core::{Exposition, client::ClientConnection, tool_group};

use super::*;

#[derive(Clone, Default)]
struct Store(Arc<AtomicUsize>);

/// Open issues.
#[tool_group(name = "store", client(pub StoreClient))]
impl Store {
    /// Open an issue.
    #[action(once)]
    async fn open(&self, title: String) -> Json<Placed> {
        let number = self.0.fetch_add(1, Ordering::SeqCst);
        Json(Placed {
            number,
            item: title,
        })
    }

    /// Label an issue.
    #[action(once)]
    fn label(&self, issue: u64, label: Option<String>) -> Result<(), ToolError> {
        let number = self.0.fetch_add(1, Ordering::SeqCst);
        Err(ToolError::new(format!("{issue} {label:?} {number}")).code("taken"))
    }
}

async fn assert_keys(way: &str, connection: &impl ClientConnection) {
    let store = StoreClient::at(connection, "store");
    let open = || store.open("pen".to_owned()).idempotency_key("k");
    let (first, again) = (open().await.unwrap(), open().await.unwrap());
    assert_eq!((first.number, again.number), (0, 0), "{way}");
    let other = store.open("pen".to_owned()).await.unwrap();
    assert_eq!(other.number, 1, "{way}");
    for _ in 0..2 {
        let label = store.label(7).label("bug".to_owned()).idempotency_key("k");
        let error = label.await.unwrap_err();
        assert_eq!(error.code(), Some("taken"), "{way}");
        assert!(
            error.to_string().ends_with("7 Some(\"bug\") 2"),
            "{way}: {error}"
        );
    }
}

#[tokio::test]
async fn a_setter_names_the_call() {
    for exposition in [Exposition::Grouped, Exposition::BySafety, Exposition::Flat] {
        let registry = Registry::builder().tool(Store::default()).build().unwrap();
        let view = registry.view(exposition).unwrap();
        assert_keys(&format!("{exposition:?}"), &view).await;
    }
}

#[tokio::test]
async fn whole_json_is_not_made_of_a_text_for_a_model() {
    let registry = Registry::builder().tool(Store::default()).build().unwrap();
    let arguments = json!({"action": "open", "title": "pen", "idempotency_key": "k"});
    let text = registry.call("store", arguments, Ctx::new()).await.unwrap();
    let store = StoreClient::at(&registry, "store");
    let error = store
        .open("pen".to_owned())
        .idempotency_key("k")
        .await
        .unwrap_err();
    assert_eq!(error.code(), Some("answer_not_kept"));
    // The other way round, the text is only longer.
    let whole = store.open("ink".to_owned()).idempotency_key("l").await;
    assert_eq!(whole.unwrap().number, 1);
    let arguments = json!({"action": "open", "title": "ink", "idempotency_key": "l"});
    let again = registry.call("store", arguments, Ctx::new()).await.unwrap();
    assert_eq!(
        again.content().len(),
        text.content().len(),
        "{again:?} {text:?}"
    );
}
