//! Stores keys, to compare them with later keys.

/// A key of an object.
#[derive(Clone, Copy)]
pub(crate) enum Key<'a> {
    /// The name of a struct field: equal addresses mean equal names.
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

/// A stored key.
#[derive(Clone, Copy)]
pub(crate) enum Name {
    Static(&'static str),
    /// A range of the text of `Names`.
    Owned {
        start: usize,
        end: usize,
    },
}

/// The text of all stored keys that are not static.
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
    pub(crate) fn matches(&self, name: Name, key: Key<'_>) -> bool {
        match (key, name) {
            (Key::Static(key), Name::Static(name)) => {
                (key.len() == name.len() && key.as_ptr() == name.as_ptr()) || key == name
            }
            (Key::Text(key), Name::Static(name)) => key == name,
            (Key::Static(key) | Key::Text(key), Name::Owned { start, end }) => {
                // Compared as bytes, because slicing a `str` would check character boundaries.
                self.0.as_bytes().get(start..end) == Some(key.as_bytes())
            }
        }
    }

    pub(crate) fn text(&self, name: Name) -> &str {
        match name {
            Name::Static(name) => name,
            // Invariant: the range was taken when the name was added, and the text only grows until
            // `clear`.
            Name::Owned { start, end } => &self.0[start..end],
        }
    }
}

/// A filter that recognizes keys that were probably added before.
#[derive(Clone, Copy, Default)]
pub(crate) struct KeyFilter {
    /// Each key sets one bit in each word. A new key is mistaken for an earlier one only if other
    /// keys have set both of its bits, which happens in one of ten objects with twelve keys.
    bits: [u64; 2],
}

impl KeyFilter {
    /// Adds a key. Returns `false` if the key is new, and `true` if it was probably added before.
    #[inline]
    pub(crate) fn add(&mut self, key: &str) -> bool {
        let bytes = key.as_bytes();
        let hash = if let (Some(&first), Some(&last)) = (bytes.first(), bytes.last()) {
            let middle = bytes[bytes.len() / 2];
            u32::from_le_bytes([middle, first, last, bytes.len().to_le_bytes()[0]])
        } else {
            0
        };
        // The upper bits of a product depend on all bits below them.
        let hash = hash.wrapping_mul(0x9E37_79B1);
        let (one, other) = (1 << (hash >> 26), 1 << (hash >> 20 & 63));
        let [ones, others] = &mut self.bits;
        let came = *ones & one != 0 && *others & other != 0;
        *ones |= one;
        *others |= other;
        came
    }
}
