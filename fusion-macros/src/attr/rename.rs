//! Parses the pairs of `rename(id = "user_id", "user-id" = "user_id")`.

use syn::{Ident, LitStr, Token, ext::IdentExt as _, parse::ParseStream};

use super::Key;

/// One argument of a group with its name in the tool.
#[derive(Clone)]
pub(crate) struct ArgumentRename {
    /// The argument's name in the group.
    pub(crate) own: LitStr,
    pub(crate) published: LitStr,
}

/// Parses `rename(id = "user_id")`. A name that is no identifier is a string literal.
pub(super) fn renames(key: &Key<'_>) -> syn::Result<Vec<ArgumentRename>> {
    const FORM: &str = "id = \"user_id\"";

    let renames = key.parentheses(FORM, |content| {
        let mut renames = Vec::new();
        while !content.is_empty() {
            renames.push(ArgumentRename::parse(content)?);
            if !content.is_empty() {
                content.parse::<Token![,]>()?;
            }
        }
        Ok(renames)
    })?;
    if renames.is_empty() {
        return Err(key.error(format!("`rename` is empty: write `rename({FORM})`")));
    }
    Ok(renames)
}

impl ArgumentRename {
    fn parse(content: ParseStream<'_>) -> syn::Result<Self> {
        const TEXT: &str = "`rename` takes pairs of an argument's name in the group and its name in \
                            the tool: `rename(id = \"user_id\")`";

        let own = if content.peek(LitStr) {
            content.parse()?
        } else if content.peek(Ident::peek_any) {
            let own = Ident::parse_any(content)?;
            LitStr::new(&own.unraw().to_string(), own.span())
        } else {
            return Err(content.error(TEXT));
        };
        let equals: Option<Token![=]> = content.parse()?;
        if equals.is_none() || !content.peek(LitStr) {
            // syn places an error at the end of the content at the whole attribute.
            let at = if content.is_empty() {
                own.span()
            } else {
                content.span()
            };
            return Err(syn::Error::new(at, TEXT));
        }
        let published = content.parse()?;
        Ok(Self { own, published })
    }
}
