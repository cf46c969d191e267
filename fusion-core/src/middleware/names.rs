//! The names of an action's middleware, outermost first, for metadata.

use std::{
    any::{TypeId, type_name},
    borrow::Cow,
};

use super::{Middleware, NoMiddleware, builtin::ActionTimeout};
use crate::spec::ActionSpec;

/// The collected names of the middleware around one action; see
/// [`Middleware::names`](super::Middleware::names).
#[derive(Debug)]
pub struct MiddlewareNames {
    spec: &'static ActionSpec,
    group: Option<&'static str>,
    names: Vec<Cow<'static, str>>,
    /// True if middleware adds its names, which an author's code may compute.
    is_named: bool,
    has_middleware: bool,
    /// True until the time limit of the row is added, if it has one.
    pub(crate) awaits_row_limit: bool,
}

impl MiddlewareNames {
    /// Creates an empty list for the action `spec`.
    pub(crate) fn new(group: Option<&'static str>, spec: &'static ActionSpec) -> Self {
        Self {
            spec,
            group,
            names: Vec::new(),
            is_named: true,
            has_middleware: false,
            awaits_row_limit: spec.timeout.is_some(),
        }
    }

    /// Creates a list for the action `spec` to which no names are added.
    pub(crate) fn unnamed(group: Option<&'static str>, spec: &'static ActionSpec) -> Self {
        Self {
            is_named: false,
            ..Self::new(group, spec)
        }
    }

    /// Adds the names of a middleware.
    #[doc(hidden)]
    pub fn add<M: Middleware>(&mut self, middleware: &M) {
        let is = |other| TypeId::of::<M>() == other;
        let is_idle = is(TypeId::of::<NoMiddleware>())
            || is(TypeId::of::<ActionTimeout>()) && self.spec.timeout.is_none();
        self.has_middleware |= !is_idle;
        if self.is_named {
            middleware.names(self);
        }
    }

    /// Returns true if any middleware stands around the action.
    pub(crate) fn has_middleware(&self) -> bool {
        self.has_middleware
    }

    /// Returns the action, prompt or resource.
    pub fn spec(&self) -> &'static ActionSpec {
        self.spec
    }

    /// Returns the group inside the tool, if the tool has several.
    pub fn group(&self) -> Option<&'static str> {
        self.group
    }

    /// Adds a middleware, inside those added before.
    pub fn push(&mut self, name: impl Into<Cow<'static, str>>) {
        self.names.push(name.into());
    }

    /// Adds a middleware by the name of its type, without path and parameters: `Exclusive`.
    pub fn push_type<M: ?Sized>(&mut self) {
        self.push(last_segment(type_name::<M>()));
    }

    /// Converts the list to owned names.
    pub(crate) fn into_owned(self) -> Vec<String> {
        self.names.into_iter().map(Cow::into_owned).collect()
    }
}

/// Returns the last segment of a path: `Exclusive` of
/// `fusion_core::middleware::Exclusive<u64, fn(&Call)>`.
fn last_segment(path: &'static str) -> &'static str {
    let path = strip_parameters(path);
    match path.rsplit("::").next() {
        // A pointer to a function has no name.
        _ if path.contains('(') => "function",
        Some(name) if name.starts_with('{') => "closure",
        Some(name) => name,
        None => path,
    }
}

/// Removes the generic parameters at the end of a path. Parameters before the last segment stay, as in
/// `<Shelf<u8> as Keep<u8>>::kept`.
fn strip_parameters(path: &'static str) -> &'static str {
    let mut open = 0_usize;
    for (at, sign) in path.char_indices().rev() {
        let head = path.get(..at).unwrap_or_default();
        match sign {
            // The `>` of an arrow `->` closes no parameter list.
            '>' if !head.ends_with('-') => open += 1,
            '<' => open = open.saturating_sub(1),
            _ => {}
        }
        if open == 0 {
            return if sign == '<' { head } else { path };
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use std::any::type_name_of_val;

    use super::{last_segment, type_name};

    struct Shelf<T>(T);

    trait Keep {
        fn kept();
    }

    impl<T> Keep for Shelf<T> {
        fn kept() {}
    }

    impl<T> Shelf<T> {
        fn at<U>() {}
    }

    #[test]
    fn a_type_or_a_function_is_called_by_its_last_name() {
        let names = [
            type_name::<Shelf<()>>(),
            type_name::<Shelf<fn(Shelf<u8>) -> Option<u8>>>(),
            type_name::<Shelf<Box<dyn Fn() -> Shelf<u8> + Send>>>(),
            type_name_of_val(&last_segment),
            type_name_of_val(&Shelf::<Shelf<u8>>::at::<Shelf<u8>>),
            type_name_of_val(&<Shelf<u8> as Keep>::kept),
            type_name_of_val(&|| ()),
            type_name::<fn(&Shelf<u8>) -> Shelf<u8>>(),
        ];
        assert_eq!(
            names.map(last_segment),
            [
                "Shelf",
                "Shelf",
                "Shelf",
                "last_segment",
                "at",
                "kept",
                "closure",
                "function"
            ]
        );
    }
}
