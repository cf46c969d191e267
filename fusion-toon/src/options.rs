//! The options of the output: delimiter, indentation and maximum depth.

/// The character between the cells of a row and between the members of an inline array.
///
/// ```
/// use fusion_toon::{Delimiter, Options};
///
/// let options = Options::new().delimiter(Delimiter::Tab);
/// assert_eq!(options.to_string(&["a,b", "c"])?, "[2\t]: a,b\tc");
/// # Ok::<(), fusion_toon::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Delimiter {
    /// `,`: the default of the specification.
    #[default]
    Comma,
    /// A tab: in most cases the fewest tokens; strings with commas need no quotes.
    Tab,
    /// `|`: the most readable for people.
    Pipe,
}

impl Delimiter {
    /// Returns the delimiter as a character.
    ///
    /// ```
    /// assert_eq!(fusion_toon::Delimiter::Pipe.as_char(), '|');
    /// ```
    pub const fn as_char(self) -> char {
        match self {
            Self::Comma => ',',
            Self::Tab => '\t',
            Self::Pipe => '|',
        }
    }

    /// Appends the delimiter. This is faster than `push(as_char())`, because the compiler knows
    /// that one byte is pushed.
    #[inline]
    pub(crate) fn push_to(self, out: &mut String) {
        match self {
            Self::Comma => out.push(','),
            Self::Tab => out.push('\t'),
            Self::Pipe => out.push('|'),
        }
    }
}

/// Options for writing TOON. The default is that of the specification: commas, two spaces, and at
/// most 256 levels of nesting.
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
    /// The delimiter between cells and between the members of inline arrays.
    pub delimiter: Delimiter,
    /// The number of spaces for each level. A decoder must be given the same number unless it is 2.
    pub indent: u8,
    /// The maximum nesting of objects and arrays; a deeper value returns
    /// [`ErrorKind::Depth`](crate::ErrorKind::Depth).
    pub depth: u16,
}

impl Options {
    /// The greatest limit that [`Options::depth`] can set; a value within it cannot overflow the
    /// stack of a thread.
    pub const MAX_DEPTH: u16 = 512;

    /// Returns the default options of the specification.
    ///
    /// ```
    /// use fusion_toon::{Delimiter, Options};
    ///
    /// let options = Options::new();
    /// assert_eq!((options.delimiter, options.indent, options.depth), (Delimiter::Comma, 2, 256));
    /// ```
    pub const fn new() -> Self {
        Self {
            delimiter: Delimiter::Comma,
            indent: 2,
            depth: 256,
        }
    }

    /// Sets the delimiter between cells and between the members of inline arrays.
    ///
    /// ```
    /// use fusion_toon::{Delimiter, Options};
    ///
    /// assert_eq!(Options::new().delimiter(Delimiter::Pipe).to_string(&[1, 2])?, "[2|]: 1|2");
    /// # Ok::<(), fusion_toon::Error>(())
    /// ```
    pub const fn delimiter(mut self, delimiter: Delimiter) -> Self {
        self.delimiter = delimiter;
        self
    }

    /// Sets the number of spaces for each level. 0 counts as 1, because levels would otherwise be
    /// lost.
    ///
    /// ```
    /// let value = serde_json::json!({"a": {"b": 1}});
    /// let options = fusion_toon::Options::new().indent(4);
    /// assert_eq!(options.to_string(&value)?, "a:\n    b: 1");
    /// # Ok::<(), fusion_toon::Error>(())
    /// ```
    pub const fn indent(mut self, spaces: u8) -> Self {
        self.indent = spaces;
        self
    }

    /// Sets the maximum nesting, which is at most [`Options::MAX_DEPTH`].
    ///
    /// ```
    /// use fusion_toon::Options;
    ///
    /// assert!(Options::new().depth(2).to_string(&[[1]]).is_ok());
    /// assert!(Options::new().depth(1).to_string(&[[1]]).is_err());
    /// ```
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
