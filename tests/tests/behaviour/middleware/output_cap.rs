//! The output cap: where it cuts, its text, and the contents that it keeps.

use fusion_core::{
    Content, Ctx, Exposition, Json, Registry, ToolResponse, spec::OutputCap, tool_group,
};
use serde_json::{Value, json};

pub(crate) struct Lines;

#[tool_group(name = "lines")]
impl Lines {
    #[action(read_only)]
    async fn list(
        &self,
        limit: Option<usize>,
        #[arg(name = "pageToken")] page: Option<String>,
    ) -> String {
        drop(page);
        let lines = (1..=limit.unwrap_or(100)).map(|n| format!("line {n}\n"));
        lines.collect::<Vec<_>>().concat()
    }

    #[action(read_only)]
    async fn long(&self, text: String) -> String {
        text
    }

    #[action]
    async fn mixed(&self) -> ToolResponse {
        let image = |size: usize| Content::Image {
            data: "A".repeat(size),
            mime_type: "image/png".to_owned(),
        };
        ToolResponse::blocks(vec![
            Content::text("first"),
            image(1_000),
            image(4),
            Content::text("second, which is long"),
            Content::text("third"),
        ])
        .with_meta("test/meta", 1)
        .unchanged()
    }

    #[action(idempotent)]
    async fn numbers(&self, count: Option<u32>) -> Json<Vec<u32>> {
        Json((0..count.unwrap_or(100)).collect())
    }
}

fn registry(cap: OutputCap) -> Registry {
    Registry::builder()
        .output_cap(cap)
        .tool(Lines)
        .build()
        .unwrap()
}

async fn content(cap: OutputCap, arguments: Value) -> Vec<Content> {
    let registry = registry(cap);
    let response = registry.call("lines", arguments, Ctx::new()).await.unwrap();
    response.content().to_vec()
}

/// Keep lines.
#[tool_group(name = "shelf")]
struct Shelf {
    #[group(rename(limit = "most", pageToken = "next"))]
    lines: Lines,
}

#[tokio::test]
async fn a_renamed_argument_that_limits_the_result_is_named_as_it_is_published() {
    let builder = Registry::builder().output_cap(OutputCap::bytes(20));
    let registry = builder.tool(Shelf { lines: Lines }).build().unwrap();
    let arguments = json!({"action": "lines.list"});
    let response = registry.call("shelf", arguments, Ctx::new()).await.unwrap();
    let note = "[Cut: 14 of 792 bytes are shown. Ask for less with most, next.]";
    assert_eq!(response.content().last(), Some(&Content::text(note)));
}

#[tokio::test]
async fn a_text_is_cut_where_a_line_ends_or_else_a_character() {
    for (cap, arguments, kept, note) in [
        (
            OutputCap::bytes(20),
            json!({"action": "list"}),
            "line 1\nline 2\n",
            "[Cut: 14 of 792 bytes are shown. Ask for less with limit, pageToken.]",
        ),
        (
            OutputCap::bytes(6),
            json!({"action": "long", "text": "ab\u{e9}\u{1f600}cd"}),
            "ab\u{e9}",
            "[Cut: 4 of 10 bytes are shown. Ask for less.]",
        ),
        // A line that ends far before the cut would lose more than it saves.
        (
            OutputCap::bytes(10),
            json!({"action": "long", "text": "a\nbcdefghijklmn"}),
            "a\nbcdefghi",
            "[Cut: 10 of 15 bytes are shown. Ask for less.]",
        ),
        (
            OutputCap::tokens(4),
            json!({"action": "long", "text": "abcdefghijklmnopq"}),
            "abcdefghijkl",
            "[Cut: 4 of 6 tokens (estimated) are shown. Ask for less.]",
        ),
        (
            OutputCap::tokens(2),
            json!({"action": "long", "text": "\u{4f60}\u{597d}\u{5417}"}),
            "\u{4f60}\u{597d}",
            "[Cut: 2 of 3 tokens (estimated) are shown. Ask for less.]",
        ),
    ] {
        let expected = [Content::text(kept), Content::text(note)];
        assert_eq!(content(cap, arguments).await, expected);
    }
}

