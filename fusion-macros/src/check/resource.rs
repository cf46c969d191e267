//! The rules for the URI of a resource: the syntax of templates, and that the variables are the
//! arguments of the method. The runtime repeats the syntax for rows that are written by hand.

use syn::LitStr;

use super::{ActionKind, Arg, text};
use crate::{
    attr::{MethodAttr, MethodMark},
    diag::{Diag, list, nearest},
    model::Method,
    symbol::{ALIAS, DEFAULT, FLATTEN, SECRET},
};

/// The parts of a resource that an action does not have. Invariant: the variables of `uri` are the
/// arguments.
pub(crate) struct Resource {
    pub(crate) uri: LitStr,
    pub(crate) mime: Option<LitStr>,
    pub(crate) size: Option<u64>,
    /// Variants of the runtime's enum.
    pub(crate) audience: Vec<syn::Ident>,
    /// A number from 0 to 1.
    pub(crate) priority: Option<syn::Lit>,
}

pub(super) fn kind(method: &Method, args: &[Arg], is_whole: bool, diag: &mut Diag) -> ActionKind {
    let attr = &method.attr;
    match attr.mark {
        MethodMark::Action => ActionKind::Action,
        MethodMark::Prompt => ActionKind::Prompt,
        MethodMark::Resource => {
            plain_arguments(method, diag);
            audience(attr, diag);
            mime(attr, diag);
            let uri = uri(method, args, is_whole, diag);
            ActionKind::Resource(Box::new(Resource {
                uri,
                mime: text(attr.mime.as_ref(), "mime", diag),
                size: attr.size.as_ref().map(|size| size.value),
                audience: attr.audience.clone().unwrap_or_default(),
                priority: attr.priority.clone(),
            }))
        }
    }
}

/// A resource has a URI, or a template of URIs.
///
/// `#[resource] fn readme(&self) -> String`
fn uri(method: &Method, args: &[Arg], is_whole: bool, diag: &mut Diag) -> LitStr {
    let name = method.name();
    let Some(uri) = &method.attr.uri else {
        if !method.attr.is_broken {
            let text = format!(
                "resource `{name}` has no URI: write `#[resource(uri = \"notes://{name}\")]`"
            );
            diag.error(name, text);
        }
        return LitStr::new("", name.span());
    };
    match variables(&uri.value()) {
        Err(reason) => diag.error(uri, reason),
        Ok(variables) => {
            if is_whole {
                variables_match_arguments(method, uri, &variables, args, diag);
            }
            if let Some(size) = method.attr.size.as_ref().filter(|_| !variables.is_empty()) {
                let text = "a template has no size: each of its resources has its own";
                diag.error_at(size.key, text);
            }
        }
    }
    uri.clone()
}

/// The variables of a template are the arguments of the method.
///
/// `#[resource(uri = "notes://{name}")] fn note(&self, id: u64) -> String`
fn variables_match_arguments(
    method: &Method,
    uri: &LitStr,
    variables: &[&str],
    args: &[Arg],
    diag: &mut Diag,
) {
    let name = method.name();
    let known: Vec<String> = args.iter().map(|arg| arg.name.value()).collect();
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    for variable in variables
        .iter()
        .filter(|variable| !known.contains(variable))
    {
        let text = match nearest(variable, &known) {
            Some(meant) => format!(
                "`{{{variable}}}` is no argument of resource `{name}`; did you mean `{{{meant}}}`?"
            ),
            None => format!(
                "`{{{variable}}}` is no argument of resource `{name}`: \
                 add a parameter `{variable}`, or take it out of the URI"
            ),
        };
        diag.error(uri, text);
    }
    for arg in args {
        let argument = arg.name.value();
        let is_near = |variable: &&str| {
            !known.contains(variable) && nearest(variable, &[argument.as_str()]).is_some()
        };
        if !variables.contains(&argument.as_str()) && !variables.iter().any(is_near) {
            let text = format!(
                "argument `{argument}` is not in the URI of resource `{name}`: every argument of \
                 a resource is a variable there, as in `{{{argument}}}`"
            );
            diag.error(&arg.name, text);
        }
    }
}

/// A variable of a URI is required, visible and one argument.
///
/// `#[arg(default = 1)] page: u32`, `#[arg(secret)] token: String`, `#[arg(flatten)] at: Place`,
/// `#[arg(alias("no"))] id: u32`
fn plain_arguments(method: &Method, diag: &mut Diag) {
    let keys = method.params.iter().filter_map(|param| param.attr.as_ref());
    for key in keys.flat_map(|(_, attr)| &attr.keys) {
        let reason = match key.value.as_str() {
            DEFAULT => "is always there: remove its default",
            SECRET => "stands in the URI, which is shown and kept: it cannot be secret",
            FLATTEN => "is one argument: take each by a parameter of its own",
            ALIAS => "is read from its place there: remove its alias",
            _ => continue,
        };
        diag.error_at(key.key, format!("a variable of a URI {reason}"));
    }
}

/// `audience` names a role once.
///
/// `audience("user", "user")`
fn audience(attr: &MethodAttr, diag: &mut Diag) {
    let roles = attr.audience.as_deref().unwrap_or_default();
    for (i, role) in roles.iter().enumerate() {
        if roles.iter().take(i).any(|earlier| earlier == role) {
            let role = role.to_string().to_lowercase();
            diag.error_at(roles[i].span(), format!("`{role}` is given twice"));
        }
    }
}

