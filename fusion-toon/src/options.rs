//! The choices a caller has about the text.

/// What stands between the cells of a row and the members of an inline array.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Delimiter {
    /// `,`: the notation's default.
    #[default]
    Comma,
    /// A tab: mostly the fewest tokens, and texts with commas need no quotes.
    Tab,
    /// `|`: the easiest to read for people.
    Pipe,
}

impl Delimiter {
    /// The delimiter itself.
    pub const fn as_char(self) -> char {
        match self {
            Self::Comma => ',',
            Self::Tab => '\t',
            Self::Pipe => '|',
        }
    }

    /// The same as `push(as_char())`, but sooner: what is pushed is known to be one byte.
    #[inline]
    pub(crate) fn push_to(self, out: &mut String) {
        match self {
            Self::Comma => out.push(','),
            Self::Tab => out.push('\t'),
            Self::Pipe => out.push('|'),
        }
    }
}

/// How TOON is written. The default is the notation's own: commas, two spaces, and at most 256
/// levels of nesting.
///
/// ```
/// use fusion_toon::{Delimiter, Options};
///
/// let rows = serde_json::json!([{"id": 1, "name": "Ada"}, {"id": 2, "name": "Bob, Jr."}]);
/// let toon = Options::new().delimiter(Delimiter::Pipe).to_string(&rows)?;
/// assert_eq!(toon, "[2|]{id|name}:\n  1|Ada\n  2|Bob, Jr.");
/// # Ok::<(), fusion_toon::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// Between cells and members of inline arrays.
    pub delimiter: Delimiter,
    /// Spaces for each level. A reader has to know it unless it is 2.
    pub indent: u8,
    /// How many objects and arrays may stand in each other; a deeper value is an error.
    pub depth: u16,
}

impl Options {
    /// The highest limit on nesting that is honoured; it keeps the stack of a thread safe.
    pub const MAX_DEPTH: u16 = 512;

    /// The notation's own choices.
    pub const fn new() -> Self {
        Self {
            delimiter: Delimiter::Comma,
            indent: 2,
            depth: 256,
        }
    }

    /// Puts `delimiter` between cells and members of inline arrays.
    pub const fn delimiter(mut self, delimiter: Delimiter) -> Self {
        self.delimiter = delimiter;
        self
    }

    /// Indents each level by `spaces`; 0 counts as 1, because levels would be lost.
    pub const fn indent(mut self, spaces: u8) -> Self {
        self.indent = spaces;
        self
    }

    /// Allows `levels` of nesting, at most [`Options::MAX_DEPTH`].
    pub const fn depth(mut self, levels: u16) -> Self {
        self.depth = levels;
        self
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::new()
    }
}
