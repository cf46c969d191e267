//! `Registry::lint` on groups as people write them.
#![allow(clippy::option_option)] // fields that can be cleared

mod enabled_rules;
mod grouping_cost;
mod overlaps;
mod saved_tokens;
mod widened_tags;

use fusion_core::{Json, Registry, ToolError, error::ExposeExt as _, lint::Rule, tool_group};
use fusion_tests::desk::Desk;
use serde_json::{Map, Value, json};

struct Careless;

#[tool_group(name = "crm_action", tags("core"))]
impl Careless {
    /// Get contacts.
    ///
    /// Args:
    /// - name: part of the name
    #[action]
    fn get_contacts(&self, name: String) -> String {
        name
    }

    /// Get contacts.
    #[action(read_only, title = "Contact")]
    fn get_contact(
        &self,
        /// The contact's number.
        id: u64,
    ) -> String {
        id.to_string()
    }

    #[action]
    fn delete_contact(
        &self,
        /// The contacts number
        id: u64,
        /// Who does it. Pass null for the caller.
        by: Option<String>,
        #[arg(secret)]
        /// Part of the name.
        name: Option<String>,
    ) {
        drop((id, by, name));
    }
}

#[test]
fn a_careless_group() {
    let registry = Registry::builder().tool(Careless).build().unwrap();
    let found: Vec<_> = registry.lint().iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "crm_action: LibreChat takes `_action` in `crm_action` for a mark of its own and hides the tool; use another word [name-action]",
            "crm_action/get_contact: `get_contact` and `get_contacts` are nearly one name, and a model takes one for the other; rename one of them by what makes the difference [similar-names]",
            "crm_action: it has no docs, by which a model picks a tool; write a doc comment on the block [tool-docs]",
            "crm_action/delete_contact: it has no docs, and its key is all that a model knows of it; write a doc comment on the method [action-docs]",
            "crm_action/get_contacts.name: it has no docs in `get_contacts`, and the list describes it there by those of `delete_contact`, \"Part of the name\"; write a doc comment on the parameter, or on its type for all actions [argument-docs]",
            "crm_action.id: \"The contact's number.\" in `get_contact` and \"The contacts number\" in `delete_contact` are nearly the same, and so they do not stand once, at the field; write the same in both, or document a type that both use (saves 9 tokens) [near-equal-docs]",
            "crm_action/get_contact: it begins with the words of `get_contacts`, \"Get contacts\", and a model cannot tell the two apart; say what makes the difference [same-docs]",
            "crm_action/get_contacts: its docs list arguments (\"Args:\"), which the schema lists again; move each text to the doc comment of its argument (saves 10 tokens) [argument-list]",
            "crm_action/delete_contact.by: \"Pass null for the caller\" asks for null, which some clients cannot send: it arrives as \"null\"; let absence say it, or give it an argument or an action of its own [says-null]",
            "crm_action/delete_contact: the key says `delete` and the action is not destructive, so that clients do not ask before they call it; mark it `destructive`, or give it another key [destructive-key]",
            "crm_action/get_contacts: the key says `get` and the action is not read-only, so that clients ask before every call and plan modes hide it; mark it `read_only`, or give it a key that says what it changes [read-key]",
            "crm_action: grouped, it reads (`get_contact`) and changes (`get_contacts` and `delete_contact`): Anthropic's directory refuses that, and clients ask for the reads as well; serve such clients `Exposition::BySafety` [mixed-safety]",
            "crm_action: there is no title in `get_contacts` and `delete_contact`, and other actions have one; Anthropic's directory asks for it where each is a tool; add `title = \"…\"` there [flat-missing-title]",
            "crm_action/get_contacts.name: it is secret in `delete_contact` and plain in `get_contacts`, where its value stands in messages and logs; mark it `secret` there as well, or rename it [secret-mixed]",
        ]
    );
}

/// Rules for tools do not apply to prompts and resources.
#[test]
fn prompts_and_resources_are_looked_at_for_what_people_see_of_them() {
    struct Bare;

    #[tool_group(name = "a_tool_that_nobody_lists_as_one_action")]
    impl Bare {
        #[prompt]
        fn ask(
            &self,
            what: String,
            /** How often. */
            times: u8,
        ) -> String {
            format!("{what}{times}")
        }

        #[resource(uri = "bare://{id}")]
        fn one(&self, id: u8) -> String {
            id.to_string()
        }

        /// All of them.
        #[resource(uri = "bare://all")]
        fn get_all(&self) -> String {
            "all".to_owned()
        }
    }

    let registry = Registry::builder().tool(Bare).build().unwrap();
    let found: Vec<_> = registry.lint().iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "a_tool_that_nobody_lists_as_one_action/ask: it has no docs, by which a user picks a prompt; write a doc comment on the method [action-docs]",
            "a_tool_that_nobody_lists_as_one_action/one: it has no docs, by which a client knows what to read; write a doc comment on the method [action-docs]",
            "a_tool_that_nobody_lists_as_one_action/ask.what: it has no docs, nor has its type, and the form that asks for it shows no schema; write a doc comment on the parameter, or on its type for all [argument-docs]",
        ]
    );
}

struct Careful;

/// Keep contacts.
#[tool_group(name = "contacts", title = "Contacts")]
impl Careful {
    /// Find contacts by their names.
    #[action(read_only)]
    fn find(
        &self,
        /// A part of the name.
        text: String,
        /// How many to return.
        #[arg(default = 20)]
        limit: u32,
    ) -> Json<Vec<String>> {
        Json(vec![text; limit as usize])
    }

