//! URI templates: matching, reading of variables, completion.

use fusion_core::{ToolResponse, prompt::Reference};
use serde_json::Map;

use super::*;

struct Files;

#[tool_group]
impl Files {
    #[resource(uri = "files:///readme")]
    fn readme(&self) -> &'static str {
        "the file itself"
    }

    #[resource(uri = "files:///{name}")]
    fn file(&self, name: String) -> String {
        format!("file {name:?}")
    }

    #[resource(uri = "files:///{folder}/{name}.{ending}")]
    fn in_folder(&self, folder: String, name: String, ending: String) -> String {
        format!("file {folder:?} {name:?} {ending:?}")
    }

    #[resource(uri = "files:///drafts/{name}.txt")]
    fn draft(&self, name: String) -> String {
        format!("draft {name:?}")
    }
}

async fn text(uri: &str) -> String {
    let registry = Registry::builder().tool(Files).build().unwrap();
    match registry.read(uri, Ctx::new()).await {
        Ok(contents) => match &contents[0].body {
            ResourceBody::Text(text) => text.clone(),
            ResourceBody::Blob(_) => panic!("{uri}"),
        },
        Err(error) => error.to_string(),
    }
}

#[tokio::test]
async fn a_uri_leads_to_what_is_there_and_else_to_the_template_that_says_most_of_it() {
    for (uri, expected) in [
        ("files:///readme", "the file itself"),
        ("files:///Readme", r#"file "Readme""#),
        ("files:///a%20b", r#"file "a b""#),
        ("files:///a/b.txt", r#"file "a" "b" "txt""#),
        ("files:///a/b.tar.gz", r#"file "a" "b" "tar.gz""#),
        ("files:///drafts/b.txt", r#"draft "b""#),
        ("files:///drafts/b.md", r#"file "drafts" "b" "md""#),
        ("files:///%2525", r#"file "%25""#),
        ("files:///..a", r#"file "..a""#),
    ] {
        assert_eq!(text(uri).await, expected, "{uri}");
    }
}

#[tokio::test]
async fn no_variable_leads_elsewhere() {
    for uri in [
        "files:///",
        "files:///.",
        "files:///..",
        "files:///../etc",
        "files:///%2e%2e",
        "files:///%2E%2E%2Fetc%2Fpasswd",
        "files:///..%2fetc",
        "files:///..%5cetc",
        "files:///..\\etc",
        "files:///a/../b.txt",
        "files:///a/%2e%2e.txt/b.txt",
        "files:////etc/passwd",
        "files:///a%00",
        "files:///a%0ab",
        "files:///%ff",
        "files:///%",
        "files:///%4",
        "files:///%zz",
        "files:///a?b",
        "files:///a#b",
        "files:///a/b/c.txt",
    ] {
        let expected = format!("unknown resource `{uri}`");
        assert_eq!(text(uri).await, expected);
    }
    // Three dots lead nowhere, and the first of them ends no variable that would be one dot.
    assert_eq!(
        text("files:///a/....txt").await,
        "unknown resource `files:///a/....txt`"
    );
}

struct Numbers;

#[tool_group(name = "numbers")]
impl Numbers {
    #[resource(uri = "numbers:///{id}")]
    fn one(&self, id: u64) -> String {
        id.to_string()
    }

    #[resource(uri = "ratios:///{ratio}")]
    fn ratio(&self, ratio: f64) -> String {
        ratio.to_string()
    }

    #[prompt]
    fn count(&self, n: u64) -> String {
        n.to_string()
    }
}

#[tokio::test]
async fn a_number_has_one_notation_in_a_uri() {
    let registry = Registry::builder().tool(Numbers).build().unwrap();
    let read = async |uri: &str| match registry.read(uri, Ctx::new()).await {
        Ok(contents) => match &contents[0].body {
            ResourceBody::Text(text) => Some(text.clone()),
            ResourceBody::Blob(_) => panic!("{uri}"),
        },
        Err(error) => {
            assert_eq!(error.to_string(), format!("unknown resource `{uri}`"));
            None
        }
    };
    for (uri, expected) in [
        ("numbers:///1", Some("1")),
        (
            "numbers:///18446744073709551615",
            Some("18446744073709551615"),
        ),
        ("numbers:///1.0", None),
        ("numbers:///1.00", None),
        ("numbers:///1e0", None),
        ("numbers:///-0", None),
        ("ratios:///0.5", Some("0.5")),
        ("ratios:///2", Some("2")),
        ("ratios:///0.50", None),
        ("ratios:///5e-1", None),
        ("ratios:///2.0", None),
    ] {
        assert_eq!(read(uri).await.as_deref(), expected, "{uri}");
    }
    // A prompt has no URI.
    let arguments = serde_json::json!({"n": "1.0"}).as_object().unwrap().clone();
    let prompt = registry.prompt("numbers_count", arguments, Ctx::new());
    assert!(prompt.await.is_ok());
}

#[tokio::test]
async fn a_value_of_the_wrong_kind_is_told_as_an_argument_is() {
    let error = read("notes://desk/first").await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "Validation failed for notes_note:\n\
         - id: expected integer 0.., got \"first\"\n\
         Expected: shelf: desk|attic (required), id: integer 0.. (required)\n\
         Fix these fields and call again."
    );
    assert_eq!(
        error.data(),
        json!({"code": "invalid_arguments", "fields": ["id"]})
    );
}

#[tokio::test]
async fn the_variables_of_a_template_are_completed() {
    let registry = registry();
    let template = Reference::Resource("notes://{shelf}/{id}");
    let complete = async |of, argument: &str| {
        let result = registry.complete(of, argument, "", Map::new(), Ctx::new());
        let result = result.await.map_err(|error| error.to_string());
        result.map(|completion| completion.values)
    };
    let both = Ok(vec!["desk".to_owned(), "attic".to_owned()]);
    assert_eq!(complete(template, "shelf").await, both);
    assert_eq!(complete(template, "id").await, Ok(Vec::new()));
    let one = Reference::Resource("notes://desk/7");
    assert_eq!(complete(one, "shelf").await, both);
    let unknown = Err("unknown resource `notes://{id}`".to_owned());
    let of = Reference::Resource("notes://{id}");
    assert_eq!(complete(of, "id").await, unknown);
    assert_eq!(
        complete(Reference::Resource("notes://help"), "shelf").await,
        Err("Validation failed for notes_help:\n\
             - shelf: unknown field\n\
             Expected: no arguments\n\
             Fix these fields and call again."
            .to_owned())
    );
}

/// The response of a resource is not valid for a tool, nor the response of a tool for a resource.
#[tokio::test]
async fn a_resource_beside_actions_is_none_of_them() {
    struct Both;

    #[tool_group(common = Scope)]
    impl Both {
        #[action]
        fn get(&self, id: bool) -> String {
            id.to_string()
        }

        #[resource(uri = "both://{id}")]
        fn one(&self, id: u8) -> String {
            id.to_string()
        }
    }

    #[derive(fusion_core::Fields)]
    struct Scope {
        org: String,
    }

    let registry = Registry::builder().tool(Both).build().unwrap();
    let contents = registry.read("both://7", Ctx::new()).await.unwrap();
    assert_eq!(shown(&contents), json!([["both://7", null, "7"]]));
    let sent = json!({"action": "get", "id": true, "org": "acme"});
    let response = registry.call("both", sent, Ctx::new()).await.unwrap();
    assert_eq!(response, ToolResponse::text("true"));
    let scope = Scope { org: String::new() };
    drop(scope.org);
    let error = registry.call("both", json!({"action": "one"}), Ctx::new());
    assert_eq!(
        error.await.unwrap_err().to_string(),
        "Error: Unknown action \"one\". Available: get"
    );
}
