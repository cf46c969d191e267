//! Hints that `build()` refuses.

use fusion_core::error::{BuildError, BuildErrors, HostHintError};
use fusion_core::server::ServerInfo;

use super::*;

struct Faulty;

fn base() -> String {
    "http://desk.example".to_owned()
}

fn no_icons() -> Vec<Icon> {
    panic!("no icons today")
}

#[tool_group(icons = [Icon::new(format!("{}/a.png", base())).sized("big")])]
impl Faulty {
    #[action(icons = [Icon::new("icons/a.png"), Icon::new("data:image/png;base64")])]
    fn relative() {}

    #[action(icons = no_icons())]
    fn none() {}

    #[action(meta("example.com/team" = Self::team()))]
    fn team_of() {}

    #[action(icons = [Icon::new(format!("data:,{}", "a".repeat(100))).sized("any").sized("16x16")])]
    fn good() {}
}

impl Faulty {
    fn team() -> String {
        panic!("no team today")
    }
}

fn texts(errors: &BuildErrors) -> Vec<String> {
    errors.iter().map(ToString::to_string).collect()
}

#[test]
fn icons_and_entries_are_refused_at_their_items() {
    let errors = Registry::builder().tool(Faulty).build().unwrap_err();
    let url = |src: &str, item: &str| {
        format!(
            "the icon `{src}` of `{item}` is at a URI that hosts refuse: serve it over `https:`, or write the image \
             into a `data:` URI"
        )
    };
    assert_eq!(
        texts(&errors),
        [
            url("http://desk.example/a.png", "faulty"),
            "size `big` of an icon of `faulty` is none: write it as `48x48`, or `any` for an image that scales"
                .to_owned(),
            url("icons/a.png", "faulty/relative"),
            url("data:image/png;base64", "faulty/relative"),
            "the icons of `faulty/none` panicked: fix their expression".to_owned(),
            "the entries of `meta` of `faulty/team_of` panicked: fix their expressions".to_owned(),
        ]
    );
}

#[test]
fn a_server_has_icons_and_a_website_that_hosts_can_load() {
    let info = || ServerInfo::new("desk", "1");
    let errors = info()
        .icons([Icon::new("javascript:alert(1)")])
        .unwrap_err();
    assert_eq!(
        texts(&errors),
        [
            "the icon `javascript:alert(1)` of the server is at a URI that hosts refuse: serve it over `https:`, or \
             write the image into a `data:` URI"
        ]
    );
    let errors = info().website("desk.example").unwrap_err();
    let refused = HostHintError::Website {
        url: "desk.example".to_owned(),
    };
    assert_eq!(
        errors.iter().collect::<Vec<_>>(),
        [&BuildError::from(refused)]
    );
}