    /// Get one contact. It need not be one of yours.
    #[action(read_only)]
    fn get(
        &self,
        /// The contact's number.
        id: u64,
    ) -> Json<Option<u64>> {
        Json(Some(id))
    }
}

#[test]
fn a_careful_group() {
    let registry = Registry::builder().tool(Careful).build().unwrap();
    assert_eq!(registry.lint(), []);
}

struct WrittenOut;

/// Query contacts.
#[tool_group(name = "query", title = "Query")]
impl WrittenOut {
    /// Run a query.
    #[action(read_only)]
    fn run(
        &self,
        /// What to look for.
        #[arg(schema = json!({"type": "object", "properties": {"name": {"type": ["string", "null"]}}}))]
        filter: Map<String, Value>,
    ) -> String {
        Value::Object(filter).to_string()
    }

    /// Explain a query.
    #[action(
        read_only,
        schema = json!({"type": "object", "properties": {"text": {"type": "string"}}, "anyOf": [{"required": ["text"]}]})
    )]
    fn explain(
        &self,
        /// The query.
        text: Option<String>,
    ) -> String {
        text.unwrap_or_default()
    }
}

#[test]
fn schemas_that_somebody_wrote_out() {
    let registry = Registry::builder().tool(WrittenOut).build().unwrap();
    let found: Vec<_> = registry.lint().iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "query/run.filter.name: it has several types: Gemini refuses it, and Claude Code loses all of them; name one type; what may be left out need not take `null` [schema-types]",
            "query/explain: the root of its schema has `anyOf`: Anthropic refuses the whole request, and Claude Code drops the tool in silence; write one object with all properties [schema-root]",
            "query: its list takes 144 tokens with the discriminator, and listed flat, its 2 actions take 121; make it a module of a tool with more actions, or serve `Exposition::Flat` (saves 23 tokens) [grouping-cost]",
        ]
    );
}

#[test]
fn what_was_decided_is_let_pass() {
    let mut found = Desk::new().registry().lint();
    found.retain(|finding| finding.rule != Rule::MixedSafety);
    let found: Vec<_> = found
        .iter()
        .map(|found| (&*found.place, found.rule))
        .collect();
    // A desk for tests has numbers that need no words.
    assert_eq!(
        found,
        [
            ("desk.n", Rule::ArgumentDocs),
            ("desk/work.steps", Rule::ArgumentDocs),
            ("desk/measure.text", Rule::ArgumentDocs),
        ]
    );
}

struct Shown;

/// Read files.
#[tool_group(name = "files", title = "Files")]
impl Shown {
    /// Read the file.
    #[action(read_only)]
    fn read(&self) -> Result<String, ToolError> {
        Ok(std::fs::read_to_string("/srv/a").map_err(|error| format!("cannot read: {error}"))?)
    }

    /// Read the other file.
    #[action(read_only)]
    fn other(&self) -> Result<String, ToolError> {
        std::fs::read_to_string("/srv/b")
            .map_err(|error| format!("cannot read: {error}"))
            .internal()
    }

    /// Ask about the file.
    #[prompt]
    async fn ask(&self) -> Result<String, ToolError> {
        match std::fs::read_to_string("/srv/c") {
            Ok(text) => Ok(text),
            Err(error) => Err(ToolError::new(error.to_string())),
        }
    }
}

#[test]
fn handlers_that_show_another_error_are_found() {
    let registry = Registry::builder().tool(Shown).build().unwrap();
    let found = registry.lint();
    let found: Vec<_> = found
        .iter()
        .map(|found| (&*found.place, found.rule))
        .collect();
    assert_eq!(
        found,
        [
            ("files/read", Rule::ShownError),
            ("files/ask", Rule::ShownError),
        ]
    );
}

#[test]
fn docs_of_an_argument_that_takes_null_may_request_it() {
    struct Members;

    #[tool_group(name = "members")]
    impl Members {
        #[action]
        fn update(
            &self,
            /// Pass null to clear the name.
            name: Option<Option<String>>,
            /// Pass null to clear the team.
            team: Option<String>,
            /// Pass an empty string to clear the room.
            room: Option<Option<String>>,
        ) {
            let _ = (name, team, room);
        }
    }

    let registry = Registry::builder().tool(Members).build().unwrap();
    let found = registry.lint().into_iter();
    let found = found.filter(|finding| finding.rule == Rule::SaysNull);
    assert_eq!(
        found.map(|finding| finding.place).collect::<Vec<_>>(),
        ["members/update.team", "members/update.room"]
    );
}

#[test]
fn an_argument_without_docs_names_whose_docs_describe_it() {
    struct Desk;

    #[tool_group(name = "desk")]
    impl Desk {
        #[action(read_only)]
        fn get(
            &self,
            /** The ticket's number. */
            id: u64,
        ) {
            let _ = id;
        }

        #[action(destructive)]
        fn remove_customer(&self, id: u64) {
            let _ = id;
        }
    }

    let registry = Registry::builder().tool(Desk).build().unwrap();
    let found = registry.lint().into_iter();
    let found = found.filter(|finding| finding.rule == Rule::ArgumentDocs);
    assert_eq!(
        found.map(|finding| finding.reason).collect::<Vec<_>>(),
        [
            "it has no docs in `remove_customer`, and the list describes it there by those of `get`, \
             \"The ticket's number\""
        ]
    );
}
