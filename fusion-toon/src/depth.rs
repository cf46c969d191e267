//! The nesting depth of a value. It is counted on the way down, so that no value overflows the
//! stack.

use crate::{
    error::{Error, ErrorKind},
    options::Options,
};

/// The nesting depth at one point of a value.
#[derive(Clone, Copy)]
pub(crate) struct Depth {
    levels: u16,
    limit: u16,
    /// Options and newtypes around the value. They use stack, but add no level of nesting.
    wrappers: u16,
}

/// Number of wrappers that are allowed in addition to two for each level.
const MORE_WRAPPERS: u16 = 64;

impl Depth {
    pub(crate) fn new(options: Options) -> Self {
        Self {
            levels: 0,
            limit: options.depth.min(Options::MAX_DEPTH),
            wrappers: 0,
        }
    }

    /// Returns the depth inside of one more object or array.
    #[inline]
    pub(crate) fn enter_container(self) -> Result<Self, Error> {
        if self.levels >= self.limit {
            return Err(self.too_deep());
        }
        Ok(Self {
            levels: self.levels + 1,
            ..self
        })
    }

    /// Returns the depth inside of one more option or newtype.
    #[inline]
    pub(crate) fn enter_wrapper(self) -> Result<Self, Error> {
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
