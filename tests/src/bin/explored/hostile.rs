//! Texts that attack whoever shows them: markup, scripts, hidden characters, changes of direction, and sheer size.

use std::future::{Ready, ready};

use fusion_core::{
    Content, Ctx, ToolError, ToolResponse, ToolResult, prompt::PromptMessage, tool_group,
};

pub(super) struct Hostile;

macro_rules! ten {
    ($($text:tt)*) => {
        concat!(
            $($text)*, $($text)*, $($text)*, $($text)*, $($text)*,
            $($text)*, $($text)*, $($text)*, $($text)*, $($text)*
        )
    };
}

const ATTACK: &str = "<script>window.attacked = 1</script><img src=x onerror=\"window.attacked = 2\">\
    <a href=\"javascript:window.attacked = 3\">link</a><style>*{display:none}</style>\
    <iframe src=\"https://evil.example/\"></iframe>";

/// <script>window.attacked = 4</script> Attack <b>whoever</b> shows this.
#[tool_group(name = "hostile", title = "<img src=x onerror='window.attacked = 5'>")]
impl Hostile {
    /// Return <script>window.attacked = 6</script> markup, \u{202e}and more\u{202c}.
    #[action(read_only, title = "</title><script>window.attacked = 7</script>")]
    fn markup(
        /// <script>window.attacked = 8</script> Any text.
        text: Option<String>,
    ) -> String {
        format!("{ATTACK}{}", text.unwrap_or_default())
    }

    #[doc = "Turn the text \u{202e}around\u{202c}\u{200b} with \u{feff}marks: שלום עולם and \u{202e}gpj.exe\u{202c}."]
    #[action(read_only)]
    fn turned() -> String {
        "\u{202e}evil\u{202c} \u{200b}\u{e0041}\u{e0042} שלום \u{0}\u{1b}[2J".to_owned()
    }

    #[doc = concat!("Say much. ", ten!(ten!(ten!(ten!("<i>words</i> ")))))]
    #[action(read_only)]
    fn long() -> &'static str {
        "long"
    }

    /// Return two megabytes.
    #[action(read_only)]
    fn huge() -> String {
        "<b>much</b> ".repeat(180_000)
    }

    /// Return a deep structure.
    #[action(read_only)]
    fn deep() -> String {
        format!("{}{}", "[".repeat(5_000), "]".repeat(5_000))
    }

    /// Return numbers that no double holds.
    #[action(read_only)]
    fn numbers() -> ToolResult {
        let numbers = serde_json::json!({"big": u64::MAX, "small": 1e-320, "text": "NaN"});
        ToolResponse::structured(&numbers)
    }

    /// Fail with markup.
    #[action(read_only)]
    fn fail() -> Result<(), ToolError> {
        Err(ToolError::new(format!("failed {ATTACK}")))
    }

    /// Return a picture that is a script.
    #[action(read_only)]
    fn picture() -> Vec<Content> {
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' onload='window.attacked = 9'/>";
        vec![
            Content::image(svg.as_bytes(), "image/svg+xml"),
            Content::image(b"no png", "image/png"),
        ]
    }

    /// <script>window.attacked = 10</script>
    #[prompt(title = "<b>Prompt</b>")]
    fn ask(
        /// <i>Which</i>.
        #[arg(complete = Self::values)]
        value: String,
    ) -> PromptMessage {
        PromptMessage::user(format!("{ATTACK} {value}"))
    }

    /// <script>window.attacked = 11</script>
    #[resource(uri = "javascript:window.attacked=12")]
    fn odd() -> &'static str {
        ATTACK
    }
}

impl Hostile {
    fn values(_: &str, _: &Ctx) -> Ready<Vec<String>> {
        ready(vec![ATTACK.to_owned(), "plain".to_owned()])
    }
}
