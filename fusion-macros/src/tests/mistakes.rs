//! Reads errors back from an expansion: the text of each, and the tokens that it points at.

use proc_macro2::{LineColumn, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::Item;

/// The macro that expands a source.
#[derive(Clone, Copy)]
pub(super) enum EntryPoint {
    ToolGroup,
    Fields,
    ToolError,
}

impl EntryPoint {
    fn expand(self, source: &str) -> TokenStream {
        let tokens: TokenStream = source.parse().unwrap();
        match self {
            Self::ToolGroup => tool_group(tokens),
            Self::Fields => crate::fields(tokens),
            Self::ToolError => crate::tool_error::derive(tokens),
        }
    }
}

/// Splits the first attribute from its item, as rustc does.
fn tool_group(item: TokenStream) -> TokenStream {
    let mut item = item.into_iter();
    let (_hash, attribute) = (item.next(), item.next());
    let Some(TokenTree::Group(attribute)) = attribute else {
        panic!("the source begins with `#[tool_group]`");
    };
    let arguments = attribute
        .stream()
        .into_iter()
        .find_map(|token| match token {
            TokenTree::Group(arguments) => Some(arguments.stream()),
            _ => None,
        });
    crate::group(arguments.unwrap_or_default(), &item.collect())
}

/// One `compile_error!`, with both ends of the tokens that rustc would underline.
#[derive(Debug, PartialEq, Eq)]
struct Mistake {
    text: String,
    start: LineColumn,
    end: LineColumn,
}

impl Mistake {
    fn expected((text, (start, end)): (&String, (LineColumn, LineColumn))) -> Self {
        let text = text.clone();
        Self { text, start, end }
    }
}

/// Asserts that expanding `marked` reports exactly `texts`, each at the tokens between the `«` and
/// the `»` of the same number.
pub(super) fn assert_mistakes(entry: EntryPoint, marked: &str, texts: &[String]) {
    let (source, places) = unmark(marked);
    assert_eq!(
        places.len(),
        texts.len(),
        "{marked}: one mark for each text"
    );
    let wanted: Vec<Mistake> = texts.iter().zip(places).map(Mistake::expected).collect();
    assert_eq!(reported_mistakes(entry.expand(&source)), wanted, "{marked}");
}

fn reported_mistakes(expansion: TokenStream) -> Vec<Mistake> {
    let file: syn::File = syn::parse2(expansion).unwrap();
    let errors = file.items.into_iter().filter_map(|item| match item {
        Item::Macro(item) if item.mac.path.segments.last()?.ident == "compile_error" => Some(item),
        _ => None,
    });
    let mut found: Vec<Mistake> = errors
        .map(|error| {
            let tokens: Vec<TokenTree> = error.mac.to_token_stream().into_iter().collect();
            let text: syn::LitStr = error.mac.parse_body().unwrap();
            Mistake {
                text: text.value(),
                start: tokens.first().unwrap().span().start(),
                end: text.span().end(),
            }
        })
        .collect();
    found.sort_by_key(|mistake| mistake.start);
    found
}

/// Removes the marks and returns the two ends of each.
fn unmark(marked: &str) -> (String, Vec<(LineColumn, LineColumn)>) {
    let mut source = String::new();
    let (mut starts, mut ends) = (Vec::new(), Vec::new());
    let mut at = LineColumn { line: 1, column: 0 };
    for letter in marked.chars() {
        match letter {
            '«' => starts.push(at),
            '»' => ends.push(at),
            '\n' => {
                source.push(letter);
                at.line += 1;
                at.column = 0;
            }
            _ => {
                source.push(letter);
                at.column += 1;
            }
        }
    }
    (source, starts.into_iter().zip(ends).collect())
}
