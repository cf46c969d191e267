//! A registry whose caller lacks scopes behaves as a registry without the items that need them.

use fusion_core::{
    Ctx, Exposition, Filter, Registry, View, auth::GrantedScopes, build::ForeignFields,
};
use serde_json::Value;

use super::{
    answer,
    filters::{ALL, NONE, differences, tries, with_tools},
    names,
    variants::Clock,
};

const TOOLS: [&str; 3] = ["issues", "labels", "desk"];

/// A registry in which `purge` and `rename` need a scope, and one without these actions and scopes.
fn registries(foreign: ForeignFields) -> [Registry; 2] {
    [true, false].map(|extra| {
        let mut builder = Registry::builder().foreign_fields(foreign).tool(Clock);
        if extra {
            builder = builder.scopes(|ctx| ctx.get::<GrantedScopes>().cloned());
        }
        with_tools(builder, &TOOLS, extra).build().unwrap()
    })
}

fn ctx(scopes: &str) -> Ctx {
    let mut ctx = Ctx::new();
    ctx.insert(GrantedScopes::from(scopes));
    ctx
}

async fn seen(view: &View, scopes: &str) -> View {
    view.seen_by(&mut ctx(scopes)).await.unwrap()
}

#[tokio::test]
async fn items_without_their_scopes_are_as_if_they_were_compiled_out() {
    for foreign in [ForeignFields::Refuse, ForeignFields::Ignore] {
        let [whole, part] = registries(foreign);
        for exposition in ALL {
            let [whole, part] = [&whole, &part].map(|registry| registry.view(exposition).unwrap());
            assert!(whole.depends_on_caller() && !part.depends_on_caller());
            assert_ne!(whole.tools(), part.tools());
            for scopes in ["", "desk", "openid issues:read"] {
                let seen = seen(&whole, scopes).await;
                assert!(!seen.depends_on_caller());
                assert_eq!(differences(&seen, &part).await, NONE, "{exposition:?}");
                assert_eq!(seen.actions(), part.actions());
                assert_eq!(seen.manifest(), part.manifest());
            }
            // The scopes of the caller and a filter of the author add up.
            let filter = Filter::without_destructive();
            let [whole, part] = [&whole, &part].map(|view| view.filtered(&filter).unwrap());
            let seen = seen(&whole, "").await;
            assert_eq!(differences(&seen, &part).await, NONE, "{exposition:?}");
        }
    }
}

#[tokio::test]
async fn calls_are_answered_by_the_scopes_of_their_caller() {
    let [whole, part] = registries(ForeignFields::Refuse);
    for exposition in ALL {
        let [view, part] = [&whole, &part].map(|registry| registry.view(exposition).unwrap());
        for (tool, arguments) in tries() {
            // The context of `answer` has no scopes.
            let called = answer(&view, &tool, arguments.clone()).await;
            assert_eq!(called, answer(&part, &tool, arguments).await, "{tool}");
        }
    }
    let purge = || serde_json::json!({"action": "purge"});
    let through_the_registry = async |arguments: Value, ctx: Ctx| {
        let called = whole.call("issues", arguments, ctx).await;
        called.map(|_| ()).map_err(|error| error.to_string())
    };
    let refused = through_the_registry(purge(), ctx("desk")).await;
    let unknown = "Error: Unknown action \"purge\". Available: list, get, open, close, delete";
    assert_eq!(refused.unwrap_err(), unknown);
    assert_eq!(
        through_the_registry(purge(), ctx("desk:admin")).await,
        Ok(())
    );
}

#[tokio::test]
async fn a_view_of_a_caller_keeps_what_it_hides_under_other_filters_and_forms() {
    let [whole, part] = registries(ForeignFields::Refuse);
    let whole = whole.view(Exposition::Flat).unwrap();
    let part = part.view(Exposition::Flat).unwrap();
    let profile = fusion_core::schema::Profile::Open;
    let seen = seen(&whole, "").await;
    let filter = Filter::without_tags(["public"]);
    let [seen, part] = [seen, part].map(|view| {
        let view = view.filtered(&filter).unwrap();
        view.in_profile(profile).unwrap()
    });
    assert_eq!(differences(&seen, &part).await, NONE);
    assert!(!names(&seen).contains(&"issues_purge"));
}

#[tokio::test]
async fn a_caller_with_all_scopes_sees_the_registry_as_it_is() {
    let [whole, _] = registries(ForeignFields::Refuse);
    for exposition in ALL {
        let view = whole.view(exposition).unwrap();
        assert_eq!(seen(&view, "x desk:admin").await.tools(), view.tools());
    }
}
