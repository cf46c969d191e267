//! Arguments, results and profiles that a connection could change on their way.

use std::sync::Arc;

use fusion_core::{Server, TestClient, ToolResponse, schema::Profile, server_info};

use super::{
    desk::{Access, Desk, DeskClient, OfficeClient, registry},
    *,
};

#[tokio::test]
async fn renames_may_take_each_others_names() {
    let registry = registry(&Desk::default());
    let desk = OfficeClient::at(&registry, "office").desk();
    let shifted = desk.shift(3).from(1).to(2).await.unwrap();
    assert_eq!(shifted, "Some(1) Some(2) 3");
}

#[tokio::test]
async fn a_number_that_json_lacks_is_not_sent() {
    let registry = registry(&Desk::default());
    let desk = OfficeClient::at(&registry, "office").desk();
    for (call, at, place) in [
        (desk.set().ratio(f64::NAN), "ratio", ""),
        (desk.set().ratio(f64::INFINITY), "ratio", ""),
        (desk.set().parts(vec![1.0, f64::NAN]), "parts", "`[1]`: "),
    ] {
        let error = call.await.unwrap_err();
        let ClientError::Argument {
            argument, reason, ..
        } = &error
        else {
            panic!("{error}");
        };
        assert_eq!(*argument, at);
        let told = format!("{place}JSON has no number");
        assert!(reason.starts_with(&told), "{reason}");
    }
    assert_eq!(desk.set().ratio(0.5).await.unwrap(), (0.5, 0));
}

#[tokio::test]
async fn a_response_is_equal_over_every_connection() {
    let registry = Arc::new(registry(&Desk::default()));
    let client = TestClient::of(Registry::clone(&registry)).await;
    let desks = [
        OfficeClient::at(&registry, "office").desk(),
        OfficeClient::at(&client, "office").desk(),
    ];
    for desk in desks {
        assert_eq!(desk.block().await.unwrap(), ToolResponse::text("one"));
    }
}

#[tokio::test]
async fn an_enum_before_the_discriminator_is_none() {
    for profile in [
        Profile::Portable,
        Profile::OpenAiStrict,
        Profile::Open,
        Profile::AsIs,
    ] {
        for exposition in [Exposition::Grouped, Exposition::BySafety, Exposition::Flat] {
            let registry = Registry::builder().tool(Desk::default()).build();
            let server = Server::new(registry.unwrap(), server_info!());
            let server = server.exposition(exposition).unwrap();
            let client = TestClient::of(server.profile(profile).unwrap()).await;
            let way = format!("{profile:?}, {exposition:?}");
            let actions = client.actions().await.unwrap();
            assert!(
                actions.contains(&"desk/list".to_owned()),
                "{way}: {actions:?}"
            );
            let desk = DeskClient::at(&client, "desk");
            assert_eq!(desk.list().await.unwrap(), "none", "{way}");
            for access in [Access::Read, Access::Write] {
                let issued = desk.issue("Ada".to_owned()).access(access).await.unwrap();
                assert_eq!(issued, format!("Ada may Some({access:?})"), "{way}");
            }
        }
    }
}
