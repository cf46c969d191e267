//! Keys that are kept, to be compared with those that come later.

/// A key of an object.
#[derive(Clone, Copy)]
pub(crate) enum Key<'a> {
    /// A field of a struct: the same address means the same name.
    Static(&'static str),
    Text(&'a str),
}

impl<'a> Key<'a> {
    #[inline]
    pub(crate) fn text(self) -> &'a str {
        let (Key::Static(text) | Key::Text(text)) = self;
        text
    }
}

/// A key that is kept.
#[derive(Clone, Copy)]
pub(crate) enum Name {
    Static(&'static str),
    /// A range of the text of `Names`.
    Owned {
        start: usize,
        end: usize,
    },
}

/// What is kept of keys that are not static.
#[derive(Default)]
pub(crate) struct Names(String);

impl Names {
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    pub(crate) fn add(&mut self, key: Key<'_>) -> Name {
        match key {
            Key::Static(name) => Name::Static(name),
            Key::Text(text) => {
                let start = self.0.len();
                self.0.reserve(text.len().max(64));
                self.0.push_str(text);
                let end = self.0.len();
                Name::Owned { start, end }
            }
        }
    }

    #[inline]
    pub(crate) fn is(&self, name: Name, key: Key<'_>) -> bool {
        match (key, name) {
            (Key::Static(key), Name::Static(name)) => {
                (key.len() == name.len() && key.as_ptr() == name.as_ptr()) || key == name
            }
            (Key::Text(key), Name::Static(name)) => key == name,
            (Key::Static(key) | Key::Text(key), Name::Owned { start, end }) => {
                // As bytes, because a range of a `str` is checked for the edges of characters.
                self.0.as_bytes().get(start..end) == Some(key.as_bytes())
            }
        }
    }

    pub(crate) fn text(&self, name: Name) -> &str {
        match name {
            Name::Static(name) => name,
            // Invariant: the range was taken when the name was added; until all are cleared, the
            // text only grows.
            Name::Owned { start, end } => &self.0[start..end],
        }
    }
}

/// A filter for keys: whether one may have come before.
#[derive(Clone, Copy, Default)]
pub(crate) struct Seen {
    /// A bit of each word for each key. A new key is taken for an old one only where others have
    /// set both of its bits: of ten objects with twelve keys that happens in one.
    bits: [u64; 2],
}

impl Seen {
    /// Adds a key. `false` means that it is new; `true` means mostly that it is not.
    #[inline]
    pub(crate) fn add(&mut self, key: &str) -> bool {
        let bytes = key.as_bytes();
        let hash = if let (Some(&first), Some(&last)) = (bytes.first(), bytes.last()) {
            let middle = bytes[bytes.len() / 2];
            u32::from_le_bytes([middle, first, last, bytes.len().to_le_bytes()[0]])
        } else {
            0
        };
        // The upper bits of a product depend on all bits below.
        let hash = hash.wrapping_mul(0x9E37_79B1);
        let (one, other) = (1 << (hash >> 26), 1 << (hash >> 20 & 63));
        let [ones, others] = &mut self.bits;
        let came = *ones & one != 0 && *others & other != 0;
        *ones |= one;
        *others |= other;
        came
    }
}