/// A media type has a type and a subtype.
///
/// `mime = "markdown"`
fn mime(attr: &MethodAttr, diag: &mut Diag) {
    let Some(mime) = &attr.mime else { return };
    let value = mime.value();
    let halves = value.split_once('/');
    let is_type = halves.is_some_and(|(kind, rest)| !kind.is_empty() && !rest.is_empty());
    if !is_type && !value.trim().is_empty() {
        let text = format!("`{value}` is no media type; write one as in `text/markdown`");
        diag.error(mime, text);
    }
}

/// Parses the variables of a URI or template; `Err` describes what is wrong with it.
fn variables(uri: &str) -> Result<Vec<&str>, String> {
    scheme(uri)?;
    let mut found: Vec<&str> = Vec::new();
    let mut rest = uri;
    loop {
        let (literal, behind) = match rest.split_once('{') {
            Some((literal, behind)) => (literal, Some(behind)),
            None => (rest, None),
        };
        literal_part(literal)?;
        let Some(behind) = behind else {
            return Ok(found);
        };
        let Some((variable, behind)) = behind.split_once('}') else {
            return Err("a `{` is never closed: a variable is written as in `{id}`".to_owned());
        };
        variable_name(variable)?;
        if literal.is_empty() && !found.is_empty() {
            return Err(format!(
                "a variable and `{{{variable}}}` have no character between them, so that the end of \
                 the first is ambiguous: write `/` or another letter there"
            ));
        }
        if found.contains(&variable) {
            return Err(format!("`{{{variable}}}` stands twice in the URI"));
        }
        found.push(variable);
        rest = behind;
    }
}

/// A URI begins with a scheme.
///
/// `uri = "all"`, `uri = "/notes/{name}"`, `uri = "{kind}://all"`
fn scheme(uri: &str) -> Result<(), String> {
    let scheme = uri.split_once(':').filter(|(scheme, rest)| {
        let legal = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(legal)
            && !rest.is_empty()
    });
    match scheme {
        Some(_) => Ok(()),
        None => Err(format!(
            "`{uri}` is no URI: it begins with a scheme, as in `notes://all`"
        )),
    }
}

/// The literal parts of a URI contain only characters that a URI may have.
///
/// `uri = "notes://all notes"`, `uri = "notes://100%"`
fn literal_part(literal: &str) -> Result<(), String> {
    let mut rest = literal.chars();
    while let Some(letter) = rest.next() {
        if letter == '}' {
            return Err("a `}` closes nothing: a variable is written as in `{id}`".to_owned());
        }
        if letter == '%' {
            let code: String = rest.by_ref().take(2).collect();
            if code.len() != 2 || !code.chars().all(|c| c.is_ascii_hexdigit()) {
                return Err(
                    "`%` needs two hexadecimal digits after it in a URI; write `%25` for the \
                     character itself"
                        .to_owned(),
                );
            }
        } else if !letter.is_ascii_alphanumeric() && !"-._~:/?#[]@!$&'()*+,;=".contains(letter) {
            let shown = match letter {
                ' ' => "a space".to_owned(),
                other => format!("`{other}`"),
            };
            return Err(format!(
                "a URI cannot contain {shown}: write it percent-encoded"
            ));
        }
    }
    Ok(())
}

/// A variable is of the first level of RFC 6570, the only one that can be matched unambiguously.
///
/// `uri = "files:///{+path}"`, `uri = "files:///{a,b}"`, `uri = "files:///{name*}"`
fn variable_name(variable: &str) -> Result<(), String> {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    if variable.is_empty() {
        return Err("a variable has no name: write one as in `{id}`".to_owned());
    }
    if variable.chars().all(word) && !variable.starts_with('.') {
        return Ok(());
    }
    if variable.contains(',') {
        let names: Vec<&str> = variable.split(',').map(str::trim).collect();
        return Err(format!(
            "`{{{variable}}}` is a list, and a variable is one of {}: write each in its own braces",
            list(&names)
        ));
    }
    let name: String = variable.chars().filter(|c| word(*c)).collect();
    Err(format!(
        "`{{{variable}}}` is not of the first level of RFC 6570: write `{{{}}}`, which stands for \
         one segment without a `/`",
        name.trim_start_matches('.')
    ))
}

#[cfg(test)]
mod tests {
    use super::variables;

    #[test]
    fn variables_are_found_in_order() {
        for (uri, wanted) in [
            ("notes://all", &[] as &[&str]),
            ("urn:isbn:{isbn}", &["isbn"]),
            (
                "db://{schema}/tables/{table.name}?full=1",
                &["schema", "table.name"],
            ),
            ("a+b-c.d:%20x", &[]),
        ] {
            assert_eq!(variables(uri).as_deref(), Ok(wanted), "{uri}");
        }
    }

    #[test]
    fn what_is_no_template_of_the_first_level_is_refused() {
        for (uri, reason) in [
            ("", "is no URI"),
            ("all", "is no URI"),
            ("1a://x", "is no URI"),
            ("a:", "is no URI"),
            ("{kind}://x", "is no URI"),
            ("a://x y", "contain a space"),
            ("a://ü", "contain `ü`"),
            ("a://100%", "needs two hexadecimal digits"),
            ("a://%g0", "needs two hexadecimal digits"),
            ("a://{id", "never closed"),
            ("a://id}", "closes nothing"),
            ("a://{}", "has no name"),
            ("a://{{id}}", "not of the first level"),
            ("a://{+id}", "write `{id}`"),
            ("a://{.id}", "write `{id}`"),
            ("a://{id*}", "write `{id}`"),
            ("a://{a,b}", "in its own braces"),
            ("a://{a}{b}", "no character between"),
            ("a://{a}/{a}", "stands twice"),
        ] {
            let error = variables(uri).err().unwrap_or_default();
            assert!(error.contains(reason), "{uri}: {error}");
        }
    }
}
