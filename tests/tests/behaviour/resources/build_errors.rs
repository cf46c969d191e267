//! Mistakes that only `build()` can find.

use fusion_core::{
    error::BuildError,
    spec::{ActionSpec, GroupSpec, Kind, ResourceSpec},
};

use super::*;

struct A;

#[tool_group]
impl A {
    #[resource(uri = "x://{id}/part")]
    fn one(&self, id: String) -> String {
        id
    }

    #[resource(uri = "x://all")]
    fn all(&self) -> &'static str {
        "all"
    }
}

struct B;

#[tool_group]
impl B {
    #[resource(uri = "x://{name}/part")]
    fn other(&self, name: String) -> String {
        name
    }

    #[resource(uri = "x://all")]
    fn every(&self) -> &'static str {
        "every"
    }
}

#[test]
fn a_uri_leads_to_one_resource_whatever_its_variables_are_called() {
    let errors = Registry::builder().tool(A).tool(B).build().unwrap_err();
    let errors: Vec<_> = errors.iter().cloned().collect();
    let clash = |uri: &str, first: &str, second: &str| BuildError::DuplicateResource {
        uri: uri.to_owned(),
        first: first.to_owned(),
        second: second.to_owned(),
    };
    assert_eq!(
        errors,
        [
            clash("x://{name}/part", "a/one", "b/other"),
            clash("x://all", "a/all", "b/every"),
        ]
    );
    assert_eq!(
        errors[1].to_string(),
        "`a/all` and `b/every` are both at `x://all`: give one of them another URI"
    );
}

struct Home;

#[tool_group]
impl Home {
    #[resource(uri = "fusion://manifest.json")]
    fn about(&self) -> &'static str {
        "mine"
    }

    #[resource(uri = "fusion://{name}")]
    fn others(&self, name: String) -> String {
        name
    }
}

#[test]
fn the_manifest_shares_its_place_with_no_resource() {
    let errors = Registry::builder().manifest().tool(Home).build();
    let errors = errors.unwrap_err();
    assert_eq!(
        errors.iter().collect::<Vec<_>>(),
        [&BuildError::DuplicateResource {
            uri: "fusion://manifest.json".to_owned(),
            first: "RegistryBuilder::manifest()".to_owned(),
            second: "home/about".to_owned(),
        }]
    );
    assert_eq!(
        errors.to_string(),
        "`RegistryBuilder::manifest()` and `home/about` are both at `fusion://manifest.json`: \
         give one of them another URI"
    );
    let registry = Registry::builder().tool(Home).build().unwrap();
    let uris = registry.resources().iter().map(|one| &*one.uri);
    assert_eq!(uris.collect::<Vec<_>>(), ["fusion://manifest.json"]);
}

/// The macro has proved it of what it prints.
#[test]
fn a_row_written_by_hand_is_held_to_its_uri() {
    const AT: &ResourceSpec = &ResourceSpec::new("x://{id}");
    const NOWHERE: &ResourceSpec = &ResourceSpec::new("all");
    const ROWS: &[ActionSpec] = &[
        ActionSpec::of_kind(Kind::Resource(AT), "one", ""),
        ActionSpec::of_kind(Kind::Resource(NOWHERE), "all", ""),
    ];
    static GROUP: GroupSpec = GroupSpec::new("t", "", ROWS);

    struct ByHand;

    impl fusion_core::build::ActionGroup for ByHand {
        const __EXPANDED: fusion_core::__private::Expanded<1> = fusion_core::__private::Expanded;
        type Action = usize;
        type Common = ();
        type Input = ();

        const SPEC: &'static GroupSpec = &GROUP;

        fn at(index: usize) -> Option<usize> {
            Some(index)
        }

        fn parse(_: usize, _: &mut fusion_core::__private::Args<'_>) -> Option<((), ())> {
            None
        }

        fn chains(&self) -> impl fusion_core::__private::Chains<Self, (), ()> + use<> {
            Nothing
        }
    }

    struct Nothing;

    impl fusion_core::__private::Chains<ByHand, (), ()> for Nothing {
        fn reads_arguments(&self) -> bool {
            false
        }

        async fn invoke(
            &self,
            _: &ByHand,
            _: fusion_core::__private::Frame<'_, (), ()>,
            _: &mut fusion_core::middleware::Call<'_>,
        ) -> fusion_core::ToolResult {
            Err(ToolError::new("never"))
        }
    }

    let errors = Registry::builder().tool(ByHand).build().unwrap_err();
    assert_eq!(
        errors.to_string(),
        "the URI `x://{id}` of `t/one` cannot be served: `{id}` is no argument\n\
         the URI `all` of `t/all` cannot be served: it begins with no scheme, as in `notes://all`"
    );
}