#[tokio::test]
async fn what_fits_is_not_touched() {
    let arguments = json!({"action": "long", "text": "12345"});
    for cap in [OutputCap::bytes(5), OutputCap::tokens(2)] {
        let response = registry(cap)
            .call("lines", arguments.clone(), Ctx::new())
            .await;
        assert_eq!(response.unwrap(), ToolResponse::text("12345"));
    }
}

#[tokio::test]
async fn nothing_fits_into_nothing_and_the_model_is_told() {
    let arguments = json!({"action": "long", "text": "12345"});
    let note = "[Cut: 0 of 5 bytes are shown. Ask for less.]";
    assert_eq!(
        content(OutputCap::bytes(0), arguments).await,
        [Content::text(note)]
    );
}

#[tokio::test]
async fn blocks_that_are_no_text_are_kept_whole_or_left_out_and_the_rest_stays() {
    let registry = registry(OutputCap::bytes(15));
    let response = registry
        .call("lines", json!({"action": "mixed"}), Ctx::new())
        .await
        .unwrap();
    let expected = ToolResponse::blocks(vec![
        Content::text("first"),
        Content::Image {
            data: "AAAA".to_owned(),
            mime_type: "image/png".to_owned(),
        },
        Content::text("second"),
        Content::text("[Cut: 15 of 1035 bytes are shown. Ask for less.]"),
    ])
    .with_meta("test/meta", 1)
    .with_meta(
        "dev.fusion/output",
        json!({"unit": "bytes", "shown": 15, "total": 1035}),
    )
    .unchanged();
    assert_eq!(response, expected);
}

#[tokio::test]
async fn a_structured_result_that_is_too_long_is_an_error_that_says_that_it_was_done() {
    let view = registry(OutputCap::bytes(50))
        .view(Exposition::Flat)
        .unwrap();
    let arguments = json!({"count": 3});
    let short = view
        .call("lines_numbers", arguments, Ctx::new())
        .await
        .unwrap();
    assert_eq!(short.structured_content(), Some(&json!([0, 1, 2])));

    let error = view
        .call("lines_numbers", json!({}), Ctx::new())
        .await
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "[lines_numbers] it was done, but the result is 291 bytes long, and 50 fit\n\
         Hint: Ask for less with count."
    );
    assert_eq!(
        error.data(),
        json!({"code": "output_too_long", "hint": "Ask for less with count."})
    );
}

struct Capped;

#[tool_group(name = "capped", output_cap = Self::CAP)]
impl Capped {
    const CAP: OutputCap = OutputCap::bytes(4);

    #[action]
    async fn of_the_block(&self) -> String {
        "123456789".to_owned()
    }

    #[action(output_cap = OutputCap::bytes(6))]
    async fn of_its_own(&self) -> String {
        "123456789".to_owned()
    }

    #[action(output_cap = OutputCap::none())]
    async fn whole(&self) -> String {
        "123456789".to_owned()
    }
}

#[tool_group(name = "grouped")]
struct Grouped {
    #[group]
    capped: Capped,
    #[group]
    lines: Lines,
}

#[tokio::test]
async fn the_innermost_cap_counts() {
    let lines = Lines;
    let registry = Registry::builder()
        .output_cap(OutputCap::bytes(2))
        .tool(Grouped {
            capped: Capped,
            lines,
        })
        .build()
        .unwrap();
    let cut = |text: &str| {
        let size = text.len();
        let note = format!("[Cut: {size} of 9 bytes are shown. Ask for less.]");
        vec![Content::text(text), Content::text(note)]
    };
    for (arguments, expected) in [
        (
            json!({"action": "lines.long", "text": "123456789"}),
            cut("12"),
        ),
        (json!({"action": "capped.of_the_block"}), cut("1234")),
        (json!({"action": "capped.of_its_own"}), cut("123456")),
        (
            json!({"action": "capped.whole"}),
            vec![Content::text("123456789")],
        ),
    ] {
        let response = registry.call("grouped", arguments, Ctx::new()).await;
        assert_eq!(response.unwrap().content(), expected);
    }
}
