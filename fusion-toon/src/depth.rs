//! How deep a value is nested, counted on the way down, so that no value overflows the stack.

use crate::{
    error::{Error, ErrorKind},
    options::Options,
};

/// The nesting at one place of a value.
#[derive(Clone, Copy)]
pub(crate) struct Depth {
    levels: u16,
    limit: u16,
    /// Options and newtypes around the value: they cost stack, but are no level.
    wrappers: u16,
}

/// Wrappers allowed besides two for each level.
const MORE_WRAPPERS: u16 = 64;

impl Depth {
    pub(crate) fn new(options: Options) -> Self {
        Self {
            levels: 0,
            limit: options.depth.min(Options::MAX_DEPTH),
            wrappers: 0,
        }
    }

    /// One object or array further in.
    #[inline]
    pub(crate) fn deeper(self) -> Result<Self, Error> {
        if self.levels >= self.limit {
            return Err(self.too_deep());
        }
        Ok(Self {
            levels: self.levels + 1,
            ..self
        })
    }

    /// One option or newtype further in.
    #[inline]
    pub(crate) fn wrapped(self) -> Result<Self, Error> {
        if self.wrappers >= self.limit * 2 + MORE_WRAPPERS {
            return Err(self.too_deep());
        }
        Ok(Self {
            wrappers: self.wrappers + 1,
            ..self
        })
    }

    #[cold]
    fn too_deep(self) -> Error {
        Error::new(ErrorKind::Depth { limit: self.limit })
    }
}
