//! Joins doc comments into one text. Lines and blank lines are kept; indentation and stars that
//! rustdoc does not show are removed.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta};

use crate::symbol::DOC;

/// A text that may contain `include_str!(…)` and the like.
#[derive(Clone, Default)]
pub(crate) struct Doc {
    pieces: Vec<DocPiece>,
    links: Vec<DocLink>,
}

/// A link to a method of the block, ``[`Self::list`]``.
#[derive(Clone)]
pub(crate) struct DocLink {
    pub(crate) method: String,
    /// The span of the literal that contains the link.
    pub(crate) at: Span,
}

const OPEN: &str = "[`Self::";
const CLOSE: &str = "`]";

#[derive(Clone)]
enum DocPiece {
    Text(String),
    Expr(TokenStream),
}

impl Doc {
    /// Joins the texts of all `#[doc = …]` attributes in `attrs`.
    pub(crate) fn read(attrs: &[Attribute]) -> Self {
        Self::join(attrs.iter().filter_map(value))
    }

    /// Reads the value of `description = …`.
    pub(crate) fn from_description(value: &Expr) -> Self {
        Self::join([value])
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The links in literals. The runtime resolves links in included files.
    pub(crate) fn links(&self) -> &[DocLink] {
        &self.links
    }

    /// Replaces the names of methods in links by the keys of their actions.
    pub(crate) fn link(&mut self, key_of: impl Fn(&str) -> Option<String>) {
        for DocLink { method, .. } in &self.links {
            let Some(key) = key_of(method).filter(|key| key != method) else {
                continue;
            };
            let (from, to) = (
                format!("{OPEN}{method}{CLOSE}"),
                format!("{OPEN}{key}{CLOSE}"),
            );
            for piece in &mut self.pieces {
                if let DocPiece::Text(text) = piece {
                    *text = text.replace(&from, &to);
                }
            }
        }
    }

    fn join<'e>(values: impl IntoIterator<Item = &'e Expr>) -> Self {
        let mut pieces = Vec::new();
        let mut lines = Vec::new();
        let mut found = Vec::new();
        for value in values {
            if let Some(text) = literal(value) {
                found.extend(find_links(text));
                lines.extend(fragment(&text.value()));
                continue;
            }
            // The text before the expression and the file that it includes end with line breaks.
            if !lines.is_empty() || !pieces.is_empty() {
                lines.push(String::new());
            }
            flush(&mut pieces, &mut lines);
            pieces.push(DocPiece::Expr(value.to_token_stream()));
            lines.push(String::new());
        }
        flush(&mut pieces, &mut lines);
        Self {
            pieces: trim(pieces),
            links: found,
        }
    }
}

impl ToTokens for Doc {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let pieces = self.pieces.iter().map(|piece| match piece {
            DocPiece::Text(text) => text.to_token_stream(),
            DocPiece::Expr(value) => value.clone(),
        });
        tokens.extend(match self.pieces.as_slice() {
            [] => "".to_token_stream(),
            [DocPiece::Text(text)] => text.to_token_stream(),
            [DocPiece::Expr(value)] => value.clone(),
            _ => quote!(::core::concat!(#(#pieces),*)),
        });
    }
}

/// Returns the string literal of an expression, also inside the invisible groups of `macro_rules!`.
pub(crate) fn literal(value: &Expr) -> Option<&LitStr> {
    match value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text),
        Expr::Group(group) => literal(&group.expr),
        _ => None,
    }
}

fn find_links(text: &LitStr) -> Vec<DocLink> {
    let value = text.value();
    let methods = value
        .split(OPEN)
        .skip(1)
        .filter_map(|rest| Some(rest.split_once(CLOSE)?.0.to_owned()));
    let at = text.span();
    methods.map(|method| DocLink { method, at }).collect()
}

fn value(attr: &Attribute) -> Option<&Expr> {
    match &attr.meta {
        Meta::NameValue(pair) if pair.path.is_ident(DOC) => Some(&pair.value),
        // `#[doc(hidden)]` and `#[doc(alias = …)]` contain no text.
        _ => None,
    }
}

fn flush(pieces: &mut Vec<DocPiece>, lines: &mut Vec<String>) {
    if !lines.is_empty() {
        pieces.push(DocPiece::Text(unindent(lines).join("\n")));
        lines.clear();
    }
}

/// Removes blank lines at both ends of the text. Blank lines between pieces stay.
fn trim(mut pieces: Vec<DocPiece>) -> Vec<DocPiece> {
    if let Some(DocPiece::Text(text)) = pieces.first_mut() {
        *text = text.trim_start_matches('\n').to_owned();
    }
    if let Some(DocPiece::Text(text)) = pieces.last_mut() {
        text.truncate(text.trim_end().len());
    }
    pieces.retain(|piece| !matches!(piece, DocPiece::Text(text) if text.is_empty()));
    pieces
}

