//! Finds texts in a body that repeat another error, such as `map_err(|e| format!("…: {e}"))?`. A model
//! reads a text as it is, and the error may contain a path, a host or a query. `lint()` reports them.

use proc_macro2::{TokenStream, TokenTree};
use syn::{
    Block, Expr, ExprCall, ExprClosure, ExprMethodCall, Pat, PatTupleStruct, Path,
    visit_mut::{self, VisitMut},
};

/// Returns `true` if the body turns an error into a text for the model. The body is not changed; it is
/// borrowed mutably, because `syn` has its other visitor behind one more feature.
pub(super) fn find(body: &mut Block) -> bool {
    let mut search = Search::default();
    search.visit_block_mut(body);
    search.found
}

#[derive(Default)]
struct Search {
    /// The names that patterns such as `Err(error)` bind.
    errors: Vec<String>,
    found: bool,
}

impl VisitMut for Search {
    fn visit_expr_method_call_mut(&mut self, call: &mut ExprMethodCall) {
        if call.method == "internal" || call.method == "expose" {
            // The author decides about this text.
            if let Expr::MethodCall(mapped) = &mut *call.receiver
                && mapped.method == "map_err"
            {
                return self.visit_expr_mut(&mut mapped.receiver);
            }
        }
        if call.method == "map_err"
            && let Some(Expr::Closure(closure)) = call.args.first()
            && let Some(name) = only_parameter(closure)
        {
            self.found |= is_text_of(&name, &closure.body);
        }
        visit_mut::visit_expr_method_call_mut(self, call);
    }

    fn visit_pat_tuple_struct_mut(&mut self, pat: &mut PatTupleStruct) {
        if let Some(Pat::Ident(name)) = pat.elems.first()
            && ends_with(&pat.path, "Err")
        {
            self.errors.push(name.ident.to_string());
        }
        visit_mut::visit_pat_tuple_struct_mut(self, pat);
    }

    fn visit_expr_call_mut(&mut self, call: &mut ExprCall) {
        if let Expr::Path(function) = &*call.func
            && ends_with(&function.path, "Err")
            && let Some(text) = call.args.first()
        {
            self.found |= self.errors.iter().any(|name| is_text_of(name, text));
        }
        visit_mut::visit_expr_call_mut(self, call);
    }
}

fn only_parameter(closure: &ExprClosure) -> Option<String> {
    match closure.inputs.first()? {
        Pat::Ident(name) if closure.inputs.len() == 1 => Some(name.ident.to_string()),
        _ => None,
    }
}

fn ends_with(path: &Path, name: &str) -> bool {
    path.segments.last().is_some_and(|last| last.ident == name)
}

/// Returns `true` if the expression is a text, or a `ToolError` of one, that contains the error.
fn is_text_of(error: &str, expr: &Expr) -> bool {
    match expr {
        Expr::Paren(inner) => is_text_of(error, &inner.expr),
        Expr::Group(inner) => is_text_of(error, &inner.expr),
        Expr::Block(block) => match block.block.stmts.last() {
            Some(syn::Stmt::Expr(last, None)) => is_text_of(error, last),
            Some(syn::Stmt::Macro(last)) if last.semi_token.is_none() => {
                ends_with(&last.mac.path, "format") && mentions(error, &last.mac.tokens)
            }
            _ => false,
        },
        Expr::Macro(call) => {
            ends_with(&call.mac.path, "format") && mentions(error, &call.mac.tokens)
        }
        Expr::MethodCall(call) => {
            let is_error = matches!(&*call.receiver, Expr::Path(path) if path.path.is_ident(error));
            (call.method == "to_string" && is_error) || is_text_of(error, &call.receiver)
        }
        Expr::Call(call) => {
            let Expr::Path(function) = &*call.func else {
                return false;
            };
            let mut names = function.path.segments.iter().rev();
            let function = (names.next(), names.next());
            let makes_text = match function {
                (Some(name), Some(ty)) => {
                    (ty.ident == "ToolError" && name.ident != "internal") || ty.ident == "String"
                }
                _ => false,
            };
            makes_text
                && call
                    .args
                    .first()
                    .is_some_and(|text| is_text_of(error, text))
        }
        _ => false,
    }
}

/// Returns `true` if the arguments of `format!` contain the error, as `{error}` or as an argument.
fn mentions(error: &str, tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(name) => name == error,
        TokenTree::Literal(text) => {
            let text = text.to_string();
            ["}", ":"]
                .iter()
                .any(|end| text.contains(&format!("{{{error}{end}")))
        }
        TokenTree::Group(group) => mentions(error, &group.stream()),
        TokenTree::Punct(_) => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(body: &str) -> bool {
        let mut block: Block = syn::parse_str(&format!("{{ {body} }}")).unwrap();
        find(&mut block)
    }

    #[test]
    fn a_text_that_repeats_an_error_is_found() {
        for body in [
            r#"open().map_err(|e| format!("cannot open: {e}"))?"#,
            r#"open().map_err(|e| format!("cannot open: {e:#}"))?"#,
            r#"open().map_err(|e| format!("cannot open: {}", e))?"#,
            r#"open().map_err(|e| format!("{}", e.kind()))?"#,
            "open().await.map_err(|error| error.to_string())?",
            r#"open().map_err(|e| { log(); format!("{e}") })?"#,
            r#"open().map_err(|e| ToolError::new(format!("{e}")).code("x"))?"#,
            "open().map_err(|e| ToolError::new(e.to_string()))?",
            r#"match open() { Ok(x) => Ok(x), Err(e) => Err(format!("no: {e}").into()) }"#,
            "if let Err(e) = open() { return Err(ToolError::new(e.to_string())); } Ok(())",
            "let f = async { open().map_err(|e| e.to_string())? }; f.await",
        ] {
            assert!(found(body), "{body}");
        }
    }

    #[test]
    fn other_texts_are_not_found() {
        for body in [
            "open()?",
            r#"open().map_err(|e| format!("cannot open: {e}")).internal()?"#,
            "open().map_err(|e| e.to_string()).expose()?",
            r#"open().map_err(|_| "cannot open")?"#,
            r#"open().map_err(|e| StoreError::Open(format!("{e}")))?"#,
            r#"open().map_err(|e| ToolError::internal(format!("{e}")))?"#,
            r#"open().map_err(|error| { log(&error); "cannot open" })?"#,
            r#"let e = 1; Err(format!("{e}"))"#,
            "open().map_err(StoreError::Open)?",
            r#"open().map_err(|e| format!("{event}"))?"#,
        ] {
            assert!(!found(body), "{body}");
        }
    }
}
