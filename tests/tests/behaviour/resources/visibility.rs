//! A hidden resource answers as an unknown one.

use fusion_core::{Exposition, Filter, View, prompt::Reference};
use serde_json::Map;

use super::*;

async fn read_error(view: &View, uri: &str) -> (String, Value) {
    let error = view.read(uri, Ctx::new()).await.unwrap_err();
    (error.to_string().replace(uri, "…"), error.data())
}

#[tokio::test]
async fn what_a_filter_hides_answers_as_what_does_not_exist() {
    let view = registry().view(Exposition::Flat).unwrap();
    for filter in [
        Filter::without_tags(["private"]),
        Filter::except(["notes/note"]),
    ] {
        let view = view.filtered(&filter).unwrap();
        let templates: Vec<_> = view.templates().iter().map(|one| &one.name).collect();
        assert_eq!(templates, ["notes_failing"]);
        let unheard_of = read_error(&view, "notes://shelf/1/2").await;
        for uri in ["notes://desk/7", "notes://desk/x", "notes://desk/99"] {
            assert_eq!(read_error(&view, uri).await, unheard_of, "{uri}");
        }
        for uri in ["notes://{shelf}/{id}", "notes://desk/7", "notes://{any}"] {
            let of = Reference::Resource(uri);
            let result = view.complete(of, "shelf", "", Map::new(), Ctx::new());
            let error = result.await.unwrap_err();
            assert_eq!(error.to_string().replace(uri, "…"), unheard_of.0);
        }
    }
    let view = view.filtered(&Filter::except(["notes/help"])).unwrap();
    let uris: Vec<_> = view.resources().iter().map(|one| &one.uri).collect();
    assert_eq!(uris, ["notes://picture", "notes://all"]);
    assert_eq!(
        read_error(&view, "notes://help").await,
        read_error(&view, "notes://halp").await
    );
}