/// Splits the text of one attribute into lines, without the space of `/// text` and the stars of
/// block comments.
fn fragment(text: &str) -> Vec<String> {
    let mut lines: Vec<&str> = text.lines().collect();
    if lines.is_empty() {
        lines.push("");
    }
    let [first, rest @ ..] = lines.as_slice() else {
        return Vec::new();
    };
    let first = first.strip_prefix(' ').unwrap_or(first);
    let starred = !rest.is_empty()
        && rest
            .iter()
            .all(|line| line.trim().is_empty() || line.trim_start().starts_with('*'));
    let rest: Vec<String> = rest
        .iter()
        .map(|line| match line.trim_start().strip_prefix('*') {
            Some(line) if starred => line.to_owned(),
            _ => (*line).to_owned(),
        })
        .collect();
    [first.to_owned()]
        .into_iter()
        .chain(unindent(&rest))
        .collect()
}

/// Removes the white space that all lines begin with, and trailing white space.
fn unindent(lines: &[String]) -> Vec<String> {
    let common = lines
        .iter()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start_matches([' ', '\t']).len())
        .min()
        .unwrap_or(0);
    lines
        .iter()
        .map(|line| line.get(common..).unwrap_or("").trim_end().to_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    fn text(attrs: &[Attribute]) -> String {
        Doc::read(attrs).to_token_stream().to_string()
    }

    #[test]
    fn lines_lists_and_blank_lines_survive() {
        let attrs: Vec<Attribute> = parse_quote! {
            /// List issues.
            ///
            /// - open
            ///   - new
        };
        assert_eq!(text(&attrs), r#""List issues.\n\n- open\n  - new""#);
    }

    #[test]
    fn attributes_between_doc_lines_do_not_lose_them() {
        let attrs: Vec<Attribute> = parse_quote! {
            /// One.
            #[action]
            #[doc(hidden)]
            /// Two.
            #[allow(unused)]
            #[doc = "Three."]
        };
        assert_eq!(text(&attrs), r#""One.\nTwo.\nThree.""#);
    }

    #[test]
    fn block_comments_lose_their_stars_and_indentation() {
        let attrs: Vec<Attribute> = parse_quote! {
            #[doc = " One.\n     * Two.\n     *\n     * - three\n     "]
        };
        assert_eq!(text(&attrs), r#""One.\nTwo.\n\n- three""#);
        let attrs: Vec<Attribute> = parse_quote! {
            #[doc = "\n        One.\n          two\n    "]
        };
        assert_eq!(text(&attrs), r#""One.\n  two""#);
    }

    #[test]
    fn a_star_that_is_a_list_stays() {
        let attrs: Vec<Attribute> = parse_quote! {
            #[doc = " One of:\n\n  * a\n  * b\n  in any order\n"]
        };
        assert_eq!(text(&attrs), r#""One of:\n\n* a\n* b\nin any order""#);
    }

    #[test]
    fn a_file_is_kept_as_an_expression() {
        let attrs: Vec<Attribute> = parse_quote!(#[doc = include_str!("list.md")]);
        assert_eq!(text(&attrs), r#"include_str ! ("list.md")"#);
        let attrs: Vec<Attribute> = parse_quote! {
            /// Before.
            #[doc = include_str!("list.md")]
            /// After.
        };
        assert_eq!(
            text(&attrs),
            r#":: core :: concat ! ("Before.\n" , include_str ! ("list.md") , "\nAfter.")"#
        );
    }

    #[test]
    fn no_docs_are_an_empty_text() {
        assert!(Doc::read(&[]).is_empty());
        assert_eq!(text(&[]), r#""""#);
        let attrs: Vec<Attribute> = parse_quote! {
            ///
        };
        assert!(Doc::read(&attrs).is_empty());
    }

    #[test]
    fn links_name_keys_and_files_keep_theirs() {
        let attrs: Vec<Attribute> = parse_quote! {
            /// Not [`Self::mv`], or [`Self::list`] and [`Self::mv`].
            #[doc = include_str!("list.md")]
        };
        let mut doc = Doc::read(&attrs);
        let methods: Vec<_> = doc.links().iter().map(|link| &*link.method).collect();
        assert_eq!(methods, ["mv", "list", "mv"]);
        doc.link(|method| Some(if method == "mv" { "move" } else { method }.to_owned()));
        assert_eq!(
            doc.to_token_stream().to_string(),
            r#":: core :: concat ! ("Not [`Self::move`], or [`Self::list`] and [`Self::move`].\n" , include_str ! ("list.md"))"#
        );
    }

    #[test]
    fn a_description_may_be_a_literal_or_an_expression() {
        let value: Expr = parse_quote!("Whom to ban. ");
        assert_eq!(
            Doc::from_description(&value).to_token_stream().to_string(),
            r#""Whom to ban.""#
        );
        let value: Expr = parse_quote!(concat!("a", "b"));
        assert_eq!(
            Doc::from_description(&value).to_token_stream().to_string(),
            r#"concat ! ("a" , "b")"#
        );
    }
}
