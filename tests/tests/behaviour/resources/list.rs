//! The lists of resources and resource templates.

use fusion_core::{Exposition, build::ActionGroup, spec::Kind};

use super::*;

#[test]
fn resources_and_templates_are_listed_apart() {
    let registry = registry();
    let resources = registry.resources().iter().map(|one| {
        json!([
            one.uri,
            one.name,
            one.title,
            one.description,
            one.mime_type,
            one.size,
            one.audience,
            one.priority,
            one.icons
        ])
    });
    let picture = json!([{"src": "https://notes.example/h.png", "mimeType": "image/png"}]);
    assert_eq!(
        resources.collect::<Vec<_>>(),
        [
            json!([
                "notes://help",
                "notes_help",
                "Help",
                "How notes are written.",
                "text/markdown",
                12,
                ["assistant", "user"],
                1.0,
                picture
            ]),
            json!([
                "notes://picture",
                "notes_picture",
                null,
                null,
                null,
                null,
                [],
                null,
                []
            ]),
            json!([
                "notes://all",
                "notes_all",
                null,
                null,
                "text/plain",
                null,
                [],
                null,
                []
            ]),
        ]
    );
    let templates = registry.templates().iter().map(|one| {
        json!([
            one.uri_template,
            one.name,
            one.title,
            one.description,
            one.mime_type,
            one.audience,
            one.priority,
            one.icons
        ])
    });
    assert_eq!(
        templates.collect::<Vec<_>>(),
        [
            json!([
                "notes://{shelf}/{id}",
                "notes_note",
                null,
                "A note.",
                "application/json",
                [],
                0.5,
                []
            ]),
            json!([
                "notes://failing/{how}",
                "notes_failing",
                null,
                null,
                "application/vnd.example+json",
                [],
                null,
                []
            ]),
        ]
    );
}

#[test]
fn a_block_of_resources_alone_lists_no_tool_in_any_exposition() {
    let registry = registry();
    for exposition in [Exposition::Grouped, Exposition::BySafety, Exposition::Flat] {
        let view = registry.view(exposition).unwrap();
        assert_eq!(view.tools(), []);
        assert_eq!(view.resources().len(), 3);
        assert_eq!(view.templates().len(), 2);
        assert_eq!(view.prompts(), []);
    }
}

#[test]
fn a_row_says_where_it_is() {
    let row = &<Notes as ActionGroup>::SPEC.actions[0];
    let Kind::Resource(spec) = row.kind else {
        panic!("{:?}", row.kind);
    };
    assert_eq!(
        (spec.uri, spec.mime),
        ("notes://help", Some("text/markdown"))
    );
    assert_eq!(spec.audience, [Role::Assistant, Role::User]);
    assert!(row.hints.read_only);
}
